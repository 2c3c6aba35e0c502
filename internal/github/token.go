package github

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"

	"github.com/bradleyfalzon/ghinstallation/v2"
	gh "github.com/google/go-github/v60/github"
)

// tokenKey is what a token is minted for.
type tokenKey struct {
	installation, repo int64 // repo 0: every repository of the installation
	git                bool  // for reading contents alone
}

// transport adds a token to each request; the library mints it when it is
// first needed and again near its end.
func (a *App) transport(k tokenKey) *ghinstallation.Transport {
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.tokens[k]; t != nil {
		return t
	}
	// A transport of the App for each: minting writes to it.
	apps := ghinstallation.NewAppsTransportFromPrivateKey(a.base, a.id, a.key)
	apps.BaseURL = a.api.String()
	t := ghinstallation.NewFromAppsTransport(apps, k.installation)
	t.Client = &http.Client{Transport: a.base, Timeout: a.timeout}
	t.InstallationTokenOptions = &gh.InstallationTokenOptions{}
	if k.repo != 0 {
		t.InstallationTokenOptions.RepositoryIDs = []int64{k.repo}
	}
	if k.git {
		t.InstallationTokenOptions.Permissions = &gh.InstallationPermissions{Contents: gh.String("read")}
	}
	a.tokens[k] = t
	return t
}

// drop forgets a transport, and with it a token that GitHub refused.
func (a *App) drop(k tokenKey, refused *ghinstallation.Transport) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.tokens[k] == refused {
		delete(a.tokens, k)
	}
}

// minting is a transport that mints once more when GitHub refuses a token
// before its time.
type minting struct {
	app *App
	key tokenKey
}

func (m minting) RoundTrip(req *http.Request) (*http.Response, error) {
	t := m.app.transport(m.key)
	resp, err := t.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	again := req.Clone(req.Context())
	if req.Body != nil {
		if req.GetBody == nil {
			return resp, nil
		}
		if again.Body, err = req.GetBody(); err != nil {
			return nil, fmt.Errorf("send the request once more: %w", err)
		}
	}
	if err := resp.Body.Close(); err != nil {
		return nil, err
	}
	m.app.drop(m.key, t)
	return m.app.transport(m.key).RoundTrip(again)
}

// of is a client whose token holds for one repository.
func (a *App) of(r Repo) *gh.Client {
	return a.client(minting{a, tokenKey{installation: r.Installation, repo: r.ID}})
}

// GitEnv is the environment in which one git process may read a repository:
// the credential stands in no argument, URL, file or log. Redirects are not
// followed, so that it goes nowhere else.
func (a *App) GitEnv(ctx context.Context, r Repo) ([]string, error) {
	token, err := a.transport(tokenKey{installation: r.Installation, repo: r.ID, git: true}).Token(ctx)
	if err != nil {
		return nil, translate("mint a token for git", err)
	}
	basic := base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
	return []string{
		"GIT_TERMINAL_PROMPT=0",
		"GIT_CONFIG_COUNT=2",
		"GIT_CONFIG_KEY_0=http.extraHeader",
		"GIT_CONFIG_VALUE_0=Authorization: Basic " + basic,
		"GIT_CONFIG_KEY_1=http.followRedirects",
		"GIT_CONFIG_VALUE_1=false",
	}, nil
}

// RefuseGit forgets the token of GitEnv after git was refused with it, so that
// the next call mints.
func (a *App) RefuseGit(r Repo) {
	k := tokenKey{installation: r.Installation, repo: r.ID, git: true}
	a.drop(k, a.transport(k))
}

func (r Repo) String() string { return fmt.Sprintf("%s (%d)", r.FullName, r.ID) }
