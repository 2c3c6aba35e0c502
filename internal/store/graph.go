package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// Askers are the paths of s whose binding asked any of the questions.
func Askers(ctx context.Context, db DB, s code.Snapshot, keys []uint64) ([]string, error) {
	return pathsOf(ctx, db, `SELECT DISTINCT p.path FROM question q JOIN path p ON p.repo_id = q.repo_id AND p.path_id = q.path_id
		WHERE `+VisibleOf(s, "q")+` AND q.key = ANY($1)`, signed(keys))
}

// Providers are the paths of s that answer a provided key.
func Providers(ctx context.Context, db DB, s code.Snapshot, key uint64) ([]string, error) {
	return pathsOf(ctx, db, `SELECT p.path FROM provider q JOIN path p ON p.repo_id = q.repo_id AND p.path_id = q.path_id
		WHERE `+VisibleOf(s, "q")+` AND q.key = $1`, int64(key))
}

// signed: PostgreSQL's 64-bit numbers have a sign.
func signed(keys []uint64) []int64 {
	out := make([]int64, len(keys))
	for i, k := range keys {
		out[i] = int64(k)
	}
	return out
}

func pathsOf(ctx context.Context, db DB, sql string, args ...any) ([]string, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
