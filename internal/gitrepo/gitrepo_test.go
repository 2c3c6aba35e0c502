package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

// emptyTree is git's hash of the tree without entries.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// git runs git in a folder, as nobody in particular.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(plainEnviron(os.Environ()), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.com", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func newRepo(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	git(t, dir, "init", "--quiet", "--initial-branch=main")
	return dir
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, dir string) string {
	t.Helper()
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "--allow-empty", "--message=x")
	return git(t, dir, "rev-parse", "HEAD")
}

func open(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestPathsOfAnyBytes(t *testing.T) {
	dir := newRepo(t)
	names := []string{"a b.txt", "it's.txt", "50%.txt", "quote\".txt", "new\nline.txt", "tab\t.txt", "größe.txt", "\xff\xfe.txt", "back\\slash.txt",
		"-dash.txt", "dir/[x](y).txt", ":colon", "#hash"}
	for _, n := range names {
		write(t, dir, n, "text of "+n)
	}
	sha := commit(t, dir)
	r := open(t, dir)
	changes, err := r.Diff(t.Context(), emptyTree, sha)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range changes {
		got = append(got, c.Path)
		content, _, err := r.Blob(c.New.Hash, 1<<20)
		if err != nil || string(content) != "text of "+c.Path {
			t.Errorf("%q holds %q (%v)", c.Path, content, err)
		}
		if c.Old != (code.TreeEntry{}) {
			t.Errorf("%q was there before: %+v", c.Path, c.Old)
		}
	}
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		t.Errorf("paths %q, want %q", got, names)
	}
	entries, err := r.TreeAt(sha, "dir")
	if err != nil || len(entries) != 1 || entries[0].Path != "dir/[x](y).txt" {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

func TestDiffSaysWhatChanged(t *testing.T) {
	dir := newRepo(t)
	write(t, dir, "kept", "k")
	write(t, dir, "edited", "1")
	write(t, dir, "gone", "g")
	write(t, dir, "old/name", "moved text that is long enough to be a rename")
	from := commit(t, dir)
	write(t, dir, "edited", "2")
	write(t, dir, "new", "n")
	git(t, dir, "rm", "--quiet", "gone")
	git(t, dir, "mv", "old/name", "name")
	to := commit(t, dir)
	changes, err := open(t, dir).Diff(t.Context(), from, to)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range changes {
		switch {
		case c.Old.Hash == "":
			got[c.Path] = "added"
		case c.New.Hash == "":
			got[c.Path] = "removed"
		default:
			got[c.Path] = "changed"
		}
	}
	want := map[string]string{"edited": "changed", "new": "added", "gone": "removed", "old/name": "removed", "name": "added"}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
	}
	for path, how := range want {
		if got[path] != how {
			t.Errorf("%s: %q, want %q", path, got[path], how)
		}
	}
}

func TestResolve(t *testing.T) {
	dir := newRepo(t)
	write(t, dir, "a", "1")
	sha := commit(t, dir)
	git(t, dir, "tag", "--annotate", "--message=x", "v1")
	git(t, dir, "branch", "feature/ö#1")
	git(t, dir, "update-ref", "refs/heads/HEAD", sha)
	r := open(t, dir)
	for _, rev := range []string{"HEAD", "main", "v1", sha, sha[:8], "feature/ö#1", "refs/heads/HEAD"} {
		if got, err := r.Resolve(t.Context(), rev); err != nil || got != sha {
			t.Errorf("%s is %q (%v)", rev, got, err)
		}
	}
	blob := git(t, dir, "rev-parse", "HEAD:a")
	for _, rev := range []string{"nope", "", "--help", "-n", "--output=/tmp/x", "HEAD~5", "HEAD:a", blob, "main..v1", "main main", "\x00", "a\nb", strings.Repeat("f", 40)} {
		if got, err := r.Resolve(t.Context(), rev); !errors.Is(err, ErrUnknownRevision) {
			t.Errorf("%q is %q, %v; want an unknown revision", rev, got, err)
		}
	}
}

func TestEmptyRepository(t *testing.T) {
	if _, err := open(t, newRepo(t)).Resolve(t.Context(), "HEAD"); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v, want that there is no commit yet", err)
	}
}

func TestNotARepository(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{t.TempDir(), file, "/does/not/exist"} {
		if _, err := Open(t.Context(), dir); !errors.Is(err, ErrNotRepository) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestShapesOfRepositories(t *testing.T) {
	origin := newRepo(t)
	write(t, origin, "a", "1")
	first := commit(t, origin)
	write(t, origin, "a", "2")
	sha := commit(t, origin)
	shapes := map[string]func(dir string){
		"bare":     func(dir string) { git(t, origin, "clone", "--quiet", "--bare", origin, dir) },
		"shallow":  func(dir string) { git(t, origin, "clone", "--quiet", "--depth=1", "file://"+origin, dir) },
		"worktree": func(dir string) { git(t, origin, "worktree", "add", "--quiet", "--detach", dir) },
	}
	for name, make := range shapes {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x")
			make(dir)
			r := open(t, dir)
			if got, err := r.Resolve(t.Context(), "HEAD"); err != nil || got != sha {
				t.Fatalf("HEAD is %s (%v), want %s", got, err, sha)
			}
			changes, err := r.Diff(t.Context(), emptyTree, sha)
			if err != nil || len(changes) != 1 {
				t.Fatalf("%v (%v)", changes, err)
			}
			if content, _, err := r.Blob(changes[0].New.Hash, 100); err != nil || string(content) != "2" {
				t.Errorf("%q (%v)", content, err)
			}
			if _, err := r.Resolve(t.Context(), first); (name == "shallow") != errors.Is(err, ErrUnknownRevision) {
				t.Errorf("the commit before: %v", err)
			}
		})
	}
}

func TestWorktreesShareTheirRepository(t *testing.T) {
	dir := newRepo(t)
	commit(t, dir)
	tree := filepath.Join(t.TempDir(), "tree")
	git(t, dir, "worktree", "add", "--quiet", "--detach", tree)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	want, err := open(t, dir).CommonDir(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{tree, link, filepath.Join(dir, ".git")} {
		if got, err := open(t, d).CommonDir(t.Context()); err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", d, got, err, want)
		}
	}
}

func TestModes(t *testing.T) {
	module := newRepo(t)
	write(t, module, "m", "m")
	commit(t, module)
	dir := newRepo(t)
	write(t, dir, "run.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"self": "self", "outside": "/etc/passwd"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "submodule", "--quiet", "add", module, "sub")
	write(t, dir, "lfs.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
	sha := commit(t, dir)
	r := open(t, dir)
	changes, err := r.Diff(t.Context(), emptyTree, sha)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]code.Mode{".gitmodules": code.ModeFile, "run.sh": code.ModeExecutable, "self": code.ModeSymlink,
		"outside": code.ModeSymlink, "sub": code.ModeSubmodule, "lfs.bin": code.ModeFile}
	for _, c := range changes {
		if c.New.Mode != want[c.Path] {
			t.Errorf("%s has mode %o, want %o", c.Path, c.New.Mode, want[c.Path])
		}
		if c.Path == "outside" { // a link is its text, never what it points at
			if content, _, err := r.Blob(c.New.Hash, 1<<20); err != nil || string(content) != "/etc/passwd" {
				t.Errorf("the link reads as %q (%v)", content, err)
			}
		}
		if c.Path == "sub" {
			if _, _, err := r.Blob(c.New.Hash, 1<<20); !errors.Is(err, ErrNoObject) {
				t.Errorf("the submodule's commit reads with %v", err)
			}
		}
	}
	if len(changes) != len(want) {
		t.Errorf("%d entries, want %d", len(changes), len(want))
	}
}

func TestBlobsAboveTheLimitAreNotRead(t *testing.T) {
	dir := newRepo(t)
	write(t, dir, "big", strings.Repeat("x", 5000))
	write(t, dir, "empty", "")
	commit(t, dir)
	r := open(t, dir)
	big, empty := git(t, dir, "rev-parse", "HEAD:big"), git(t, dir, "rev-parse", "HEAD:empty")
	for range 3 { // the process that reads goes on after one that was passed over
		if content, size, err := r.Blob(big, 4999); content != nil || size != 5000 || err != nil {
			t.Errorf("%d bytes read, size %d, %v", len(content), size, err)
		}
		if content, size, err := r.Blob(big, 5000); len(content) != 5000 || size != 5000 || err != nil {
			t.Errorf("%d bytes read, size %d, %v", len(content), size, err)
		}
		if content, size, err := r.Blob(empty, 10); content == nil || size != 0 || err != nil {
			t.Errorf("the empty file: %v, %d, %v", content, size, err)
		}
		for _, bad := range []string{strings.Repeat("0", 40), "nope", "a b", "a\nb", ""} {
			if _, _, err := r.Blob(bad, 10); !errors.Is(err, ErrNoObject) {
				t.Errorf("%q: %v", bad, err)
			}
		}
	}
	if _, err := r.TreeAt("HEAD", "nope"); !errors.Is(err, ErrNoObject) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if _, err := r.TreeAt("HEAD", "big"); !errors.Is(err, ErrNoObject) {
		t.Errorf("a file as a folder: %v", err)
	}
}

// A hook, a pager or a variable of the caller's takes no part.
func TestCallersSettingsTakeNoPart(t *testing.T) {
	dir := newRepo(t)
	sha := commit(t, dir)
	t.Setenv("GIT_DIR", "/does/not/exist")
	t.Setenv("GIT_INDEX_FILE", "/does/not/exist")
	if got, err := open(t, dir).Resolve(t.Context(), "HEAD"); err != nil || got != sha {
		t.Errorf("%s (%v)", got, err)
	}
}

func TestMirror(t *testing.T) {
	origin := newRepo(t)
	write(t, origin, "a", "1")
	first := commit(t, origin)
	dir := filepath.Join(t.TempDir(), "mirrors", "7.git")
	ctx := t.Context()
	m, err := OpenMirror(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := m.Fetch(ctx, nil, origin, "refs/heads/main"); err != nil || got != first {
		t.Fatalf("%s (%v), want %s", got, err, first)
	}
	if err := m.Keep(ctx, first); err != nil {
		t.Fatal(err)
	}
	git(t, origin, "commit", "--quiet", "--amend", "--message=forced", "--allow-empty")
	forced := git(t, origin, "rev-parse", "HEAD")
	if got, err := m.Fetch(ctx, nil, origin, "refs/heads/main"); err != nil || got != forced {
		t.Errorf("after a force-push %s (%v), want %s", got, err, forced)
	}
	git(t, dir, "gc", "--quiet", "--prune=now")
	if got, err := m.Resolve(ctx, first); err != nil || got != first {
		t.Errorf("a kept commit is lost: %v", err)
	}
	if _, err := m.Fetch(ctx, nil, origin, "refs/heads/gone"); !errors.Is(err, ErrUnknownRevision) {
		t.Errorf("a ref that is gone: %v", err)
	}
	again, err := OpenMirror(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Resolve(ctx, "refs/plumbline/keep/"+first); err != nil || got != first {
		t.Errorf("opened again: %s (%v)", got, err)
	}
	if err := again.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the mirror is still there: %v", err)
	}
}

func TestMergeBase(t *testing.T) {
	dir := newRepo(t)
	base := commit(t, dir)
	git(t, dir, "checkout", "--quiet", "-b", "side")
	write(t, dir, "s", "s")
	side := commit(t, dir)
	git(t, dir, "checkout", "--quiet", "main")
	write(t, dir, "m", "m")
	main := commit(t, dir)
	r := open(t, dir)
	if got, err := r.MergeBase(t.Context(), side, main); err != nil || got != base {
		t.Errorf("%s (%v), want %s", got, err, base)
	}
	git(t, dir, "checkout", "--quiet", "--orphan", "other")
	git(t, dir, "commit", "--quiet", "--allow-empty", "--message=o")
	if got, err := r.MergeBase(t.Context(), main, git(t, dir, "rev-parse", "HEAD")); err == nil {
		t.Errorf("unrelated commits share %s", got)
	}
}

func TestCancelledContextEndsGit(t *testing.T) {
	r := open(t, func() string { d := newRepo(t); commit(t, d); return d }())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Resolve(ctx, "HEAD"); err == nil {
		t.Error("git ran on under a context that was cancelled")
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a\x00" + strings.Repeat("\x01", 20)))
	f.Add([]byte("40000 d\x00" + strings.Repeat("\x01", 20) + "120000 l\x00" + strings.Repeat("\x02", 20)))
	f.Add([]byte("x"))
	f.Add([]byte("100644 a\x00short"))
	f.Fuzz(func(t *testing.T, content []byte) {
		entries, err := parseTree(content, "dir")
		if err != nil {
			return
		}
		size := 0
		for _, e := range entries {
			if len(e.Hash) != 40 || !strings.HasPrefix(e.Path, "dir/") {
				t.Errorf("%+v", e)
			}
			size += len(e.Path) - len("dir/") + 22
		}
		if size > len(content) {
			t.Errorf("%d bytes of entries out of %d", size, len(content))
		}
	})
}

func FuzzParseRaw(f *testing.F) {
	h := strings.Repeat("a", 40)
	f.Add([]byte(":100644 000000 " + h + " " + h + " D\x00a b\x00"))
	f.Add([]byte(":000000 100644 " + h + " " + h + " A\x00x\ny\x00:100644 120000 " + h + " " + h + " T\x00z\x00"))
	f.Add([]byte("nonsense"))
	f.Fuzz(func(t *testing.T, out []byte) {
		changes, err := parseRaw(out)
		if err == nil && len(changes)*2 != bytes.Count(out, []byte{0}) {
			t.Errorf("%d changes out of %q", len(changes), out)
		}
	})
}
