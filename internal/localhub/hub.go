package localhub

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/localhub/wire"
)

// Options say what to build. GitDir alone is required.
type Options struct {
	// GitDir is a repository with or without a working tree.
	GitDir string
	// Owner and Name are those of the repository on the stand-in; "acme" and
	// the folder's name by default.
	Owner, Name string
	// RepoID is the repository's numeric id; 1001 by default.
	RepoID int64
	// Private repositories are invisible to those without a role.
	Private bool
	// DefaultBranch is the branch HEAD names by default.
	DefaultBranch string
	// Addr to listen on; 127.0.0.1 and any free port by default.
	Addr string
	// WebhookURL receives deliveries; SetWebhookURL names it later.
	WebhookURL string
	// Secret signs deliveries.
	Secret string
	// Key is the App's private key; by default one that is made once in a
	// process.
	Key *rsa.PrivateKey
	// AppID, InstallationID: 4711 and 815 by default.
	AppID, InstallationID int64
	// AppSlug names the App; its user is AppSlug + "[bot]". "plumbline" by default.
	AppSlug string
	// TokenLife is how long an installation token holds; an hour by default.
	TokenLife time.Duration
	// RateLimit is the number of requests an installation has each hour; 5000
	// by default.
	RateLimit int
	// DeliveryTimeout is how long a receiver may take; 10 s by default, as on
	// GitHub.
	DeliveryTimeout time.Duration
	// WritesPerMinute is GitHub's secondary limit on content creation (80
	// there); 0 switches it off.
	WritesPerMinute int
}

func (o *Options) fill() error {
	if o.GitDir == "" {
		return errors.New("localhub needs a repository: set Options.GitDir")
	}
	set(&o.Owner, "acme")
	set(&o.Name, repositoryName(o.GitDir))
	set(&o.Addr, "127.0.0.1:0")
	set(&o.AppSlug, "plumbline")
	set(&o.RepoID, 1001)
	set(&o.AppID, 4711)
	set(&o.InstallationID, 815)
	set(&o.TokenLife, time.Hour)
	set(&o.RateLimit, 5000)
	set(&o.DeliveryTimeout, 10*time.Second)
	if slices.Contains(apiRoots, o.Owner) || strings.HasPrefix(o.Owner, "_") {
		return fmt.Errorf("the owner %q is a name the stand-in uses itself: choose another", o.Owner)
	}
	return nil
}

// set gives *p a default.
func set[T comparable](p *T, value T) {
	var zero T
	if *p == zero {
		*p = value
	}
}

// Hub is a running stand-in. Its methods are safe for concurrent use.
type Hub struct {
	opts   Options
	key    *rsa.PrivateKey
	git    *mirror
	server *http.Server
	url    string
	sender *sender

	mu            sync.Mutex
	observe       func(wire.Exchange) // nil: nobody watches
	webhookURL    string
	name          string
	formerNames   []string
	defaultBranch string
	archived      bool
	install       installation
	tokens        map[string]*token
	people        []*User
	labels        map[string]*label
	threads       []*thread // by number, from 1
	comments      map[int64]*comment
	lastID        int64
	faults        []*fault
	requests      []Request
	rate          rateWindow
	writes        []time.Time
	created       time.Time
}

// New starts a stand-in; Close ends it.
func New(o Options) (*Hub, error) {
	if err := o.fill(); err != nil {
		return nil, err
	}
	git, err := newMirror(o.GitDir, o.DefaultBranch)
	if err != nil {
		return nil, err
	}
	h := &Hub{
		opts: o, key: o.Key, git: git, name: o.Name, webhookURL: o.WebhookURL,
		defaultBranch: git.defaultBranch,
		tokens:        map[string]*token{}, labels: map[string]*label{}, comments: map[int64]*comment{},
		lastID: 50000, created: now().Add(-24 * time.Hour),
	}
	h.install = installation{id: o.InstallationID, installed: true, created: h.created, permissions: defaultPermissions()}
	h.people = defaultPeople(o)
	if err := h.start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(git.dir))
	}
	return h, nil
}

func (h *Hub) start() error {
	if err := h.ensureKey(); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", h.opts.Addr)
	if err != nil {
		return fmt.Errorf("localhub cannot listen on %s: %w", h.opts.Addr, err)
	}
	h.url = "http://" + listener.Addr().String()
	h.sender = newSender(h.opts.Secret, h.opts.AppID, h.opts.DeliveryTimeout)
	h.server = &http.Server{Handler: h.handler(), ReadHeaderTimeout: 30 * time.Second}
	go h.server.Serve(listener) //nolint:errcheck // ends with ErrServerClosed
	return nil
}

// Close ends the server and the deliveries, and removes the stand-in's refs.
func (h *Hub) Close() error {
	h.sender.close()
	return errors.Join(h.server.Close(), os.RemoveAll(h.git.dir))
}

// URL is the address of the page, without a slash at the end. The REST API is
// at URL() and at APIURL().
func (h *Hub) URL() string { return h.url }

// APIURL is the base of the REST API in the form GitHub Enterprise Server has.
func (h *Hub) APIURL() string { return h.url + "/api/v3" }

// AppID is the App's id, the issuer of its JWTs.
func (h *Hub) AppID() int64 { return h.opts.AppID }

// InstallationID is the id of the App's installation on the repository.
func (h *Hub) InstallationID() int64 { return h.opts.InstallationID }

// RepoID is the repository's numeric id.
func (h *Hub) RepoID() int64 { return h.opts.RepoID }

// Secret signs the deliveries.
func (h *Hub) Secret() string { return h.opts.Secret }

// FullName is the repository's "owner/name" of the moment.
func (h *Hub) FullName() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fullName()
}

func (h *Hub) fullName() string { return h.opts.Owner + "/" + h.name }

// CloneURL is where the repository is served over git smart HTTP.
func (h *Hub) CloneURL() string { return h.url + "/" + h.FullName() + ".git" }

// SetWebhookURL names the receiver of later deliveries.
func (h *Hub) SetWebhookURL(url string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.webhookURL = url
}

// nextID returns a fresh id for any object. Ids grow, as GitHub's do.
func (h *Hub) nextID() int64 {
	h.lastID++
	return h.lastID
}

// now has the precision of GitHub's timestamps.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }
