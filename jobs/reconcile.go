package jobs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// ReconcileArgs is the search for what never arrived.
type ReconcileArgs struct{}

// Kind is the job's name in the queue.
func (ReconcileArgs) Kind() string { return "reconcile" }

// InsertOpts have none repeated: the next one comes by itself.
func (ReconcileArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: queueUpkeep, MaxAttempts: 1}
}

const (
	// redeliverable is how long GitHub keeps deliveries.
	redeliverable = 3 * 24 * time.Hour
	// deliveriesKept is how long ours are: longer than they can be repeated.
	deliveriesKept = 7 * 24 * time.Hour
)

type reconcileWorker struct {
	policy[ReconcileArgs]
	*Runner
}

// Work asks for failed deliveries, and compares installations, heads and open
// pull requests with what is known. One part that fails stops no other.
func (w *reconcileWorker) Work(ctx context.Context, _ *river.Job[ReconcileArgs]) error {
	err := w.alone(ctx, "reconcile", func() error {
		return errors.Join(w.deliveries(ctx), w.installations(ctx), w.repositories(ctx),
			store.ForgetDeliveries(ctx, w.Pool, deliveriesKept))
	})
	if _, wait := patience(ctx, err); err != nil && !wait {
		w.Log.WarnContext(ctx, "looking for what never arrived failed in part; the next round tries again", "error", err)
	}
	return err
}

// deliveries has GitHub repeat what failed and never arrived.
func (w *reconcileWorker) deliveries(ctx context.Context) error {
	failed, err := w.GitHub.Failed(ctx, time.Now().Add(-redeliverable))
	if err != nil || len(failed) == 0 {
		return err
	}
	seen, err := store.DeliveriesSeen(ctx, w.Pool, slices.Collect(maps.Keys(failed)))
	if err != nil {
		return err
	}
	var errs []error
	for guid, attempt := range failed {
		if seen[guid] {
			continue
		}
		w.Log.InfoContext(ctx, "asking for a delivery that failed", "delivery", guid)
		errs = append(errs, w.GitHub.Redeliver(ctx, attempt))
	}
	return errors.Join(errs...)
}

// installations notes what was installed, suspended or removed unheard.
func (w *reconcileWorker) installations(ctx context.Context) error {
	now, err := w.GitHub.Installations(ctx)
	if err != nil {
		return err
	}
	known, err := store.Installations(ctx, w.Pool)
	if err != nil {
		return err
	}
	var errs []error
	for id, suspended := range now {
		if suspended {
			errs = append(errs, w.submit(ctx, SuspendTask{id}))
			continue
		}
		errs = append(errs, w.covered(ctx, id, known[id]))
	}
	for id, state := range known {
		if _, there := now[id]; !there && state != store.Removed {
			errs = append(errs, w.submit(ctx, UninstallTask{id}))
		}
	}
	return errors.Join(errs...)
}

// covered compares the repositories that an installation covers.
func (w *reconcileWorker) covered(ctx context.Context, installation int64, state string) error {
	now, err := w.GitHub.Repositories(ctx, installation)
	if err != nil {
		return err
	}
	rows, err := store.InstalledOf(ctx, w.Pool, installation)
	if err != nil {
		return err
	}
	known := map[int64]bool{}
	for _, r := range rows {
		known[r.Repo] = true
	}
	var added []github.Repo
	for _, r := range now {
		if !known[r.ID] {
			added = append(added, r)
		}
		delete(known, r.ID)
	}
	var tasks []Task
	if len(added) > 0 || state != store.Active {
		tasks = append(tasks, InstallTask{installation, added})
	}
	if len(known) > 0 {
		tasks = append(tasks, RemoveTask{installation, slices.Collect(maps.Keys(known))})
	}
	return w.submit(ctx, tasks...)
}

// repositories asks for the heads, and for the summaries of pull requests
// whose opening or last push was not heard of.
func (w *reconcileWorker) repositories(ctx context.Context) error {
	rows, err := store.InstalledOf(ctx, w.Pool, 0)
	if err != nil {
		return err
	}
	var errs []error
	for _, row := range rows {
		repo := github.Repo{Installation: row.Installation, ID: row.Repo, FullName: row.FullName}
		tasks := []Task{IndexTask{repo, DefaultBranch}}
		pulls, err := w.pulls(ctx, repo, row.Added)
		if err != nil {
			errs = append(errs, fmt.Errorf("open pull requests of %s: %w", repo, err))
		}
		errs = append(errs, w.submit(ctx, append(tasks, pulls...)...))
	}
	return errors.Join(errs...)
}

func (w *reconcileWorker) pulls(ctx context.Context, repo github.Repo, installed time.Time) (tasks []Task, err error) {
	open, err := w.GitHub.OpenPulls(ctx, repo)
	if err != nil {
		return nil, err
	}
	known, err := store.PullsOf(ctx, w.Pool, repo.ID)
	if err != nil {
		return nil, err
	}
	for _, p := range open {
		want, heard := known[p.Number]
		missedOpening := !heard && p.Created.After(installed)
		missedPush := heard && !want.Open() && want.SHA != "" && want.SHA != p.Head
		if missedOpening || missedPush {
			tasks = append(tasks, ImpactTask{repo, p.Number})
		}
	}
	return tasks, nil
}

// submit takes in tasks that no delivery brought.
func (r *Runner) submit(ctx context.Context, tasks ...Task) error {
	return pgx.BeginFunc(ctx, r.Pool, func(tx pgx.Tx) error { return r.intake.enqueue(ctx, tx, tasks...) })
}
