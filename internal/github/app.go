package github

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bradleyfalzon/ghinstallation/v2"
	"github.com/golang-jwt/jwt/v4"
	gh "github.com/google/go-github/v60/github"
)

// PublicAPI is the address of github.com's API.
const PublicAPI = "https://api.github.com"

// Options say which App this is and where its GitHub is.
type Options struct {
	AppID      int64
	PrivateKey []byte // PEM
	// APIURL is PublicAPI where empty; on GitHub Enterprise Server
	// "https://HOST/api/v3".
	APIURL string
	// Transport is http.DefaultTransport where nil.
	Transport http.RoundTripper
	// Timeout bounds one call; 30 seconds where zero.
	Timeout time.Duration
}

// App is a GitHub App. It is safe for concurrent use.
type App struct {
	id      int64
	key     *rsa.PrivateKey
	api     *url.URL // with a slash at its end
	base    http.RoundTripper
	timeout time.Duration
	self    *gh.Client // calls as the App itself, by JWT

	mu     sync.Mutex
	tokens map[tokenKey]*ghinstallation.Transport
	bot    int64
}

// Repo names a repository to speak of, as the signed payload did.
type Repo struct {
	Installation, ID int64
	FullName         string // of the moment
}

func (r Repo) split() (owner, name string) {
	owner, name, _ = strings.Cut(r.FullName, "/")
	return owner, name
}

// New checks the options; it makes no call.
func New(o Options) (*App, error) {
	if o.AppID <= 0 {
		return nil, errors.New("no GitHub App id: set PLUMBLINE_APP_ID to the number on the App's settings page")
	}
	key, err := jwt.ParseRSAPrivateKeyFromPEM(o.PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("the GitHub App's private key can't be read: %w; use the .pem file that the App's settings page generates", err)
	}
	api, err := apiURL(o.APIURL)
	if err != nil {
		return nil, err
	}
	a := &App{id: o.AppID, key: key, api: api, base: o.Transport, timeout: o.Timeout, tokens: map[tokenKey]*ghinstallation.Transport{}}
	if a.base == nil {
		a.base = http.DefaultTransport
	}
	if a.timeout == 0 {
		a.timeout = 30 * time.Second
	}
	a.self = a.client(ghinstallation.NewAppsTransportFromPrivateKey(a.base, a.id, a.key))
	return a, nil
}

func apiURL(given string) (*url.URL, error) {
	if given == "" {
		given = PublicAPI
	}
	u, err := url.Parse(strings.TrimRight(given, "/") + "/")
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return nil, fmt.Errorf("GitHub's API address %q is no http(s) URL; for GitHub Enterprise Server use https://HOST/api/v3", given)
	}
	return u, nil
}

func (a *App) client(transport http.RoundTripper) *gh.Client {
	c := gh.NewClient(&http.Client{Transport: transport, Timeout: a.timeout, CheckRedirect: sameHost})
	c.BaseURL = a.api
	c.UserAgent = "plumbline"
	return c
}

// sameHost keeps tokens from travelling: transports add them to every request.
func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme {
		return fmt.Errorf("GitHub answered with a redirect to another host, %s; not followed", req.URL.Host)
	}
	if len(via) >= 5 {
		return errors.New("GitHub answered with more than 5 redirects")
	}
	return nil
}
