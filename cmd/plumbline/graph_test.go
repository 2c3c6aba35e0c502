package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
)

// commitFiles writes files into a repository and commits them.
func commitFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runGit(t, dir, "add", ".")
	runGit(t, dir, "commit", "--quiet", "-m", "more")
}

func initRepo(t *testing.T, dir string) {
	t.Helper()
	runGit(t, dir, "init", "--quiet", "--initial-branch=main")
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args[0], err, out)
	}
}

const shopSettings = `edges:
  - {from: order.go#Cancel, to: audit.go#Audit, type: CALLS}
  - {from: order.go#Cancel, to: audit.go#Gone, type: CALLS}
layers:
  - {name: money, paths: [refund.go], may_use: []}
  - {name: orders, paths: [order.go], may_use: []}
`

func TestGraphHealth(t *testing.T) {
	t.Parallel()
	dir, getenv := shop(t), testEnv(t)
	health := func() (h graph.Health, stderr string) {
		t.Helper()
		status, out, stderr := runCommand(t, getenv, "graph", "health", "--repo", dir, "--json")
		if status != exitDone {
			t.Fatalf("status %d: %s", status, stderr)
		}
		if err := json.Unmarshal([]byte(out), &h); err != nil {
			t.Fatal(err)
		}
		return h, stderr
	}
	first, _ := health()
	if first.Files != 3 || first.Edges["CALLS"] != 1 || first.Against != "" || first.Dangling != 0 {
		t.Errorf("first health %+v", first)
	}
	commitFiles(t, dir, map[string]string{".github/plumbline.yml": shopSettings, "audit.go": "package shop\n\n// Audit notes it.\nfunc Audit() {}\n"})
	second, stderr := health()
	if want := "line 3: there is no symbol audit.go#Gone at this commit"; !strings.Contains(stderr, want) {
		t.Errorf("stderr %q does not say %q", stderr, want)
	}
	if second.Against != first.SHA || second.References["declared"] != 1 || second.Edges["CALLS"] != 2 || second.Dangling != 0 {
		t.Errorf("second health %+v", second)
	}
	if l := second.Layers; l.Count != 1 || l.Places[0].Source != "order.go#Cancel" || l.Places[0].Target != "refund.go#Refund" || l.Places[0].Line != 5 {
		t.Errorf("breaches of the layers: %+v", l)
	}
	if _, stderr := health(); strings.Contains(stderr, "no symbol") {
		t.Errorf("said twice: %q", stderr)
	}
}

func TestGraphWalk(t *testing.T) {
	t.Parallel()
	dir, getenv := shop(t), testEnv(t)
	commitFiles(t, dir, map[string]string{".github/plumbline.yml": shopSettings, "audit.go": "package shop\n\n// Audit notes it.\nfunc Audit() {}\n"})
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"--from Cancel", exitDone, "callees of order.go#Cancel: 2\n    shop.Audit  CALLS .github/plumbline.yml:2 declared\n    shop.Refund  CALLS order.go:5 exact\n"},
		{"--from refund.go#Refund --callers", exitDone, "callers of refund.go#Refund: 1\n    shop.Cancel  CALLS order.go:5 exact\n"},
		{"--from shop.Refund --to Cancel", exitDone, "order.go#Cancel CALLS refund.go#Refund  order.go:5 exact\n"},
		{"--from Audit --to Refund", exitDone, "order.go#Cancel CALLS audit.go#Audit  .github/plumbline.yml:2 declared\norder.go#Cancel CALLS refund.go#Refund  order.go:5 exact\n"},
		{"--from Nobody", exitFailed, `there is no symbol "Nobody"`},
		{"--from order.go#Nobody", exitFailed, `there is no symbol "order.go#Nobody"`},
		{"--from Cancel --callers --to Refund", exitUsage, "choose one of"},
		{"", exitUsage, "--from SYMBOL"},
	} {
		status, out, stderr := runCommand(t, getenv, append([]string{"graph", "walk", "--repo", dir}, strings.Fields(c.args)...)...)
		if status != c.status || status == exitDone && out != c.want || !strings.Contains(out+stderr, c.want) {
			t.Errorf("walk %s: status %d, want %d; got\n%s%swant\n%s", c.args, status, c.status, out, stderr, c.want)
		}
	}
}

func TestGraphUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"graph"}, {"graph", "draw"}, {"graph", "health", "me"}, {"graph", "export", "--what"}} {
		if status, _, stderr := runCommand(t, testGetenv, args...); status != exitUsage {
			t.Errorf("%v: status %d, %s", args, status, stderr)
		}
	}
}

// testGetenv is an environment without anything in it.
func testGetenv(string) string { return "" }
