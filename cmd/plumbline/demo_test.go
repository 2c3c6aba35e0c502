package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/store/storetest"
)

// testEnv is an environment with a database of the test's own and no model.
func testEnv(t testing.TB) func(string) string {
	values := map[string]string{"DATABASE_URL": storetest.URL(t), "PLUMBLINE_DATA": t.TempDir(), "PLUMBLINE_EMBEDDER": "fake"}
	return func(name string) string { return values[name] }
}

// command runs plumbline and returns its status and output.
func runCommand(t *testing.T, getenv func(string) string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(t.Context(), args, getenv, &out, &err)
	return status, out.String(), err.String()
}

// shop is a small repository of two commits.
func shop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "--quiet", "--initial-branch=main")
	write("go.mod", "module example.com/shop\n\ngo 1.22\n")
	write("refund.go", "package shop\n\n// Refund pays an order back.\nfunc Refund(order int) error {\n\treturn nil\n}\n")
	write("order.go", "package shop\n\n// Cancel ends an order.\nfunc Cancel(order int) error {\n\treturn Refund(order)\n}\n")
	git("add", ".")
	git("commit", "--quiet", "-m", "first")
	write("refund.go", "package shop\n\n// Refund pays an order back.\nfunc Refund(order int) error {\n\tprintln(order)\n\treturn nil\n}\n")
	git("commit", "--quiet", "-a", "-m", "second")
	return dir
}

func TestDemoPostsAnswerAndImpact(t *testing.T) {
	t.Parallel()
	status, out, stderr := runCommand(t, testEnv(t), "demo", "--repo", shop(t), "/ask who calls `Refund`, and what breaks if it returns an error?")
	if status != exitDone {
		t.Fatalf("status %d\n%s\n%s", status, out, stderr)
	}
	for _, want := range []string{
		"`Cancel` calls `Refund`. [order.go:5](", // the relation, cited
		"/blob/",                                 // at the commit
		"### Impact of ",                         // of the pull request
		"1 symbol changes; 1 place outside this change depends", // counted
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if !regexp.MustCompile(`/blob/[0-9a-f]{40}/order\.go#L5`).MatchString(out) {
		t.Errorf("no permalink to order.go line 5:\n%s", out)
	}
}

func TestDemoAnswersASecondTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // far less than the demo's own patience
	defer cancel()
	env, repo := testEnv(t), shop(t)
	for _, which := range []string{"first", "second"} {
		var out, stderr bytes.Buffer
		status := run(ctx, []string{"demo", "--repo", repo, "/ask who calls `Refund`?"}, env, &out, &stderr)
		if status != exitDone {
			t.Fatalf("the %s time: status %d\n%s\n%s", which, status, &out, &stderr)
		}
		for _, want := range []string{"`Cancel` calls `Refund`. [order.go:5](", "### Impact of "} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("the %s time the output lacks %q:\n%s", which, want, &out)
			}
		}
	}
}

func TestUnknownCommandIsWrongUsage(t *testing.T) {
	t.Parallel()
	if status, _, stderr := runCommand(t, os.Getenv, "frobnicate"); status != exitUsage || !strings.Contains(stderr, "plumbline help") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestNullDeviceIsNoTerminal: `make demo >/dev/null` must end.
func TestNullDeviceIsNoTerminal(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(null) || isTerminal(&bytes.Buffer{}) {
		t.Error("what nobody reads is taken for a terminal")
	}
}
