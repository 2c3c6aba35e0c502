package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

const snapshotColumns = "repo_id, snapshot_id, sha, line_id, state, version, head, chunks, terms, coverage"

func scanSnapshot(row pgx.Row) (s code.Snapshot, err error) {
	var coverage []byte
	err = row.Scan(&s.Repo, &s.ID, &s.SHA, &s.Line, &s.State, &s.Version, &s.Head, &s.Chunks, &s.Terms, &coverage)
	if err != nil {
		return s, translate(err)
	}
	return s, json.Unmarshal(coverage, &s.Coverage)
}

// FindSnapshot is the newest snapshot of a commit that this version made.
func FindSnapshot(ctx context.Context, db DB, repo int64, sha, version string) (code.Snapshot, error) {
	return scanSnapshot(db.QueryRow(ctx, `SELECT `+snapshotColumns+` FROM snapshot
		WHERE repo_id = $1 AND sha = $2 AND version = $3 ORDER BY head DESC, snapshot_id DESC LIMIT 1`, repo, sha, version))
}

// TrunkHead is the trunk's newest state.
func TrunkHead(ctx context.Context, db DB, repo int64) (code.Snapshot, error) {
	return scanSnapshot(db.QueryRow(ctx, "SELECT "+snapshotColumns+" FROM snapshot WHERE repo_id = $1 AND head", repo))
}

// TrunkState is a kept state of the trunk.
func TrunkState(ctx context.Context, db DB, repo int64, state int) (code.Snapshot, error) {
	return scanSnapshot(db.QueryRow(ctx, "SELECT "+snapshotColumns+" FROM snapshot WHERE repo_id = $1 AND line_id = 0 AND state = $2", repo, state))
}

// TrunkStates are the kept states of the trunk that a version made, newest first.
func TrunkStates(ctx context.Context, db DB, repo int64, version string) ([]code.Snapshot, error) {
	rows, err := db.Query(ctx, "SELECT "+snapshotColumns+" FROM snapshot WHERE repo_id = $1 AND line_id = 0 AND version = $2 ORDER BY state DESC", repo, version)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (code.Snapshot, error) { return scanSnapshot(row) })
}

// visible is the condition under which a row of a table (by its alias, with
// the name of its path column) is part of snapshot s: an open row of the
// trunk at s.State that the overlay does not hide, or a row of the overlay.
// what is the overlay_path column that hides: "file" or "edges". It names the
// repository, and holds numbers alone.
func visible(s code.Snapshot, alias, path, what string) string {
	trunk := fmt.Sprintf("%[1]s.line_id = 0 AND %[1]s.valid_from <= %[2]d AND %[1]s.valid_to > %[2]d", alias, s.State)
	if s.Line == 0 {
		return fmt.Sprintf("%s.repo_id = %d AND %s", alias, s.Repo, trunk)
	}
	return fmt.Sprintf(`%[1]s.repo_id = %[2]d AND (%[3]s AND NOT EXISTS (SELECT 1 FROM overlay_path h
		WHERE h.repo_id = %[2]d AND h.line_id = %[4]d AND h.path_id = %[1]s.%[5]s AND h.%[6]s) OR %[1]s.line_id = %[4]d)`,
		alias, s.Repo, trunk, s.Line, path, what)
}

// VisibleFile is the condition under which file row f is part of s.
func VisibleFile(s code.Snapshot, alias string) string { return visible(s, alias, "path_id", "file") }

// VisibleEdge is the condition under which an edge row is part of s.
func VisibleEdge(s code.Snapshot, alias string) string { return visible(s, alias, "src_path", "edges") }

// VisibleOf is the condition under which an unbound, question or provider row
// is part of s.
func VisibleOf(s code.Snapshot, alias string) string { return visible(s, alias, "path_id", "edges") }
