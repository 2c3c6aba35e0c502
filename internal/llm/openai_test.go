package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const goodAnswer = `{"id":"1","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop",
"message":{"role":"assistant","content":"It is in [a.go:1-2]."}}],"usage":{"prompt_tokens":7,"completion_tokens":5,"total_tokens":12}}`

// endpoint starts a server that answers with handler and returns a model there.
func endpoint(t *testing.T, timeout time.Duration, handler http.HandlerFunc) *OpenAI {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	model, err := NewOpenAI(Config{BaseURL: server.URL + "/v1", Model: "m", APIKey: "secret", Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func respond(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func ask() Request {
	return Request{System: "be brief", Messages: []Message{{User, "where?"}}, MaxTokens: 50}
}

func TestCompleteSendsWhatWasAsked(t *testing.T) {
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: yes")
	t.Setenv("OPENAI_ORG_ID", "leak")
	var got map[string]any
	model := endpoint(t, 0, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("path %q, authorization %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		if r.Header.Get("X-Leak") != "" || r.Header.Get("OpenAI-Organization") != "" {
			t.Error("settings of the environment were sent to the endpoint")
		}
		_ = json.NewDecoder(r.Body).Decode(&got)
		respond(w, 200, goodAnswer)
	})
	request := ask()
	request.Messages = append(request.Messages, Message{Assistant, "here"}, Message{User, "broken \xff byte"})
	response, err := model.Complete(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	want := Response{Text: "It is in [a.go:1-2].", Usage: Usage{InputTokens: 7, OutputTokens: 5}, StopReason: StopEnd}
	if response != want {
		t.Errorf("got %+v, want %+v", response, want)
	}
	wantMessages := `[map[content:be brief role:system] map[content:where? role:user] map[content:here role:assistant] map[content:broken � byte role:user]]`
	if text := fmt.Sprint(got["messages"]); text != wantMessages {
		t.Errorf("messages\n got %s\nwant %s", text, wantMessages)
	}
	if got["model"] != "m" || got["max_tokens"] != 50.0 || got["temperature"] != 0.0 || got["tools"] != nil {
		t.Errorf("request %v", got)
	}
}

func TestFailures(t *testing.T) {
	choice := func(message, reason string) string {
		return `{"choices":[{"index":0,"finish_reason":"` + reason + `","message":` + message + `}]}`
	}
	tests := []struct {
		name   string
		status int
		body   string
		want   error
		says   string
	}{
		{"server error", 500, `{"error":{"message":"out of memory"}}`, ErrUnavailable, "out of memory"},
		{"proxy's page", 502, `<html>bad gateway</html>`, ErrUnavailable, "502"},
		{"wrong key", 401, `{"error":{"message":"bad key sk-123"}}`, nil, "PLUMBLINE_LLM_API_KEY"},
		{"unknown model", 404, `{"error":{"message":"no such model"}}`, nil, "PLUMBLINE_LLM_MODEL"},
		{"too long", 400, `{"error":{"message":"context length exceeded"}}`, nil, "context length"},
		{"no choice", 200, `{"choices":[]}`, ErrNonsense, "no choice"},
		{"another object", 200, `{"hello":"world"}`, ErrNonsense, ""},
		{"no JSON", 200, `nope`, ErrNonsense, ""},
		{"breaks off", 200, goodAnswer[:40], ErrUnavailable, ""},
		{"empty", 200, choice(`{"content":"  "}`, "stop"), ErrNonsense, "empty"},
		{"refusal", 200, choice(`{"content":"","refusal":"I won't"}`, "stop"), ErrRefused, "I won't"},
		{"filtered", 200, choice(`{"content":"half"}`, "content_filter"), ErrRefused, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			model := endpoint(t, 0, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After-Ms", "1") // keeps the SDK's own pauses short
				respond(w, test.status, test.body)
			})
			response, err := model.Complete(t.Context(), ask())
			if err == nil {
				t.Fatalf("no error, but %+v", response)
			}
			for _, kind := range []error{ErrRateLimited, ErrUnavailable, ErrRefused, ErrNonsense} {
				if errors.Is(err, kind) != (kind == test.want) {
					t.Errorf("error %q: is %q: %v", err, kind, errors.Is(err, kind))
				}
			}
			if !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "sk-123") {
				t.Errorf("error %q should say %q and no key", err, test.says)
			}
			if _, later := RetryLater(err); later != (test.want == ErrUnavailable) {
				t.Errorf("retry later: %v", later)
			}
		})
	}
}

func TestRateLimitIsWaitedForOrReported(t *testing.T) {
	var calls atomic.Int32
	short := endpoint(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1) == 1 {
			w.Header().Set("Retry-After", "1")
			respond(w, 429, `{"error":{"message":"slow down"}}`)
			return
		}
		respond(w, 200, goodAnswer)
	})
	start := time.Now()
	if _, err := short.Complete(t.Context(), ask()); err != nil || time.Since(start) < 900*time.Millisecond {
		t.Errorf("error %v after %v, want none after a second", err, time.Since(start))
	}
	long := endpoint(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		respond(w, 429, `{}`)
	})
	_, err := long.Complete(t.Context(), ask())
	wait, later := RetryLater(err)
	if !errors.Is(err, ErrRateLimited) || !later || wait != time.Hour {
		t.Errorf("error %v, wait %v, later %v", err, wait, later)
	}
}

func TestBrokenConnections(t *testing.T) {
	truncated := endpoint(t, 0, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		respond(w, 200, goodAnswer[:40])
	})
	if _, err := truncated.Complete(t.Context(), ask()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("truncated body: %v", err)
	}
	// The server must not outlive the test by waiting for a client that is gone.
	slow := endpoint(t, 50*time.Millisecond, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	if _, err := slow.Complete(t.Context(), ask()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("slow endpoint: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := slow.Complete(ctx, ask()); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrUnavailable) {
		t.Errorf("caller's deadline: %v", err)
	}
	nobody, err := NewOpenAI(Config{BaseURL: "http://127.0.0.1:1/v1", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nobody.Complete(t.Context(), ask()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestStructuredOutput(t *testing.T) {
	request := ask()
	request.JSONSchema = &Schema{Name: "claims", Schema: json.RawMessage(`{"type":"object"}`)}
	var formats []bool
	knows := false
	model := endpoint(t, 0, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		structured := strings.Contains(string(body), `"json_schema":{"name":"claims"`) || strings.Contains(string(body), `"response_format"`)
		formats = append(formats, structured)
		if structured && !knows {
			respond(w, 400, `{"error":{"message":"unknown field response_format"}}`)
			return
		}
		if !structured && !strings.Contains(string(body), "Answer with JSON alone") {
			t.Error("the schema is missing from the instructions")
		}
		respond(w, 200, goodAnswer)
	})
	for range 2 {
		response, err := model.Complete(t.Context(), request)
		if err != nil || response.Structured {
			t.Errorf("plain endpoint: %+v, %v", response, err)
		}
	}
	if got := fmt.Sprint(formats); got != "[true false false]" {
		t.Errorf("requests with a format: %s; the refusal should be remembered", got)
	}
	knows = true
	model.plain.Store(false)
	if response, err := model.Complete(t.Context(), request); err != nil || !response.Structured {
		t.Errorf("structured endpoint: %+v, %v", response, err)
	}
}

func TestFromEnv(t *testing.T) {
	tests := []struct {
		env  map[string]string
		name string // "" for no model
		says string // "" for no error
	}{
		{map[string]string{}, "", ""},
		{map[string]string{"PLUMBLINE_LLM_MODEL": "gpt"}, "gpt", ""},
		{map[string]string{"PLUMBLINE_LLM_MODEL": "gpt", "PLUMBLINE_LLM_BASE_URL": "http://localhost:1/v1", "PLUMBLINE_LLM_TIMEOUT": "5s"}, "gpt", ""},
		{map[string]string{"PLUMBLINE_LLM_BASE_URL": "http://localhost/v1"}, "", "PLUMBLINE_LLM_MODEL"},
		{map[string]string{"PLUMBLINE_LLM_MODEL": "gpt", "PLUMBLINE_LLM_BASE_URL": "localhost"}, "", "address"},
		{map[string]string{"PLUMBLINE_LLM_MODEL": "gpt", "PLUMBLINE_LLM_TIMEOUT": "soon"}, "", "90s"},
	}
	for _, test := range tests {
		model, err := FromEnv(func(name string) string { return test.env[name] })
		if test.says != "" {
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%v: error %v, want one that says %q", test.env, err, test.says)
			}
			continue
		}
		if err != nil || (model == nil) != (test.name == "") || model != nil && model.Name() != test.name {
			t.Errorf("%v: model %v, error %v", test.env, model, err)
		}
	}
}

func TestFake(t *testing.T) {
	fake := Fake{Script: func(r Request) (Response, error) { return Response{Text: "to " + r.Messages[0].Text}, nil }}
	response, err := fake.Complete(t.Context(), ask())
	if err != nil || response.Text != "to where?" || response.StopReason != StopEnd {
		t.Errorf("%+v, %v", response, err)
	}
}
