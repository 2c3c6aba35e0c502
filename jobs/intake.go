package jobs

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/plumbline/plumbline/internal/store"
)

// Delivery is a webhook that arrived.
type Delivery = store.Delivery

// Task is work that a delivery asks for. It notes what is wanted and returns
// the jobs to be done for it, all in the delivery's transaction.
type Task interface {
	accept(ctx context.Context, tx pgx.Tx) ([]river.JobArgs, error)
}

// Intake takes deliveries in. It is safe for concurrent use.
type Intake struct {
	pool  *pgxpool.Pool
	queue *river.Client[pgx.Tx]
}

// NewIntake makes one that puts jobs into the queue and works none.
func NewIntake(pool *pgxpool.Pool) (*Intake, error) {
	queue, err := river.NewClient(riverpgxv5.New(pool), &river.Config{})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Intake{pool: pool, queue: queue}, nil
}

// Accept records a delivery with its tasks' jobs, all or nothing. One that was
// recorded before changes nothing.
func (in *Intake) Accept(ctx context.Context, d Delivery, tasks ...Task) error {
	return pgx.BeginFunc(ctx, in.pool, func(tx pgx.Tx) error {
		first, err := store.RecordDelivery(ctx, tx, d)
		if err != nil || !first {
			return err
		}
		return in.enqueue(ctx, tx, tasks...)
	})
}

func (in *Intake) enqueue(ctx context.Context, tx pgx.Tx, tasks ...Task) error {
	var jobs []river.InsertManyParams
	for _, t := range tasks {
		args, err := t.accept(ctx, tx)
		if err != nil {
			return err
		}
		for _, a := range args {
			jobs = append(jobs, river.InsertManyParams{Args: a})
		}
	}
	if len(jobs) == 0 {
		return nil
	}
	if _, err := in.queue.InsertManyFastTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("put jobs into the queue: %w", err)
	}
	return nil
}
