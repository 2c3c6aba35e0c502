package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/jobs"
)

// pullRequest asks for the impact summary when the code to be merged, or what
// it will be merged into, may have changed. Whether it gets one is decided
// when the job looks at it.
func pullRequest(e *gh.PullRequestEvent) (head, []jobs.Task) {
	h := headOf(e.GetAction(), e.Installation, e.Repo)
	if !h.works() || e.GetNumber() <= 0 {
		return h, nil
	}
	switch e.GetAction() {
	case "opened", "reopened", "ready_for_review", "synchronize":
	case "edited":
		if e.GetChanges().GetBase() == nil {
			return h, nil
		}
	default:
		return h, nil
	}
	return h, []jobs.Task{jobs.ImpactTask{Repo: h.repo, Number: e.GetNumber()}}
}
