package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// IndexTask wants the index of a ref at what the ref is when a worker looks.
type IndexTask struct {
	Repo github.Repo
	Ref  string // DefaultBranch, or a full name of a ref
}

func (t IndexTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	if err := noteInstalled(ctx, tx, t.Repo); err != nil {
		return nil, err
	}
	if err := store.WantHead(ctx, tx, t.Repo.ID, t.Ref); err != nil {
		return nil, err
	}
	return []river.JobArgs{IndexArgs{RepoID: t.Repo.ID, Installation: t.Repo.Installation, Ref: t.Ref}}, nil
}

// IndexArgs name a ref to index.
type IndexArgs struct {
	RepoID       int64  `json:"repo_id"`
	Installation int64  `json:"installation"`
	Ref          string `json:"ref"`
}

// Kind is the job's name in the queue.
func (IndexArgs) Kind() string { return "index" }

// InsertOpts keep indexing out of the way of questions. What fails for long is
// taken up again by the next push, or by the search for what was missed.
func (IndexArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: queueIndex, MaxAttempts: 8}
}

type indexWorker struct {
	policy[IndexArgs]
	*Runner
}

// Work brings a ref's index to its wanted head. Of many jobs for one ref the
// first works for all; the others find nothing left to do.
func (w *indexWorker) Work(ctx context.Context, job *river.Job[IndexArgs]) error {
	a := job.Args
	if open, err := w.open(ctx, a); err != nil || !open {
		return err
	}
	err := w.alone(ctx, fmt.Sprintf("index/%d/%s", a.RepoID, a.Ref), func() error { return w.sync(ctx, a) })
	return w.verdict(ctx, a.Installation, err)
}

func (w *indexWorker) open(ctx context.Context, a IndexArgs) (bool, error) {
	want, err := store.HeadWant(ctx, w.Pool, a.RepoID, a.Ref)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return want.Open(), err
}

// sync works until nothing new is wanted.
func (w *indexWorker) sync(ctx context.Context, a IndexArgs) error {
	p, err := w.admit(ctx, a.RepoID)
	if err != nil {
		return err
	}
	for {
		want, err := store.HeadWant(ctx, w.Pool, a.RepoID, a.Ref)
		if errors.Is(err, store.ErrNotFound) || err == nil && !want.Open() {
			return nil
		}
		if err != nil {
			return err
		}
		begun := time.Now()
		sha, err := guarded(ctx, func(ctx context.Context, ref string) (string, error) {
			return w.Indexer.Sync(ctx, p.Repository, ref)
		}, a.Ref)
		if errors.Is(err, ErrRefGone) {
			// What it showed stays until its lease is over.
			return store.DropHead(ctx, w.Pool, a.RepoID, a.Ref)
		}
		if err != nil {
			return fmt.Errorf("index %s of %s: %w", a.Ref, p.Repo, err)
		}
		if err := store.HeadDone(ctx, w.Pool, a.RepoID, a.Ref, sha, want.Wanted); err != nil {
			return err
		}
		w.Log.InfoContext(ctx, "indexed", "repo", a.RepoID, "ref", a.Ref, "sha", sha, "took", time.Since(begun))
	}
}
