package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/jobs"
)

// installationRepositories notes which repositories came and went.
func installationRepositories(e *gh.InstallationRepositoriesEvent) (head, []jobs.Task) {
	h := headOf(e.GetAction(), e.Installation, nil)
	id := h.repo.Installation
	if id <= 0 {
		return h, nil
	}
	var tasks []jobs.Task
	if added := covered(id, e.RepositoriesAdded); len(added) > 0 {
		tasks = append(tasks, jobs.InstallTask{Installation: id, Repos: added})
	}
	var gone []int64
	for _, r := range e.RepositoriesRemoved {
		if r.GetID() > 0 {
			gone = append(gone, r.GetID())
		}
	}
	if len(gone) > 0 {
		tasks = append(tasks, jobs.RemoveTask{Installation: id, Repos: gone})
	}
	return h, tasks
}
