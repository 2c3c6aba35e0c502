package localhub

import (
	"encoding/json"
	"fmt"
)

// emit queues a webhook. Every event names the action, the repository, the
// sender and the installation; more is what it adds, and overrides.
func (h *Hub) emit(event, action string, sender *User, more object) {
	payload := object{
		"repository":   h.repoView(),
		"sender":       h.userView(sender),
		"installation": object{"id": h.install.id, "node_id": nodeID("I", h.install.id)},
	}
	if action != "" {
		payload["action"] = action
	}
	h.send(event, action, payload.with(more))
}

func (h *Hub) send(event, action string, payload object) {
	body, err := json.Marshal(payload)
	if err != nil {
		panic(fmt.Sprintf("a webhook's payload is not JSON: %v", err)) // it is made of plain values
	}
	repo := h.opts.RepoID
	if event == "installation" || event == "installation_repositories" {
		repo = 0
	}
	h.sender.enqueue(outgoing{
		url: h.webhookURL, event: event, action: action, body: body,
		installation: h.install.id, repo: repo, treatment: h.deliveryFault(event),
	})
}

func (h *Hub) emitIssue(action string, t *thread, by *User, more object) {
	h.emit("issues", action, by, object{"issue": h.issueView(t)}.with(more))
}

func (h *Hub) emitPull(action string, t *thread, by *User, more object) {
	h.emit("pull_request", action, by, object{"number": t.number, "pull_request": h.pullView(t)}.with(more))
}

func (h *Hub) emitComment(action string, c *comment, by *User, more object) {
	if c.place != nil {
		pull := h.pullSimpleView(c.thread)
		h.emit("pull_request_review_comment", action, by, object{"comment": h.commentView(c), "pull_request": pull}.with(more))
		return
	}
	h.emit("issue_comment", action, by, object{"comment": h.commentView(c), "issue": h.issueView(c.thread)}.with(more))
}

func (h *Hub) emitInstallation(action string) {
	h.send("installation", action, object{
		"action": action, "installation": h.installationView(), "sender": h.userView(h.owner()),
		"repositories": []object{h.shortRepoView()},
	})
}

func (h *Hub) emitRepositories(action string) {
	added, removed := []object{}, []object{}
	if action == "added" {
		added = append(added, h.shortRepoView())
	} else {
		removed = append(removed, h.shortRepoView())
	}
	h.send("installation_repositories", action, object{
		"action": action, "installation": h.installationView(), "sender": h.userView(h.owner()),
		"repository_selection": "selected", "repositories_added": added, "repositories_removed": removed,
		"requester": nil,
	})
}
