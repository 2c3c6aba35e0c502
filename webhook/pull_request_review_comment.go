package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

// reviewComment asks for an answer in the thread of a comment on lines.
func reviewComment(e *gh.PullRequestReviewCommentEvent) (head, []jobs.Task) {
	h := headOf(e.GetAction(), e.Installation, e.Repo)
	source := github.Source{Kind: github.ReviewComment, Number: e.GetPullRequest().GetNumber(), ID: e.GetComment().GetID()}
	if !h.works() || source.ID <= 0 || source.Number <= 0 {
		return h, nil
	}
	if e.GetAction() == "deleted" {
		return h, []jobs.Task{jobs.WithdrawTask{Repo: h.repo, Source: source}}
	}
	return h, question(e.GetAction(), e.Sender, e.GetComment().GetUser(), jobs.AskTask{
		Repo: h.repo, Source: source, Body: e.GetComment().GetBody(), Pull: true})
}
