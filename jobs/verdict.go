package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/store"
)

// later asks for the job to run again after a time, with no attempt used.
type later struct {
	after time.Duration
	why   string
}

func (l *later) Error() string { return fmt.Sprintf("again in %s: %s", l.after, l.why) }

// ended says that a job has nothing to do, now and ever, and why.
type ended struct{ why string }

func (e *ended) Error() string { return e.why }

// hopeless says whether an error will be the same at every attempt, and why.
func hopeless(err error) (why string, yes bool) {
	var e *ended
	switch {
	case errors.As(err, &e):
		return e.why, true
	case github.Uninstalled(err):
		return "the App is not installed there (any more): " + err.Error(), true
	case github.Final(err):
		return err.Error(), true
	}
	return "", false
}

// patience says whether an error is only a matter of waiting, and how long.
func patience(ctx context.Context, err error) (time.Duration, bool) {
	var l *later
	switch {
	case errors.As(err, &l):
		return l.after, true
	case github.WaitFor(err) > 0:
		return github.WaitFor(err), true
	case errors.Is(ctx.Err(), context.Canceled) && !errors.Is(context.Cause(ctx), rivertype.ErrJobCancelledRemotely):
		return 0, true // this process stops; another goes on
	}
	return 0, false
}

// verdict says to River what becomes of a job that returned err.
func (r *Runner) verdict(ctx context.Context, installation int64, err error) error {
	if err == nil {
		return nil
	}
	if wait := github.WaitFor(err); wait > 0 {
		if e := store.HoldBack(context.WithoutCancel(ctx), r.Pool, installation, wait); e != nil {
			r.Log.WarnContext(ctx, "could not note how long GitHub wants to be left alone", "error", e)
		}
	}
	if wait, ok := patience(ctx, err); ok {
		return river.JobSnooze(wait)
	}
	if _, ok := hopeless(err); ok {
		return river.JobCancel(err)
	}
	return err
}
