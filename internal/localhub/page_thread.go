package localhub

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// threadView is a thread as its page shows it.
type threadView struct {
	Number               int
	Title, Author, State string
	AuthorID             int64
	Pull, Draft, Locked  bool
	Labels               []string
	Base, Head, HeadSHA  string
	Commits, Files       int
	Additions, Deletions int
	Created              time.Time
	Replies              int
	Posts                []post
	Reviews              []review
}

// post is a comment, or the text that opened the thread (no anchor).
type post struct {
	Anchor    string
	Author    string
	AuthorID  int64
	Bot       bool
	Role      string
	HTML      template.HTML // empty: no text
	Created   time.Time
	Edited    bool
	Reactions []tally
}

type tally struct {
	Content string
	Count   int
	Who     string
}

// review is a conversation on lines of the diff.
type review struct {
	Path, Hunk, Line string
	Posts            []post
}

func (h *Hub) showThreads(w http.ResponseWriter, _ *http.Request) {
	h.mu.Lock()
	var list []threadView
	for _, t := range slices.Backward(h.threads) {
		list = append(list, h.outline(t))
	}
	h.mu.Unlock()
	h.render(w, http.StatusOK, "threads.html", "Issues and pull requests", list)
}

// outline is what the list shows of a thread.
func (h *Hub) outline(t *thread) threadView {
	v := threadView{
		Number: t.number, Title: t.title, Author: t.author.Login, AuthorID: t.author.ID, State: t.state(),
		Locked: t.locked, Created: t.created, Replies: len(t.comments),
	}
	for _, l := range t.labels {
		v.Labels = append(v.Labels, l.name)
	}
	if p := t.pull; p != nil {
		v.Pull, v.Draft, v.Base, v.Head, v.HeadSHA = true, p.draft, p.base, p.head, p.headSHA
		v.Replies += len(p.reviewComments)
		if p.merged != nil {
			v.State = "merged"
		}
	}
	return v
}

func (h *Hub) showThread(w http.ResponseWriter, r *http.Request) {
	view, found := h.threadByPath(r)
	if !found {
		h.fail(w, http.StatusNotFound, "There is no issue or pull request of that number.")
		return
	}
	name := "thread.html"
	if r.URL.Query().Has("fragment") {
		name = "posts"
	}
	h.render(w, http.StatusOK, name, view.Title, view)
}

func (h *Hub) threadByPath(r *http.Request) (threadView, bool) {
	number, _ := strconv.Atoi(r.PathValue("number")) // 0 names no thread
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.thread(number)
	if t == nil {
		return threadView{}, false
	}
	return h.wholeThread(t), true
}

func (h *Hub) wholeThread(t *thread) threadView {
	v := h.outline(t)
	v.Posts = []post{{
		Author: t.author.Login, AuthorID: t.author.ID, Bot: t.author.Bot, Role: role(t.author),
		HTML: renderComment(h.fullName(), t.body), Created: t.created,
	}}
	for _, c := range t.comments {
		v.Posts = append(v.Posts, h.newPost(c))
	}
	if t.pull != nil {
		stats := h.git.diffStats(t.pull.baseSHA, t.pull.headSHA)
		v.Commits, v.Files, v.Additions, v.Deletions = stats.commits, stats.files, stats.additions, stats.deletions
		v.Reviews = h.reviews(t.pull.reviewComments)
	}
	return v
}

func (h *Hub) newPost(c *comment) post {
	anchor := "issuecomment-"
	if c.place != nil {
		anchor = "discussion_r"
	}
	return post{
		Anchor: anchor + strconv.FormatInt(c.id, 10),
		Author: c.author.Login, AuthorID: c.author.ID, Bot: c.author.Bot, Role: role(c.author),
		HTML:    renderComment(h.fullName(), c.body),
		Created: c.created, Edited: c.changed.After(c.born.Add(time.Millisecond)), Reactions: tallies(c.reactions),
	}
}

// role is the badge beside a name.
func role(u *User) string {
	switch {
	case u.Bot:
		return "bot"
	case u.Association == "NONE":
		return ""
	default:
		return strings.ToLower(u.Association)
	}
}

func tallies(reactions []*reaction) []tally {
	var out []tally
	for _, kind := range reactionKinds {
		var who []string
		for _, r := range reactions {
			if r.content == kind {
				who = append(who, r.user.Login)
			}
		}
		if len(who) > 0 {
			out = append(out, tally{kind, len(who), strings.Join(who, ", ")})
		}
	}
	return out
}

// reviews gathers review comments by the one that began the conversation.
func (h *Hub) reviews(comments []*comment) []review {
	var out []review
	index := map[int64]int{}
	for _, c := range comments {
		at, known := index[c.place.inReplyTo]
		if !known {
			at = len(out)
			out = append(out, review{Path: c.place.path, Hunk: c.place.hunk, Line: lineLabel(c.place)})
		}
		index[c.id] = at
		out[at].Posts = append(out[at].Posts, h.newPost(c))
	}
	return out
}

func lineLabel(p *place) string {
	if p.startLine > 0 && p.startLine < p.line {
		return "lines " + strconv.Itoa(p.startLine) + "–" + strconv.Itoa(p.line)
	}
	return "line " + strconv.Itoa(p.line)
}

// submitIssue and submitComment take the page's forms.
func (h *Hub) submitIssue(w http.ResponseWriter, r *http.Request) {
	title := strings.TrimSpace(r.PostFormValue("title"))
	if title == "" {
		h.fail(w, http.StatusUnprocessableEntity, "An issue needs a title: go back and write one.")
		return
	}
	number, err := h.OpenIssue(title, r.PostFormValue("body"), r.PostFormValue("as"))
	if err != nil {
		h.fail(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	http.Redirect(w, r, "/"+h.FullName()+"/issues/"+strconv.Itoa(number), http.StatusSeeOther)
}

func (h *Hub) submitComment(w http.ResponseWriter, r *http.Request) {
	number, _ := strconv.Atoi(r.PathValue("number")) // 0 names no thread
	body := strings.ReplaceAll(r.PostFormValue("body"), "\r\n", "\n")
	if strings.TrimSpace(body) == "" {
		h.fail(w, http.StatusUnprocessableEntity, "A comment needs words: go back and write some.")
		return
	}
	if _, err := h.Comment(number, body, r.PostFormValue("as")); err != nil {
		h.fail(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	http.Redirect(w, r, "/"+h.FullName()+"/issues/"+strconv.Itoa(number)+"#newest", http.StatusSeeOther)
}
