package store

import (
	"context"
	"fmt"
)

// Want is a piece of work that is wanted again and again: how often it was
// asked for, and which of these askings has been served.
type Want struct {
	Wanted, Done int64
	SHA          string // what was served last
}

// Open says whether something is left to do.
func (w Want) Open() bool { return w.Done < w.Wanted }

// WantHead asks for the head of a repository's ref.
func WantHead(ctx context.Context, db DB, repo int64, ref string) error {
	_, err := db.Exec(ctx, `INSERT INTO head (repo_id, ref) VALUES ($1, $2)
		ON CONFLICT (repo_id, ref) DO UPDATE SET wanted = head.wanted + 1`, repo, ref)
	if err != nil {
		return fmt.Errorf("want %s of %d: %w", ref, repo, err)
	}
	return nil
}

// HeadWant is the row of a ref, or ErrNotFound.
func HeadWant(ctx context.Context, db DB, repo int64, ref string) (w Want, err error) {
	err = db.QueryRow(ctx, "SELECT wanted, done, sha FROM head WHERE repo_id = $1 AND ref = $2", repo, ref).
		Scan(&w.Wanted, &w.Done, &w.SHA)
	return w, translate(err)
}

// HeadDone notes that the asking numbered done found the ref at sha.
func HeadDone(ctx context.Context, db DB, repo int64, ref, sha string, done int64) error {
	_, err := db.Exec(ctx, `UPDATE head SET done = greatest(done, $4), sha = $3, done_at = now()
		WHERE repo_id = $1 AND ref = $2`, repo, ref, sha, done)
	return err
}

// DropHead forgets a ref that is gone.
func DropHead(ctx context.Context, db DB, repo int64, ref string) error {
	_, err := db.Exec(ctx, "DELETE FROM head WHERE repo_id = $1 AND ref = $2", repo, ref)
	return err
}
