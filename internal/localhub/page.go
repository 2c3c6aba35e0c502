package localhub

import (
	"bytes"
	"embed"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"strings"
	"time"
)

//go:embed web
var webFiles embed.FS

var pageTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"ago":    ago,
	"emoji":  func(content string) string { return emoji[content] },
	"short":  func(sha string) string { return sha[:min(7, len(sha))] },
	"escape": escapePath,
	"inc":    func(i int) int { return i + 1 },
}).ParseFS(webFiles, "web/*.html"))

var emoji = map[string]string{
	"+1": "👍", "-1": "👎", "laugh": "😄", "hooray": "🎉", "confused": "😕", "heart": "❤️", "rocket": "🚀", "eyes": "👀",
}

// pageMux lists the pages a person reads.
func (h *Hub) pageMux() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/"+h.FullName(), http.StatusFound)
	})
	mux.HandleFunc("GET /_static/{file}", serveStatic)
	mux.HandleFunc("GET /_avatar/{id}", h.serveAvatar)
	h.controlRoutes(mux)
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET ":                           h.showThreads,
		"GET /issues":                    h.showThreads,
		"GET /pulls":                     h.showThreads,
		"POST /issues":                   h.submitIssue,
		"GET /issues/{number}":           h.showThread,
		"GET /pull/{number}":             h.showThread,
		"GET /pull/{number}/files":       h.showFiles,
		"POST /issues/{number}/comments": h.submitComment,
		"GET /commit/{sha}":              h.showCommit,
		"GET /blob/{rest...}":            h.showBlob,
		"GET /tree/{rest...}":            h.showBlob,
		"GET /raw/{rest...}":             h.serveRaw,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /{owner}/{repo}"+path, h.ofRepo(handler))
	}
	return http.NewCrossOriginProtection().Handler(secured(mux))
}

// secured forbids what no page here needs, so that what strangers write stays
// text.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

func serveStatic(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, webFiles, "web/"+r.PathValue("file"))
}

// ofRepo refuses addresses of other repositories.
func (h *Hub) ofRepo(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		known := h.isRepo(r.PathValue("owner") + "/" + r.PathValue("repo"))
		h.mu.Unlock()
		if !known {
			h.fail(w, http.StatusNotFound, "There is no such repository here; this stand-in serves "+h.FullName()+".")
			return
		}
		next(w, r)
	}
}

// frame is what every page knows.
type frame struct {
	Title string
	Repo  string
	Users []User
	Body  any
}

// render fills a template whole before it sends anything.
func (h *Hub) render(w http.ResponseWriter, status int, name, title string, body any) {
	var out bytes.Buffer
	f := frame{Title: title, Repo: h.FullName(), Users: h.Users(), Body: body}
	if err := pageTemplates.ExecuteTemplate(&out, name, f); err != nil {
		http.Error(w, fmt.Sprintf("the page cannot be shown: %v", err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(out.Bytes()) //nolint:errcheck // the reader is gone
}

func (h *Hub) fail(w http.ResponseWriter, status int, message string) {
	h.render(w, status, "error.html", http.StatusText(status), message)
}

// serveAvatar draws a circle of a colour of the user's own with an initial.
func (h *Hub) serveAvatar(w http.ResponseWriter, r *http.Request) {
	initial := "?"
	for _, u := range h.Users() {
		if fmt.Sprint(u.ID) == r.PathValue("id") {
			initial = strings.ToUpper(u.Login[:1])
		}
	}
	hash := fnv.New32()
	hash.Write([]byte(r.PathValue("id"))) //nolint:errcheck // never fails
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "max-age=3600")
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(%d 45%% 45%%)"/>`+
		`<text x="20" y="27" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#fff">%s</text></svg>`,
		hash.Sum32()%360, template.HTMLEscapeString(initial)) //nolint:errcheck // the reader is gone
}

// ago says how long ago something was, in words.
func ago(at time.Time) string {
	d := time.Since(at)
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if n := int(d / unit.size); n == 1 {
			return "1 " + unit.name + " ago"
		} else if n > 1 {
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
