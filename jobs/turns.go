package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/store"
)

// turns let the writers to one installation in one by one, an interval apart,
// whichever process they are in.
type turns struct {
	pool     *pgxpool.Pool
	interval time.Duration

	mu    sync.Mutex
	doors map[int64]chan struct{} // one writer of this process at a time waits for the others'
}

func newTurns(pool *pgxpool.Pool, interval time.Duration) *turns {
	return &turns{pool: pool, interval: interval, doors: map[int64]chan struct{}{}}
}

// take runs write when it is its turn. What write does through db is done by
// the connection that holds the turn, so that a process which lost its turn
// can't go on.
func (t *turns) take(ctx context.Context, installation int64, write func(db store.DB) error) error {
	door := t.door(installation)
	select {
	case door <- struct{}{}:
		defer func() { <-door }()
	case <-ctx.Done():
		return fmt.Errorf("wait for a turn to write to installation %d: %w", installation, context.Cause(ctx))
	}
	lock, err := t.lock(ctx, installation)
	if err != nil {
		return err
	}
	defer lock.Unlock(ctx)
	if err := t.pace(ctx, lock, installation); err != nil {
		return err
	}
	err = write(lock)
	// A write that failed was a call too.
	if e := store.Wrote(context.WithoutCancel(ctx), lock, installation); err == nil {
		err = e
	}
	return err
}

func (t *turns) door(installation int64) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.doors[installation] == nil {
		t.doors[installation] = make(chan struct{}, 1)
	}
	return t.doors[installation]
}

// lock polls, so that no connection is held by those who wait.
func (t *turns) lock(ctx context.Context, installation int64) (*store.Lock, error) {
	for {
		lock, free, err := store.TryLock(ctx, t.pool, fmt.Sprintf("write/%d", installation))
		if err != nil || free {
			return lock, err
		}
		if err := sleep(ctx, 20*time.Millisecond+rand.N(60*time.Millisecond)); err != nil {
			return nil, err
		}
	}
}

func (t *turns) pace(ctx context.Context, lock *store.Lock, installation int64) error {
	wait, forbidden, err := store.Pace(ctx, lock, installation, t.interval)
	if err != nil {
		return fmt.Errorf("pace of installation %d: %w", installation, err)
	}
	if forbidden > 0 {
		return &later{forbidden, "GitHub wants no call of this installation yet"}
	}
	return sleep(ctx, wait)
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
