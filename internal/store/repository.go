package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// LocalRepository is the id of the local repository with a git common
// directory: negative, given once.
func LocalRepository(ctx context.Context, db DB, gitDir string) (repo int64, err error) {
	err = db.QueryRow(ctx, `
		WITH given AS (INSERT INTO local_repository (git_dir) VALUES ($1) ON CONFLICT DO NOTHING RETURNING repo_id)
		SELECT repo_id FROM given UNION ALL SELECT repo_id FROM local_repository WHERE git_dir = $1`, gitDir).Scan(&repo)
	if err != nil {
		return 0, fmt.Errorf("local repository: %w", err)
	}
	return repo, EnsureRepository(ctx, db, repo, "")
}

// EnsureRepository makes the repository's row and partitions where they are
// not yet, and notes its name of the moment unless it is "".
func EnsureRepository(ctx context.Context, db DB, repo int64, fullName string) error {
	return InTx(ctx, db, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO repository (repo_id, full_name) VALUES ($1, $2)
			ON CONFLICT (repo_id) DO UPDATE SET full_name = $2 WHERE $2 <> '' AND repository.full_name <> $2`, repo, fullName)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		for _, sql := range []string{
			"CREATE TABLE IF NOT EXISTS chunk_%[1]s PARTITION OF chunk FOR VALUES IN (%[2]d)",
			"CREATE TABLE IF NOT EXISTS embedding_%[1]s PARTITION OF embedding FOR VALUES IN (%[2]d)",
		} {
			if _, err := tx.Exec(ctx, fmt.Sprintf(sql, partition(repo), repo)); err != nil {
				return fmt.Errorf("partitions of repository %d: %w", repo, err)
			}
		}
		return nil
	})
}

// ensureLexicalIndex makes the GIN over a repository's chunks. It is made when
// the first snapshot is published: filling it row by row takes several times
// as long. fastupdate is off, since a pending list makes searches after a push
// slow.
func ensureLexicalIndex(ctx context.Context, db DB, repo int64) error {
	_, err := db.Exec(ctx, fmt.Sprintf("CREATE INDEX IF NOT EXISTS chunk_%[1]s_tsv ON chunk_%[1]s USING gin (tsv) WITH (fastupdate = off)", partition(repo)))
	return err
}

// partition is what the repository's partitions are called after.
func partition(repo int64) string {
	return strings.Replace(strconv.FormatInt(repo, 10), "-", "local", 1)
}

// repositoryTables hold a repository's data, beside its partitions.
var repositoryTables = []string{"health", "card_of", "card", "term", "posting", "provider", "question", "unbound", "edge", "symbol_key",
	"file", "overlay_path", "snapshot", "symbol", "blob", "path", "repository"}

// DeleteIndex deletes all that the index holds of a repository.
func DeleteIndex(ctx context.Context, db DB, repo int64) error {
	return InTx(ctx, db, func(tx pgx.Tx) error {
		for _, table := range []string{"chunk", "embedding"} {
			if _, err := tx.Exec(ctx, fmt.Sprintf("DROP TABLE IF EXISTS %s_%s", table, partition(repo))); err != nil {
				return err
			}
		}
		for _, table := range repositoryTables {
			if _, err := tx.Exec(ctx, fmt.Sprintf("DELETE FROM %s WHERE repo_id = $1", table), repo); err != nil {
				return fmt.Errorf("delete from %s: %w", table, err)
			}
		}
		return nil
	})
}
