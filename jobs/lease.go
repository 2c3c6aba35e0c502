package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/store"
)

// lease is this process's sign of life. River itself takes a job back an hour
// after its process died; with leases any process does within
// Lease + Beat + a query.
type lease struct {
	pool  *pgxpool.Pool
	log   *slog.Logger
	id    string
	every time.Duration
	dead  time.Duration
}

// run renews the lease until ctx ends, and returns the jobs of the dead.
func (l *lease) run(ctx context.Context) {
	tick := time.NewTicker(l.every)
	defer tick.Stop()
	last := time.Now()
	for {
		last = l.beat(ctx, last)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// beat renews the lease and returns when it last was. After a time in which
// the database could not be reached, everybody's lease looks run out: the
// others get a lease's time to renew theirs first.
func (l *lease) beat(ctx context.Context, last time.Time) time.Time {
	ctx, cancel := context.WithTimeout(ctx, l.dead)
	defer cancel()
	if err := store.Beat(ctx, l.pool, l.id); err != nil {
		if ctx.Err() == nil {
			l.log.Warn("could not renew the lease on this process's jobs", "error", err)
		}
		return last
	}
	now := time.Now()
	if now.Sub(last) > l.dead {
		return now.Add(-l.every)
	}
	jobs, err := store.ReturnOrphans(ctx, l.pool, l.dead)
	if err != nil && ctx.Err() == nil {
		l.log.Warn("could not look for dead processes", "error", err)
	}
	if jobs > 0 {
		l.log.Info("returned the jobs of a dead process to the queue", "jobs", jobs)
	}
	return now
}
