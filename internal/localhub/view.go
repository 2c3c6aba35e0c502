package localhub

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// object is a JSON object under construction. The views build what REST
// answers and webhooks have in common; where one of them has more, it adds it.
type object map[string]any

// with returns o and more.
func (o object) with(more object) object {
	for k, v := range more {
		o[k] = v
	}
	return o
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func stampOrNull(t *time.Time) any {
	if t == nil {
		return nil
	}
	return stamp(*t)
}

// nodeID is opaque, as GitHub's global ids are.
func nodeID(kind string, id int64) string {
	return kind + "_" + base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d", id))
}

// api is the address of a REST resource; repoAPI of one below the repository.
func (h *Hub) api(path string) string { return h.APIURL() + path }

func (h *Hub) repoAPI(path string) string { return h.api("/repos/" + h.fullName() + path) }

func (h *Hub) repoHTML(path string) string { return h.url + "/" + h.fullName() + path }

func (h *Hub) userView(u *User) object {
	kind, page := "User", h.url+"/"+url.PathEscape(u.Login)
	if u.Bot {
		kind, page = "Bot", h.url+"/apps/"+strings.TrimSuffix(u.Login, "[bot]")
	}
	self := h.api("/users/" + url.PathEscape(u.Login))
	return object{
		"login": u.Login, "id": u.ID, "node_id": nodeID("U", u.ID), "avatar_url": fmt.Sprintf("%s/_avatar/%d", h.url, u.ID),
		"gravatar_id": "", "url": self, "html_url": page,
		"followers_url": self + "/followers", "following_url": self + "/following{/other_user}",
		"gists_url": self + "/gists{/gist_id}", "starred_url": self + "/starred{/owner}{/repo}",
		"subscriptions_url": self + "/subscriptions", "organizations_url": self + "/orgs",
		"repos_url": self + "/repos", "events_url": self + "/events{/privacy}",
		"received_events_url": self + "/received_events", "type": kind, "site_admin": false,
	}
}

func (h *Hub) appView() object {
	return object{
		"id": h.opts.AppID, "node_id": nodeID("A", h.opts.AppID), "slug": h.opts.AppSlug, "name": h.opts.AppSlug,
		"owner": h.userView(h.owner()), "description": "Answers questions about a repository.",
		"external_url": h.url, "html_url": h.url + "/apps/" + h.opts.AppSlug,
		"created_at": stamp(h.created), "updated_at": stamp(h.created),
		"permissions": defaultPermissions(), "events": appEvents(),
	}
}

func appEvents() []string {
	return []string{"issue_comment", "issues", "pull_request", "pull_request_review_comment", "push", "repository"}
}

func (h *Hub) installationView() object {
	id := h.install.id
	var by any
	if h.install.suspended != nil {
		by = h.userView(h.owner())
	}
	return object{
		"id": id, "account": h.userView(h.owner()), "repository_selection": "selected",
		"access_tokens_url": h.api(fmt.Sprintf("/app/installations/%d/access_tokens", id)),
		"repositories_url":  h.api("/installation/repositories"),
		"html_url":          fmt.Sprintf("%s/settings/installations/%d", h.url, id),
		"app_id":            h.opts.AppID, "app_slug": h.opts.AppSlug,
		"target_id": h.owner().ID, "target_type": "User",
		"permissions": h.install.permissions, "events": appEvents(),
		"created_at": stamp(h.install.created), "updated_at": stamp(h.install.created),
		"single_file_name": nil, "has_multiple_single_files": false, "single_file_paths": []string{},
		"suspended_at": stampOrNull(h.install.suspended), "suspended_by": by,
	}
}

func rollup(reactions []*reaction, self string) object {
	out := object{"url": self, "total_count": len(reactions)}
	for _, kind := range reactionKinds {
		out[kind] = 0
	}
	for _, r := range reactions {
		out[r.content] = out[r.content].(int) + 1
	}
	return out
}

func (h *Hub) reactionView(r *reaction) object {
	return object{
		"id": r.id, "node_id": nodeID("REA", r.id), "user": h.userView(r.user),
		"content": r.content, "created_at": stamp(r.created),
	}
}

func (h *Hub) labelViews(t *thread) []object {
	out := []object{}
	for _, l := range t.labels {
		out = append(out, h.labelView(l))
	}
	return out
}

func (h *Hub) labelView(l *label) object {
	return object{
		"id": l.id, "node_id": nodeID("LA", l.id), "url": h.repoAPI("/labels/" + url.PathEscape(l.name)),
		"name": l.name, "color": "ededed", "default": false, "description": nil,
	}
}
