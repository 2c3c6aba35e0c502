package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/jobs"
)

// ping is GitHub's test of the address: to answer is enough.
func ping(*gh.PingEvent) (head, []jobs.Task) { return head{}, nil }
