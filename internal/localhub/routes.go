package localhub

import (
	"net/http"
	"strings"
)

// apiMux lists the REST calls that are served.
func (h *Hub) apiMux() http.Handler {
	// Addresses by a comment's id overlap with those by an issue's number, so
	// they are tried first.
	byComment, others := http.NewServeMux(), http.NewServeMux()
	for pattern, handler := range h.commentRoutes() {
		byComment.HandleFunc(below(pattern), h.inRepo(handler))
	}
	for pattern, handler := range h.repoRoutes() {
		others.HandleFunc(below(pattern), h.inRepo(handler))
	}
	for pattern, handler := range h.appRoutes() {
		others.HandleFunc(pattern, h.asApp(handler))
	}
	for pattern, handler := range map[string]apiHandler{
		"GET /installation/repositories": h.listRepositories,
		"GET /rate_limit":                h.getRateLimit,
		"GET /users/{login}":             h.getUser,
		"/":                              h.noSuchRoute,
	} {
		others.HandleFunc(pattern, h.asInstallation(handler))
	}
	anybody := func(*http.Request) error { return nil }
	others.HandleFunc("GET /meta", h.guard(anybody, h.getMeta))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := byComment.Handler(r); pattern != "" {
			byComment.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

func (h *Hub) appRoutes() map[string]apiHandler {
	return map[string]apiHandler{
		"GET /app":                                   h.getApp,
		"GET /app/installations":                     h.listInstallations,
		"GET /app/installations/{id}":                h.getInstallation,
		"POST /app/installations/{id}/access_tokens": h.postAccessToken,
		"GET /app/hook/deliveries":                   h.listDeliveries,
		"GET /app/hook/deliveries/{id}":              h.getDelivery,
		"POST /app/hook/deliveries/{id}/attempts":    h.postAttempt,
		"GET /repos/{owner}/{repo}/installation":     h.getRepoInstallation,
	}
}

func (h *Hub) repoRoutes() map[string]apiHandler {
	return map[string]apiHandler{
		"GET ":                                       h.getRepo,
		"GET /branches/{branch...}":                  h.getBranch,
		"GET /commits/{ref...}":                      h.getCommit,
		"GET /git/ref/{ref...}":                      h.getRef,
		"GET /contents/{path...}":                    h.getContents,
		"GET /collaborators/{login}/permission":      h.getPermission,
		"GET /issues/{number}":                       h.getIssue,
		"GET /issues/{number}/comments":              h.listIssueComments,
		"POST /issues/{number}/comments":             h.postIssueComment,
		"GET /pulls":                                 h.listPulls,
		"GET /pulls/{number}":                        h.getPull,
		"GET /pulls/{number}/files":                  h.listPullFiles,
		"GET /pulls/{number}/comments":               h.listReviewComments,
		"POST /pulls/{number}/comments":              h.postReviewComment,
		"POST /pulls/{number}/comments/{id}/replies": h.postReply,
	}
}

func (h *Hub) commentRoutes() map[string]apiHandler {
	routes := map[string]apiHandler{}
	for _, kind := range []string{"/issues", "/pulls"} {
		one := kind + "/comments/{id}"
		routes["GET "+one] = h.getComment
		routes["PATCH "+one] = h.patchComment
		routes["DELETE "+one] = h.deleteCommentCall
		routes["GET "+one+"/reactions"] = h.listReactions
		routes["POST "+one+"/reactions"] = h.postReaction
		routes["DELETE "+one+"/reactions/{reaction}"] = h.deleteReaction
	}
	return routes
}

// below puts a pattern's path below the repository.
func below(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " /repos/{owner}/{repo}" + path
}
