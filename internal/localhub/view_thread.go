package localhub

import "fmt"

// issueView is an issue, or the issue that each pull request also is.
func (h *Hub) issueView(t *thread) object {
	self := h.repoAPI(fmt.Sprintf("/issues/%d", t.number))
	out := object{
		"id": t.id, "node_id": nodeID("I", t.id), "url": self, "repository_url": h.repoAPI(""),
		"labels_url": self + "/labels{/name}", "comments_url": self + "/comments", "events_url": self + "/events",
		"timeline_url": self + "/timeline", "html_url": h.repoHTML(fmt.Sprintf("/issues/%d", t.number)),
		"number": t.number, "title": t.title, "body": nullable(t.body), "user": h.userView(t.author),
		"labels": h.labelViews(t), "state": t.state(), "state_reason": nil, "locked": t.locked,
		"active_lock_reason": nil, "assignee": nil, "assignees": []object{}, "milestone": nil,
		"comments": len(t.comments), "created_at": stamp(t.created), "updated_at": stamp(t.updated),
		"closed_at": stampOrNull(t.closed), "author_association": t.author.Association,
		"reactions": rollup(nil, self+"/reactions"), "performed_via_github_app": nil,
	}
	if p := t.pull; p != nil {
		page := h.repoHTML(fmt.Sprintf("/pull/%d", t.number))
		out["html_url"] = page
		out["draft"] = p.draft
		out["pull_request"] = object{
			"url": h.repoAPI(fmt.Sprintf("/pulls/%d", t.number)), "html_url": page,
			"diff_url": page + ".diff", "patch_url": page + ".patch", "merged_at": stampOrNull(p.merged),
		}
	}
	return out
}

// nullable is null for what GitHub has no text for.
func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// pullSimpleView is a pull request as lists and review comments' events have it.
func (h *Hub) pullSimpleView(t *thread) object {
	p := t.pull
	self, issue := h.repoAPI(fmt.Sprintf("/pulls/%d", t.number)), h.repoAPI(fmt.Sprintf("/issues/%d", t.number))
	page, statuses := h.repoHTML(fmt.Sprintf("/pull/%d", t.number)), h.repoAPI("/statuses/"+p.headSHA)
	link := func(to string) object { return object{"href": to} }
	reviewComment := h.repoAPI("/pulls/comments{/number}")
	return object{
		"url": self, "id": t.id + 1_000_000, "node_id": nodeID("PR", t.id), "html_url": page,
		"diff_url": page + ".diff", "patch_url": page + ".patch", "issue_url": issue, "number": t.number,
		"state": t.state(), "locked": t.locked, "title": t.title, "user": h.userView(t.author),
		"body": nullable(t.body), "created_at": stamp(t.created), "updated_at": stamp(t.updated),
		"closed_at": stampOrNull(t.closed), "merged_at": stampOrNull(p.merged), "merge_commit_sha": nil,
		"assignee": nil, "assignees": []object{}, "requested_reviewers": []object{}, "requested_teams": []object{},
		"labels": h.labelViews(t), "milestone": nil, "draft": p.draft,
		"commits_url": self + "/commits", "review_comments_url": self + "/comments",
		"review_comment_url": reviewComment, "comments_url": issue + "/comments", "statuses_url": statuses,
		"head": h.headView(t), "base": h.sideView(p.base, p.baseSHA),
		"_links": object{
			"self": link(self), "html": link(page), "issue": link(issue), "comments": link(issue + "/comments"),
			"review_comments": link(self + "/comments"), "review_comment": link(reviewComment),
			"commits": link(self + "/commits"), "statuses": link(statuses),
		},
		"author_association": t.author.Association, "auto_merge": nil, "active_lock_reason": nil,
	}
}

func (h *Hub) headView(t *thread) object {
	out := h.sideView(t.pull.head, t.pull.headSHA)
	if t.pull.headGone {
		out["repo"] = nil
		out["label"] = "unknown repository"
	}
	return out
}

func (h *Hub) sideView(branch, sha string) object {
	return object{
		"label": h.opts.Owner + ":" + branch, "ref": branch, "sha": sha,
		"user": h.userView(h.owner()), "repo": h.repoView(),
	}
}

// pullView is a pull request with the figures that only its own page has.
func (h *Hub) pullView(t *thread) object {
	stats := h.git.diffStats(t.pull.baseSHA, t.pull.headSHA)
	return h.pullSimpleView(t).with(object{
		"merged": t.pull.merged != nil, "mergeable": nil, "rebaseable": nil, "mergeable_state": "unknown",
		"merged_by": nil, "comments": len(t.comments), "review_comments": len(t.pull.reviewComments),
		"maintainer_can_modify": false, "commits": stats.commits, "additions": stats.additions,
		"deletions": stats.deletions, "changed_files": stats.files,
	})
}

// commentView is a comment of either kind.
func (h *Hub) commentView(c *comment) object {
	if c.place != nil {
		return h.reviewCommentView(c)
	}
	var app any
	if c.viaApp {
		app = h.appView()
	}
	self := h.repoAPI(fmt.Sprintf("/issues/comments/%d", c.id))
	return object{
		"id": c.id, "node_id": nodeID("IC", c.id), "url": self,
		"html_url":  fmt.Sprintf("%s#issuecomment-%d", h.threadPage(c.thread), c.id),
		"issue_url": h.repoAPI(fmt.Sprintf("/issues/%d", c.thread.number)), "user": h.userView(c.author),
		"created_at": stamp(c.created), "updated_at": stamp(c.updated), "author_association": c.author.Association,
		"body": c.body, "reactions": rollup(c.reactions, self+"/reactions"), "performed_via_github_app": app,
	}
}

func (h *Hub) threadPage(t *thread) string {
	if t.pull != nil {
		return h.repoHTML(fmt.Sprintf("/pull/%d", t.number))
	}
	return h.repoHTML(fmt.Sprintf("/issues/%d", t.number))
}

func (h *Hub) reviewCommentView(c *comment) object {
	p := c.place
	self := h.repoAPI(fmt.Sprintf("/pulls/comments/%d", c.id))
	page := fmt.Sprintf("%s#discussion_r%d", h.threadPage(c.thread), c.id)
	pull := h.repoAPI(fmt.Sprintf("/pulls/%d", c.thread.number))
	var start, startSide any
	if p.startLine > 0 {
		start, startSide = p.startLine, p.startSide
	}
	out := object{
		"url": self, "pull_request_review_id": p.reviewID, "id": c.id, "node_id": nodeID("PRRC", c.id),
		"diff_hunk": p.hunk, "path": p.path, "position": p.position, "original_position": p.position,
		"commit_id": p.commit, "original_commit_id": p.commit, "user": h.userView(c.author), "body": c.body,
		"created_at": stamp(c.created), "updated_at": stamp(c.updated), "html_url": page, "pull_request_url": pull,
		"author_association": c.author.Association,
		"_links":             object{"self": object{"href": self}, "html": object{"href": page}, "pull_request": object{"href": pull}},
		"start_line":         start, "original_start_line": start, "start_side": startSide,
		"line": p.line, "original_line": p.line, "side": p.side, "subject_type": "line",
		"reactions": rollup(c.reactions, self+"/reactions"),
	}
	if p.inReplyTo != 0 {
		out["in_reply_to_id"] = p.inReplyTo
	}
	return out
}
