package store

import (
	"context"
	"fmt"
)

// WantImpact asks for the impact summary of a pull request.
func WantImpact(ctx context.Context, db DB, repo int64, number int) error {
	_, err := db.Exec(ctx, `INSERT INTO pull (repo_id, number) VALUES ($1, $2)
		ON CONFLICT (repo_id, number) DO UPDATE SET wanted = pull.wanted + 1`, repo, number)
	if err != nil {
		return fmt.Errorf("want the impact of #%d of %d: %w", number, repo, err)
	}
	return nil
}

// ImpactWant is the row of a pull request, or ErrNotFound. Its SHA is the head
// of which the posted summary speaks.
func ImpactWant(ctx context.Context, db DB, repo int64, number int) (w Want, err error) {
	err = db.QueryRow(ctx, "SELECT wanted, done, head_sha FROM pull WHERE repo_id = $1 AND number = $2", repo, number).
		Scan(&w.Wanted, &w.Done, &w.SHA)
	return w, translate(err)
}

// ImpactDone notes that the asking numbered done was served: by a summary of
// head, or by none, for the reason in note.
func ImpactDone(ctx context.Context, db DB, repo int64, number int, head, note string, done int64) error {
	_, err := db.Exec(ctx, `UPDATE pull SET done = greatest(done, $5), note = $4, done_at = now(),
		head_sha = CASE WHEN $3 = '' THEN head_sha ELSE $3 END WHERE repo_id = $1 AND number = $2`, repo, number, head, note, done)
	return err
}

// PullsOf are the pull requests of a repository with the heads of their
// summaries.
func PullsOf(ctx context.Context, db DB, repo int64) (map[int]Want, error) {
	rows, err := db.Query(ctx, "SELECT number, wanted, done, head_sha FROM pull WHERE repo_id = $1", repo)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	pulls := map[int]Want{}
	for rows.Next() {
		var number int
		var w Want
		if err := rows.Scan(&number, &w.Wanted, &w.Done, &w.SHA); err != nil {
			return nil, err
		}
		pulls[number] = w
	}
	return pulls, rows.Err()
}
