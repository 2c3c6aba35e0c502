package localhub

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-github/v60/github"
)

// shell runs a script in a fresh folder, with the path of newRepository's
// repository in $REPO, and returns the folder.
func shell(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "sh", "-ec", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "REPO="+newRepository(t), "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

func TestOddRepositories(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ script, folder, branch string }{
		"bare":             {`git clone -q --bare "$REPO" odd.git`, "odd.git", "main"},
		"shallow":          {`git clone -q --depth 1 "file://$REPO" odd`, "odd", "main"},
		"a worktree":       {`git -C "$REPO" worktree add -q "$PWD/odd" feature`, "odd", "feature"},
		"detached":         {`git clone -q "$REPO" odd; git -C odd checkout -q --detach origin/feature`, "odd", "main"},
		"a branch HEAD":    {`git clone -q "$REPO" odd; git -C odd update-ref refs/heads/HEAD origin/feature`, "odd", "main"},
		"the .git folder":  {`git clone -q "$REPO" odd`, "odd/.git", "main"},
		"odd branch names": {`git clone -q "$REPO" odd; git -C odd checkout -q -b 'fix/#1-“é”'`, "odd", "fix/#1-“é”"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(shell(t, tc.script), tc.folder)
			b := setup(t, func(o *Options) { o.GitDir = dir })
			repo, _, err := b.client(t).Repositories.Get(t.Context(), "acme", b.opts.Name)
			check(t, err)
			if repo.GetDefaultBranch() != tc.branch || strings.Contains(repo.GetName(), "git") {
				t.Errorf("%s with default branch %s, want %s", repo.GetName(), repo.GetDefaultBranch(), tc.branch)
			}
			branch, _, err := b.client(t).Repositories.GetBranch(t.Context(), "acme", b.opts.Name, tc.branch, 1)
			check(t, err)
			if branch.GetName() != tc.branch {
				t.Errorf("branch %s", branch.GetName())
			}
			out, err := exec.CommandContext(t.Context(), "git", "-c", "http.extraHeader=Authorization: "+basic(b.token(t)),
				"clone", "--quiet", "--mirror", b.CloneURL(), t.TempDir()).CombinedOutput()
			if err != nil {
				t.Errorf("clone: %v\n%s", err, out)
			}
		})
	}
}

func (b bundle) token(t *testing.T) string {
	t.Helper()
	tok, _, err := b.apps(t).Apps.CreateInstallationToken(t.Context(), b.InstallationID(), nil)
	check(t, err)
	return tok.GetToken()
}

func TestEmptyRepository(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(shell(t, `git init -q -b trunk odd`), "odd")
	b := setup(t, func(o *Options) { o.GitDir = dir })
	repo, _, err := b.client(t).Repositories.Get(t.Context(), "acme", "odd")
	check(t, err)
	if repo.GetDefaultBranch() != "trunk" {
		t.Errorf("default branch %s", repo.GetDefaultBranch())
	}
	if _, resp, err := b.client(t).Repositories.GetBranch(t.Context(), "acme", "odd", "trunk", 1); err == nil || resp.StatusCode != 404 {
		t.Errorf("a branch without commits: %v", err)
	}
	if _, err := b.OpenPull("Nothing", "", "trunk", "trunk", "acme"); err == nil || len(b.Comments(1)) != 0 {
		t.Error("a pull request of nothing was opened")
	}
}

func TestNoRepository(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"", t.TempDir(), "/does/not/exist"} {
		if h, err := New(Options{GitDir: dir}); err == nil {
			t.Errorf("%q was taken", dir)
			check(t, h.Close())
		}
	}
}

func TestLaterCommitsCanBePushed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenPull("Change refund", "", "main", "feature", Writer))
	out, err := exec.CommandContext(t.Context(), "git", "-C", b.repo, "commit-tree", "-p", "feature", "-m", "later", "feature^{tree}").Output()
	check(t, err)
	later := strings.TrimSpace(string(out))
	check(t, b.Push("feature", later))
	pull, _, err := b.client(t).PullRequests.Get(t.Context(), "acme", "shop", n)
	check(t, err)
	if pull.Head.GetSHA() != later || pull.GetCommits() != 2 {
		t.Errorf("head %s with %d commits, want %s with 2", pull.Head.GetSHA(), pull.GetCommits(), later)
	}
}

func TestTokensDoOnlyWhatTheyWereGiven(t *testing.T) {
	t.Parallel()
	b := setup(t)
	n := must[int](t)(b.OpenIssue("Refunds", "", Maintainer))
	b.SetPermissions(map[string]string{"metadata": "read", "contents": "read", "issues": "read"})
	gh := b.client(t)
	_, resp, err := gh.Issues.CreateComment(t.Context(), "acme", "shop", n, &github.IssueComment{Body: github.String("hi")})
	if err == nil || resp.StatusCode != 403 || resp.Header.Get("X-Accepted-GitHub-Permissions") != "issues=write; pull_requests=write" {
		t.Errorf("commented without the right: %v, %v", err, resp.Header)
	}
	if _, _, err := gh.Issues.ListComments(t.Context(), "acme", "shop", n, nil); err != nil {
		t.Error(err)
	}
	if _, resp, err := gh.PullRequests.List(t.Context(), "acme", "shop", nil); err == nil || resp.StatusCode != 403 {
		t.Errorf("pull requests: %v", err)
	}
}
