package localhub

import (
	"fmt"
	"time"
)

// Comment is a comment as tests and the page see it.
type Comment struct {
	ID               int64
	Number           int // of its issue or pull request
	Author           string
	Bot              bool
	Body             string
	Created, Updated time.Time
	Reactions        []Reaction
	// Path, Line, StartLine and InReplyTo are set on review comments.
	Path            string
	Line, StartLine int
	InReplyTo       int64
}

// Reaction is one user's reaction to a comment.
type Reaction struct {
	ID            int64
	User, Content string
}

func (c *comment) public() Comment {
	out := Comment{
		ID: c.id, Number: c.thread.number, Author: c.author.Login, Bot: c.author.Bot, Body: c.body,
		Created: c.created, Updated: c.updated, Reactions: c.publicReactions(),
	}
	if p := c.place; p != nil {
		out.Path, out.Line, out.StartLine, out.InReplyTo = p.path, p.line, p.startLine, p.inReplyTo
	}
	return out
}

func (c *comment) publicReactions() []Reaction {
	var out []Reaction
	for _, r := range c.reactions {
		out = append(out, Reaction{ID: r.id, User: r.user.Login, Content: r.content})
	}
	return out
}

// OpenIssue opens an issue and returns its number.
func (h *Hub) OpenIssue(title, body, author string) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	u, err := h.mustUser(author)
	if err != nil {
		return 0, err
	}
	t := h.addThread(title, body, u)
	h.emitIssue("opened", t, u, nil)
	return t.number, nil
}

func (h *Hub) addThread(title, body string, author *User) *thread {
	t := &thread{
		id: h.nextID(), number: len(h.threads) + 1, title: title, body: body, author: author,
		created: now(), updated: now(), born: time.Now(),
	}
	h.threads = append(h.threads, t)
	return t
}

// EditIssue replaces the body of an issue or a pull request.
func (h *Hub) EditIssue(number int, body, editor string) error {
	return h.onThread(number, editor, func(t *thread, u *User) error {
		changes := object{"body": object{"from": t.body}}
		t.body, t.updated = body, now()
		if t.pull != nil {
			h.emitPull("edited", t, u, object{"changes": changes})
		} else {
			h.emitIssue("edited", t, u, object{"changes": changes})
		}
		return nil
	})
}

// onThread does something as a user on a thread, under the lock.
func (h *Hub) onThread(number int, login string, do func(*thread, *User) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.thread(number)
	if t == nil {
		return fmt.Errorf("no issue or pull request #%d", number)
	}
	u, err := h.mustUser(login)
	if err != nil {
		return err
	}
	return do(t, u)
}

// Comment writes a comment on an issue or a pull request.
func (h *Hub) Comment(number int, body, author string) (Comment, error) {
	var out Comment
	err := h.onThread(number, author, func(t *thread, u *User) error {
		c := h.addComment(t, u, body, false, nil)
		h.emitComment("created", c, u, nil)
		out = c.public()
		return nil
	})
	return out, err
}

// EditComment replaces the body of a comment of either kind, as its author.
func (h *Hub) EditComment(id int64, body string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.comments[id]
	if c == nil {
		return fmt.Errorf("no comment %d", id)
	}
	h.editComment(c, body, c.author)
	return nil
}

func (h *Hub) editComment(c *comment, body string, editor *User) {
	from := c.body
	c.rewrite(body)
	h.emitComment("edited", c, editor, object{"changes": object{"body": object{"from": from}}})
}

// DeleteComment removes a comment of either kind, as its author.
func (h *Hub) DeleteComment(id int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.comments[id]
	if c == nil {
		return fmt.Errorf("no comment %d", id)
	}
	h.deleteComment(c, c.author)
	return nil
}

func (h *Hub) deleteComment(c *comment, by *User) {
	h.removeComment(c)
	h.emitComment("deleted", c, by, nil)
}

// React adds a reaction ("+1", "eyes", …) to a comment.
func (h *Hub) React(commentID int64, content, login string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.comments[commentID]
	u, err := h.mustUser(login)
	if c == nil || err != nil {
		return fmt.Errorf("cannot react to comment %d: no such comment or user %q", commentID, login)
	}
	h.react(c, u, content)
	return nil
}

// Comments lists the comments of an issue or pull request, oldest first,
// without review comments.
func (h *Hub) Comments(number int) []Comment {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.thread(number)
	if t == nil {
		return nil
	}
	return publicComments(t.comments)
}

func publicComments(list []*comment) []Comment {
	var out []Comment
	for _, c := range list {
		out = append(out, c.public())
	}
	return out
}

// Reactions lists the reactions to a comment of either kind.
func (h *Hub) Reactions(commentID int64) []Reaction {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.comments[commentID]; c != nil {
		return c.publicReactions()
	}
	return nil
}

// Lock locks or unlocks the conversation of an issue or pull request.
func (h *Hub) Lock(number int, locked bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.thread(number)
	if t == nil {
		return fmt.Errorf("no issue or pull request #%d", number)
	}
	t.locked = locked
	return nil
}

// Archive makes the repository read-only, or undoes that.
func (h *Hub) Archive(archived bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.archived = archived
	action := "archived"
	if !archived {
		action = "unarchived"
	}
	h.emit("repository", action, h.owner(), nil)
}

// Rename changes the repository's name; calls by the old one are redirected.
func (h *Hub) Rename(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	from := h.name
	h.formerNames = append(h.formerNames, from)
	h.name = name
	changes := object{"repository": object{"name": object{"from": from}}}
	h.emit("repository", "renamed", h.owner(), object{"changes": changes})
}
