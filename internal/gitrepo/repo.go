// Package gitrepo reads repositories through the git command: revisions,
// trees, differences between trees, blobs; and keeps bare mirrors. It reads
// blobs by hash and mode, never through a working tree, so no link is
// followed and nothing of a repository is executed.
package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/plumbline/plumbline/internal/code"
)

// ErrNotRepository: the folder is no git repository.
var ErrNotRepository = errors.New("not a git repository")

// ErrUnknownRevision: the repository has no such commit.
var ErrUnknownRevision = errors.New("unknown revision")

// ErrEmpty: the repository has no commit yet.
var ErrEmpty = errors.New("the repository has no commit yet")

// Repo is a repository on disk. It is safe for concurrent use.
type Repo struct {
	dir string // the git directory
	env []string

	mu   sync.Mutex
	free []*batch
}

// Open finds the repository of a folder, with or without a working tree.
func Open(ctx context.Context, folder string) (*Repo, error) {
	out, err := run(ctx, nil, folder, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", folder, ErrNotRepository, err)
	}
	return &Repo{dir: strings.TrimSpace(string(out)), env: nil}, nil
}

// Close ends the processes that the repository keeps.
func (r *Repo) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.free {
		b.close()
	}
	r.free = nil
}

// Dir is the git directory.
func (r *Repo) Dir() string { return r.dir }

// CommonDir is the git directory that all worktrees share, links resolved.
func (r *Repo) CommonDir(ctx context.Context) (string, error) {
	out, err := r.git(ctx, "rev-parse", "--git-common-dir")
	if err != nil {
		return "", err
	}
	dir := strings.TrimSpace(string(out))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(r.dir, dir)
	}
	return filepath.EvalSymlinks(dir)
}

// Resolve is the commit that a revision names.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	if strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("%w: %q", ErrUnknownRevision, rev)
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	if any, e := r.git(ctx, "rev-list", "-n", "1", "--all"); e == nil && len(bytes.TrimSpace(any)) == 0 && rev == "HEAD" {
		return "", fmt.Errorf("%s: %w", r.dir, ErrEmpty)
	}
	return "", fmt.Errorf("%s: %w: %q", r.dir, ErrUnknownRevision, rev)
}

// RemoteURL is the address of the remote "origin", "" for none.
func (r *Repo) RemoteURL(ctx context.Context) string {
	out, err := r.git(ctx, "config", "--get", "remote.origin.url")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// MergeBase is the best common ancestor of two commits.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := r.git(ctx, "merge-base", a, b)
	if err != nil {
		return "", fmt.Errorf("no common ancestor of %s and %s: %w", a, b, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Diff lists the paths at which two trees (or commits) differ, in git's order.
// Renames are a removal and an addition.
func (r *Repo) Diff(ctx context.Context, from, to string) ([]code.TreeChange, error) {
	out, err := r.git(ctx, "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", from, to)
	if err != nil {
		return nil, err
	}
	return parseRaw(out)
}

// parseRaw reads `git diff-tree -z --raw` (git-diff-tree(1), "Raw output
// format"): ":mode mode hash hash status NUL path NUL".
func parseRaw(out []byte) ([]code.TreeChange, error) {
	var changes []code.TreeChange
	for len(out) > 0 {
		head, rest, ok := bytes.Cut(out, []byte{0})
		path, rest, ok2 := bytes.Cut(rest, []byte{0})
		f := strings.Fields(strings.TrimPrefix(string(head), ":"))
		if !ok || !ok2 || len(f) != 5 {
			return nil, fmt.Errorf("git diff-tree printed an unexpected line %q", head)
		}
		out = rest
		changes = append(changes, code.TreeChange{Path: string(path),
			Old: entry(string(path), f[0], f[2]), New: entry(string(path), f[1], f[3])})
	}
	return changes, nil
}

func entry(path, mode, hash string) code.TreeEntry {
	var m uint32
	if _, err := fmt.Sscanf(mode, "%o", &m); err != nil || m == 0 {
		return code.TreeEntry{}
	}
	return code.TreeEntry{Path: path, Mode: code.Mode(m), Hash: hash}
}

func (r *Repo) git(ctx context.Context, args ...string) ([]byte, error) {
	return run(ctx, r.env, r.dir, args...)
}

// run runs git in a folder. Nothing that a repository or its user configures
// takes part: no prompts, hooks, lazy fetches, optional locks.
func run(ctx context.Context, env []string, folder string, args ...string) ([]byte, error) {
	cmd := command(ctx, env, folder, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

func command(ctx context.Context, env []string, folder string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "safe.directory=*", "-c", "core.quotePath=false", "-c", "gc.auto=0", "-c", "core.hooksPath=/dev/null"}, args...)...)
	cmd.Dir = folder
	cmd.Env = append(plainEnviron(cmd.Environ()), "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// plainEnviron leaves out what would point git at another repository, as
// within a git hook.
func plainEnviron(env []string) []string {
	return slices.DeleteFunc(env, func(e string) bool { return strings.HasPrefix(e, "GIT_") })
}

// CommitTime is a commit's time in seconds since 1970, 0 where it is not known.
func (r *Repo) CommitTime(ctx context.Context, sha string) int64 {
	out, err := r.git(ctx, "show", "--no-patch", "--format=%ct", "--end-of-options", sha)
	if err != nil {
		return 0
	}
	seconds, _ := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return seconds
}
