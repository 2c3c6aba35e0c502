package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// keepStates is how long a former state of the trunk is kept.
	keepStates = 24 * time.Hour
	// overlayLease is how long an overlay is kept after its last use.
	overlayLease = 7 * 24 * time.Hour
	// readerLease is how long a reader may take over a snapshot.
	readerLease = 30 * time.Minute
)

// Lease keeps a snapshot for a reader, in place of a transaction held across
// a model's call.
func Lease(ctx context.Context, db DB, s code.Snapshot) error {
	lease := readerLease
	if s.Line != 0 {
		lease = overlayLease
	}
	_, err := db.Exec(ctx, `UPDATE snapshot SET leased = greatest(leased, now() + $3) WHERE repo_id = $1 AND snapshot_id = $2`, s.Repo, s.ID, lease)
	return err
}

// Collect deletes what no kept snapshot of a repository shows: overlays whose
// lease is over, former states of the trunk, and then blobs, cards and vectors
// that no file refers to. Kept are the head, states under a live overlay,
// leased ones, and those younger than a day. Then it joins small segments of
// postings. now is passed in for tests.
func Collect(ctx context.Context, db DB, repo int64, now time.Time) error {
	if err := collectSnapshots(ctx, db, repo, now); err != nil {
		return err
	}
	return mergeSegments(ctx, db, repo)
}

func collectSnapshots(ctx context.Context, db DB, repo int64, now time.Time) error {
	return InTx(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('publish', $1))", repo); err != nil {
			return err
		}
		gone, err := dropSnapshots(ctx, tx, repo, now)
		if err != nil || gone == 0 {
			return err
		}
		if err := dropRows(ctx, tx, repo); err != nil {
			return fmt.Errorf("collect rows: %w", err)
		}
		if err := dropUnused(ctx, tx, repo); err != nil {
			return fmt.Errorf("collect blobs: %w", err)
		}
		return nil
	})
}

// dropSnapshots deletes the rows of snapshots that are not kept: overlays
// first, since they hold their bases.
func dropSnapshots(ctx context.Context, tx pgx.Tx, repo int64, now time.Time) (int64, error) {
	overlays, err := tx.Exec(ctx, `DELETE FROM snapshot WHERE repo_id = $1 AND line_id <> 0
		AND coalesce(leased, published + $3) < $2`, repo, now, overlayLease)
	if err != nil {
		return 0, err
	}
	states, err := tx.Exec(ctx, `DELETE FROM snapshot s WHERE s.repo_id = $1 AND s.line_id = 0 AND NOT s.head
		AND s.published + $3 < $2 AND coalesce(s.leased, '-infinity') < $2
		AND NOT EXISTS (SELECT 1 FROM snapshot o WHERE o.repo_id = $1 AND o.line_id <> 0 AND o.state = s.state)`, repo, now, keepStates)
	return overlays.RowsAffected() + states.RowsAffected(), err
}

// dropRows deletes the rows of overlays that are gone, and closed rows of the
// trunk that no kept state lies in.
func dropRows(ctx context.Context, tx pgx.Tx, repo int64) error {
	for _, table := range []string{"file", "edge", "unbound", "question", "provider"} {
		_, err := tx.Exec(ctx, fmt.Sprintf(`DELETE FROM %s r WHERE r.repo_id = $1 AND (
			r.line_id = 0 AND r.valid_to < %d AND NOT EXISTS (SELECT 1 FROM snapshot s
				WHERE s.repo_id = $1 AND s.state >= r.valid_from AND s.state < r.valid_to)
			OR r.line_id <> 0 AND NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.repo_id = $1 AND s.line_id = r.line_id))`, table, forever), repo)
		if err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM overlay_path r WHERE r.repo_id = $1
		AND NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.repo_id = $1 AND s.line_id = r.line_id)`, repo)
	return err
}

// dropUnused deletes blobs, their facts, cards and vectors that no file uses.
// A publication under way may have counted on such a blob: Publish looks again
// under the lock, and is tried anew where one is gone.
func dropUnused(ctx context.Context, tx pgx.Tx, repo int64) error {
	for _, sql := range []string{
		`CREATE TEMP TABLE IF NOT EXISTS unused_blob (blob_id int PRIMARY KEY) ON COMMIT DELETE ROWS`,
		`INSERT INTO unused_blob SELECT b.blob_id FROM blob b WHERE b.repo_id = $1
			AND NOT EXISTS (SELECT 1 FROM file f WHERE f.repo_id = $1 AND f.blob_id = b.blob_id)`,
		`DELETE FROM card_of WHERE repo_id = $1 AND blob_id IN (SELECT blob_id FROM unused_blob)`,
		`DELETE FROM symbol WHERE repo_id = $1 AND blob_id IN (SELECT blob_id FROM unused_blob)`,
		`DELETE FROM chunk WHERE repo_id = $1 AND blob_id IN (SELECT blob_id FROM unused_blob)`,
		`DELETE FROM blob WHERE repo_id = $1 AND blob_id IN (SELECT blob_id FROM unused_blob)`,
		`DELETE FROM card c WHERE c.repo_id = $1 AND NOT EXISTS (SELECT 1 FROM card_of o WHERE o.repo_id = $1 AND o.card_id = c.card_id)`,
		`DELETE FROM embedding v WHERE v.repo_id = $1 AND NOT EXISTS (SELECT 1 FROM card c WHERE c.repo_id = $1 AND c.card_id = v.card_id)`,
	} {
		args := []any{repo}
		if sql[0] == 'C' {
			args = nil
		}
		if _, err := tx.Exec(ctx, sql, args...); err != nil {
			return err
		}
	}
	return nil
}
