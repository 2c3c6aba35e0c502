package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// remote starts an endpoint whose answers a function makes of the inputs.
func remote(t *testing.T, config OpenAIConfig, answer func(w http.ResponseWriter, inputs []string)) *OpenAI {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Input []string `json:"input"`
			Model string   `json:"model"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil || request.Model != "m" || r.URL.Path != "/v1/embeddings" {
			t.Errorf("%s: model %q, error %v", r.URL.Path, request.Model, err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After-Ms", "1") // keeps the SDK's pauses short
		answer(w, request.Input)
	}))
	t.Cleanup(server.Close)
	config.BaseURL, config.Model = server.URL+"/v1", "m"
	embedder, err := NewOpenAI(config)
	if err != nil {
		t.Fatal(err)
	}
	return embedder
}

// lengths answers with vectors that tell the input's length, in reverse order.
func lengths(w io.Writer, inputs []string) {
	var items []string
	for i := len(inputs) - 1; i >= 0; i-- {
		items = append(items, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,1]}`, i, len(inputs[i])))
	}
	_, _ = fmt.Fprintf(w, `{"object":"list","model":"m","data":[%s]}`, strings.Join(items, ","))
}

func TestOpenAIKeepsOrderOverBatches(t *testing.T) {
	var requests atomic.Int32
	embedder := remote(t, OpenAIConfig{}, func(w http.ResponseWriter, inputs []string) {
		if requests.Add(1) == 1 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		if len(inputs) > remoteBatchTexts {
			t.Errorf("%d texts at once", len(inputs))
		}
		lengths(w, inputs)
	})
	texts := make([]string, 3*remoteBatchTexts+1)
	for i := range texts {
		texts[i] = strings.Repeat("x", i%50+1)
	}
	if embedder.Dim() != 0 {
		t.Errorf("dim %d before the first answer", embedder.Dim())
	}
	vectors, err := embedder.Embed(t.Context(), texts, Passage)
	if err != nil {
		t.Fatal(err)
	}
	for i, vector := range vectors {
		if got := vector[0] / vector[1]; got < float32(len(texts[i]))-0.01 || got > float32(len(texts[i]))+0.01 {
			t.Errorf("text %d has the vector of a text of %v bytes, not %d", i, got, len(texts[i]))
		}
	}
	if got := requests.Load(); got != 5 || embedder.Dim() != 2 {
		t.Errorf("%d requests, want 4 and a repeated one; dim %d, want 2", got, embedder.Dim())
	}
}

func TestOpenAIPreparesTexts(t *testing.T) {
	var got []string
	embedder := remote(t, OpenAIConfig{QueryPrefix: "query: "}, func(w http.ResponseWriter, inputs []string) {
		got = append(got, inputs...)
		lengths(w, inputs)
	})
	for kind, text := range map[Kind]string{Query: "a\xffb", Passage: " "} {
		if _, err := embedder.Embed(t.Context(), []string{text}, kind); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 2 || !(got[0] == "query: ab" && got[1] == "." || got[1] == "query: ab" && got[0] == ".") {
		t.Errorf("sent %q", got)
	}
	if long := remoteInput("", strings.Repeat("é", remoteTextBytes)); len(long) > remoteTextBytes || strings.ToValidUTF8(long, "") != long {
		t.Errorf("a long text was cut to %d bytes", len(long))
	}
}

func TestOpenAIRefusesNonsense(t *testing.T) {
	item := func(index int, vector string) string {
		return fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":%s}`, index, vector)
	}
	tests := []struct{ name, data, says string }{
		{"too few", item(0, "[1,2]"), "got 1"},
		{"twice", item(0, "[1,2]") + "," + item(0, "[1,2]"), "came twice"},
		{"not asked for", item(0, "[1,2]") + "," + item(7, "[1,2]"), "not asked for"},
		{"another width", item(0, "[1,2]") + "," + item(1, "[1,2,3]"), "3 elements instead of 2"},
		{"empty", item(0, "[]") + "," + item(1, "[]"), "0 elements"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			embedder := remote(t, OpenAIConfig{}, func(w http.ResponseWriter, _ []string) {
				_, _ = fmt.Fprintf(w, `{"data":[%s]}`, test.data)
			})
			vectors, err := embedder.Embed(t.Context(), []string{"a", "b"}, Passage)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("vectors %v, error %v, want one that says %q", vectors, err, test.says)
			}
		})
	}
}

func TestFromEnv(t *testing.T) {
	tests := []struct {
		env  map[string]string
		name string
		says string
	}{
		{map[string]string{"PLUMBLINE_EMBEDDER": "none"}, "", ""},
		{map[string]string{"PLUMBLINE_EMBEDDER": "fake"}, "fake/words-64", ""},
		{map[string]string{"PLUMBLINE_EMBEDDER": "openai", "PLUMBLINE_EMBED_MODEL": "e", "PLUMBLINE_EMBED_BASE_URL": "http://localhost:8080/v1", "PLUMBLINE_EMBED_DIM": "8"}, "openai/e@localhost:8080/v1-d8", ""},
		{map[string]string{"PLUMBLINE_EMBEDDER": "openai"}, "", "PLUMBLINE_EMBED_MODEL"},
		{map[string]string{"PLUMBLINE_EMBEDDER": "openai", "PLUMBLINE_EMBED_MODEL": "e", "PLUMBLINE_EMBED_BASE_URL": "nowhere"}, "", "PLUMBLINE_EMBED_BASE_URL"},
		{map[string]string{"PLUMBLINE_EMBEDDER": "openai", "PLUMBLINE_EMBED_MODEL": "e", "PLUMBLINE_EMBED_DIM": "-1"}, "", "PLUMBLINE_EMBED_DIM"},
		{map[string]string{"PLUMBLINE_EMBEDDER": "magic"}, "", "onnx, openai, fake or none"},
	}
	for _, test := range tests {
		embedder, err := FromEnv(func(name string) string { return test.env[name] }, t.TempDir())
		if test.says != "" {
			if err == nil || !strings.Contains(err.Error(), test.says) || errors.Is(err, ErrNotSetUp) {
				t.Errorf("%v: error %v, want one that says %q", test.env, err, test.says)
			}
			continue
		}
		if err != nil || (embedder == nil) != (test.name == "") || embedder != nil && embedder.Name() != test.name {
			t.Errorf("%v: embedder %v, error %v", test.env, embedder, err)
		}
	}
}

func TestFakeIsNearForSharedWords(t *testing.T) {
	fake := NewFake(64)
	vectors, err := fake.Embed(t.Context(), []string{"refund an order", "Refund(order)", "draw a circle", "", "!"}, Query)
	if err != nil {
		t.Fatal(err)
	}
	if near, far := dot(vectors[0], vectors[1]), dot(vectors[0], vectors[2]); near < 0.7 || near <= far {
		t.Errorf("shared words %.2f, none %.2f", near, far)
	}
	for i, vector := range vectors {
		if length := dot(vector, vector); len(vector) != fake.Dim() || length < 0.999 || length > 1.001 {
			t.Errorf("vector %d: %d elements, squared length %v", i, len(vector), length)
		}
	}
}
