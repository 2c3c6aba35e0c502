package gitrepo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// OpenMirror opens the bare mirror in a folder, and makes it where there is
// none.
func OpenMirror(ctx context.Context, dir string) (*Repo, error) {
	if _, err := os.Stat(filepath.Join(dir, "HEAD")); err == nil {
		return &Repo{dir: dir}, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, fmt.Errorf("make a mirror: %w", err)
	}
	if _, err := run(ctx, nil, filepath.Dir(dir), "init", "--quiet", "--bare", dir); err != nil {
		return nil, fmt.Errorf("make a mirror: %w", err)
	}
	return &Repo{dir: dir}, nil
}

// Fetch brings a ref of a remote and returns the commit that it names now;
// ErrUnknownRevision where the remote has no such ref. env carries the
// credentials, which stand in no argument, file or log. The address must come
// from GitHub, never from a person's text.
func (r *Repo) Fetch(ctx context.Context, env []string, url, ref string) (string, error) {
	local := "refs/plumbline/fetched/" + strings.TrimPrefix(ref, "refs/")
	_, err := run(ctx, env, r.dir, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance",
		"--end-of-options", url, "+"+ref+":"+local)
	if err != nil {
		if strings.Contains(err.Error(), "couldn't find remote ref") {
			return "", fmt.Errorf("%w: %s", ErrUnknownRevision, ref)
		}
		return "", err
	}
	return r.Resolve(ctx, local)
}

// Keep makes sure that a commit stays in the mirror for as long as something
// shows it.
func (r *Repo) Keep(ctx context.Context, sha string) error {
	_, err := r.git(ctx, "update-ref", "refs/plumbline/keep/"+sha, sha)
	return err
}

// Remove deletes the mirror.
func (r *Repo) Remove() error {
	r.Close()
	return os.RemoveAll(r.dir)
}
