package jobs

import (
	"github.com/riverqueue/river"

	"github.com/plumbline/plumbline/internal/obs"
)

// count counts how jobs end, by kind, until the queue's client stops.
func count(client interface {
	Subscribe(kinds ...river.EventKind) (<-chan *river.Event, func())
}) (stop func()) {
	events, stop := client.Subscribe(river.EventKindJobCompleted, river.EventKindJobFailed, river.EventKindJobCancelled, river.EventKindJobSnoozed)
	go func() {
		for e := range events {
			obs.Count("jobs", e.Job.Kind, string(e.Kind))
			if e.JobStats != nil {
				obs.Took(e.JobStats.RunDuration, "jobs", e.Job.Kind)
			}
		}
	}()
	return stop
}
