package localhub

import (
	"net/http"
	"slices"
	"unicode/utf8"
)

// longestComment is GitHub's bound, in characters.
const longestComment = 65536

// visibleThread finds an issue or pull request by the path's number.
func (h *Hub) visibleThread(c call) (*thread, error) {
	t := h.thread(int(c.number("number")))
	if t == nil || h.hidden(NotFoundYet, t.born) {
		return nil, notFound()
	}
	return t, nil
}

// visibleComment finds a comment by the path's id; issue and review comments
// have addresses of their own.
func (h *Hub) visibleComment(c call) (*comment, error) {
	found := h.comments[c.number("id")]
	if found == nil || (found.place != nil) != c.onReview() || h.hidden(NotFoundYet, found.born) {
		return nil, notFound()
	}
	return found, nil
}

func (h *Hub) getIssue(c call) (answer, error) {
	t, err := h.visibleThread(c)
	if err != nil {
		return answer{}, err
	}
	return ok(h.issueView(t))
}

func (h *Hub) listIssueComments(c call) (answer, error) {
	t, err := h.visibleThread(c)
	if err != nil {
		return answer{}, err
	}
	return h.pageOfComments(c, t.comments)
}

// pageOfComments lists by creation, from since on, without what a lagging
// replica does not show yet.
func (h *Hub) pageOfComments(c call, list []*comment) (answer, error) {
	since, err := c.since()
	if err != nil {
		return answer{}, err
	}
	list = slices.DeleteFunc(slices.Clone(list), func(o *comment) bool {
		return o.updated.Before(since) || h.hidden(StaleList, o.changed)
	})
	return page(h, c, list, h.commentView)
}

type bodyInput struct {
	Body *string `json:"body"`
}

// text checks a comment's body.
func (in bodyInput) text(resource string) (string, error) {
	switch {
	case in.Body == nil || *in.Body == "":
		return "", invalid(resource, "body", "missing_field", "body can't be blank")
	case utf8.RuneCountInString(*in.Body) > longestComment:
		return "", invalid(resource, "body", "unprocessable", "body is too long (maximum is 65536 characters)")
	}
	return *in.Body, nil
}

func (h *Hub) postIssueComment(c call) (answer, error) {
	t, err := h.visibleThread(c)
	if err != nil {
		return answer{}, err
	}
	if t.locked {
		return answer{}, forbidden("Unable to create comment because issue is locked.")
	}
	var in bodyInput
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	body, err := in.text("IssueComment")
	if err != nil {
		return answer{}, err
	}
	made := h.addComment(t, h.bot(), body, true, nil)
	h.emitComment("created", made, h.bot(), nil)
	view := h.commentView(made)
	return created(view, view["url"])
}

func (h *Hub) getComment(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	return ok(h.commentView(found))
}

func (h *Hub) patchComment(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	if found.author != h.bot() {
		return answer{}, forbidden("Resource not accessible by integration")
	}
	var in bodyInput
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	body, err := in.text("IssueComment")
	if err != nil {
		return answer{}, err
	}
	h.editComment(found, body, h.bot())
	return ok(h.commentView(found))
}

func (h *Hub) deleteCommentCall(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	h.deleteComment(found, h.bot())
	return noContent()
}

func (h *Hub) listReactions(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	list := slices.Clone(found.reactions)
	if kind := c.URL.Query().Get("content"); kind != "" {
		list = slices.DeleteFunc(list, func(r *reaction) bool { return r.content != kind })
	}
	return page(h, c, list, h.reactionView)
}

func (h *Hub) postReaction(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	var in struct {
		Content string `json:"content"`
	}
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	if !slices.Contains(reactionKinds, in.Content) {
		return answer{}, invalid("Reaction", "content", "invalid", "")
	}
	if found.thread.locked {
		return answer{}, forbidden("Unable to react because the conversation is locked.")
	}
	r, fresh := h.react(found, h.bot(), in.Content)
	status := http.StatusOK
	if fresh {
		status = http.StatusCreated
	}
	return answer{status: status, body: h.reactionView(r)}, nil
}

func (h *Hub) deleteReaction(c call) (answer, error) {
	found, err := h.visibleComment(c)
	if err != nil {
		return answer{}, err
	}
	id := c.number("reaction")
	i := slices.IndexFunc(found.reactions, func(r *reaction) bool { return r.id == id })
	switch {
	case i < 0:
		return answer{}, notFound()
	case found.reactions[i].user != h.bot():
		return answer{}, forbidden("Resource not accessible by integration")
	}
	found.reactions = slices.Delete(found.reactions, i, i+1)
	return noContent()
}
