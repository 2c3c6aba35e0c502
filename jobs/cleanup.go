package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/store"
)

// CleanupArgs name a repository to forget.
type CleanupArgs struct {
	RepoID int64 `json:"repo_id"`
}

// Kind is the job's name in the queue.
func (CleanupArgs) Kind() string { return "cleanup" }

// InsertOpts keep deletions apart from all other work. They are tried for a
// long time: what was removed must go.
func (CleanupArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: queueUpkeep, MaxAttempts: 100}
}

type cleanupWorker struct {
	policy[CleanupArgs]
	*Runner
}

// Work deletes all that is kept of a repository, once none of its jobs runs
// any more. A repository that was installed again meanwhile stays.
func (w *cleanupWorker) Work(ctx context.Context, job *river.Job[CleanupArgs]) error {
	repo := job.Args.RepoID
	switch _, err := store.GetInstalled(ctx, w.Pool, repo); {
	case err == nil:
		return nil
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	if busy, err := w.cancel(ctx, repo, job.ID); err != nil {
		return err
	} else if busy {
		return river.JobSnooze(time.Second)
	}
	if err := w.Purger.Purge(ctx, repo); err != nil {
		return fmt.Errorf("delete the index of repository %d: %w", repo, err)
	}
	if err := store.DeleteGitHub(ctx, w.Pool, repo, job.ID); err != nil {
		return fmt.Errorf("delete what is kept of repository %d: %w", repo, err)
	}
	w.Log.InfoContext(ctx, "deleted a removed repository", "repo", repo)
	return nil
}

// cancel cancels a repository's jobs, and says whether one still runs.
func (w *cleanupWorker) cancel(ctx context.Context, repo, self int64) (busy bool, err error) {
	ids, err := store.JobsOf(ctx, w.Pool, repo, self)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		row, err := w.client.JobCancel(ctx, id)
		if errors.Is(err, river.ErrNotFound) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("cancel job %d: %w", id, err)
		}
		busy = busy || row.FinalizedAt == nil
	}
	return busy, nil
}
