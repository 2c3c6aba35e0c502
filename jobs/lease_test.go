package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/plumbline/plumbline/jobs"
)

// A job of a process that is no more goes on elsewhere within the lease; one
// of a process that lives, however long it takes, does not.
func TestJobsOfTheDeadGoOn(t *testing.T) {
	o := fast()
	o.Beat, o.Lease = 100*time.Millisecond, 600*time.Millisecond
	b := setUp(t, o)
	begun, goOn := make(chan bool, 9), make(chan bool)
	b.cases.answer = func(ctx context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
		begun <- true
		return jobs.AskResult{Markdown: "Answer to: " + r.Question}, wait(ctx, goOn)
	}
	b.ask("/ask long?")
	<-begun
	time.Sleep(2 * o.Lease)
	if n := b.count("SELECT count(*) FROM river_job WHERE kind = 'ask' AND state = 'running' AND attempt = 1"); n != 1 {
		t.Fatal("the job of a living process was taken from it")
	}
	close(goOn)
	b.reply()

	orphan := `UPDATE river_job SET state = 'running', finalized_at = NULL, attempted_by = array_append(attempted_by, 'dead'), attempted_at = now() WHERE kind = 'ask'`
	_, err := b.pool.Exec(t.Context(), orphan)
	must(t, err)
	_, err = b.pool.Exec(t.Context(), "INSERT INTO process (id, beat_at) VALUES ('dead', now())")
	must(t, err)
	since := time.Now()
	b.idle()
	if took := time.Since(since); took < o.Lease/2 || took > 15*time.Second {
		t.Errorf("the orphan went on after %s", took)
	}
	b.onlyReply()
}
