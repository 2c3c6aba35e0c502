package localhub

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/localhub/wire"
)

// apiRoots are the first path segments of the REST API.
var apiRoots = []string{"api", "app", "installation", "meta", "rate_limit", "repos", "repositories", "user", "users"}

// maxBody is more than any body GitHub takes.
const maxBody = 1 << 20

// keptRequests bounds what Requests remembers.
const keptRequests = 20000

// Request is an API call that was answered.
type Request struct {
	At           time.Time
	Method, Path string // without /api/v3
	Body         []byte
	Status       int // 0: the connection was cut
}

// handler serves everything: REST, git and pages.
func (h *Hub) handler() http.Handler {
	api, pages := h.apiMux(), h.pageMux()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, _, git := gitPath(r.URL.Path); git {
			h.serveGit(w, r)
			return
		}
		root, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if slices.Contains(apiRoots, root) {
			h.serveAPI(w, r, api)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// serveAPI keeps a record of the request, lets faults strike and answers.
func (h *Hub) serveAPI(w http.ResponseWriter, r *http.Request, mux http.Handler) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		apiError{status: http.StatusRequestEntityTooLarge, message: "Payload too big"}.answer().write(w, r)
		return
	}
	r = h.canonical(r, body)
	if target, moved := h.movedTo(r); moved {
		redirect(target, r).write(w, r)
		return
	}
	h.mu.Lock()
	hit := h.callFault(r.Method, r.URL.Path)
	h.mu.Unlock()
	answered := newRecorder()
	cut := h.answerWithFault(answered, r, mux, hit)
	h.record(r, body, answered, cut)
	if cut {
		panic(http.ErrAbortHandler)
	}
	answered.sendTo(w)
}

// answerWithFault answers, well or not; cut says that the connection ends.
func (h *Hub) answerWithFault(w http.ResponseWriter, r *http.Request, mux http.Handler, hit *Fault) (cut bool) {
	if hit == nil {
		mux.ServeHTTP(w, r)
		return false
	}
	switch hit.Kind {
	case DropBefore:
		return true
	case DropAfter:
		mux.ServeHTTP(w, r)
		return true
	case Slow:
		select {
		case <-time.After(hit.Delay):
		case <-r.Context().Done():
		}
		mux.ServeHTTP(w, r)
	case SecondaryLimit, SecondaryLimit429, PrimaryLimit:
		limited(*hit, h.opts.RateLimit).answer().write(w, r)
	case Unauthorized:
		apiError{status: http.StatusUnauthorized, message: "Bad credentials"}.answer().write(w, r)
	case NotFound:
		apiError{status: http.StatusNotFound, message: "Not Found"}.answer().write(w, r)
	case BadGateway:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		io.WriteString(w, "<html><body><h1>502 Bad Gateway</h1></body></html>") //nolint:errcheck // a recorder
	default:
		apiError{status: http.StatusInternalServerError, message: "Server Error"}.answer().write(w, r)
	}
	return false
}

// canonical takes /api/v3 off the path and puts the body back.
func (h *Hub) canonical(r *http.Request, body []byte) *http.Request {
	out := r.Clone(r.Context())
	out.URL.Path = strings.TrimPrefix(out.URL.Path, "/api/v3")
	out.URL.RawPath = strings.TrimPrefix(out.URL.RawPath, "/api/v3")
	out.Body = io.NopCloser(bytes.NewReader(body))
	h.mu.Lock()
	defer h.mu.Unlock()
	byID := fmt.Sprintf("/repositories/%d", h.opts.RepoID)
	if rest, found := strings.CutPrefix(out.URL.Path, byID); found && (rest == "" || rest[0] == '/') {
		out.URL.Path = "/repos/" + h.fullName() + rest
		if out.URL.RawPath != "" {
			out.URL.RawPath = "/repos/" + h.fullName() + strings.TrimPrefix(out.URL.RawPath, byID)
		}
	}
	return out
}

// movedTo is where a call by a former name of the repository goes.
func (h *Hub) movedTo(r *http.Request) (string, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, former := range h.formerNames {
		rest, found := strings.CutPrefix(r.URL.EscapedPath(), "/repos/"+h.opts.Owner+"/"+former)
		if found && former != h.name && (rest == "" || rest[0] == '/') {
			return h.api(fmt.Sprintf("/repositories/%d%s", h.opts.RepoID, rest)), true
		}
	}
	return "", false
}

func redirect(target string, r *http.Request) answer {
	status := http.StatusMovedPermanently
	if r.Method != http.MethodGet {
		status = http.StatusTemporaryRedirect
	}
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	return answer{status: status, header: http.Header{"Location": {target}}, body: object{
		"message": "Moved Permanently", "url": target, "documentation_url": "https://docs.github.com/rest",
	}}
}

func (h *Hub) record(r *http.Request, body []byte, answered *recorder, cut bool) {
	status := answered.status
	if cut {
		status = 0
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = append(h.requests, Request{At: time.Now(), Method: r.Method, Path: r.URL.Path, Body: body, Status: status})
	if len(h.requests) > keptRequests {
		h.requests = slices.Delete(h.requests, 0, len(h.requests)-keptRequests)
	}
	if h.observe != nil && answered.status != 0 {
		h.observe(wire.Exchange{
			Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.RawQuery, Request: body,
			Status: answered.status, Header: answered.header, Answer: answered.body.Bytes(),
		})
	}
}

// Requests lists the API calls so far, oldest first.
func (h *Hub) Requests() []Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.requests)
}

// Observe shows every later API call, as it was answered, and every webhook,
// before it is sent, to whoever watches. Neither function may call the Hub.
func (h *Hub) Observe(call func(wire.Exchange), event func(wire.Event)) {
	h.mu.Lock()
	h.observe = call
	h.mu.Unlock()
	h.sender.mu.Lock()
	h.sender.observed = event
	h.sender.mu.Unlock()
}
