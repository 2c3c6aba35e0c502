package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// githubTables hold what is kept of a repository beside its index.
var githubTables = []string{"installed", "head", "pull", "ask", "trace", "effect", "delivery"}

// DeleteGitHub deletes what is kept of a repository beside its index: rows,
// deliveries and jobs with their arguments, the job itself left out.
func DeleteGitHub(ctx context.Context, db DB, repo, self int64) error {
	return InTx(ctx, db, func(tx pgx.Tx) error {
		for _, table := range githubTables {
			if _, err := tx.Exec(ctx, fmt.Sprintf("DELETE FROM %s WHERE repo_id = $1", table), repo); err != nil {
				return fmt.Errorf("delete from %s: %w", table, err)
			}
		}
		_, err := tx.Exec(ctx, `DELETE FROM river_job WHERE (args ->> 'repo_id')::bigint = $1 AND id <> $2
			AND state <> 'running'`, repo, self)
		return err
	})
}

// JobsOf are the ids of a repository's unfinished jobs, self left out.
func JobsOf(ctx context.Context, db DB, repo, self int64) ([]int64, error) {
	rows, err := db.Query(ctx, `SELECT id FROM river_job WHERE (args ->> 'repo_id')::bigint = $1 AND id <> $2
		AND finalized_at IS NULL`, repo, self)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}
