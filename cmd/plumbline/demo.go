package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/jobs"
)

// demoWait bounds how long the demo waits for a comment: the first indexing
// of a large repository takes minutes.
const demoWait = 9 * time.Minute

// pullCommits is how many of the last commits the demo's pull request has.
const pullCommits = 3

// runDemo runs the whole path on one machine: a stand-in for GitHub around a
// local repository sends signed webhooks, and comments appear.
func runDemo(ctx context.Context, e *env, args []string) error {
	f := newFlags("demo")
	repo := f.String("repo", ".", "")
	words, err := parse(f, args)
	if err != nil {
		return err
	}
	a, r, err := openAt(ctx, e, *repo)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.openModels(); err != nil {
		return err
	}
	// The stand-in begins anew: its numbers and ids are those of the last time,
	// and what was answered then would count as answered now.
	if err := store.DeleteGitHub(ctx, a.pool, demoID(r.id), 0); err != nil {
		return err
	}
	d, err := newDemo(a, r)
	if err != nil {
		return err
	}
	defer d.hub.Close()
	return d.run(ctx, strings.Join(words, " "))
}

type demo struct {
	*app
	repo     *localRepo
	hub      *localhub.Hub
	server   *server
	listener net.Listener
}

func newDemo(a *app, r *localRepo) (*demo, error) {
	secret := rand.Text()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	// Its id is the local repository's, so that what is indexed is found again.
	hub, err := localhub.New(localhub.Options{GitDir: r.git.Dir(), RepoID: demoID(r.id), Secret: secret,
		WebhookURL: "http://" + listener.Addr().String() + "/webhook"})
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	if a.env.getenv("PLUMBLINE_LOG") != "" {
		log = slog.New(slog.NewTextHandler(a.env.stderr, nil))
	}
	srv, err := newServer(a, serverOptions{
		github:  github.Options{AppID: hub.AppID(), PrivateKey: hub.AppKeyPEM(), APIURL: hub.APIURL()},
		secrets: []string{secret}, jobs: jobs.Options{WriteInterval: 50 * time.Millisecond},
	}, log)
	if err != nil {
		hub.Close()
		return nil, err
	}
	return &demo{app: a, repo: r, hub: hub, server: srv, listener: listener}, nil
}

// demoID is the number of the repository on the stand-in: GitHub's are
// positive, those of local repositories negative.
func demoID(local int64) int64 { return 1_000_000_000 - local }

func (d *demo) run(ctx context.Context, question string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan error, 1)
	go func() { served <- serveHTTP(ctx, d.listener, d.server.routes(), d.server.work) }()
	if err := d.announce(ctx); err != nil {
		return err
	}
	if question == "" {
		var err error
		if question, err = d.question(ctx); err != nil {
			return err
		}
	}
	failed := d.show(ctx, question)
	if failed == nil && isTerminal(d.env.stdout) {
		fmt.Fprintf(d.env.stdout, "\nThe page: %s\nAsk there; Ctrl-C ends the demo.\n", d.hub.URL())
		<-ctx.Done()
	}
	stop()
	return errors.Join(failed, <-served)
}

// announce installs the App and waits until the repository is indexed.
func (d *demo) announce(ctx context.Context) error {
	fmt.Fprintf(d.env.stderr, "indexing %s …\n", d.repo.git.Dir())
	start := time.Now()
	d.hub.AnnounceInstall()
	err := await(ctx, func() (bool, error) {
		s, err := store.TrunkHead(ctx, d.pool, demoID(d.repo.id))
		if errors.Is(err, store.ErrNotFound) {
			return false, nil
		}
		return s.SHA == d.repo.head, err
	})
	if err != nil {
		return fmt.Errorf("the repository was not indexed: %w", err)
	}
	fmt.Fprintf(d.env.stderr, "indexed in %v\n", round(time.Since(start)))
	return nil
}

// question asks about the function that the most places of the repository
// call.
func (d *demo) question(ctx context.Context) (string, error) {
	s, err := store.TrunkHead(ctx, d.pool, demoID(d.repo.id))
	if err != nil {
		return "", err
	}
	hub, err := store.MostCalled(ctx, d.pool, s)
	if errors.Is(err, store.ErrNotFound) {
		return "/ask Where does the program start?", nil
	}
	return fmt.Sprintf("/ask Who calls `%s`, and what breaks if it changes?", hub), err
}

// show asks on an issue, opens a pull request, and prints both comments.
func (d *demo) show(ctx context.Context, question string) error {
	if !strings.HasPrefix(strings.TrimSpace(strings.ToLower(question)), "/ask") {
		question = "/ask " + question
	}
	number, err := d.hub.OpenIssue("A question", "Asked by the demo.", localhub.Maintainer)
	if err != nil {
		return err
	}
	if _, err := d.hub.Comment(number, question, localhub.Maintainer); err != nil {
		return err
	}
	answer, err := d.reply(ctx, number)
	if err != nil {
		return fmt.Errorf("no answer appeared: %w", err)
	}
	fmt.Fprintf(d.env.stdout, "%s\n\n%s\n\n%s/%s/issues/%d\n", question, strings.TrimSpace(answer), d.hub.URL(), d.hub.FullName(), number)
	if !strings.Contains(answer, "/blob/"+d.repo.head) {
		return errors.New("the answer has no verified citation")
	}
	return d.showPull(ctx)
}

func (d *demo) showPull(ctx context.Context) error {
	base := ""
	for n := pullCommits; n > 0 && base == ""; n-- {
		base, _ = d.repo.git.Resolve(ctx, fmt.Sprintf("HEAD~%d", n))
	}
	if base == "" {
		fmt.Fprintln(d.env.stdout, "\nThe repository has one commit: no pull request can be made of it.")
		return nil
	}
	number, err := d.hub.OpenPull("The last commits", "Opened by the demo.", base, d.repo.head, localhub.Writer)
	if err != nil {
		return fmt.Errorf("open a pull request: %w", err)
	}
	impact, err := d.reply(ctx, number)
	if err != nil {
		return fmt.Errorf("no impact summary appeared: %w", err)
	}
	fmt.Fprintf(d.env.stdout, "\nPull request of the last commits:\n\n%s\n\n%s/%s/pull/%d\n", strings.TrimSpace(impact), d.hub.URL(), d.hub.FullName(), number)
	return nil
}

// reply is the first comment of our App on a thread.
func (d *demo) reply(ctx context.Context, number int) (body string, err error) {
	err = await(ctx, func() (bool, error) {
		for _, c := range d.hub.Comments(number) {
			if c.Author == d.hub.BotUser().Login {
				body = c.Body
				return true, nil
			}
		}
		return false, nil
	})
	return body, err
}

// await asks until there is a yes, an error, or demoWait is over.
func await(ctx context.Context, done func() (bool, error)) error {
	ctx, cancel := context.WithTimeout(ctx, demoWait)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("gave up after %v; PLUMBLINE_LOG=1 shows what the server does", demoWait)
		case <-tick.C:
		}
	}
}

// isTerminal: a person reads what is written there. (/dev/null is a character
// device, too.)
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
