package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

// installation notes that the App was installed, suspended or removed.
func installation(e *gh.InstallationEvent) (head, []jobs.Task) {
	h := headOf(e.GetAction(), e.Installation, nil)
	id := h.repo.Installation
	if id <= 0 {
		return h, nil
	}
	switch e.GetAction() {
	case "created":
		return h, []jobs.Task{jobs.InstallTask{Installation: id, Repos: covered(id, e.Repositories)}}
	case "unsuspend", "new_permissions_accepted":
		return h, []jobs.Task{jobs.InstallTask{Installation: id}}
	case "suspend":
		return h, []jobs.Task{jobs.SuspendTask{Installation: id}}
	case "deleted":
		return h, []jobs.Task{jobs.UninstallTask{Installation: id}}
	}
	return h, nil
}

func covered(installation int64, repos []*gh.Repository) (covered []github.Repo) {
	for _, r := range repos {
		if r.GetID() > 0 && r.GetFullName() != "" {
			covered = append(covered, github.Repo{Installation: installation, ID: r.GetID(), FullName: r.GetFullName()})
		}
	}
	return covered
}
