package store

import (
	"bytes"
	"context"
	"fmt"
	"time"
)

// The states of an ask. Help: the question was empty. Refused: the person may
// not ask. Withdrawn: the comment is gone. Ended: GitHub can't be written to.
const (
	AskWanted    = "wanted"
	AskAnswered  = "answered"
	AskHelp      = "help"
	AskRefused   = "refused"
	AskFailed    = "failed"
	AskWithdrawn = "withdrawn"
	AskEnded     = "ended"
)

// AskKey is a comment (or an issue's own text) that asks.
type AskKey struct {
	Repo   int64
	Source string
	ID     int64
}

// Ask is what is known of one.
type Ask struct {
	AskKey
	Number   int
	Asker    int64
	Wanted   []byte // hash of the newest questions
	Answered []byte // hash of those that the reply answers
	State    string
	Created  time.Time
}

// Replied says whether the reply answers these questions.
func (a Ask) Replied(hash []byte) bool { return len(hash) > 0 && bytes.Equal(a.Answered, hash) }

// WantAsk notes the questions (by hash) of a comment, and says whether they
// are new: the same comment with the same questions is asked once, however
// many deliveries speak of it.
func WantAsk(ctx context.Context, db DB, a Ask) (fresh bool, err error) {
	tag, err := db.Exec(ctx, `INSERT INTO ask (repo_id, source, source_id, number, asker_id, wanted) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (repo_id, source, source_id) DO UPDATE
			SET wanted = $6, asker_id = $5, state = 'wanted', note = '', created_at = now(), done_at = NULL
			WHERE ask.wanted <> $6 AND ask.state <> 'withdrawn'`, a.Repo, a.Source, a.ID, a.Number, a.Asker, a.Wanted)
	if err != nil {
		return false, fmt.Errorf("want the answer to %s %d: %w", a.Source, a.ID, err)
	}
	return tag.RowsAffected() == 1, nil
}

// GetAsk is an ask, or ErrNotFound.
func GetAsk(ctx context.Context, db DB, k AskKey) (a Ask, err error) {
	a.AskKey = k
	err = db.QueryRow(ctx, `SELECT number, asker_id, wanted, answered, state, created_at FROM ask
		WHERE repo_id = $1 AND source = $2 AND source_id = $3`, k.Repo, k.Source, k.ID).
		Scan(&a.Number, &a.Asker, &a.Wanted, &a.Answered, &a.State, &a.Created)
	return a, translate(err)
}

// EndAsk notes how the questions with this hash ended; answered is their hash
// where the reply shows them. A comment whose questions changed meanwhile
// keeps being wanted.
func EndAsk(ctx context.Context, db DB, k AskKey, hash []byte, state, note string) error {
	shown := state == AskAnswered || state == AskHelp || state == AskFailed
	_, err := db.Exec(ctx, `UPDATE ask SET
			state = CASE WHEN wanted = $4 AND state <> 'withdrawn' THEN $5 ELSE state END,
			answered = CASE WHEN $7 THEN $4 ELSE answered END,
			note = $6, done_at = now()
		WHERE repo_id = $1 AND source = $2 AND source_id = $3`, k.Repo, k.Source, k.ID, hash, state, note, shown)
	if err != nil {
		return fmt.Errorf("end %s %d: %w", k.Source, k.ID, err)
	}
	return nil
}

// WithdrawAsk notes that the comment is gone. One already answered stays so.
func WithdrawAsk(ctx context.Context, db DB, k AskKey) error {
	_, err := db.Exec(ctx, `UPDATE ask SET state = 'withdrawn', done_at = now()
		WHERE repo_id = $1 AND source = $2 AND source_id = $3 AND state = 'wanted'`, k.Repo, k.Source, k.ID)
	return err
}

// AsksSince counts what a person asked of a repository, refusals left out and
// the ask k itself too.
func AsksSince(ctx context.Context, db DB, k AskKey, asker int64, since time.Time) (n int, err error) {
	err = db.QueryRow(ctx, `SELECT count(*) FROM ask WHERE repo_id = $1 AND asker_id = $2 AND created_at >= $3
		AND state <> 'refused' AND (source, source_id) <> ($4, $5)`, k.Repo, asker, since, k.Source, k.ID).Scan(&n)
	return n, err
}

// Trace is the stored record of one answer.
type Trace struct {
	Question, SHA, Status string
	Trace                 []byte
}

// PutTrace stores how an answer came to be.
func PutTrace(ctx context.Context, db DB, k AskKey, t Trace) error {
	_, err := db.Exec(ctx, `INSERT INTO trace (repo_id, source, source_id, question, sha, status, trace)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, k.Repo, k.Source, k.ID, clean(t.Question), t.SHA, t.Status, append([]byte{}, t.Trace...))
	return err
}
