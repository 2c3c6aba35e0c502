package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/retrieve"
)

// TestEvalLearns: two repositories teach each other; what is measured, and a
// model file that says something of questions and leaves reports alone.
func TestEvalLearns(t *testing.T) {
	t.Parallel()
	getenv, repos, dir := testEnv(t), t.TempDir(), t.TempDir()
	set, model, chart := filepath.Join(dir, "set.jsonl"), filepath.Join(dir, "model.json"), filepath.Join(dir, "chart.svg")
	var rows []byte
	for _, name := range []string{"a", "b"} {
		source := shop(t)
		if err := os.MkdirAll(filepath.Join(repos, "o+"+name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(source, filepath.Join(repos, "o+"+name, "repo")); err != nil {
			t.Fatal(err)
		}
		sha := inGit(t, filepath.Join(repos, "o+"+name, "repo"), "rev-parse", "HEAD")
		rows = fmt.Appendf(rows, `{"id":%q,"repo":"o/%s","sha":%q,"query":"who calls Refund?","kind":"q","gold":[{"path":"no such file"},{"path":"order.go","start_line":1,"end_line":99}]}`+"\n", name, name, sha)
	}
	if err := os.WriteFile(set, rows, 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, stderr := runCommand(t, getenv, "eval", "--no-vectors", "--json", "--repos", repos, "--set", set, "--learn", model, "--chart", chart)
	if status != exitDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var report evalReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Variants) != 2 || report.Variants[0].Spans.Rows != 2 || report.Variants[0].Spans.Recall[20].Value != 0.5 {
		t.Errorf("variants %+v, want two of two rows with half of their golds found", report.Variants)
	}
	drawn, err := os.ReadFile(chart)
	if err != nil || xml.Unmarshal(drawn, new(any)) != nil || !strings.Contains(string(drawn), "learnt without the repository") {
		t.Errorf("no chart of the variants: %v, %s", err, drawn)
	}
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	var learnt retrieve.Model
	if err := json.Unmarshal(text, &learnt); err != nil {
		t.Fatal(err)
	}
	if learnt.Question == retrieve.DefaultOptions.Model.Question || learnt.Report != retrieve.DefaultOptions.Model.Report {
		t.Errorf("learnt %+v: of questions alone there was something to learn", learnt)
	}
}
