package store

import (
	"context"

	"github.com/plumbline/plumbline/internal/code"
)

// FindCompiled is the newest snapshot of a commit whose version begins so:
// the versions of what a compiler refined begin alike.
func FindCompiled(ctx context.Context, db DB, repo int64, sha, begin string) (code.Snapshot, error) {
	return scanSnapshot(db.QueryRow(ctx, `SELECT `+snapshotColumns+` FROM snapshot
		WHERE repo_id = $1 AND sha = $2 AND starts_with(version, $3) ORDER BY snapshot_id DESC LIMIT 1`, repo, sha, begin))
}
