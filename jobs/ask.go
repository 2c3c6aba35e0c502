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
	"github.com/plumbline/plumbline/jobs/command"
)

// AskTask is a comment that asks.
type AskTask struct {
	Repo       github.Repo
	Source     github.Source
	Body       string
	Pull       bool
	AskerID    int64 // who wrote it, or who edited it
	AskerLogin string
}

// accept makes one job for each distinct (comment, questions).
func (t AskTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	questions := command.Questions(t.Body)
	if len(questions) == 0 {
		return nil, nil
	}
	if err := noteInstalled(ctx, tx, t.Repo); err != nil {
		return nil, err
	}
	fresh, err := store.WantAsk(ctx, tx, store.Ask{AskKey: keyOf(t.Repo.ID, t.Source), Number: t.Source.Number,
		Asker: t.AskerID, Wanted: command.Hash(questions)})
	if err != nil || !fresh {
		return nil, err
	}
	return []river.JobArgs{AskArgs{RepoID: t.Repo.ID, Installation: t.Repo.Installation, Source: t.Source.Kind, SourceID: t.Source.ID,
		Number: t.Source.Number, Pull: t.Pull, AskerID: t.AskerID, AskerLogin: t.AskerLogin}}, nil
}

// WithdrawTask is a comment that was deleted.
type WithdrawTask struct {
	Repo   github.Repo
	Source github.Source
}

//nolint:unparam // a task that needs no job still has the interface's form
func (t WithdrawTask) accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error) {
	return nil, store.WithdrawAsk(ctx, tx, keyOf(t.Repo.ID, t.Source))
}

func keyOf(repo int64, s github.Source) store.AskKey {
	return store.AskKey{Repo: repo, Source: s.Kind, ID: s.ID}
}

func noteInstalled(ctx context.Context, tx pgx.Tx, r github.Repo) error {
	return store.PutInstalled(ctx, tx, store.Installed{Repo: r.ID, Installation: r.Installation, FullName: r.FullName})
}

// AskArgs name a comment to answer. Its text is read when the job runs.
type AskArgs struct {
	RepoID       int64  `json:"repo_id"`
	Installation int64  `json:"installation"`
	Source       string `json:"source"`
	SourceID     int64  `json:"source_id"`
	Number       int    `json:"number"`
	Pull         bool   `json:"pull"`
	AskerID      int64  `json:"asker_id"`
	AskerLogin   string `json:"asker_login"`
}

// Kind is the job's name in the queue.
func (AskArgs) Kind() string { return "ask" }

// InsertOpts put questions before all other work.
func (AskArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: queueAsk} }

func (a AskArgs) source() github.Source {
	return github.Source{Kind: a.Source, Number: a.Number, ID: a.SourceID}
}

func (a AskArgs) subject() string { return fmt.Sprintf("ask/%s/%d", a.Source, a.SourceID) }

type askWorker struct {
	policy[AskArgs]
	*Runner
}

// Work answers a comment. What fails for good, and what fails once too often,
// is said in the thread.
func (w *askWorker) Work(ctx context.Context, job *river.Job[AskArgs]) error {
	tries := w.Options.Attempts
	err := errors.New("the program was stopped each time while it worked on this")
	if job.Attempt <= tries {
		err = w.alone(ctx, job.Args.subject(), func() error { return w.answer(ctx, job.Args) })
	}
	if err == nil {
		return nil
	}
	if _, wait := patience(ctx, err); wait {
		return w.verdict(ctx, job.Args.Installation, err)
	}
	if why, yes := hopeless(err); yes {
		w.Log.WarnContext(ctx, "a question gets no answer", "job", job.ID, "repo", job.Args.RepoID, "why", why)
		w.end(ctx, job.Args, why)
		return w.verdict(ctx, job.Args.Installation, err)
	}
	if job.Attempt < tries {
		w.Log.WarnContext(ctx, "question failed, will be tried again", "job", job.ID, "repo", job.Args.RepoID, "attempt", job.Attempt, "error", err)
		return err
	}
	w.Log.ErrorContext(ctx, "question failed", "job", job.ID, "repo", job.Args.RepoID, "error", err)
	if e := w.giveUp(context.WithoutCancel(ctx), job); e != nil {
		return w.verdict(ctx, job.Args.Installation, e)
	}
	return river.JobCancel(err)
}

// end notes why a question gets no answer.
func (w *askWorker) end(ctx context.Context, a AskArgs, why string) {
	ask, err := store.GetAsk(ctx, w.Pool, keyOf(a.RepoID, a.source()))
	if err == nil {
		err = store.EndAsk(ctx, w.Pool, ask.AskKey, ask.Wanted, store.AskEnded, why)
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		w.Log.WarnContext(ctx, "could not note how a question ended", "repo", a.RepoID, "why", why, "error", err)
	}
}

// giveUp says in the thread that there will be no answer.
func (w *askWorker) giveUp(ctx context.Context, job *river.Job[AskArgs]) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	a := job.Args
	p, err := w.admit(ctx, a.RepoID)
	if err != nil {
		return err
	}
	asked, err := w.read(ctx, a, p)
	if err != nil || asked == nil {
		return err
	}
	if err := w.reply(ctx, a, p, asked, outcome{state: store.AskFailed, body: failedText(job.ID)}); err != nil {
		return err
	}
	return w.effects.react(ctx, p.Repo, a.source(), github.Confused)
}

// answer does all of it: reads, checks, answers, posts.
func (w *askWorker) answer(ctx context.Context, a AskArgs) error {
	p, err := w.admit(ctx, a.RepoID)
	if err != nil {
		return err
	}
	asked, err := w.read(ctx, a, p)
	if err != nil || asked == nil {
		return err
	}
	if asked.replied {
		return w.effects.react(ctx, p.Repo, a.source(), asked.doneReaction())
	}
	issue, err := w.GitHub.Issue(ctx, p.Repo, a.Number)
	if err != nil {
		return err
	}
	if why := left(issue, p.settings.Ask.SkipLabels); why != "" {
		return &ended{why}
	}
	if leave, err := w.mayAsk(ctx, a, p, asked); err != nil || !leave {
		return err
	}
	if err := w.effects.react(ctx, p.Repo, a.source(), github.Eyes); err != nil {
		return err
	}
	out, err := w.compose(ctx, a, p, asked, issue)
	if err != nil {
		return err
	}
	if err := w.reply(ctx, a, p, asked, out); err != nil {
		return err
	}
	return w.effects.react(ctx, p.Repo, a.source(), reactionTo(out.state))
}
