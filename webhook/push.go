package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

// push asks for the index of the default branch, and for an end to that of a
// branch that was deleted. What it says of commits is not read: they may be
// missing, old or thousands.
func push(e *gh.PushEvent) (head, []jobs.Task) {
	r := e.GetRepo()
	h := head{repo: github.Repo{Installation: e.GetInstallation().GetID(), ID: r.GetID(), FullName: r.GetFullName()}}
	if !h.works() || e.GetRef() == "" {
		return h, nil
	}
	if e.GetRef() == "refs/heads/"+r.GetDefaultBranch() {
		return h, []jobs.Task{jobs.IndexTask{Repo: h.repo, Ref: jobs.DefaultBranch}}
	}
	if e.GetDeleted() {
		return h, []jobs.Task{jobs.IndexTask{Repo: h.repo, Ref: e.GetRef()}}
	}
	return h, nil
}
