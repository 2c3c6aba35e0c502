package github

import (
	"context"
	"fmt"
	"time"

	gh "github.com/google/go-github/v60/github"
)

// The places where a person can ask, and a comment of ours can stand.
const (
	IssueComment  = "issue_comment"  // below an issue or a pull request
	ReviewComment = "review_comment" // on lines of a pull request's diff
)

// Source names a comment on GitHub: Number is the issue's or pull request's,
// ID the comment's.
type Source struct {
	Kind   string
	Number int
	ID     int64
}

// Comment is one as it stands now.
type Comment struct {
	ID         int64
	Body       string
	Author     int64 // GitHub's id of the user
	AuthorType string
	Updated    time.Time
	Lines      *Lines // of a review comment
}

// Lines are what a review comment stands on.
type Lines struct {
	Path           string
	Start, End     int // 0 for a comment on a whole file
	Commit         string
	Hunk           string
	InReplyTo, Top int64 // Top is the thread's first comment
}

// Text reads the comment that a source names.
func (a *App) Text(ctx context.Context, r Repo, s Source) (Comment, error) {
	owner, name := r.split()
	if s.Kind == ReviewComment {
		c, _, err := a.of(r).PullRequests.GetComment(ctx, owner, name, s.ID)
		return reviewComment(c), translate(fmt.Sprintf("read review comment %d of %s", s.ID, r), err)
	}
	c, _, err := a.of(r).Issues.GetComment(ctx, owner, name, s.ID)
	return issueComment(c), translate(fmt.Sprintf("read comment %d of %s", s.ID, r), err)
}

// Post makes a comment: in the review thread of a review comment (whose first
// comment is top), else below the issue or pull request.
func (a *App) Post(ctx context.Context, r Repo, s Source, top int64, body string) (id int64, err error) {
	owner, name := r.split()
	op := fmt.Sprintf("comment on #%d of %s", s.Number, r)
	if s.Kind == ReviewComment {
		c, _, err := a.of(r).PullRequests.CreateCommentInReplyTo(ctx, owner, name, s.Number, body, top)
		return c.GetID(), translate(op, err)
	}
	c, _, err := a.of(r).Issues.CreateComment(ctx, owner, name, s.Number, &gh.IssueComment{Body: &body})
	return c.GetID(), translate(op, err)
}

// Edit replaces the text of a comment of ours.
func (a *App) Edit(ctx context.Context, r Repo, kind string, id int64, body string) error {
	owner, name := r.split()
	op := fmt.Sprintf("edit comment %d of %s", id, r)
	if kind == ReviewComment {
		_, _, err := a.of(r).PullRequests.EditComment(ctx, owner, name, id, &gh.PullRequestComment{Body: &body})
		return translate(op, err)
	}
	_, _, err := a.of(r).Issues.EditComment(ctx, owner, name, id, &gh.IssueComment{Body: &body})
	return translate(op, err)
}

// Since lists the comments of a source's thread (all review comments of the
// pull request for a review comment) that were changed at or after a time.
func (a *App) Since(ctx context.Context, r Repo, s Source, since time.Time) ([]Comment, error) {
	op := fmt.Sprintf("list the comments of #%d of %s", s.Number, r)
	var all []Comment
	for page := 1; page != 0; {
		found, next, err := a.page(ctx, r, s, since, page)
		if err != nil {
			return nil, translate(op, err)
		}
		all, page = append(all, found...), next
	}
	return all, nil
}

func (a *App) page(ctx context.Context, r Repo, s Source, since time.Time, page int) (found []Comment, next int, err error) {
	owner, name := r.split()
	list := gh.ListOptions{Page: page, PerPage: 100}
	if s.Kind == ReviewComment {
		cs, resp, err := a.of(r).PullRequests.ListComments(ctx, owner, name, s.Number, &gh.PullRequestListCommentsOptions{Since: since, ListOptions: list})
		if err != nil {
			return nil, 0, err
		}
		for _, c := range cs {
			found = append(found, reviewComment(c))
		}
		return found, resp.NextPage, nil
	}
	cs, resp, err := a.of(r).Issues.ListComments(ctx, owner, name, s.Number, &gh.IssueListCommentsOptions{Since: &since, ListOptions: list})
	if err != nil {
		return nil, 0, err
	}
	for _, c := range cs {
		found = append(found, issueComment(c))
	}
	return found, resp.NextPage, nil
}

func issueComment(c *gh.IssueComment) Comment {
	return Comment{ID: c.GetID(), Body: c.GetBody(), Author: c.GetUser().GetID(), AuthorType: c.GetUser().GetType(), Updated: c.GetUpdatedAt().Time}
}

func reviewComment(c *gh.PullRequestComment) Comment {
	lines := &Lines{Path: c.GetPath(), Start: c.GetStartLine(), End: c.GetLine(), Commit: c.GetCommitID(), Hunk: c.GetDiffHunk(),
		InReplyTo: c.GetInReplyTo(), Top: c.GetInReplyTo()}
	if lines.Start == 0 {
		lines.Start = lines.End
	}
	if lines.Top == 0 {
		lines.Top = c.GetID()
	}
	return Comment{ID: c.GetID(), Body: c.GetBody(), Author: c.GetUser().GetID(), AuthorType: c.GetUser().GetType(),
		Updated: c.GetUpdatedAt().Time, Lines: lines}
}
