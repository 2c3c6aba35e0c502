package localhub

// repoView is the repository as webhooks and REST answers have it.
func (h *Hub) repoView() object {
	visibility := "public"
	if h.opts.Private {
		visibility = "private"
	}
	open := h.openThreads()
	out := object{
		"id": h.opts.RepoID, "node_id": nodeID("R", h.opts.RepoID), "name": h.name, "full_name": h.fullName(),
		"private": h.opts.Private, "owner": h.userView(h.owner()), "html_url": h.repoHTML(""), "url": h.repoAPI(""),
		"description": nil, "fork": false, "homepage": nil, "size": 1, "language": nil, "license": nil,
		"created_at": stamp(h.created), "updated_at": stamp(h.created), "pushed_at": stamp(h.created),
		"git_url": "git://localhub/" + h.fullName() + ".git", "ssh_url": "git@localhub:" + h.fullName() + ".git",
		"clone_url": h.repoHTML(".git"), "svn_url": h.repoHTML(""), "mirror_url": nil,
		"stargazers_count": 0, "watchers_count": 0, "forks_count": 0, "forks": 0, "watchers": 0,
		"open_issues": open, "open_issues_count": open, "default_branch": h.defaultBranch,
		"has_issues": true, "has_projects": false, "has_downloads": true, "has_wiki": false, "has_pages": false,
		"has_discussions": false, "archived": h.archived, "disabled": false, "is_template": false,
		"web_commit_signoff_required": false, "allow_forking": true, "topics": []string{},
		"visibility": visibility, "custom_properties": object{},
	}
	return out.with(h.repoLinks())
}

func (h *Hub) openThreads() int {
	n := 0
	for _, t := range h.threads {
		if t.closed == nil {
			n++
		}
	}
	return n
}

// repoLinks are the many addresses of a repository's resources.
func (h *Hub) repoLinks() object {
	out := object{}
	for key, path := range map[string]string{
		"forks_url": "/forks", "keys_url": "/keys{/key_id}", "collaborators_url": "/collaborators{/collaborator}",
		"teams_url": "/teams", "hooks_url": "/hooks", "issue_events_url": "/issues/events{/number}",
		"events_url": "/events", "assignees_url": "/assignees{/user}", "branches_url": "/branches{/branch}",
		"tags_url": "/tags", "blobs_url": "/git/blobs{/sha}", "git_tags_url": "/git/tags{/sha}",
		"git_refs_url": "/git/refs{/sha}", "trees_url": "/git/trees{/sha}", "statuses_url": "/statuses/{sha}",
		"languages_url": "/languages", "stargazers_url": "/stargazers", "contributors_url": "/contributors",
		"subscribers_url": "/subscribers", "subscription_url": "/subscription", "commits_url": "/commits{/sha}",
		"git_commits_url": "/git/commits{/sha}", "comments_url": "/comments{/number}",
		"issue_comment_url": "/issues/comments{/number}", "contents_url": "/contents/{+path}",
		"compare_url": "/compare/{base}...{head}", "merges_url": "/merges", "archive_url": "/{archive_format}{/ref}",
		"downloads_url": "/downloads", "issues_url": "/issues{/number}", "pulls_url": "/pulls{/number}",
		"milestones_url": "/milestones{/number}", "notifications_url": "/notifications{?since,all,participating}",
		"labels_url": "/labels{/name}", "releases_url": "/releases{/id}", "deployments_url": "/deployments",
	} {
		out[key] = h.repoAPI(path)
	}
	return out
}

// fullRepoView is what GET /repos/{owner}/{repo} answers.
func (h *Hub) fullRepoView() object {
	return h.repoView().with(object{"network_count": 0, "subscribers_count": 0})
}

// shortRepoView is how installations list it.
func (h *Hub) shortRepoView() object {
	return object{
		"id": h.opts.RepoID, "node_id": nodeID("R", h.opts.RepoID), "name": h.name,
		"full_name": h.fullName(), "private": h.opts.Private,
	}
}
