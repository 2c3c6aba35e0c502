package github_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/localhub"
)

func setUp(t *testing.T, o localhub.Options) (*localhub.Hub, *github.App, github.Repo) {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-q", "-m", "begin"}} {
		if args[0] == "add" {
			must(t, os.MkdirAll(filepath.Join(dir, ".github"), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, ".github", "plumbline.yml"), []byte("ask: off\n"), 0o600))
		}
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	o.GitDir, o.Name, o.Private = dir, "shop", true
	hub, err := localhub.New(o)
	must(t, err)
	t.Cleanup(func() { must(t, hub.Close()) })
	app, err := github.New(github.Options{AppID: hub.AppID(), PrivateKey: hub.AppKeyPEM(), APIURL: hub.APIURL()})
	must(t, err)
	return hub, app, github.Repo{Installation: hub.InstallationID(), ID: hub.RepoID(), FullName: hub.FullName()}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// mints are the requests for tokens so far.
func mints(hub *localhub.Hub) (requests []localhub.Request) {
	for _, r := range hub.Requests() {
		if strings.HasSuffix(r.Path, "/access_tokens") {
			requests = append(requests, r)
		}
	}
	return requests
}

func TestEachTokenIsForOneRepository(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	for range 3 {
		_, err := app.Repository(t.Context(), repo)
		must(t, err)
	}
	_, err := app.GitEnv(t.Context(), repo)
	must(t, err)
	got := mints(hub)
	if len(got) != 2 {
		t.Fatalf("%d tokens minted, want one for the API and one for git", len(got))
	}
	for _, r := range got {
		var body struct {
			IDs         []int64           `json:"repository_ids"`
			Permissions map[string]string `json:"permissions"`
		}
		must(t, json.Unmarshal(r.Body, &body))
		if len(body.IDs) != 1 || body.IDs[0] != repo.ID {
			t.Errorf("a token was asked for with %s", r.Body)
		}
	}
	if !strings.Contains(string(got[1].Body), `"contents":"read"`) {
		t.Errorf("git's token was asked for with %s", got[1].Body)
	}
}

func TestTokenIsMintedAnewNearItsEnd(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{TokenLife: time.Minute + 2*time.Second})
	for range 2 {
		_, err := app.Repository(t.Context(), repo)
		must(t, err)
	}
	time.Sleep(2500 * time.Millisecond)
	_, err := app.Repository(t.Context(), repo)
	must(t, err)
	if n := len(mints(hub)); n != 2 {
		t.Errorf("%d tokens minted, want 2", n)
	}
}

func TestRefusedTokenIsMintedOnceMore(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	number, err := hub.OpenIssue("I", "", localhub.Writer)
	must(t, err)
	_, err = app.Repository(t.Context(), repo)
	must(t, err)
	hub.RevokeTokens()
	source := github.Source{Kind: github.IssueComment, Number: number}
	_, err = app.Post(t.Context(), repo, source, 0, "once")
	must(t, err)
	if n := len(hub.Comments(number)); n != 1 {
		t.Errorf("%d comments", n)
	}
	hub.Fail(localhub.Fault{Kind: localhub.Unauthorized, Path: "/issues"})
	before := len(mints(hub))
	_, err = app.Post(t.Context(), repo, source, 0, "refused")
	if err == nil || github.Uncertain(err) || len(mints(hub)) != before+1 {
		t.Errorf("%v after %d more tokens", err, len(mints(hub))-before)
	}
}

func TestGitReadsWithoutShowingItsCredential(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	env, err := app.GitEnv(t.Context(), repo)
	must(t, err)
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "git", "clone", "-q", "--mirror", hub.CloneURL(), dir)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config, err := os.ReadFile(filepath.Join(dir, "config"))
	must(t, err)
	for _, shown := range []string{string(config), strings.Join(cmd.Args, " "), string(out)} {
		if strings.Contains(shown, "Authorization") || strings.Contains(shown, "x-access-token") || strings.Contains(shown, "ghs_") {
			t.Errorf("the credential shows in %q", shown)
		}
	}
	without := exec.CommandContext(t.Context(), "git", "ls-remote", hub.CloneURL())
	without.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0")
	if err := without.Run(); err == nil {
		t.Error("the private repository can be read without a credential")
	}
}

func TestErrorsAnswerQuestions(t *testing.T) {
	for _, c := range []struct {
		name                                  string
		fault                                 localhub.Fault
		do                                    func(*localhub.Hub)
		wait, absent, gone, final, maybeThere bool
	}{
		{name: "secondary limit", fault: localhub.Fault{Kind: localhub.SecondaryLimit, RetryAfter: 5 * time.Second}, wait: true},
		{name: "secondary limit, 429", fault: localhub.Fault{Kind: localhub.SecondaryLimit429, RetryAfter: 5 * time.Second}, wait: true},
		{name: "primary limit", fault: localhub.Fault{Kind: localhub.PrimaryLimit, RetryAfter: 5 * time.Second}, wait: true},
		{name: "server error", fault: localhub.Fault{Kind: localhub.ServerError}, maybeThere: true},
		{name: "cut", fault: localhub.Fault{Kind: localhub.DropAfter}, maybeThere: true},
		{name: "not found", fault: localhub.Fault{Kind: localhub.NotFound}, absent: true},
		{name: "locked", do: func(h *localhub.Hub) { _ = h.Lock(1, true) }, final: true},
		{name: "uninstalled", do: (*localhub.Hub).Uninstall, gone: true, final: true},
		{name: "repository removed", do: (*localhub.Hub).RemoveRepository, gone: true, final: true},
		{name: "suspended", do: func(h *localhub.Hub) { h.Suspend(true) }, gone: true, final: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			hub, app, repo := setUp(t, localhub.Options{})
			number, err := hub.OpenIssue("I", "", localhub.Writer)
			must(t, err)
			if c.do != nil {
				c.do(hub)
			} else {
				c.fault.Path = "/comments"
				hub.Fail(c.fault)
			}
			_, err = app.Post(t.Context(), repo, github.Source{Kind: github.IssueComment, Number: number}, 0, "x")
			if err == nil {
				t.Fatal("no error")
			}
			if wait := github.WaitFor(err); (wait > 0) != c.wait || wait > 10*time.Second {
				t.Errorf("wait %s: %v", wait, err)
			}
			if github.Absent(err) != c.absent || github.Uninstalled(err) != c.gone || github.Uncertain(err) != c.maybeThere {
				t.Errorf("absent %v, uninstalled %v, uncertain %v: %v", github.Absent(err), github.Uninstalled(err), github.Uncertain(err), err)
			}
			if github.Final(err) != c.final && !c.gone {
				t.Errorf("final %v: %v", github.Final(err), err)
			}
			if strings.Contains(err.Error(), "ghs_") {
				t.Errorf("a token shows: %v", err)
			}
		})
	}
}

func TestNoServerIsCertainlyNothing(t *testing.T) {
	hub, _, repo := setUp(t, localhub.Options{})
	app, err := github.New(github.Options{AppID: 1, PrivateKey: hub.AppKeyPEM(), APIURL: "http://127.0.0.1:1"})
	must(t, err)
	_, err = app.Post(t.Context(), repo, github.Source{Kind: github.IssueComment, Number: 1}, 0, "x")
	if err == nil || github.Uncertain(err) || github.Uninstalled(err) {
		t.Errorf("uncertain %v, uninstalled %v: %v", github.Uncertain(err), github.Uninstalled(err), err)
	}
}

func TestRoleIsOfTheIdNotTheName(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	for login, writer := range map[string]bool{localhub.Triager: true, localhub.Writer: true, localhub.Maintainer: true, "acme": true,
		localhub.Reader: false, localhub.Stranger: false, "nobody-at-all": false} {
		var id int64
		for _, u := range hub.Users() {
			if u.Login == login {
				id = u.ID
			}
		}
		role, err := app.Role(t.Context(), repo, login, id)
		must(t, err)
		if role.Writer() != writer {
			t.Errorf("%s: %+v", login, role)
		}
	}
	if role, err := app.Role(t.Context(), repo, localhub.Writer, 999); err != nil || role.Writer() {
		t.Errorf("somebody else under a writer's name: %+v, %v", role, err)
	}
}

func TestReading(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	ctx := t.Context()
	content, blob, err := app.Settings(ctx, repo)
	must(t, err)
	if string(content) != "ask: off\n" || len(blob) != 40 {
		t.Errorf("settings %q, blob %q", content, blob)
	}
	id, err := app.BotID(ctx, repo)
	must(t, err)
	if id != hub.BotUser().ID {
		t.Errorf("our bot is %d", id)
	}
	hub.Rename("store")
	now, err := app.Repository(ctx, repo)
	must(t, err)
	if now.FullName != "acme/store" || now.DefaultBranch != "main" || !now.Private || now.CloneURL == "" {
		t.Errorf("repository %+v", now)
	}
}

func TestPagesOfComments(t *testing.T) {
	hub, app, repo := setUp(t, localhub.Options{})
	number, err := hub.OpenIssue("I", "", localhub.Writer)
	must(t, err)
	for range 230 {
		_, err := hub.Comment(number, "c", localhub.Writer)
		must(t, err)
	}
	all, err := app.Since(context.Background(), repo, github.Source{Kind: github.IssueComment, Number: number}, time.Now().Add(-time.Hour))
	must(t, err)
	if len(all) != 230 {
		t.Errorf("%d comments", len(all))
	}
}

func TestWhatNewRefuses(t *testing.T) {
	hub, _, _ := setUp(t, localhub.Options{})
	for want, o := range map[string]github.Options{
		"PLUMBLINE_APP_ID":    {PrivateKey: hub.AppKeyPEM()},
		".pem":                {AppID: 1, PrivateKey: []byte("x")},
		"https://HOST/api/v3": {AppID: 1, PrivateKey: hub.AppKeyPEM(), APIURL: "ghe.example.org"},
	} {
		if _, err := github.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that names %s", err, want)
		}
	}
	if bytes.Contains(hub.AppKeyPEM(), []byte("PUBLIC")) {
		t.Error("the key is public")
	}
}
