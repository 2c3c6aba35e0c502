package localhub

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

// gitPath splits the path of a smart HTTP request; ok is false for others.
func gitPath(path string) (repo, service string, ok bool) {
	for _, service := range []string{"/info/refs", "/git-upload-pack", "/git-receive-pack"} {
		if repo, found := strings.CutSuffix(path, service); found {
			repo = strings.TrimSuffix(strings.TrimPrefix(repo, "/"), ".git")
			return repo, service, strings.Count(repo, "/") == 1
		}
	}
	return "", "", false
}

// serveGit answers git's smart HTTP protocol, or lets a fault strike whose path
// names it.
func (h *Hub) serveGit(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	hit := h.gitFault(r.Method, r.URL.Path)
	h.mu.Unlock()
	if h.answerWithFault(w, r, http.HandlerFunc(h.answerGit), hit) {
		panic(http.ErrAbortHandler)
	}
}

// answerGit serves reading only.
func (h *Hub) answerGit(w http.ResponseWriter, r *http.Request) {
	repo, service, _ := gitPath(r.URL.Path)
	if status, message := h.mayFetch(r, repo); status != 0 {
		if status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Basic realm="GitHub"`)
		}
		http.Error(w, message, status)
		return
	}
	switch {
	case service == "/info/refs" && r.URL.Query().Get("service") == "git-upload-pack":
		h.advertise(w, r)
	case service == "/git-upload-pack" && r.Method == http.MethodPost:
		h.uploadPack(w, r)
	default:
		http.Error(w, "only reading is served here: push to the local repository and announce it", http.StatusForbidden)
	}
}

// mayFetch returns 0 when the request's token reads the repository.
func (h *Hub) mayFetch(r *http.Request, repo string) (status int, message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, err := h.installationToken(r)
	if err != nil {
		return http.StatusUnauthorized, "Invalid username or token."
	}
	if !h.isRepo(repo) || h.install.detached || !t.permissions.allows("contents", "read") {
		return http.StatusNotFound, "Repository not found."
	}
	return 0, ""
}

// isRepo reports whether "owner/name" is or was the repository's name.
func (h *Hub) isRepo(fullName string) bool {
	owner, name, _ := strings.Cut(fullName, "/")
	if !strings.EqualFold(owner, h.opts.Owner) {
		return false
	}
	if strings.EqualFold(name, h.name) {
		return true
	}
	for _, former := range h.formerNames {
		if strings.EqualFold(name, former) {
			return true
		}
	}
	return false
}

func (h *Hub) advertise(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
	w.Header().Set("Cache-Control", "no-cache")
	if !strings.Contains(r.Header.Get("Git-Protocol"), "version=2") {
		io.WriteString(w, "001e# service=git-upload-pack\n0000") //nolint:errcheck // the client is gone
	}
	h.runUploadPack(w, r, nil, "--http-backend-info-refs")
}

func (h *Hub) uploadPack(w http.ResponseWriter, r *http.Request) {
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			http.Error(w, "the body is not gzip", http.StatusBadRequest)
			return
		}
		body = unpacked
	}
	w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
	w.Header().Set("Cache-Control", "no-cache")
	h.runUploadPack(w, r, body)
}

// runUploadPack lets git speak; it reports its problems to the client itself.
func (h *Hub) runUploadPack(w http.ResponseWriter, r *http.Request, body io.Reader, flags ...string) {
	args := []string{"-c", "uploadpack.allowFilter=true", "-c", "uploadpack.allowAnySHA1InWant=true",
		"upload-pack", "--strict", "--stateless-rpc"}
	args = append(append(args, flags...), ".")
	cmd := gitCommand(r.Context(), h.git.dir, args...)
	cmd.Env = append(cmd.Env, "GIT_PROTOCOL="+r.Header.Get("Git-Protocol"))
	cmd.Stdin, cmd.Stdout = body, w
	if err := cmd.Run(); err != nil && r.Context().Err() == nil {
		panic(http.ErrAbortHandler) // a cut answer, so that the client notices
	}
}
