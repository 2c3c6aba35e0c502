package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAskWithAModel: a model is held to the claims' schema, and what it says
// is published only as far as the cited lines bear it.
func TestAskWithAModel(t *testing.T) {
	t.Parallel()
	var wanted struct {
		Format struct {
			Type   string `json:"type"`
			Schema struct {
				Name   string          `json:"name"`
				Schema json.RawMessage `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	draft := `{"claims":[
		{"sentence":"` + "`Cancel` calls `Refund`." + `","citations":[{"path":"order.go","start_line":5,"end_line":5}]},
		{"sentence":"` + "`Refund` calls `Invoice`." + `","citations":[{"path":"order.go","start_line":5,"end_line":5}]},
		{"sentence":"It is fast.","citations":[{"path":"nowhere.go","start_line":1,"end_line":2}]}]}`
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&wanted); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"id": "1", "object": "chat.completion", "model": "m",
			"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": draft}}}})
	}))
	t.Cleanup(endpoint.Close)
	base := testEnv(t)
	getenv := func(name string) string {
		switch name {
		case "PLUMBLINE_LLM_BASE_URL":
			return endpoint.URL
		case "PLUMBLINE_LLM_MODEL":
			return "m"
		}
		return base(name)
	}
	status, out, stderr := runCommand(t, getenv, "ask", "--repo", shop(t), "--json", "who calls Refund?")
	if status != exitDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if wanted.Format.Type != "json_schema" || wanted.Format.Schema.Name != "claims" || !strings.Contains(string(wanted.Format.Schema.Schema), "start_line") {
		t.Errorf("the model was asked for %+v", wanted.Format)
	}
	a := asked(t, out)
	if !strings.Contains(a.Markdown, "`Cancel` calls `Refund`.") || strings.Contains(a.Markdown, "Invoice") || strings.Contains(a.Markdown, "fast") || len(a.Dropped) != 2 {
		t.Errorf("published\n%s\ndropped %v", a.Markdown, a.Dropped)
	}
}
