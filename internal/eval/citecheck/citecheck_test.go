package citecheck

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repo is a commit with one file of four lines and one of seventy.
func repo(t *testing.T) (Tree, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.py": "class A:\n    def go(self):\n        run()\n        return 1\n", "long.py": strings.Repeat("x = 1\n", 70)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x"}, {"rev-parse", "HEAD"}} {
		var err error
		if out, err = exec.Command("git", append([]string{"-C", dir}, args...)...).Output(); err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
	}
	return Tree{dir}, strings.TrimSpace(string(out))
}

const graphOfA = `{"kind":"node","id":"a.py#A.go","qualified_name":"a.A.go","path":"a.py","start_line":2,"end_line":4}
{"kind":"edge","source":"a.py#A.go","target":"b.py#Runner.run","type":"CALLS","path":"a.py","line":3}
`

func TestCheck(t *testing.T) {
	tree, sha := repo(t)
	graph, err := ReadGraph([]byte(graphOfA))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, sentence string
		at             Citation
		problem        string
	}{
		{"in the lines", "`return` ends it.", Citation{"a.py", 4, 4}, ""},
		{"in the enclosing name", "`A.go` runs.", Citation{"a.py", 3, 3}, ""},
		{"in the bound name", "`go` calls `Runner.run`.", Citation{"a.py", 3, 3}, ""},
		{"bound on another line", "`go` calls `Runner.run`.", Citation{"a.py", 4, 4}, "Runner does not stand"},
		{"a part of a word", "`retur` ends it.", Citation{"a.py", 4, 4}, "retur does not stand"},
		{"no file", "It runs.", Citation{"b.py", 1, 1}, "b.py is not in the commit"},
		{"no line", "It runs.", Citation{"a.py", 4, 5}, "has 4 lines"},
		{"line zero", "It runs.", Citation{"a.py", 0, 2}, "has 4 lines"},
		{"sixty lines", "It sets `x`.", Citation{"long.py", 1, 60}, ""},
		{"sixty-one lines", "It sets `x`.", Citation{"long.py", 1, 61}, "spans over 60 lines"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := Answer{SHA: sha, Citations: []Citation{c.at}}
			a.Claims = append(a.Claims, struct {
				Sentence  string `json:"sentence"`
				Kind      string `json:"kind"`
				Citations []int  `json:"citations"`
			}{c.sentence, "fact", []int{0}})
			r := Check(a, tree, graph)
			got := strings.Join(r.Problems, "; ")
			if r.Checked != 1 || (got == "") != (c.problem == "") || !strings.Contains(got, c.problem) {
				t.Errorf("%d checked, %q; want %q", r.Checked, got, c.problem)
			}
		})
	}
}

func TestClaimWithoutCitation(t *testing.T) {
	var a Answer
	if err := json.Unmarshal([]byte(`{"claims":[{"sentence":"It runs.","kind":"fact","citations":[]},{"sentence":"No `+"`x`"+`.","kind":"absence","citations":[]}]}`), &a); err != nil {
		t.Fatal(err)
	}
	if r := Check(a, Tree{}, &Graph{}); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "cites nothing") {
		t.Errorf("%v", r.Problems)
	}
}

// row is a question of a labelled set; its labels are not read.
type row struct{ Repo, SHA, Query string }

// TestAnswersOfRealQuestions asks 50 questions of the set that EVAL_SET names,
// of the clones under EVAL_REPOS, through the command line.
func TestAnswersOfRealQuestions(t *testing.T) {
	set, clones := os.Getenv("EVAL_SET"), os.Getenv("EVAL_REPOS")
	if set == "" || clones == "" {
		t.Skip("EVAL_SET (a file of questions) and EVAL_REPOS (a folder of clones) are not both set")
	}
	bin := builtCommand(t)
	graphs := map[string]*Graph{}
	answered, checked, bad := 0, 0, 0
	for _, q := range sample(t, set, 50) {
		dir := clone(clones, q.Repo)
		if dir == "" {
			t.Logf("no clone of %s under %s", q.Repo, clones)
			continue
		}
		at := []string{"--repo", dir, "--rev", q.SHA}
		if graphs[q.Repo+q.SHA] == nil {
			g, err := ReadGraph(output(t, bin, slices.Concat([]string{"graph", "export"}, at)...))
			if err != nil {
				t.Fatal(err)
			}
			graphs[q.Repo+q.SHA] = g
		}
		var a Answer
		if err := json.Unmarshal(output(t, bin, slices.Concat([]string{"ask", "--json"}, at, []string{"--", q.Query})...), &a); err != nil {
			t.Fatal(err)
		}
		r := Check(a, Tree{dir}, graphs[q.Repo+q.SHA])
		if len(a.Claims) > 0 {
			answered++
		}
		checked += r.Checked
		bad += len(r.Problems)
		for _, p := range r.Problems {
			t.Errorf("%s: %s\n  %s", q.Repo, q.Query, p)
		}
	}
	t.Logf("%d questions with an answer, %d citations checked, %d problems", answered, checked, bad)
	if checked == 0 {
		t.Error("no citation was checked")
	}
}

// builtCommand is the command that EVAL_PLUMBLINE names, else one built now.
func builtCommand(t *testing.T) string {
	t.Helper()
	if bin := os.Getenv("EVAL_PLUMBLINE"); bin != "" {
		return bin
	}
	bin := filepath.Join(t.TempDir(), "plumbline")
	if out, err := exec.Command("go", "build", "-o", bin, "github.com/plumbline/plumbline/cmd/plumbline").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return bin
}

// sample takes questions from all over the set.
func sample(t *testing.T, path string, n int) []row {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []row
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var r row
		if err := json.Unmarshal(scan.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	var out []row
	for i := range min(n, len(all)) {
		out = append(out, all[i*len(all)/min(n, len(all))])
	}
	return out
}

func clone(folder, repo string) string {
	for _, form := range []string{"/repo/.git", "/repo", ""} {
		dir := filepath.Join(folder, strings.ReplaceAll(repo, "/", "+")) + form
		if _, err := os.Stat(filepath.Join(dir, "HEAD")); err == nil {
			return dir
		}
	}
	return ""
}

// output runs the command; to abstain (status 3) is an answer, too.
func output(t *testing.T, bin string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(bin, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("plumbline %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return out
}
