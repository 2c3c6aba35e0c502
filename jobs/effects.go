package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// clockSlack is by how much our clock and GitHub's may differ when a thread is
// searched from the time of a call.
const clockSlack = 5 * time.Minute

// effects make comments of ours appear once.
//
// An effect goes from begun (a random key is recorded) to tried (a call that
// carries the key may have been made) to landed (its comment's id is known).
// Only an effect that certainly was not made is made again.
type effects struct {
	github writer
	turns  *turns
	settle time.Duration
}

// show is a comment that should be there, with this body.
type show struct {
	repo    github.Repo
	source  github.Source // where: the thread
	top     int64         // first comment of a review thread
	subject string        // what for: one comment for each
	body    string
	// current says, when it is this writer's turn, whether the body is still
	// wanted.
	current func(context.Context, store.DB) (bool, error)
	// landed is recorded together with the comment.
	landed func(context.Context, pgx.Tx) error
}

// errStale: the body is not wanted any more.
var errStale = &later{0, "something newer is wanted"}

// show makes or edits the comment.
func (e *effects) show(ctx context.Context, s show) error {
	return e.turns.take(ctx, s.repo.Installation, func(db store.DB) error {
		if current, err := s.current(ctx, db); err != nil {
			return err
		} else if !current {
			return errStale
		}
		effect, err := store.BeginEffect(ctx, db, s.repo.ID, s.subject)
		if err != nil {
			return err
		}
		body := s.body + "\n\n" + marker(effect.Key)
		comment, err := e.place(ctx, db, s, effect, body)
		if err != nil {
			return err
		}
		return e.land(ctx, db, s, effect, comment, body)
	})
}

func marker(key string) string { return "<!-- plumbline:" + key + " -->" }

// place brings the comment about and returns its id.
func (e *effects) place(ctx context.Context, db store.DB, s show, effect store.Effect, body string) (int64, error) {
	if effect.Comment != 0 {
		if bytes.Equal(effect.BodyHash, hashOf(body)) {
			return effect.Comment, nil
		}
		return effect.Comment, e.edit(ctx, s, effect.Comment, body)
	}
	if !effect.Tried.IsZero() {
		found, err := e.find(ctx, s, effect)
		if err != nil {
			return 0, err
		}
		if found.ID != 0 && found.Body == body {
			return found.ID, nil
		}
		if found.ID != 0 {
			return found.ID, e.edit(ctx, s, found.ID, body)
		}
		// A list may lag behind: what was just tried may yet appear.
		if left := e.settle - time.Since(effect.LastTry); left > 0 {
			return 0, &later{left, "an earlier call may have made the comment"}
		}
	}
	if err := store.TryEffect(ctx, db, effect); err != nil {
		return 0, fmt.Errorf("record effect %s: %w", s.subject, err)
	}
	id, err := e.github.Post(ctx, s.repo, s.source, s.top, body)
	if err != nil && !github.Uncertain(err) {
		if e := store.UntryEffect(context.WithoutCancel(ctx), db, effect); e != nil {
			return 0, fmt.Errorf("%w; and record that it was not made: %w", err, e)
		}
	}
	return id, err
}

// edit replaces a comment's text. A comment of ours that somebody deleted
// stays deleted.
func (e *effects) edit(ctx context.Context, s show, comment int64, body string) error {
	err := e.github.Edit(ctx, s.repo, s.source.Kind, comment, body)
	if github.Absent(err) {
		return nil
	}
	return err
}

// find searches the thread for what an earlier call made: by our bot, and with
// the effect's key. Anyone can write the marker, and the bot writes others.
func (e *effects) find(ctx context.Context, s show, effect store.Effect) (github.Comment, error) {
	bot, err := e.github.BotID(ctx, s.repo)
	if err != nil {
		return github.Comment{}, err
	}
	comments, err := e.github.Since(ctx, s.repo, s.source, effect.Tried.Add(-clockSlack))
	if err != nil {
		return github.Comment{}, err
	}
	for _, c := range comments {
		if c.Author == bot && strings.Contains(c.Body, marker(effect.Key)) {
			return c, nil
		}
	}
	return github.Comment{}, nil
}

func (e *effects) land(ctx context.Context, db store.DB, s show, effect store.Effect, comment int64, body string) error {
	// The comment is there: no stop of this process should keep that from
	// being recorded.
	ctx = context.WithoutCancel(ctx)
	return store.InTx(ctx, db, func(tx pgx.Tx) error {
		if err := store.LandEffect(ctx, tx, effect, comment, hashOf(body)); err != nil {
			return fmt.Errorf("record comment %d: %w", comment, err)
		}
		return s.landed(ctx, tx)
	})
}

// react puts a reaction in its turn; repeating it changes nothing.
func (e *effects) react(ctx context.Context, repo github.Repo, s github.Source, content string) error {
	return e.turns.take(ctx, repo.Installation, func(store.DB) error {
		return e.github.React(ctx, repo, s, content)
	})
}

func hashOf(body string) []byte {
	h := sha256.Sum256([]byte(body))
	return h[:]
}
