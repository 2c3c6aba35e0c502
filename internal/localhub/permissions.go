package localhub

import (
	"maps"
	"net/http"
	"strings"
)

// permissions are what an installation or a token may do: "read" or "write" by
// kind of resource.
type permissions map[string]string

func defaultPermissions() permissions {
	return permissions{"contents": "read", "issues": "write", "metadata": "read", "pull_requests": "write"}
}

// allows reports whether p grants a level of a resource.
func (p permissions) allows(resource, level string) bool {
	return p[resource] == "write" || p[resource] == level
}

func (p permissions) with(resource, level string) permissions {
	p = maps.Clone(p)
	p[resource] = level
	return p
}

// SetPermissions changes what the installation grants, as when the App's
// owner has not accepted its newer permissions ("issues": "read"). Tokens that
// are out keep theirs.
func (h *Hub) SetPermissions(granted map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.install.permissions = maps.Clone(granted)
}

// needed are the resources of which one must be granted for a call below the
// repository, and the level.
func needed(r *http.Request) (resources []string, level string) {
	level = "write"
	if r.Method == http.MethodGet {
		level = "read"
	}
	_, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/repos/"), "/")
	_, rest, _ = strings.Cut(rest, "/")
	root, _, _ := strings.Cut(rest, "/")
	switch root {
	case "issues":
		return []string{"issues", "pull_requests"}, level
	case "pulls":
		return []string{"pull_requests"}, level
	case "branches", "commits", "contents", "git":
		return []string{"contents"}, level
	}
	return []string{"metadata"}, level
}

// permit refuses what the request's token was not given.
func (h *Hub) permit(r *http.Request) error {
	t, err := h.installationToken(r)
	if err != nil {
		return unauthorized("Bad credentials")
	}
	resources, level := needed(r)
	var accepted []string
	for _, resource := range resources {
		if t.permissions.allows(resource, level) {
			return nil
		}
		accepted = append(accepted, resource+"="+level)
	}
	refusal := apiError{status: http.StatusForbidden, message: "Resource not accessible by integration", header: http.Header{}}
	refusal.header.Set("X-Accepted-GitHub-Permissions", strings.Join(accepted, "; "))
	return refusal
}
