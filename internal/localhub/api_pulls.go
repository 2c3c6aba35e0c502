package localhub

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// onReview reports whether the call is about a review comment.
func (c call) onReview() bool { return strings.Contains(c.URL.Path, "/pulls/comments/") }

func (h *Hub) visiblePull(c call) (*thread, error) {
	t, err := h.visibleThread(c)
	if err == nil && t.pull == nil {
		err = notFound()
	}
	return t, err
}

func (h *Hub) getPull(c call) (answer, error) {
	t, err := h.visiblePull(c)
	if err != nil {
		return answer{}, err
	}
	return ok(h.pullView(t))
}

// listPulls lists the newest first, the open ones unless asked.
func (h *Hub) listPulls(c call) (answer, error) {
	state := c.URL.Query().Get("state")
	set(&state, "open")
	var list []*thread
	for _, t := range slices.Backward(h.threads) {
		if t.pull != nil && (state == "all" || t.state() == state) {
			list = append(list, t)
		}
	}
	return page(h, c, list, h.pullSimpleView)
}

// longestFiles is the number of files GitHub lists of a pull request.
const longestFiles = 3000

func (h *Hub) listPullFiles(c call) (answer, error) {
	t, err := h.visiblePull(c)
	if err != nil {
		return answer{}, err
	}
	files := h.git.diffFiles(t.pull.baseSHA, t.pull.headSHA)
	files = files[:min(len(files), longestFiles)]
	return page(h, c, files, func(f diffFile) object {
		place := escapePath(f.path)
		out := object{
			"sha": f.sha, "filename": f.path, "status": f.status, "additions": f.additions,
			"deletions": f.deletions, "changes": f.additions + f.deletions,
			"blob_url":     h.repoHTML("/blob/" + t.pull.headSHA + "/" + place),
			"raw_url":      h.repoHTML("/raw/" + t.pull.headSHA + "/" + place),
			"contents_url": h.repoAPI("/contents/" + place + "?ref=" + t.pull.headSHA),
		}
		return out
	})
}

func escapePath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}

func (h *Hub) listReviewComments(c call) (answer, error) {
	t, err := h.visiblePull(c)
	if err != nil {
		return answer{}, err
	}
	return h.pageOfComments(c, t.pull.reviewComments)
}

// reviewInput is a new review comment.
type reviewInput struct {
	bodyInput
	CommitID  string `json:"commit_id"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	StartLine int    `json:"start_line"`
	Side      string `json:"side"`
	StartSide string `json:"start_side"`
	InReplyTo int64  `json:"in_reply_to"`
}

func (h *Hub) postReviewComment(c call) (answer, error) {
	t, err := h.visiblePull(c)
	if err != nil {
		return answer{}, err
	}
	var in reviewInput
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	if in.InReplyTo != 0 {
		return h.reply(t, in.InReplyTo, in.bodyInput)
	}
	body, err := in.text("PullRequestReviewComment")
	if err != nil {
		return answer{}, err
	}
	at, err := h.placeOf(t, in)
	if err != nil {
		return answer{}, err
	}
	return h.createReviewComment(t, body, at)
}

func (h *Hub) createReviewComment(t *thread, body string, at *place) (answer, error) {
	if t.locked {
		return answer{}, forbidden("Unable to create comment because issue is locked.")
	}
	made := h.addComment(t, h.bot(), body, true, at)
	h.emitComment("created", made, h.bot(), nil)
	view := h.commentView(made)
	return created(view, view["url"])
}

func (h *Hub) postReply(c call) (answer, error) {
	t, err := h.visiblePull(c)
	if err != nil {
		return answer{}, err
	}
	var in bodyInput
	if err := c.decode(&in); err != nil {
		return answer{}, err
	}
	return h.reply(t, c.number("id"), in)
}

// reply adds to a review comment's thread. A reply to a reply belongs to the
// first comment, as on GitHub.
func (h *Hub) reply(t *thread, to int64, in bodyInput) (answer, error) {
	body, err := in.text("PullRequestReviewComment")
	if err != nil {
		return answer{}, err
	}
	at := h.replyPlace(t, to)
	if at == nil {
		return answer{}, notFound()
	}
	return h.createReviewComment(t, body, at)
}

func (h *Hub) replyPlace(t *thread, to int64) *place {
	parent := h.comments[to]
	if parent == nil || parent.place == nil || parent.thread != t {
		return nil
	}
	at := *parent.place
	if at.inReplyTo == 0 {
		at.inReplyTo = parent.id
	}
	at.reviewID = h.nextID()
	return &at
}

// placeOf checks that a comment's lines are part of the diff.
func (h *Hub) placeOf(t *thread, in reviewInput) (*place, error) {
	set(&in.Side, "RIGHT")
	set(&in.StartSide, in.Side)
	set(&in.CommitID, t.pull.headSHA)
	hunk, position, found := h.git.hunkAt(t.pull.baseSHA, t.pull.headSHA, in.Path, in.Side, in.Line)
	if !found {
		return nil, apiError{
			status: http.StatusUnprocessableEntity, message: "Validation Failed",
			errors: []object{{
				"resource": "PullRequestReviewComment", "field": "pull_request_review_thread.line",
				"code": "custom", "message": "pull_request_review_thread.line must be part of the diff",
			}},
		}
	}
	return &place{
		path: in.Path, commit: in.CommitID, hunk: hunk, side: in.Side, startSide: in.StartSide,
		line: in.Line, startLine: in.StartLine, position: position, reviewID: h.nextID(),
	}, nil
}

// ReviewComment writes a comment on a line of a pull request's head (a range
// where startLine is not 0), or a reply where inReplyTo is not 0.
func (h *Hub) ReviewComment(number int, path string, startLine, line int, body, author string) (Comment, error) {
	return h.review(number, body, author, func(t *thread) (*place, error) {
		return h.placeOf(t, reviewInput{Path: path, StartLine: startLine, Line: line})
	})
}

// ReplyReview answers in a review comment's thread.
func (h *Hub) ReplyReview(number int, inReplyTo int64, body, author string) (Comment, error) {
	return h.review(number, body, author, func(t *thread) (*place, error) {
		if at := h.replyPlace(t, inReplyTo); at != nil {
			return at, nil
		}
		return nil, notFound()
	})
}

func (h *Hub) review(number int, body, author string, where func(*thread) (*place, error)) (Comment, error) {
	var out Comment
	err := h.onPull(number, author, func(t *thread, u *User) error {
		at, err := where(t)
		if err != nil {
			return err
		}
		c := h.addComment(t, u, body, false, at)
		h.emitComment("created", c, u, nil)
		out = c.public()
		return nil
	})
	return out, err
}

// ReviewComments lists a pull request's review comments, oldest first.
func (h *Hub) ReviewComments(number int) []Comment {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.thread(number)
	if t == nil || t.pull == nil {
		return nil
	}
	return publicComments(t.pull.reviewComments)
}
