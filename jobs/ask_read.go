package jobs

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/jobs/command"
)

// asked is a comment that asks, as it stands now.
type asked struct {
	comment   github.Comment
	questions []string
	hash      []byte
	created   time.Time // when it was asked
	replied   bool      // our reply answers these questions
	state     string
}

// doneReaction is what stands on a comment whose reply is there.
func (a *asked) doneReaction() string { return reactionTo(a.state) }

func reactionTo(state string) string {
	if state == store.AskFailed {
		return github.Confused
	}
	return github.ThumbsUp
}

// read reads the comment. nil: there is nothing to answer (any more), which is
// noted.
func (w *askWorker) read(ctx context.Context, a AskArgs, p place) (*asked, error) {
	key := keyOf(a.RepoID, a.source())
	ask, err := store.GetAsk(ctx, w.Pool, key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, &ended{"the question is not known any more"}
	}
	if err != nil {
		return nil, err
	}
	switch ask.State {
	case store.AskWithdrawn, store.AskRefused, store.AskEnded:
		return nil, nil
	}
	c, err := w.GitHub.Text(ctx, p.Repo, a.source())
	if github.Absent(err) {
		return nil, w.absent(ctx, ask)
	}
	if err != nil {
		return nil, err
	}
	questions := command.Questions(c.Body)
	if c.AuthorType == "Bot" || len(questions) == 0 {
		return nil, store.EndAsk(ctx, w.Pool, key, ask.Wanted, store.AskEnded, "the comment asks nothing any more")
	}
	hash := command.Hash(questions)
	now := &asked{comment: c, questions: questions, hash: hash, created: ask.Created, replied: ask.Replied(hash), state: ask.State}
	if now.replied && ask.State == store.AskWanted {
		// Edited and edited back: the reply is right as it stands.
		now.state = store.AskAnswered
		return now, store.EndAsk(ctx, w.Pool, key, hash, store.AskAnswered, "")
	}
	return now, nil
}

// announced are the waits for what a webhook spoke of and GitHub doesn't show
// yet.
var announced = []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second}

// absent waits a little for a comment that GitHub doesn't show, and then takes
// it for deleted.
func (w *askWorker) absent(ctx context.Context, ask store.Ask) error {
	since := time.Since(ask.Created)
	var sum time.Duration
	for _, wait := range announced {
		if sum += wait; since < sum {
			return &later{wait, "GitHub does not show the comment yet"}
		}
	}
	return store.WithdrawAsk(ctx, w.Pool, ask.AskKey)
}

// mayAsk says whether the asker may; a refusal is shown by a reaction.
func (w *askWorker) mayAsk(ctx context.Context, a AskArgs, p place, asked *asked) (bool, error) {
	s := p.settings.Ask
	if !s.Enabled {
		return false, &ended{"the repository's settings turn questions off"}
	}
	role, err := w.roles.of(ctx, p.Repo, a.AskerLogin, a.AskerID)
	if err != nil {
		return false, err
	}
	if role.Writer() {
		return true, nil
	}
	why := "the asker may not write to the repository"
	if s.Who == config.Everyone {
		within, err := w.withinQuota(ctx, a, s.Quota)
		if err != nil || within {
			return within, err
		}
		why = "the asker's quota of today is used up"
	}
	if err := w.effects.react(ctx, p.Repo, a.source(), github.Refusal); err != nil {
		return false, err
	}
	return false, store.EndAsk(ctx, w.Pool, keyOf(a.RepoID, a.source()), asked.hash, store.AskRefused, why)
}

func (w *askWorker) withinQuota(ctx context.Context, a AskArgs, quota int) (bool, error) {
	if quota == 0 {
		return true, nil
	}
	n, err := store.AsksSince(ctx, w.Pool, keyOf(a.RepoID, a.source()), a.AskerID, time.Now().Add(-24*time.Hour))
	return n < quota, err
}

// left says why an issue is left alone, "" if it is not.
func left(issue github.Issue, skip []string) string {
	if issue.Locked {
		return "the conversation is locked"
	}
	for _, label := range issue.Labels {
		if slices.Contains(skip, label) {
			return "the label " + label + " says so"
		}
	}
	return ""
}

// still says, in this writer's turn, whether a reply to these questions is
// wanted: the comment is there, asks the same, and has no such reply yet.
func (w *askWorker) still(ctx context.Context, db store.DB, a AskArgs, p place, was *asked, state string) (bool, error) {
	ask, err := store.GetAsk(ctx, db, keyOf(a.RepoID, a.source()))
	if errors.Is(err, store.ErrNotFound) || err == nil && ask.State == store.AskWithdrawn {
		return false, &ended{"the comment was deleted"}
	}
	if err != nil {
		return false, err
	}
	if ask.Replied(was.hash) && ask.State != store.AskFailed && state != store.AskFailed {
		return false, nil
	}
	c, err := w.GitHub.Text(ctx, p.Repo, a.source())
	if github.Absent(err) {
		if err := store.WithdrawAsk(ctx, db, ask.AskKey); err != nil {
			return false, err
		}
		return false, &ended{"the comment was deleted"}
	}
	return err == nil && bytes.Equal(command.Hash(command.Questions(c.Body)), was.hash), err
}
