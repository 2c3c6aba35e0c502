package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/jobs"
)

// issues asks for nothing: questions stand in comments, and a thread that was
// locked, deleted or moved ends its questions when their jobs look at it.
func issues(e *gh.IssuesEvent) (head, []jobs.Task) {
	return headOf(e.GetAction(), e.Installation, e.Repo), nil
}
