package jobs

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/store"
)

// policy is what all kinds of job share: how long one may run and when it is
// tried again.
type policy[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	timeout time.Duration
	after   []time.Duration
}

// Timeout bounds one attempt.
func (p policy[T]) Timeout(*river.Job[T]) time.Duration { return p.timeout }

// NextRetry is when a failed attempt is followed by the next.
func (p policy[T]) NextRetry(job *river.Job[T]) time.Time {
	return time.Now().Add(p.after[min(max(job.Attempt, 1), len(p.after))-1])
}

// alone runs do while no other worker, of any process, does the same.
func (r *Runner) alone(ctx context.Context, name string, do func() error) error {
	lock, free, err := store.TryLock(ctx, r.Pool, name)
	if err != nil {
		return err
	}
	if !free {
		return &later{2 * time.Second, name + " is being worked on"}
	}
	defer lock.Unlock(ctx)
	return do()
}

// guarded turns a panic of a use case into an error, so that the job ends like
// any other that failed.
func guarded[Q, A any](ctx context.Context, use func(context.Context, Q) (A, error), request Q) (answer A, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return use(ctx, request)
}
