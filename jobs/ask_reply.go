package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// outcome is what is to be said to a comment.
type outcome struct {
	state  string
	body   string
	traces []store.Trace
}

// compose answers the questions in order.
func (w *askWorker) compose(ctx context.Context, a AskArgs, p place, asked *asked, issue github.Issue) (outcome, error) {
	questions := asked.nonEmpty()
	if len(questions) == 0 {
		return outcome{state: store.AskHelp, body: helpText}, nil
	}
	out := outcome{state: store.AskAnswered}
	var answers []string
	for _, q := range questions {
		answer, err := guarded(ctx, w.Asker.Ask, AskRequest{
			Repo: p.Repository, Ref: refOf(a), Question: q, Settings: p.settings.Settings,
			Thread:   Thread{Number: a.Number, Title: issue.Title, Pull: issue.Pull, Lines: asked.comment.Lines},
			MaxBytes: maxComment / len(questions),
		})
		if errors.Is(err, ErrNotReady) {
			return w.notReady(asked)
		}
		if err != nil {
			return outcome{}, fmt.Errorf("answer: %w", err)
		}
		answers = append(answers, answer.Markdown)
		out.traces = append(out.traces, store.Trace{Question: q, SHA: answer.SHA, Status: answer.Status, Trace: answer.Trace})
	}
	if out.body = joined(answers); len(out.body) > hardLimit {
		return outcome{}, fmt.Errorf("answer: %d bytes are more than a comment holds", len(out.body))
	}
	return out, nil
}

func (a *asked) nonEmpty() (questions []string) {
	for _, q := range a.questions {
		if q != "" {
			questions = append(questions, q)
		}
	}
	return questions
}

// refOf is where a question is answered from: a pull request's head, or the
// default branch.
func refOf(a AskArgs) string {
	if a.Pull {
		return fmt.Sprintf("refs/pull/%d/head", a.Number)
	}
	return DefaultBranch
}

// notReady waits for the index, up to a bound.
func (w *askWorker) notReady(asked *asked) (outcome, error) {
	if time.Since(asked.created) < w.Options.ReadyWithin {
		return outcome{}, &later{min(15*time.Second, w.Options.ReadyWithin/10), "the index is being made"}
	}
	return outcome{state: store.AskFailed, body: notReadyText}, nil
}

// reply posts the reply, or replaces the one to an earlier wording.
func (w *askWorker) reply(ctx context.Context, a AskArgs, p place, asked *asked, out outcome) error {
	key := keyOf(a.RepoID, a.source())
	note, err := w.settingsNote(ctx, p)
	if err != nil {
		return err
	}
	return w.effects.show(ctx, show{
		repo: p.Repo, source: a.source(), top: asked.top(), subject: a.subject(), body: out.body + note,
		current: func(ctx context.Context, db store.DB) (bool, error) { return w.still(ctx, db, a, p, asked, out.state) },
		landed: func(ctx context.Context, tx pgx.Tx) error {
			for _, t := range out.traces {
				if err := store.PutTrace(ctx, tx, key, t); err != nil {
					return fmt.Errorf("store the trace: %w", err)
				}
			}
			if note != "" {
				if err := store.SettingsReported(ctx, tx, a.RepoID, p.settings.blob); err != nil {
					return err
				}
			}
			return store.EndAsk(ctx, tx, key, asked.hash, out.state, "")
		},
	})
}

func (a *asked) top() int64 {
	if a.comment.Lines == nil {
		return 0
	}
	return a.comment.Lines.Top
}

// settingsNote tells of problems in the settings file, once for each version
// of it.
func (r *Runner) settingsNote(ctx context.Context, p place) (string, error) {
	if len(p.settings.problems) == 0 {
		return "", nil
	}
	told, err := store.SettingsTold(ctx, r.Pool, p.ID)
	if err != nil || told == p.settings.blob {
		return "", err
	}
	return problemsText(p.settings.problems), nil
}

// joined puts several answers into one reply.
func joined(answers []string) string {
	if len(answers) == 1 {
		return answers[0]
	}
	var b strings.Builder
	for i, answer := range answers {
		if i > 0 {
			b.WriteString("\n\n---\n\n")
		}
		fmt.Fprintf(&b, "**Question %d**\n\n%s", i+1, answer)
	}
	return b.String()
}
