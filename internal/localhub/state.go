package localhub

import (
	"slices"
	"time"
)

// thread is an issue, or a pull request where pull is set.
type thread struct {
	id               int64
	number           int
	title, body      string
	author           *User
	locked           bool
	closed           *time.Time
	labels           []*label
	comments         []*comment
	created, updated time.Time
	born             time.Time // created, to the nanosecond
	pull             *pull
}

type pull struct {
	base, head     string // branch names
	headSHA        string
	baseSHA        string
	draft          bool
	merged         *time.Time
	headGone       bool // the fork was deleted
	reviewComments []*comment
}

type label struct {
	id   int64
	name string
}

// comment is one on an issue or, where place is set, on lines of a pull
// request.
type comment struct {
	id               int64
	thread           *thread
	author           *User
	body             string
	viaApp           bool
	created, updated time.Time
	// born and changed are created and updated, to the nanosecond.
	born, changed time.Time
	reactions     []*reaction
	place         *place
}

// place is where a review comment stands.
type place struct {
	path, commit, hunk  string
	side, startSide     string
	line, startLine     int // startLine 0: a single line
	position            int
	reviewID, inReplyTo int64
}

type reaction struct {
	id      int64
	user    *User
	content string
	created time.Time
}

var reactionKinds = []string{"+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"}

func (t *thread) state() string {
	if t.closed != nil {
		return "closed"
	}
	return "open"
}

func (h *Hub) thread(number int) *thread {
	if number < 1 || number > len(h.threads) {
		return nil
	}
	return h.threads[number-1]
}

func (h *Hub) label(name string) *label {
	l := h.labels[name]
	if l == nil {
		l = &label{id: h.nextID(), name: name}
		h.labels[name] = l
	}
	return l
}

// siblings is the list that the comment stands in.
func (c *comment) siblings() *[]*comment {
	if c.place != nil {
		return &c.thread.pull.reviewComments
	}
	return &c.thread.comments
}

func (h *Hub) addComment(t *thread, author *User, body string, viaApp bool, at *place) *comment {
	c := &comment{
		id: h.nextID(), thread: t, author: author, body: body, viaApp: viaApp,
		created: now(), updated: now(), born: time.Now(), changed: time.Now(), place: at,
	}
	*c.siblings() = append(*c.siblings(), c)
	h.comments[c.id] = c
	t.updated = c.created
	return c
}

func (h *Hub) removeComment(c *comment) {
	list := c.siblings()
	*list = slices.DeleteFunc(*list, func(o *comment) bool { return o == c })
	delete(h.comments, c.id)
}

func (c *comment) rewrite(body string) {
	c.body = body
	c.updated = now()
	c.changed = time.Now()
	c.thread.updated = c.updated
}

// react adds a reaction; fresh is false when that user had it already.
func (h *Hub) react(c *comment, u *User, content string) (r *reaction, fresh bool) {
	for _, old := range c.reactions {
		if old.user == u && old.content == content {
			return old, false
		}
	}
	r = &reaction{id: h.nextID(), user: u, content: content, created: now()}
	c.reactions = append(c.reactions, r)
	return r, true
}
