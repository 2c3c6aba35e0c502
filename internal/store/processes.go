package store

import (
	"context"
	"fmt"
	"time"
)

// Beat renews the lease of a process on the jobs that it works.
func Beat(ctx context.Context, db DB, process string) error {
	_, err := db.Exec(ctx, `INSERT INTO process (id) VALUES ($1)
		ON CONFLICT (id) DO UPDATE SET beat_at = now()`, process)
	return err
}

// EndProcess gives the lease up.
func EndProcess(ctx context.Context, db DB, process string) error {
	_, err := db.Exec(ctx, "DELETE FROM process WHERE id = $1", process)
	return err
}

// ReturnOrphans gives the running jobs of processes whose lease is older than
// age, or that have none, back to the queue, and forgets those processes. The
// attempt counts as used, so that a job which kills its process ends.
func ReturnOrphans(ctx context.Context, db DB, age time.Duration) (jobs int64, err error) {
	tag, err := db.Exec(ctx, `
		-- Leases that ran out. Two processes that do this at once wait for
		-- each other's rows and find them gone.
		WITH dead AS (DELETE FROM process WHERE beat_at < now() - $1::interval RETURNING id)
		UPDATE river_job SET state = 'available', scheduled_at = now()
		WHERE state = 'running' AND (attempted_by[array_upper(attempted_by, 1)] IN (SELECT id FROM dead)
			-- Attempts without a lease: the process was forgotten while it fetched.
			OR attempted_at < now() - $1::interval AND NOT EXISTS (
				SELECT 1 FROM process WHERE id = attempted_by[array_upper(attempted_by, 1)]))`, age)
	if err != nil {
		return 0, fmt.Errorf("return the jobs of dead processes: %w", err)
	}
	return tag.RowsAffected(), nil
}
