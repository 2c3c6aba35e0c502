package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

// recorder is an intake that only remembers.
type recorder struct {
	fail       error
	deliveries []jobs.Delivery
	tasks      []jobs.Task
}

func (r *recorder) Accept(_ context.Context, d jobs.Delivery, tasks ...jobs.Task) error {
	if r.fail != nil {
		return r.fail
	}
	r.deliveries, r.tasks = append(r.deliveries, d), append(r.tasks, tasks...)
	return nil
}

func sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

const aComment = `{"action":"created","issue":{"number":7},"comment":{"id":5,"body":"/ask why?","user":{"id":3,"type":"User"}},
	"repository":{"id":11,"full_name":"a/b"},"sender":{"id":3,"login":"p","type":"User"},"installation":{"id":9}}`

func TestWhatIsReceived(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		body   string
		signed string // the secret it is signed with
		fail   error
		status int
		kept   int
	}{
		{name: "a comment", body: aComment, signed: "new", status: 202, kept: 1},
		{name: "signed with the previous secret", body: aComment, signed: "old", status: 202, kept: 1},
		{name: "signed with another secret", body: aComment, signed: "other", status: 401},
		{name: "not signed", body: aComment, signed: "new", status: 401,
			change: func(r *http.Request) { r.Header.Del("X-Hub-Signature-256") }},
		{name: "an empty signature", body: aComment, signed: "new", status: 401,
			change: func(r *http.Request) { r.Header.Set("X-Hub-Signature-256", "sha256=") }},
		{name: "signed by SHA-1 alone", body: aComment, signed: "new", status: 401, change: func(r *http.Request) {
			r.Header.Set("X-Hub-Signature", "sha1=00")
			r.Header.Del("X-Hub-Signature-256")
		}},
		{name: "a body changed after it was signed", body: aComment, signed: "new", status: 401, change: func(r *http.Request) {
			body := strings.Replace(aComment, "why", "who", 1)
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}},
		{name: "the database is down", body: aComment, signed: "new", fail: errors.New("down"), status: 503},
		{name: "no JSON", body: "{", signed: "new", status: 400},
		{name: "no JSON of an unknown event", body: "{", signed: "new", status: 400, change: func(r *http.Request) { r.Header.Set("X-GitHub-Event", "star") }},
		{name: "null", body: "null", signed: "new", status: 400},
		{name: "another shape", body: `{"comment":"x"}`, signed: "new", status: 400},
		{name: "an unknown event", body: `{}`, signed: "new", status: 202, kept: 1, change: func(r *http.Request) { r.Header.Set("X-GitHub-Event", "star") }},
		{name: "no event", body: aComment, signed: "new", status: 400, change: func(r *http.Request) { r.Header.Del("X-GitHub-Event") }},
		{name: "no delivery id", body: aComment, signed: "new", status: 400, change: func(r *http.Request) { r.Header.Del("X-GitHub-Delivery") }},
		{name: "another content type", body: aComment, signed: "new", status: 415, change: func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }},
		{name: "got, not posted", body: aComment, signed: "new", status: 405, change: func(r *http.Request) { r.Method = "GET" }},
		{name: "a form", body: "payload=" + url.QueryEscape(aComment), signed: "new", status: 202, kept: 1,
			change: func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			intake := &recorder{fail: c.fail}
			h, err := New([]string{"new", "", "old"}, intake, quiet())
			if err != nil {
				t.Fatal(err)
			}
			req := httptest.NewRequest("POST", "/webhook", strings.NewReader(c.body))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("X-GitHub-Event", "issue_comment")
			req.Header.Set("X-GitHub-Delivery", "guid")
			req.Header.Set("X-Hub-Signature-256", sign(c.signed, []byte(c.body)))
			if c.change != nil {
				c.change(req)
			}
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, req)
			if answer.Code != c.status || len(intake.deliveries) != c.kept {
				t.Errorf("status %d (%s), %d kept; want %d, %d", answer.Code, strings.TrimSpace(answer.Body.String()), len(intake.deliveries), c.status, c.kept)
			}
			if c.status >= 400 && strings.TrimSpace(answer.Body.String()) == "" {
				t.Error("it was refused without a reason")
			}
		})
	}
}

// zeros is an endless body that counts what was read of it.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	return len(p), nil
}

func TestLargeBodiesAreNotRead(t *testing.T) {
	for name, length := range map[string]int64{"announced": 26 << 20, "not announced": -1} {
		h, err := New([]string{"s"}, &recorder{}, quiet())
		if err != nil {
			t.Fatal(err)
		}
		body := &zeros{}
		req := httptest.NewRequest("POST", "/webhook", body)
		req.ContentLength = length
		for key, value := range map[string]string{"Content-Type": "application/json", "X-GitHub-Event": "push", "X-GitHub-Delivery": "g", "X-Hub-Signature-256": "sha256=00"} {
			req.Header.Set(key, value)
		}
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, req)
		if answer.Code != http.StatusRequestEntityTooLarge || body.read > maxBody+1<<20 {
			t.Errorf("%s: status %d after %d bytes", name, answer.Code, body.read)
		}
	}
}

func TestNoSecretNoServer(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}} {
		if _, err := New(secrets, &recorder{}, quiet()); err == nil || !strings.Contains(err.Error(), "PLUMBLINE_WEBHOOK_SECRET") {
			t.Errorf("New(%q): %v", secrets, err)
		}
	}
}

func TestWhatEventsAskFor(t *testing.T) {
	repo := github.Repo{Installation: 9, ID: 11, FullName: "a/b"}
	source := github.Source{Kind: github.IssueComment, Number: 7, ID: 5}
	ask := jobs.AskTask{Repo: repo, Source: source, Body: "/ask why?", AskerID: 3, AskerLogin: "p"}
	onPull, onLines := ask, ask
	onPull.Pull, onLines.Pull = true, true
	onLines.Source.Kind = github.ReviewComment
	const where = `"repository":{"id":11,"full_name":"a/b","default_branch":"main"},"installation":{"id":9},"sender":{"id":3,"login":"p","type":"User"}`
	comment := func(action, author, sender, issue string) string {
		return `{"action":"` + action + `","issue":{"number":7` + issue + `},"comment":{"id":5,"body":"/ask why?","user":{"id":4,"type":"` + author + `"}},
			"repository":{"id":11,"full_name":"a/b"},"installation":{"id":9},"sender":{"id":3,"login":"p","type":"` + sender + `"}}`
	}
	for _, c := range []struct {
		name, event, payload string
		want                 []jobs.Task
	}{
		{"a new comment", "issue_comment", comment("created", "User", "User", ""), []jobs.Task{ask}},
		{"an edited comment", "issue_comment", comment("edited", "User", "User", ""), []jobs.Task{ask}},
		{"a comment on a pull request", "issue_comment", comment("created", "User", "User", `,"pull_request":{}`), []jobs.Task{onPull}},
		{"a bot's comment", "issue_comment", comment("created", "Bot", "Bot", ""), nil},
		{"a bot's comment that a person edits", "issue_comment", comment("edited", "Bot", "User", ""), nil},
		{"a person's comment that a bot edits", "issue_comment", comment("edited", "User", "Bot", ""), nil},
		{"a deleted comment", "issue_comment", comment("deleted", "User", "User", ""), []jobs.Task{jobs.WithdrawTask{Repo: repo, Source: source}}},
		{"an unknown action", "issue_comment", comment("pinned", "User", "User", ""), nil},
		{"everything null", "issue_comment", `{"action":null,"issue":null,"comment":null,"repository":null,"installation":null,"sender":null}`, nil},
		{"nothing there", "issue_comment", `{}`, nil},
		{"a comment whose author is gone", "issue_comment", strings.Replace(aComment, `"user":{"id":3,"type":"User"}`, `"user":null`, 1), nil},
		{"a comment on lines", "pull_request_review_comment", `{"action":"created","pull_request":{"number":7},"comment":{"id":5,"body":"/ask why?","user":{"id":4,"type":"User"}},` + where + `}`,
			[]jobs.Task{onLines}},
		{"an opened pull request", "pull_request", `{"action":"opened","number":7,` + where + `}`, []jobs.Task{jobs.ImpactTask{Repo: repo, Number: 7}}},
		{"a pull request with a new base", "pull_request", `{"action":"edited","number":7,"changes":{"base":{"ref":{"from":"x"}}},` + where + `}`, []jobs.Task{jobs.ImpactTask{Repo: repo, Number: 7}}},
		{"a pull request with a new title", "pull_request", `{"action":"edited","number":7,"changes":{"title":{"from":"x"}},` + where + `}`, nil},
		{"a closed pull request", "pull_request", `{"action":"closed","number":7,` + where + `}`, nil},
		{"a push to the default branch", "push", `{"ref":"refs/heads/main","after":"x","commits":null,` + where + `}`, []jobs.Task{jobs.IndexTask{Repo: repo, Ref: jobs.DefaultBranch}}},
		{"a push to another branch", "push", `{"ref":"refs/heads/x","head_commit":null,` + where + `}`, nil},
		{"a deleted branch", "push", `{"ref":"refs/heads/x","deleted":true,"head_commit":null,` + where + `}`, []jobs.Task{jobs.IndexTask{Repo: repo, Ref: "refs/heads/x"}}},
		{"an installation", "installation", `{"action":"created","installation":{"id":9},"repositories":[{"id":11,"full_name":"a/b"},{"id":0}]}`,
			[]jobs.Task{jobs.InstallTask{Installation: 9, Repos: []github.Repo{repo}}}},
		{"a suspension", "installation", `{"action":"suspend","installation":{"id":9}}`, []jobs.Task{jobs.SuspendTask{Installation: 9}}},
		{"an uninstallation", "installation", `{"action":"deleted","installation":{"id":9}}`, []jobs.Task{jobs.UninstallTask{Installation: 9}}},
		{"repositories come and go", "installation_repositories", `{"action":"added","installation":{"id":9},"repositories_added":[{"id":11,"full_name":"a/b"}],"repositories_removed":[{"id":12}]}`,
			[]jobs.Task{jobs.InstallTask{Installation: 9, Repos: []github.Repo{repo}}, jobs.RemoveTask{Installation: 9, Repos: []int64{12}}}},
		{"an issue", "issues", `{"action":"opened",` + where + `}`, nil},
		{"a ping", "ping", `{"zen":"x"}`, nil},
		{"an unknown event", "workflow_job", `{"action":1}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, tasks, err := read(c.event, []byte(c.payload))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(tasks, c.want) {
				t.Errorf("asks for\n%+v\nwant\n%+v", tasks, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for event := range events {
		f.Add(event, []byte(aComment))
	}
	f.Add("push", []byte(`{"repository":{"owner":null}}`))
	f.Fuzz(func(t *testing.T, event string, payload []byte) {
		_, tasks, err := read(event, payload)
		if err != nil && len(tasks) > 0 {
			t.Errorf("%d tasks of a payload that could not be read", len(tasks))
		}
		if events[event] == nil && len(tasks) > 0 {
			t.Errorf("tasks of unknown event %q", event)
		}
		if bytes.Equal(payload, []byte("null")) && err == nil && events[event] != nil {
			t.Error("null was taken for an event")
		}
	})
}
