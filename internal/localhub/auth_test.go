package localhub

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v4"
	"github.com/google/go-github/v60/github"
)

func TestJWTs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	check(t, err)
	claims := func(issuer string, issued, life time.Duration) jwt.RegisteredClaims {
		at := time.Now().Add(issued)
		return jwt.RegisteredClaims{Issuer: issuer, IssuedAt: jwt.NewNumericDate(at), ExpiresAt: jwt.NewNumericDate(at.Add(life))}
	}
	for name, tc := range map[string]struct {
		key    *rsa.PrivateKey
		claims jwt.RegisteredClaims
		want   int
	}{
		"right":         {b.key, claims("4711", -30*time.Second, 2*time.Minute), 200},
		"another key":   {stranger, claims("4711", -30*time.Second, 2*time.Minute), 401},
		"another App":   {b.key, claims("4712", -30*time.Second, 2*time.Minute), 401},
		"expired":       {b.key, claims("4711", -20*time.Minute, 2*time.Minute), 401},
		"too long":      {b.key, claims("4711", 0, time.Hour), 401},
		"from tomorrow": {b.key, claims("4711", 5*time.Minute, 2*time.Minute), 401},
	} {
		text, err := jwt.NewWithClaims(jwt.SigningMethodRS256, tc.claims).SignedString(tc.key)
		check(t, err)
		if got := b.get(t, "/app", "Bearer "+text); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
	if got := b.get(t, "/app", ""); got != 401 {
		t.Errorf("no JWT: %d", got)
	}
}

// get is the status of a GET with that Authorization.
func (b bundle) get(t *testing.T, path, authorization string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", b.APIURL()+path, nil)
	check(t, err)
	req.Header.Set("Authorization", authorization)
	resp, err := http.DefaultClient.Do(req)
	check(t, err)
	check(t, resp.Body.Close())
	return resp.StatusCode
}

func TestInstallationTokens(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) { o.TokenLife = 2 * time.Second })
	apps, ctx := b.apps(t), t.Context()
	tok, _, err := apps.Apps.CreateInstallationToken(ctx, b.InstallationID(), &github.InstallationTokenOptions{
		Repositories: []string{"shop"}, Permissions: &github.InstallationPermissions{Contents: github.String("read")},
	})
	check(t, err)
	if len(tok.GetToken()) < 300 || !strings.HasPrefix(tok.GetToken(), "ghs_") || len(tok.Repositories) != 1 {
		t.Errorf("token of %d characters for %d repositories", len(tok.GetToken()), len(tok.Repositories))
	}
	if got := b.get(t, "/repos/acme/shop", "token "+tok.GetToken()); got != 200 {
		t.Errorf("a fresh token: %d", got)
	}
	if got := b.get(t, "/app", "Bearer "+tok.GetToken()); got != 401 {
		t.Errorf("a token in place of a JWT: %d", got)
	}
	time.Sleep(time.Until(tok.GetExpiresAt().Time))
	if got := b.get(t, "/repos/acme/shop", "token "+tok.GetToken()); got != 401 {
		t.Errorf("an expired token: %d", got)
	}
	for name, o := range map[string]*github.InstallationTokenOptions{
		"another repository": {RepositoryIDs: []int64{1}},
		"more rights":        {Permissions: &github.InstallationPermissions{Contents: github.String("write")}},
	} {
		if _, resp, err := apps.Apps.CreateInstallationToken(ctx, b.InstallationID(), o); err == nil || resp.StatusCode != 422 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatTheAppSees(t *testing.T) {
	t.Parallel()
	b := setup(t)
	apps, ctx := b.apps(t), t.Context()
	app, _, err := apps.Apps.Get(ctx, "")
	check(t, err)
	list, _, err := apps.Apps.ListInstallations(ctx, nil)
	check(t, err)
	one, _, err := apps.Apps.GetInstallation(ctx, b.InstallationID())
	check(t, err)
	of, _, err := apps.Apps.FindRepositoryInstallation(ctx, "acme", "shop")
	check(t, err)
	repos, _, err := b.client(t).Apps.ListRepos(ctx, nil)
	check(t, err)
	if app.GetID() != b.AppID() || len(list) != 1 || one.GetID() != of.GetID() || list[0].GetAccount().GetLogin() != "acme" {
		t.Errorf("App %d, installations %v, %v, %v", app.GetID(), list, one, of)
	}
	if repos.GetTotalCount() != 1 || repos.Repositories[0].GetID() != b.RepoID() {
		t.Errorf("repositories: %v", repos)
	}
	b.RemoveRepository()
	if repos, _, err = b.client(t).Apps.ListRepos(ctx, nil); err == nil {
		t.Errorf("a token for a repository that was taken away: %v", repos)
	}
	user, _, err := b.client(t).Users.Get(ctx, "acme")
	if err == nil {
		t.Errorf("the same: %v", user)
	}
}

func TestUsersAndMeta(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gh, ctx := b.client(t), t.Context()
	bot, _, err := gh.Users.Get(ctx, "plumbline[bot]")
	check(t, err)
	if bot.GetType() != "Bot" || bot.GetID() != b.BotUser().ID {
		t.Errorf("the App's user: %v", bot)
	}
	_, _, err = gh.Meta.Get(ctx)
	check(t, err)
	limits, _, err := gh.RateLimit.Get(ctx)
	check(t, err)
	if limits.Core.Limit != 5000 || limits.Core.Remaining >= 5000 {
		t.Errorf("limits: %v", limits.Core)
	}
}

func TestSuspensionAndRemoval(t *testing.T) {
	t.Parallel()
	b := setup(t)
	apps, ctx := b.apps(t), t.Context()
	mint := func() (string, int) {
		tok, resp, err := apps.Apps.CreateInstallationToken(ctx, b.InstallationID(), nil)
		if err != nil {
			return "", resp.StatusCode
		}
		return tok.GetToken(), resp.StatusCode
	}
	token, _ := mint()
	b.Suspend(true)
	if got := b.get(t, "/repos/acme/shop", "token "+token); got != 401 {
		t.Errorf("a token of a suspended installation: %d", got)
	}
	if _, status := mint(); status != 403 {
		t.Errorf("a new one: %d", status)
	}
	b.Suspend(false)
	if got := b.get(t, "/repos/acme/shop", "token "+token); got != 200 {
		t.Errorf("after the suspension: %d", got)
	}
	b.RevokeTokens()
	if got := b.get(t, "/repos/acme/shop", "token "+token); got != 401 {
		t.Errorf("a revoked token: %d", got)
	}
	b.Uninstall()
	if _, status := mint(); status != 404 {
		t.Errorf("uninstalled: %d", status)
	}
}
