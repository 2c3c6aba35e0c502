package jobs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// InstallTask is an installation that is active, and repositories it covers
// from now on.
type InstallTask struct {
	Installation int64
	Repos        []github.Repo
}

func (t InstallTask) accept(ctx context.Context, tx pgx.Tx) (jobs []river.JobArgs, err error) {
	if err := store.SetInstallation(ctx, tx, t.Installation, store.Active); err != nil {
		return nil, err
	}
	for _, repo := range t.Repos {
		more, err := IndexTask{Repo: repo, Ref: DefaultBranch}.accept(ctx, tx)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, more...)
	}
	return jobs, nil
}

// SuspendTask is an installation that was suspended: its jobs end when they
// run, its data stays.
type SuspendTask struct{ Installation int64 }

func (t SuspendTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	return nil, store.SetInstallation(ctx, tx, t.Installation, store.Suspended)
}

// UninstallTask is an installation that is no more.
type UninstallTask struct{ Installation int64 }

func (t UninstallTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	if err := store.SetInstallation(ctx, tx, t.Installation, store.Removed); err != nil {
		return nil, err
	}
	rows, err := store.InstalledOf(ctx, tx, t.Installation)
	if err != nil {
		return nil, err
	}
	var repos []int64
	for _, r := range rows {
		repos = append(repos, r.Repo)
	}
	return RemoveTask{t.Installation, repos}.accept(ctx, tx)
}

// RemoveTask are repositories that an installation covers no more. All that is
// kept of them will be deleted.
type RemoveTask struct {
	Installation int64
	Repos        []int64
}

func (t RemoveTask) accept(ctx context.Context, tx pgx.Tx) (jobs []river.JobArgs, err error) {
	if err := store.DropInstalled(ctx, tx, t.Installation, t.Repos); err != nil {
		return nil, fmt.Errorf("remove repositories of installation %d: %w", t.Installation, err)
	}
	for _, repo := range t.Repos {
		jobs = append(jobs, CleanupArgs{RepoID: repo})
	}
	return jobs, nil
}
