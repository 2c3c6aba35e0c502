package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

// inGit runs git in a folder.
func inGit(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
	return strings.TrimSpace(string(out))
}

// repoOf is a repository with one commit of the files.
func repoOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	inGit(t, dir, "init", "--quiet", "--initial-branch=main")
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	inGit(t, dir, "add", ".")
	inGit(t, dir, "commit", "--quiet", "--message=x")
	return dir
}

// asked is the JSON of an answer, strictly read.
func asked(t *testing.T, out string) code.Answer {
	t.Helper()
	var a code.Answer
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	return a
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"ask"}, {"ask", "--nope", "x"}, {"ask", "--repo"}, {"ask", "-h"},
		{"index", "extra"}, {"impact"}, {"impact", "--base", "x"}, {"impact", "--at", "a.go"}, {"impact", "--at", "a.go:0"},
		{"impact", "--at", "a.go:1", "--change", "magic"}, {"impact", "--at", "a.go:1", "extra"}, {"graph"}, {"graph", "draw"},
	} {
		status, out, stderr := runCommand(t, func(string) string { return "" }, args...)
		if status != exitUsage || out != "" || !strings.Contains(stderr, "usage: plumbline "+args[0]) {
			t.Errorf("%v: status %d, stdout %q, stderr %q", args, status, out, stderr)
		}
	}
}

func TestBadRepositoriesAndRevisions(t *testing.T) {
	t.Parallel()
	getenv := testEnv(t)
	empty, good := t.TempDir(), shop(t)
	inGit(t, empty, "init", "--quiet")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"ask", "--repo", t.TempDir(), "q"}, "not a git repository"},
		{[]string{"ask", "--repo", "/does/not/exist", "q"}, "not a git repository"},
		{[]string{"ask", "--repo", empty, "q"}, "no commit yet"},
		{[]string{"index", "--repo", good, "--rev", "nope"}, `unknown revision: "nope"`},
		{[]string{"index", "--repo", good, "--rev", "--help"}, `unknown revision: "--help"`},
		{[]string{"impact", "--repo", good, "--base", "HEAD~9", "--head", "HEAD"}, "unknown revision"},
		{[]string{"impact", "--repo", good, "--at", "none.go:1"}, "none.go: there is no such file"},
		{[]string{"impact", "--repo", good, "--at", "refund.go:1"}, "refund.go:1: no symbol stands there"},
	} {
		status, out, stderr := runCommand(t, getenv, c.args...)
		if status != exitFailed || out != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: status %d, stdout %q, stderr %q; want %q", c.args, status, out, stderr, c.says)
		}
	}
}

func TestAsk(t *testing.T) {
	t.Parallel()
	getenv, dir := testEnv(t), shop(t)
	inGit(t, dir, "remote", "add", "origin", "git@github.com:o/shop.git")
	sha := inGit(t, dir, "rev-parse", "HEAD")
	status, out, stderr := runCommand(t, getenv, "ask", "--repo", dir, "--json", "who", "calls", "Refund?")
	if status != exitDone || !strings.Contains(stderr, "indexed "+sha[:12]) {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	a := asked(t, out)
	if a.Question != "who calls Refund?" || a.SHA != sha || a.Status != code.Answered || len(a.Dropped) != 0 {
		t.Errorf("%q at %s: %s, dropped %v", a.Question, a.SHA, a.Status, a.Dropped)
	}
	i := slices.IndexFunc(a.Claims, func(c code.Claim) bool { return c.Sentence == "`Cancel` calls `Refund`." })
	if i < 0 {
		t.Fatalf("claims %v", a.Claims)
	}
	want := code.Citation{Path: "order.go", StartLine: 5, EndLine: 5, URL: "https://github.com/o/shop/blob/" + sha + "/order.go#L5", Valid: true, Supported: true}
	if got := a.Citations[a.Claims[i].Citations[0]]; a.Claims[i].Kind != code.Relation || got != want {
		t.Errorf("%s, %+v; want %+v", a.Claims[i].Kind, got, want)
	}

	status, out, stderr = runCommand(t, getenv, "ask", "--repo", dir, "who calls Refund?")
	if status != exitDone || strings.Contains(stderr, "indexed") || !strings.Contains(out, "- `Cancel` calls `Refund`. [order.go:5](") {
		t.Errorf("asked again: status %d, stderr %q\n%s", status, stderr, out)
	}
	status, out, _ = runCommand(t, getenv, "ask", "--repo", dir, "--json", "flibber wocket zanzibar")
	if a := asked(t, out); status != exitAbstained || a.Status != code.Abstained || !strings.Contains(a.Markdown, "Looked at: 3 files") {
		t.Errorf("nonsense: status %d, %s\n%s", status, a.Status, a.Markdown)
	}
	status, out, _ = runCommand(t, getenv, "ask", "--repo", dir, "--json", "--evidence-only", "refund an order")
	if a := asked(t, out); status != exitDone || len(a.Evidence) == 0 || len(a.Claims) != 0 {
		t.Errorf("evidence only: status %d, %d pieces, %d claims", status, len(a.Evidence), len(a.Claims))
	}
	if status, out, _ = runCommand(t, getenv, "ask", "--repo", dir, "--", "--json is what?"); status == exitUsage {
		t.Errorf("a question that begins with a dash: %s", out)
	}
}

func TestAskHugeAndBrokenQuestions(t *testing.T) {
	t.Parallel()
	getenv, dir := testEnv(t), shop(t)
	for _, q := range []string{
		strings.Repeat("who calls `Refund` and why? ", 4000), strings.Repeat("x", 100_000), strings.Repeat("(", 100_000),
		"who calls Refund? \xff\xfe", "nul \x00 Refund", "'; DROP TABLE file; --", `back\slash 'quote "double`, "?", "🙂", "a & b | c ! d <-> e :*",
	} {
		status, out, stderr := runCommand(t, getenv, "ask", "--repo", dir, "--json", "--", q)
		if status != exitDone && status != exitAbstained {
			t.Errorf("%.30q: status %d, %s", q, status, stderr)
			continue
		}
		for _, c := range asked(t, out).Citations {
			if !c.Valid || !c.Supported {
				t.Errorf("%.30q: published %+v", q, c)
			}
		}
	}
}

func TestIndexListsWhatItSkips(t *testing.T) {
	t.Parallel()
	getenv := testEnv(t)
	dir := repoOf(t, map[string]string{
		"good.py":       "def good():\n    return 1\n\n\ndef caller():\n    return good()\n",
		"million.js":    "var x = '" + strings.Repeat("y", 1_000_000) + "';\n",
		"huge.py":       strings.Repeat("x = 1\n", 200_000),
		"nested.js":     strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "\n",
		"open.py":       strings.Repeat("(", 10_000) + "\n",
		"broken.go":     "package x\nfunc {{{ ]] \n\nfunc Fine() {}\n",
		"latin1.py":     "# caf\xe9\ndef latin():\n    pass\n",
		"binary.dat":    "a\x00b",
		"lfs.bin":       "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
		"empty.py":      "",
		"cr.py":         "def a():\r\n    pass\r\n",
		"sp ace/ü#.py":  "def odd():\n    pass\n",
		"nonl.py":       "def nonl(): pass",
		"new\nline.py":  "def newline():\n    pass\n",
		"bad\xff.py":    "def badname():\n    pass\n",
		"one_long.py":   "def one_long():\n    return '" + strings.Repeat("y", 30_000) + "'\n" + strings.Repeat("# a comment\n", 3_000),
		"long_words.md": strings.Repeat("w", 5000) + "\n",
	})
	status, out, stderr := runCommand(t, getenv, "index", "--repo", dir, "--no-vectors", "--json")
	if status != exitDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var report indexReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	skipped := map[string]string{}
	for _, s := range report.Skipped {
		skipped[s.Path] = s.Reason
	}
	for path, reason := range map[string]string{"million.js": "mostly lines of over", "huge.py": "over 1 MB", "binary.dat": "binary", "lfs.bin": "LFS"} {
		if !strings.Contains(skipped[path], reason) {
			t.Errorf("%s: %q, want %q", path, skipped[path], reason)
		}
	}
	if !report.Fresh || report.Coverage.Files != 17 || report.Coverage.Skipped != len(skipped) {
		t.Errorf("%d files, %d skipped, listed %v", report.Coverage.Files, report.Coverage.Skipped, skipped)
	}
	for question, want := range map[string]string{
		"who calls good?":     "`caller` calls `good`.",
		"where is Fine?":      "broken.go",
		"where is newline?":   "newline",
		"where is one_long?":  "one_long.py",
		"where is badname()?": "badname",
		"where is odd()?":     "sp%20ace", // no address of the repository is known: shown as code
	} {
		status, out, stderr := runCommand(t, getenv, "ask", "--repo", dir, "--json", question)
		if want == "sp%20ace" {
			want = "sp ace/ü#.py"
		}
		if a := asked(t, out); status != exitDone || !strings.Contains(a.Markdown, want) || len(a.Dropped) > 0 {
			t.Errorf("%s: status %d (%s), no %q in\n%s\ndropped %v", question, status, stderr, want, a.Markdown, a.Dropped)
		}
	}
	status, out, _ = runCommand(t, getenv, "index", "--repo", dir, "--no-vectors")
	if status != exitDone || !strings.Contains(out, "nothing to do") {
		t.Errorf("indexed again: status %d\n%s", status, out)
	}
}

func TestImpactCommand(t *testing.T) {
	t.Parallel()
	getenv, dir := testEnv(t), shop(t)
	read := func(args ...string) code.Report {
		t.Helper()
		status, out, stderr := runCommand(t, getenv, append([]string{"impact", "--repo", dir, "--json"}, args...)...)
		if status != exitDone {
			t.Fatalf("%v: status %d, %s", args, status, stderr)
		}
		var r code.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{`"changed":[`, `"affected":[`, `"tests":[`, `"endpoints":[`, `"cycles":[`, `"skipped":[`} {
			if !strings.Contains(out, key) {
				t.Errorf("%v: no %s in %s", args, key, out)
			}
		}
		return r
	}
	check := func(r code.Report, change code.Change) {
		t.Helper()
		if len(r.Changed) != 1 || r.Changed[0].Change != change || r.Changed[0].Path != "refund.go" || r.Changed[0].StartLine != 4 {
			t.Errorf("changed %+v", r.Changed)
		}
		if len(r.Affected) != 1 || r.Affected[0].Path != "order.go" || r.Affected[0].Line != 5 || r.Affected[0].Distance != 1 {
			t.Errorf("affected %+v", r.Affected)
		}
	}
	between := read("--base", "HEAD~1", "--head", "HEAD")
	check(between, code.Body)
	if between.Base != inGit(t, dir, "rev-parse", "HEAD~1") || between.Head != inGit(t, dir, "rev-parse", "HEAD") {
		t.Errorf("from %s to %s", between.Base, between.Head)
	}
	check(read("--at", "refund.go:5"), code.Signature)
	check(read("--at", "refund.go:4", "--change", "remove"), code.Removed)
	status, out, _ := runCommand(t, getenv, "impact", "--repo", dir, "--base", "HEAD~1", "--head", "HEAD")
	if status != exitDone || !strings.Contains(out, "### Impact of `") {
		t.Errorf("status %d\n%s", status, out)
	}
}

func TestGraphExportIsSortedAndStable(t *testing.T) {
	t.Parallel()
	getenv, dir := testEnv(t), shop(t)
	var outputs []string
	for range 2 {
		status, out, stderr := runCommand(t, getenv, "graph", "export", "--repo", dir)
		if status != exitDone {
			t.Fatalf("status %d: %s", status, stderr)
		}
		outputs = append(outputs, out)
	}
	if outputs[0] != outputs[1] {
		t.Error("two exports of one snapshot differ")
	}
	if !strings.Contains(outputs[0], `"source":"order.go#Cancel","target":"refund.go#Refund","type":"CALLS","path":"order.go","line":5`) {
		t.Errorf("no call in\n%s", outputs[0])
	}
}

func TestShapesOfClones(t *testing.T) {
	t.Parallel()
	getenv, origin := testEnv(t), shop(t)
	bare, shallow, tree := filepath.Join(t.TempDir(), "b"), filepath.Join(t.TempDir(), "s"), filepath.Join(t.TempDir(), "w")
	inGit(t, origin, "clone", "--quiet", "--bare", origin, bare)
	inGit(t, origin, "clone", "--quiet", "--depth=1", "file://"+origin, shallow)
	inGit(t, origin, "worktree", "add", "--quiet", "--detach", tree)
	for _, dir := range []string{bare, shallow, tree} {
		status, out, stderr := runCommand(t, getenv, "ask", "--repo", dir, "--json", "who calls Refund?")
		if status != exitDone || asked(t, out).Status != code.Answered {
			t.Errorf("%s: status %d, %s", dir, status, stderr)
		}
	}
	// A worktree is the same repository: nothing is indexed twice.
	if _, _, stderr := runCommand(t, getenv, "ask", "--repo", origin, "who calls Refund?"); strings.Contains(stderr, "indexed") {
		t.Errorf("indexed again: %s", stderr)
	}
}

func TestWebURL(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"https://github.com/o/r.git":   "https://github.com/o/r",
		"git@github.com:o/r.git":       "https://github.com/o/r",
		"ssh://git@github.com/o/r":     "https://github.com/o/r",
		"https://github.com/o/r/":      "https://github.com/o/r",
		"https://gitlab.com/o/r.git":   "",
		"/some/folder":                 "",
		"":                             "",
		"https://github.com.evil/o/r":  "",
		"https://x@evil/github.com/o/": "",
	} {
		if got := webURL(remote); got != want {
			t.Errorf("%q: %q, want %q", remote, got, want)
		}
	}
}
