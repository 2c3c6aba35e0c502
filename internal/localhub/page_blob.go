package localhub

import (
	"html/template"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"
)

// longestFile is the size of a file, in bytes, that is still shown.
const longestFile = 2 << 20

// blobView is a file or a folder at one commit.
type blobView struct {
	Ref, SHA, Path string
	Crumbs         []crumb
	Lines          []string
	Rendered       template.HTML
	Entries        []entryView
	Notice         string
}

type crumb struct{ Name, Path string }

type entryView struct {
	Name, Path string
	Folder     bool
}

// showBlob shows a file with numbered lines, rendered Markdown unless plain is
// asked for, or a folder.
func (h *Hub) showBlob(w http.ResponseWriter, r *http.Request) {
	ref, sha, e, found := h.git.locate(r.PathValue("rest"))
	if !found {
		h.fail(w, http.StatusNotFound, "Nothing stands at that path in that commit.")
		return
	}
	name := strings.TrimSuffix(e.path, "/")
	v := blobView{Ref: ref, SHA: sha, Path: name, Crumbs: crumbs(name)}
	if e.kind == "tree" {
		v.Entries = h.git.folder(sha, name)
	} else {
		h.fillBlob(&v, e, !r.URL.Query().Has("plain"))
	}
	h.render(w, http.StatusOK, "blob.html", path.Base("/"+name), v)
}

func (h *Hub) fillBlob(v *blobView, e entry, rendered bool) {
	switch {
	case e.kind == "commit":
		v.Notice = "A submodule at commit " + e.sha + "; its files are not part of this repository."
		return
	case e.size > longestFile:
		v.Notice = "This file is too large to show here; git has it."
		return
	}
	text, err := h.git.blob(e.sha)
	switch {
	case err != nil:
		v.Notice = "Git cannot read this file: " + err.Error()
	case strings.ContainsRune(text, 0) || !utf8.ValidString(text):
		v.Notice = "This file is binary, or not in UTF-8."
	case rendered && isMarkdown(e.path):
		v.Rendered = template.HTML(render(gfm, text)) //nolint:gosec // sanitised
	default:
		v.Lines = fileLines(text)
	}
}

// fileLines splits as GitHub numbers lines: at line feeds, with or without a
// carriage return before them.
func fileLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	return lines
}

func isMarkdown(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".md" || ext == ".markdown"
}

func crumbs(name string) []crumb {
	var out []crumb
	if name == "" {
		return nil
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		out = append(out, crumb{part, strings.Join(parts[:i+1], "/")})
	}
	return out
}

func (m *mirror) folder(sha, name string) []entryView {
	if name != "" {
		name += "/"
	}
	entries, err := m.list(sha, name)
	if err != nil {
		return nil
	}
	var folders, files []entryView
	for _, e := range entries {
		v := entryView{Name: path.Base(e.path), Path: e.path, Folder: e.kind == "tree"}
		if v.Folder {
			folders = append(folders, v)
		} else {
			files = append(files, v)
		}
	}
	return append(folders, files...)
}

// deepestBranch is how many path segments a branch's name may have in an
// address.
const deepestBranch = 4

// locate splits "ref/path" where the ref may hold slashes, as GitHub does: the
// shortest ref under which the path exists.
func (m *mirror) locate(rest string) (ref, sha string, e entry, found bool) {
	parts := strings.Split(strings.Trim(rest, "/"), "/")
	for i := 1; i <= min(len(parts), deepestBranch); i++ {
		ref = strings.Join(parts[:i], "/")
		sha, err := m.commit(ref)
		if err != nil {
			continue
		}
		if e, err := m.at(sha, strings.Join(parts[i:], "/")); err == nil {
			return ref, sha, e, true
		}
	}
	return "", "", entry{}, false
}

// serveRaw sends a file as it is, never as a page.
func (h *Hub) serveRaw(w http.ResponseWriter, r *http.Request) {
	_, _, e, found := h.git.locate(r.PathValue("rest"))
	if !found || e.kind != "blob" {
		http.NotFound(w, r)
		return
	}
	text, err := h.git.blob(e.sha)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	kind := "text/plain; charset=utf-8"
	if !utf8.ValidString(text) {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.Write([]byte(text)) //nolint:errcheck // the reader is gone
}
