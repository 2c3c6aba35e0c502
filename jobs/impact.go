package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// ImpactTask wants the impact summary of a pull request's head.
type ImpactTask struct {
	Repo   github.Repo
	Number int
}

func (t ImpactTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	if err := noteInstalled(ctx, tx, t.Repo); err != nil {
		return nil, err
	}
	if err := store.WantImpact(ctx, tx, t.Repo.ID, t.Number); err != nil {
		return nil, err
	}
	return []river.JobArgs{ImpactArgs{RepoID: t.Repo.ID, Installation: t.Repo.Installation, Number: t.Number}}, nil
}

// ImpactArgs name a pull request to summarise.
type ImpactArgs struct {
	RepoID       int64 `json:"repo_id"`
	Installation int64 `json:"installation"`
	Number       int   `json:"number"`
}

// Kind is the job's name in the queue.
func (ImpactArgs) Kind() string { return "impact" }

// InsertOpts keep summaries out of the way of questions. What fails for long
// is taken up again by the next push, or by the search for what was missed.
func (ImpactArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: queueImpact, MaxAttempts: 8}
}

func (a ImpactArgs) name() string { return fmt.Sprintf("impact/%d", a.Number) }

type impactWorker struct {
	policy[ImpactArgs]
	*Runner
}

// Work brings the sticky summary to the pull request's newest head. One worker
// at a time works for a pull request.
func (w *impactWorker) Work(ctx context.Context, job *river.Job[ImpactArgs]) error {
	a := job.Args
	want, err := store.ImpactWant(ctx, w.Pool, a.RepoID, a.Number)
	if errors.Is(err, store.ErrNotFound) || err == nil && !want.Open() {
		return nil
	}
	if err == nil {
		err = w.alone(ctx, fmt.Sprintf("%s of %d", a.name(), a.RepoID), func() error { return w.summarise(ctx, a) })
	}
	if why, yes := hopeless(err); err != nil && yes {
		if e := store.ImpactDone(ctx, w.Pool, a.RepoID, a.Number, "", why, want.Wanted); e != nil {
			return e
		}
	}
	return w.verdict(ctx, a.Installation, err)
}

func (w *impactWorker) summarise(ctx context.Context, a ImpactArgs) error {
	p, err := w.admit(ctx, a.RepoID)
	if err != nil {
		return err
	}
	for {
		want, err := store.ImpactWant(ctx, w.Pool, a.RepoID, a.Number)
		if err != nil || !want.Open() {
			return err
		}
		pull, err := w.GitHub.Pull(ctx, p.Repo, a.Number)
		if err != nil {
			return err
		}
		if why := skipped(pull, p.settings.Impact); why != "" {
			if err := store.ImpactDone(ctx, w.Pool, a.RepoID, a.Number, "", why, want.Wanted); err != nil {
				return err
			}
			continue
		}
		err = w.once(ctx, a, p, pull, want)
		if errors.Is(err, errStale) {
			continue
		}
		if err != nil {
			return err
		}
	}
}

// skipped says why a pull request gets no summary, "" if it does.
func skipped(p github.Pull, s config.ImpactSettings) string {
	switch {
	case !s.Enabled:
		return "the repository's settings turn summaries off"
	case !p.Open:
		return "the pull request is closed"
	case p.Draft && !s.Drafts:
		return "the pull request is a draft"
	case p.AuthorType == "Bot" && !s.Bots:
		return "the pull request is a bot's"
	}
	return left(github.Issue{Locked: p.Locked, Labels: p.Labels}, s.SkipLabels)
}

// once summarises one head and posts it unless a newer one is wanted by then.
func (w *impactWorker) once(ctx context.Context, a ImpactArgs, p place, pull github.Pull, want store.Want) error {
	begun := time.Now()
	result, err := guarded(ctx, w.Impacter.Impact, ImpactRequest{Repo: p.Repository, Pull: pull, Settings: p.settings.Settings, MaxBytes: maxComment})
	if err != nil {
		return fmt.Errorf("impact of #%d of %s: %w", a.Number, p.Repo, err)
	}
	w.Log.InfoContext(ctx, "impact", "repo", a.RepoID, "pull", a.Number, "head", result.Head, "took", time.Since(begun))
	done := func(ctx context.Context, db store.DB) error {
		return store.ImpactDone(ctx, db, a.RepoID, a.Number, result.Head, "", want.Wanted)
	}
	if result.Quiet {
		if _, err := store.GetEffect(ctx, w.Pool, a.RepoID, a.name()); errors.Is(err, store.ErrNotFound) {
			return done(ctx, w.Pool)
		}
	}
	note, err := w.settingsNote(ctx, p)
	if err != nil {
		return err
	}
	return w.effects.show(ctx, show{
		repo: p.Repo, source: github.Source{Kind: github.IssueComment, Number: a.Number}, subject: a.name(), body: result.Markdown + note,
		current: func(ctx context.Context, db store.DB) (bool, error) {
			now, err := store.ImpactWant(ctx, db, a.RepoID, a.Number)
			return now.Wanted == want.Wanted, err
		},
		landed: func(ctx context.Context, tx pgx.Tx) error {
			if note != "" {
				if err := store.SettingsReported(ctx, tx, a.RepoID, p.settings.blob); err != nil {
					return err
				}
			}
			return done(ctx, tx)
		},
	})
}
