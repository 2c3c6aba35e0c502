package localhub

import (
	"net/http"
	"strings"
)

// diffView is a diff with what it belongs to.
type diffView struct {
	Heading, Back, SHA string
	Message            string
	Lines              []diffLine
	Cut                bool
}

type diffLine struct{ Class, Text string }

// longestDiff is the number of lines of a diff that are shown.
const longestDiff = 5000

func (h *Hub) showFiles(w http.ResponseWriter, r *http.Request) {
	view, found := h.threadByPath(r)
	if !found || !view.Pull {
		h.fail(w, http.StatusNotFound, "There is no pull request of that number.")
		return
	}
	h.mu.Lock()
	p := h.thread(view.Number).pull
	base, head := p.baseSHA, p.headSHA
	h.mu.Unlock()
	text, err := runGit(h.git.dir, nil, "diff", "--no-color", "--no-ext-diff", h.git.mergeBase(base, head), head)
	if err != nil {
		h.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	v := diffView{Heading: view.Title, Back: "/" + h.FullName() + "/pull/" + r.PathValue("number"), SHA: head}
	v.Lines, v.Cut = colour(text)
	h.render(w, http.StatusOK, "diff.html", "Files of "+view.Title, v)
}

func (h *Hub) showCommit(w http.ResponseWriter, r *http.Request) {
	sha, err := h.git.commit(r.PathValue("sha"))
	if err != nil {
		h.fail(w, http.StatusNotFound, "There is no such commit.")
		return
	}
	info, err := h.git.info(sha)
	if err != nil {
		h.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	text, err := runGit(h.git.dir, nil, "diff-tree", "-p", "--root", "--no-commit-id", "--no-color", "--no-ext-diff", sha)
	if err != nil {
		h.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	subject, rest, _ := strings.Cut(info.message, "\n")
	v := diffView{Heading: subject, Message: strings.TrimSpace(rest), Back: "/" + h.FullName(), SHA: sha}
	v.Lines, v.Cut = colour(text)
	h.render(w, http.StatusOK, "diff.html", subject, v)
}

// colour says of each line of a diff what it is.
func colour(diff string) (lines []diffLine, cut bool) {
	for text := range strings.Lines(strings.ToValidUTF8(diff, "\uFFFD")) {
		if len(lines) == longestDiff {
			return lines, true
		}
		text = strings.TrimRight(text, "\r\n")
		lines = append(lines, diffLine{diffClass(text), text})
	}
	return lines, false
}

func diffClass(text string) string {
	switch {
	case strings.HasPrefix(text, "diff "):
		return "file"
	case strings.HasPrefix(text, "@@"):
		return "hunk"
	case strings.HasPrefix(text, "+++ "), strings.HasPrefix(text, "--- "), strings.HasPrefix(text, "index "):
		return "meta"
	case strings.HasPrefix(text, "+"):
		return "added"
	case strings.HasPrefix(text, "-"):
		return "removed"
	}
	return ""
}
