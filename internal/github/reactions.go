package github

import (
	"context"
	"fmt"
)

// The reactions that Plumbline uses, as GitHub calls them.
const (
	Eyes     = "eyes"
	ThumbsUp = "+1"
	Refusal  = "-1"
	Confused = "confused"
)

// React puts a reaction of ours on a text. Doing it again changes nothing.
func (a *App) React(ctx context.Context, r Repo, s Source, content string) error {
	owner, name := r.split()
	var err error
	if s.Kind == ReviewComment {
		_, _, err = a.of(r).Reactions.CreatePullRequestCommentReaction(ctx, owner, name, s.ID, content)
	} else {
		_, _, err = a.of(r).Reactions.CreateIssueCommentReaction(ctx, owner, name, s.ID, content)
	}
	return translate(fmt.Sprintf("react with %s on %s %d of %s", content, s.Kind, s.ID, r), err)
}
