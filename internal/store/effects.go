package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// Effect is a comment of ours on GitHub, known by its random key from before
// it was made.
type Effect struct {
	Repo    int64
	Subject string // what it is for
	Key     string
	// Tried and LastTry are the first and the last call that may have made
	// it; zero when none did.
	Tried, LastTry time.Time
	Comment        int64 // its id where it is known to be there, else 0
	BodyHash       []byte
}

// BeginEffect is the effect for a subject: the one begun earlier, or a new one
// with a random key.
func BeginEffect(ctx context.Context, db DB, repo int64, subject string) (e Effect, err error) {
	var tried, last *time.Time
	var comment *int64
	err = db.QueryRow(ctx, `
		WITH begun AS (INSERT INTO effect (repo_id, subject, key) VALUES ($1, $2, $3)
			ON CONFLICT (repo_id, subject) DO UPDATE SET subject = $2 RETURNING *)
		SELECT repo_id, subject, key, tried_at, last_try, comment_id, body_hash FROM begun`, repo, subject, rand.Text()).
		Scan(&e.Repo, &e.Subject, &e.Key, &tried, &last, &comment, &e.BodyHash)
	if err != nil {
		return e, fmt.Errorf("begin effect %s: %w", subject, err)
	}
	if tried != nil && last != nil {
		e.Tried, e.LastTry = *tried, *last
	}
	if comment != nil {
		e.Comment = *comment
	}
	return e, nil
}

// GetEffect is the effect for a subject, or ErrNotFound.
func GetEffect(ctx context.Context, db DB, repo int64, subject string) (Effect, error) {
	var known bool
	err := db.QueryRow(ctx, "SELECT true FROM effect WHERE repo_id = $1 AND subject = $2", repo, subject).Scan(&known)
	if err != nil {
		return Effect{}, translate(err)
	}
	return BeginEffect(ctx, db, repo, subject)
}

// TryEffect notes, before the call, that it may make the comment.
func TryEffect(ctx context.Context, db DB, e Effect) error {
	_, err := db.Exec(ctx, `UPDATE effect SET tried_at = coalesce(tried_at, clock_timestamp()), last_try = clock_timestamp()
		WHERE repo_id = $1 AND subject = $2`, e.Repo, e.Subject)
	return err
}

// UntryEffect notes that the call of just now certainly made nothing. Calls
// before it may have: their time stays.
func UntryEffect(ctx context.Context, db DB, e Effect) error {
	var tried, last any
	if !e.Tried.IsZero() {
		tried, last = e.Tried, e.LastTry
	}
	_, err := db.Exec(ctx, "UPDATE effect SET tried_at = $3, last_try = $4 WHERE repo_id = $1 AND subject = $2",
		e.Repo, e.Subject, tried, last)
	return err
}

// LandEffect notes that the comment is there and what it shows.
func LandEffect(ctx context.Context, db DB, e Effect, comment int64, bodyHash []byte) error {
	_, err := db.Exec(ctx, "UPDATE effect SET comment_id = $3, body_hash = $4 WHERE repo_id = $1 AND subject = $2",
		e.Repo, e.Subject, comment, bodyHash)
	return err
}
