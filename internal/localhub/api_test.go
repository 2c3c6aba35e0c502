package localhub

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-github/v60/github"
)

func TestCommentsAsGoGitHubCallsThem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	asked := must[Comment](t)(b.Comment(n, "/ask who refunds?", Writer))
	gh, ctx := b.client(t), t.Context()

	made, _, err := gh.Issues.CreateComment(ctx, "acme", "shop", n, &github.IssueComment{Body: github.String("an answer")})
	check(t, err)
	if made.User.GetType() != "Bot" || made.User.GetID() != b.BotUser().ID {
		t.Errorf("written by %v, want the App's bot", made.User)
	}
	_, _, err = gh.Issues.EditComment(ctx, "acme", "shop", made.GetID(), &github.IssueComment{Body: github.String("a better answer")})
	check(t, err)
	recently := time.Now().Add(-time.Minute)
	list, _, err := gh.Issues.ListComments(ctx, "acme", "shop", n, &github.IssueListCommentsOptions{
		Since: &recently, ListOptions: github.ListOptions{PerPage: 100},
	})
	check(t, err)
	if len(list) != 2 || list[1].GetBody() != "a better answer" {
		t.Errorf("comments: %v", list)
	}

	r, _, err := gh.Reactions.CreateIssueCommentReaction(ctx, "acme", "shop", asked.ID, "eyes")
	check(t, err)
	again, resp, err := gh.Reactions.CreateIssueCommentReaction(ctx, "acme", "shop", asked.ID, "eyes")
	check(t, err)
	if resp.StatusCode != http.StatusOK || again.GetID() != r.GetID() {
		t.Errorf("a second eyes reaction: %d, id %d; want 200 and the first's id", resp.StatusCode, again.GetID())
	}
	if got := b.Reactions(asked.ID); len(got) != 1 || got[0].Content != "eyes" {
		t.Errorf("reactions: %v", got)
	}
	_, err = gh.Reactions.DeleteIssueCommentReactionByID(ctx, b.RepoID(), asked.ID, r.GetID())
	check(t, err)
	_, err = gh.Issues.DeleteComment(ctx, "acme", "shop", made.GetID())
	check(t, err)
	if got := b.Comments(n); len(got) != 1 || len(got[0].Reactions) != 0 {
		t.Errorf("after deleting: %v", got)
	}
}

func TestListsHavePages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Many", "words", Maintainer))
	for range 7 {
		must[Comment](t)(b.Comment(n, "hello", Writer))
	}
	gh := b.client(t)
	seen := map[int64]bool{}
	o := &github.IssueListCommentsOptions{ListOptions: github.ListOptions{PerPage: 3}}
	for {
		list, resp, err := gh.Issues.ListComments(t.Context(), "acme", "shop", n, o)
		check(t, err)
		for _, c := range list {
			seen[c.GetID()] = true
		}
		if resp.NextPage == 0 {
			break
		}
		o.Page = resp.NextPage
	}
	if len(seen) != 7 {
		t.Errorf("saw %d comments over the pages, want 7", len(seen))
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		login, permission, role string
		private                 bool
	}{
		{"acme", "admin", "admin", false},
		{Maintainer, "write", "maintain", false},
		{Triager, "read", "triage", false},
		{Stranger, "read", "read", false},
		{Stranger, "none", "none", true},
	} {
		b := setup(t, func(o *Options) { o.Private = tc.private })
		level, _, err := b.client(t).Repositories.GetPermissionLevel(t.Context(), "acme", "shop", tc.login)
		check(t, err)
		if level.GetPermission() != tc.permission || level.GetUser().GetRoleName() != tc.role {
			t.Errorf("%s (private: %v): %s as %s, want %s as %s", tc.login, tc.private,
				level.GetPermission(), level.GetUser().GetRoleName(), tc.permission, tc.role)
		}
	}
}

func TestRepositoryBranchesAndContents(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh, ctx := b.client(t), t.Context()
	repo, _, err := gh.Repositories.GetByID(ctx, b.RepoID())
	check(t, err)
	if repo.GetFullName() != "acme/shop" || repo.GetDefaultBranch() != "main" {
		t.Errorf("repository %s with default branch %s", repo.GetFullName(), repo.GetDefaultBranch())
	}
	file, _, _, err := gh.Repositories.GetContents(ctx, "acme", "shop", ".github/plumbline.yml", nil)
	check(t, err)
	text, err := file.GetContent()
	check(t, err)
	if !strings.Contains(text, "who: everyone") {
		t.Errorf("settings: %q", text)
	}
	_, folder, _, err := gh.Repositories.GetContents(ctx, "acme", "shop", "src", &github.RepositoryContentGetOptions{Ref: "feature"})
	check(t, err)
	if len(folder) != 3 {
		t.Errorf("src of feature has %d entries, want 3", len(folder))
	}
	branch, _, err := gh.Repositories.GetBranch(ctx, "acme", "shop", "feature", 1)
	check(t, err)
	commit, _, err := gh.Repositories.GetCommit(ctx, "acme", "shop", "feature", nil)
	check(t, err)
	ref, _, err := gh.Git.GetRef(ctx, "acme", "shop", "heads/feature")
	check(t, err)
	if sha := branch.Commit.GetSHA(); sha != commit.GetSHA() || sha != ref.Object.GetSHA() {
		t.Errorf("feature is %s, %s and %s", sha, commit.GetSHA(), ref.Object.GetSHA())
	}
	_, _, resp, err := gh.Repositories.GetContents(ctx, "acme", "shop", "no/such", nil)
	if err == nil || resp.StatusCode != http.StatusNotFound {
		t.Errorf("a missing file: %v", err)
	}
}

func TestPullRequests(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenPull("Change refund", "", "main", "feature", Writer))
	gh, ctx := b.client(t), t.Context()
	pull, _, err := gh.PullRequests.Get(ctx, "acme", "shop", n)
	check(t, err)
	if pull.GetChangedFiles() != 2 || pull.GetCommits() != 1 || pull.GetAdditions() != 2 || pull.GetDeletions() != 1 {
		t.Errorf("figures: %d files, %d commits, +%d −%d", pull.GetChangedFiles(), pull.GetCommits(), pull.GetAdditions(), pull.GetDeletions())
	}
	files, _, err := gh.PullRequests.ListFiles(ctx, "acme", "shop", n, nil)
	check(t, err)
	if len(files) != 2 || files[0].GetFilename() != "src/new.txt" || files[0].GetStatus() != "added" {
		t.Errorf("files: %v", files)
	}
	open, _, err := gh.PullRequests.List(ctx, "acme", "shop", nil)
	check(t, err)
	check(t, b.ClosePull(n, true, Maintainer))
	none, _, err := gh.PullRequests.List(ctx, "acme", "shop", nil)
	check(t, err)
	if len(open) != 1 || len(none) != 0 {
		t.Errorf("%d open before closing, %d after", len(open), len(none))
	}
}

func TestReviewThreads(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenPull("Change refund", "", "main", "feature", Writer))
	asked := must[Comment](t)(b.ReviewComment(n, "src/shop.go", 0, 3, "/ask why?", Maintainer))
	gh, ctx := b.client(t), t.Context()
	got, _, err := gh.PullRequests.GetComment(ctx, "acme", "shop", asked.ID)
	check(t, err)
	if !strings.HasSuffix(got.GetDiffHunk(), "+func Refund(all bool) {}") || got.GetLine() != 3 {
		t.Errorf("line %d, hunk %q", got.GetLine(), got.GetDiffHunk())
	}
	reply, _, err := gh.PullRequests.CreateCommentInReplyTo(ctx, "acme", "shop", n, "because", asked.ID)
	check(t, err)
	if reply.GetInReplyTo() != asked.ID {
		t.Errorf("reply to %d, want %d", reply.GetInReplyTo(), asked.ID)
	}
	_, _, err = gh.Reactions.CreatePullRequestCommentReaction(ctx, "acme", "shop", asked.ID, "+1")
	check(t, err)
	if list := b.ReviewComments(n); len(list) != 2 || len(list[0].Reactions) != 1 {
		t.Errorf("review comments: %v", list)
	}
	if _, err := b.ReviewComment(n, "src/shop.go", 0, 400, "/ask?", Maintainer); err == nil {
		t.Error("a comment on a line outside the diff was taken")
	}
	if _, _, err := gh.Issues.GetComment(ctx, "acme", "shop", asked.ID); err == nil {
		t.Error("a review comment was found among issue comments")
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	gh, ctx := b.client(t), t.Context()
	post := func(body string) int {
		_, resp, err := gh.Issues.CreateComment(ctx, "acme", "shop", n, &github.IssueComment{Body: &body})
		if err == nil {
			t.Error("taken:", body[:min(len(body), 20)])
		}
		return resp.StatusCode
	}
	if got := post(strings.Repeat("é", longestComment+1)); got != 422 {
		t.Errorf("too long: %d", got)
	}
	if got := post(""); got != 422 {
		t.Errorf("empty: %d", got)
	}
	check(t, b.Lock(n, true))
	if got := post("locked"); got != 403 {
		t.Errorf("locked: %d", got)
	}
	check(t, b.Lock(n, false))
	b.Archive(true)
	if got := post("archived"); got != 403 {
		t.Errorf("archived: %d", got)
	}
	b.Archive(false)
	b.RemoveRepository()
	if got := post("taken away"); got != 404 {
		t.Errorf("taken away: %d", got)
	}
}

func TestRenamedRepositoryRedirects(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh := b.client(t)
	b.Rename("store")
	repo, _, err := gh.Repositories.Get(t.Context(), "acme", "shop")
	check(t, err)
	if repo.GetFullName() != "acme/store" {
		t.Errorf("by its old name it is %s", repo.GetFullName())
	}
}

func TestETags(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh := b.client(t)
	_, first, err := gh.Repositories.Get(t.Context(), "acme", "shop")
	check(t, err)
	req, err := gh.NewRequest("GET", "repos/acme/shop", nil)
	check(t, err)
	req.Header.Set("If-None-Match", first.Header.Get("ETag"))
	_, err = gh.Do(t.Context(), req, nil)
	var refused *github.ErrorResponse
	if !errors.As(err, &refused) || refused.Response.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged: %v", err)
	}
}
