package webhook

import (
	gh "github.com/google/go-github/v60/github"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/jobs"
)

// issueComment asks for an answer when a person's comment holds a question.
func issueComment(e *gh.IssueCommentEvent) (head, []jobs.Task) {
	h := headOf(e.GetAction(), e.Installation, e.Repo)
	source := github.Source{Kind: github.IssueComment, Number: e.GetIssue().GetNumber(), ID: e.GetComment().GetID()}
	if !h.works() || source.ID <= 0 || source.Number <= 0 {
		return h, nil
	}
	if e.GetAction() == "deleted" {
		return h, []jobs.Task{jobs.WithdrawTask{Repo: h.repo, Source: source}}
	}
	return h, question(e.GetAction(), e.Sender, e.GetComment().GetUser(), jobs.AskTask{
		Repo: h.repo, Source: source, Body: e.GetComment().GetBody(), Pull: e.GetIssue().IsPullRequest()})
}

// question is the task of a comment that was written or edited by a person.
// Who edits a comment asks; what a bot wrote stays a bot's.
func question(action string, sender, author *gh.User, t jobs.AskTask) []jobs.Task {
	if action != "created" && action != "edited" || !isPerson(sender) || !isPerson(author) {
		return nil
	}
	t.AskerID, t.AskerLogin = sender.GetID(), sender.GetLogin()
	return []jobs.Task{t}
}
