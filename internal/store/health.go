package store

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// UnboundCount is how many references of a dialect's files are External or
// Unknown.
type UnboundCount struct {
	Dialect    string
	Resolution code.Resolution
	N          int
}

// UnboundByDialect counts the references of a snapshot that no edge shows.
func UnboundByDialect(ctx context.Context, db DB, s code.Snapshot) ([]UnboundCount, error) {
	rows, err := db.Query(ctx, `SELECT b.dialect, u.resolution, sum(u.n)
		FROM unbound u JOIN file f ON f.path_id = u.path_id AND `+VisibleFile(s, "f")+`
		JOIN blob b ON b.repo_id = f.repo_id AND b.blob_id = f.blob_id
		WHERE `+VisibleOf(s, "u")+` GROUP BY 1, 2 ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[UnboundCount])
}

// UnknownAt are the names of the unknown references in one file, sorted.
func UnknownAt(ctx context.Context, db DB, s code.Snapshot, path string) ([]string, error) {
	return pathsOf(ctx, db, `SELECT u.name FROM unbound u JOIN path p ON p.repo_id = u.repo_id AND p.path_id = u.path_id
		WHERE `+VisibleOf(s, "u")+` AND p.path = $1 AND u.resolution = 'unknown' ORDER BY u.name COLLATE "C"`, path)
}

// keepHealth is how many reports are kept of a repository.
const keepHealth = 500

// SaveHealth keeps the health report (JSON) of a snapshot in place of what
// was kept of it, and drops the repository's oldest.
func SaveHealth(ctx context.Context, db DB, s code.Snapshot, report []byte) error {
	return InTx(ctx, db, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO health (repo_id, snapshot_id, sha, trunk, report) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (repo_id, snapshot_id) DO UPDATE SET report = excluded.report, made_at = now()`,
			s.Repo, s.ID, s.SHA, s.Line == 0, string(report))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM health WHERE repo_id = $1 AND snapshot_id IN (
			SELECT snapshot_id FROM health WHERE repo_id = $1 ORDER BY snapshot_id DESC OFFSET $2)`, s.Repo, keepHealth)
		return err
	})
}

// HealthBefore is the kept report (JSON) of the trunk's last snapshot made
// before s; ErrNotFound if none was kept.
func HealthBefore(ctx context.Context, db DB, s code.Snapshot) (report []byte, err error) {
	err = db.QueryRow(ctx, `SELECT report FROM health WHERE repo_id = $1 AND snapshot_id < $2 AND trunk
		ORDER BY snapshot_id DESC LIMIT 1`, s.Repo, s.ID).Scan(&report)
	return report, translate(err)
}

// HealthReports are the kept reports (JSON) of the trunk's last n snapshots,
// oldest first.
func HealthReports(ctx context.Context, db DB, repo int64, n int) ([][]byte, error) {
	rows, err := db.Query(ctx, `SELECT report FROM (SELECT snapshot_id, report FROM health WHERE repo_id = $1 AND trunk
		ORDER BY snapshot_id DESC LIMIT $2) r ORDER BY snapshot_id`, repo, n)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[[]byte])
}
