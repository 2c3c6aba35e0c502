package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// The queues: a kind of work never waits behind another.
const (
	queueAsk    = "ask"
	queueIndex  = "index"
	queueImpact = "impact"
	queueUpkeep = "upkeep"
)

// upkeepWorkers: a deletion does not wait for a search.
const upkeepWorkers = 2

// Runner works jobs off.
type Runner struct {
	Deps
	client   *river.Client[pgx.Tx]
	intake   *Intake
	effects  *effects
	roles    roles
	settings settingsReader
	lease    *lease

	stop    context.CancelFunc
	uncount func()
	beating sync.WaitGroup
}

// New checks the dependencies and makes a runner that works nothing yet.
func New(d Deps) (*Runner, error) {
	d.Options = d.Options.withDefaults()
	if d.Log == nil {
		d.Log = slog.Default()
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	intake, err := NewIntake(d.Pool)
	if err != nil {
		return nil, err
	}
	o := d.Options
	r := &Runner{
		Deps:     d,
		intake:   intake,
		effects:  &effects{github: d.GitHub, turns: newTurns(d.Pool, o.WriteInterval), settle: o.Settle},
		roles:    roles{d.GitHub, newCache[[2]int64, github.Role](5 * time.Minute)},
		settings: settingsReader{d.GitHub, newCache[int64, settings](time.Minute)},
		lease:    &lease{pool: d.Pool, log: d.Log, id: processID(), every: o.Beat, dead: o.Lease},
	}
	r.client, err = river.NewClient(riverpgxv5.New(d.Pool), r.river())
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return r, nil
}

func (d Deps) check() error {
	if d.Pool == nil || d.GitHub == nil || d.Asker == nil || d.Indexer == nil || d.Impacter == nil || d.Purger == nil {
		return errors.New("jobs: a dependency is missing")
	}
	if have, need := d.Pool.Config().MaxConns, d.Options.Connections(); have < need {
		return fmt.Errorf("the database pool has %d connections and the jobs need %d: raise pool_max_conns, or lower the number of workers", have, need)
	}
	return nil
}

func processID() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%.40s-%d-%s", strings.ToValidUTF8(host, "?"), os.Getpid(), rand.Text()[:8])
}

func (r *Runner) river() *river.Config {
	o := r.Options
	workers := river.NewWorkers()
	river.AddWorker(workers, &askWorker{policy[AskArgs]{timeout: o.AskTimeout, after: o.RetryAfter}, r})
	river.AddWorker(workers, &indexWorker{policy[IndexArgs]{timeout: o.IndexTimeout, after: o.RetryAfter}, r})
	river.AddWorker(workers, &impactWorker{policy[ImpactArgs]{timeout: o.ImpactTimeout, after: o.RetryAfter}, r})
	river.AddWorker(workers, &cleanupWorker{policy[CleanupArgs]{timeout: 10 * time.Minute, after: o.RetryAfter}, r})
	river.AddWorker(workers, &reconcileWorker{policy[ReconcileArgs]{timeout: 10 * time.Minute, after: o.RetryAfter}, r})
	return &river.Config{
		ID:      r.lease.id,
		Logger:  r.Log,
		Workers: workers,
		Queues: map[string]river.QueueConfig{
			queueAsk:    {MaxWorkers: o.AskWorkers},
			queueIndex:  {MaxWorkers: o.IndexWorkers},
			queueImpact: {MaxWorkers: o.ImpactWorkers},
			queueUpkeep: {MaxWorkers: upkeepWorkers},
		},
		PeriodicJobs: periodic(o.Reconcile),
		// Leases return the jobs of the dead; River's rescue is for a
		// worker that hangs in a living process.
		RescueStuckJobsAfter: max(o.AskTimeout, o.IndexTimeout, o.ImpactTimeout) + time.Hour,
		SoftStopTimeout:      12 * time.Second,
	}
}

// periodic are the jobs that come by themselves: at the start too, since what
// arrived while nothing ran was lost.
func periodic(reconcile time.Duration) []*river.PeriodicJob {
	if reconcile < 0 {
		return nil
	}
	return []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(reconcile),
		func() (river.JobArgs, *river.InsertOpts) { return ReconcileArgs{}, nil },
		&river.PeriodicJobOpts{ID: "reconcile", RunOnStart: true})}
}

// Start begins to work; ctx bounds the start, not the work. Stop ends it.
func (r *Runner) Start(ctx context.Context) error {
	// Before the first job is fetched, so that no one takes it for an orphan.
	if err := store.Beat(ctx, r.Pool, r.lease.id); err != nil {
		return fmt.Errorf("start the jobs: %w", err)
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.beating.Go(func() { r.lease.run(working) })
	r.uncount = count(r.client)
	if err := r.client.Start(working); err != nil {
		stop()
		r.uncount()
		return fmt.Errorf("start the jobs: %w", err)
	}
	return nil
}

// Stop lets running jobs end for a while, then interrupts them; another
// process, or the next start, goes on with those.
func (r *Runner) Stop(ctx context.Context) error {
	err := r.client.Stop(ctx)
	r.uncount()
	r.stop()
	r.beating.Wait()
	if e := store.EndProcess(context.WithoutCancel(ctx), r.Pool, r.lease.id); e != nil {
		err = errors.Join(err, e)
	}
	return err
}
