package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/localhub"
	"github.com/plumbline/plumbline/internal/store/storetest"
	"github.com/plumbline/plumbline/jobs"
	"github.com/plumbline/plumbline/webhook"
)

// The environment of the server's process.
const (
	serverAddress  = "PLUMBLINE_TEST_SERVER"
	serverDatabase = "PLUMBLINE_TEST_SERVER_DATABASE"
	serverHub      = "PLUMBLINE_TEST_SERVER_HUB"
	serverKey      = "PLUMBLINE_TEST_SERVER_KEY"
	serverApp      = "PLUMBLINE_TEST_SERVER_APP"
)

// TestKilled kills the server at random moments while people ask and GitHub
// delivers everything twice. Each question must end in one reply: none twice,
// none lost. PLUMBLINE_KILL_ASKS sets how many questions there are.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for half a minute")
	}
	t.Parallel()
	asks := 20
	if n, err := strconv.Atoi(os.Getenv("PLUMBLINE_KILL_ASKS")); err == nil {
		asks = n
	}
	hub := newHub(t)
	issue, err := hub.OpenIssue("Killed", "", localhub.Writer)
	must(t, err)
	s := newServer(t, hub)
	hub.Fail(localhub.Fault{Kind: localhub.DuplicateDelivery})

	s.start(t)
	var comments []localhub.Comment
	kills := 0
	for begun := time.Now(); len(comments) < asks; {
		c, err := hub.Comment(issue, fmt.Sprintf("/ask number %d?", len(comments)), localhub.Writer)
		must(t, err)
		comments = append(comments, c)
		time.Sleep(rand.N(300 * time.Millisecond))
		if time.Since(begun) > 300*time.Millisecond+rand.N(time.Second) {
			s.kill(t)
			time.Sleep(rand.N(500 * time.Millisecond))
			s.start(t)
			begun, kills = time.Now(), kills+1
		}
	}
	eventually(t, time.Minute+time.Duration(asks)*2*time.Second, "every question is done", func() bool {
		for _, c := range comments {
			if !strings.Contains(reactionsOf(hub, c.ID), "+1") {
				return false
			}
		}
		return true
	})
	time.Sleep(3 * time.Second) // for what might come twice
	s.kill(t)
	replies := map[string]int{}
	for _, c := range botComments(hub, issue) {
		question, _, _ := strings.Cut(c.Body, "\n")
		replies[question]++
	}
	for i := range comments {
		if n := replies[fmt.Sprintf("Answer to: number %d?", i)]; n != 1 {
			t.Errorf("question %d has %d replies", i, n)
		}
	}
	t.Logf("%d questions, %d replies, %d kills", len(comments), len(botComments(hub, issue)), kills)
	if kills == 0 {
		t.Error("nothing was killed")
	}
}

func reactionsOf(hub *localhub.Hub, comment int64) string {
	var all []string
	for _, r := range hub.Reactions(comment) {
		all = append(all, r.Content)
	}
	return strings.Join(all, " ")
}

// server is a process of its own, at one address through all its lives.
type server struct {
	address string
	env     []string
	cmd     *exec.Cmd
}

func newServer(t *testing.T, hub *localhub.Hub) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := listener.Addr().String()
	must(t, listener.Close())
	key := filepath.Join(t.TempDir(), "key.pem")
	must(t, os.WriteFile(key, hub.AppKeyPEM(), 0o600))
	hub.SetWebhookURL("http://" + address)
	s := &server{address: address, env: append(os.Environ(), serverAddress+"="+address, serverDatabase+"="+storetest.URL(t),
		serverHub+"="+hub.APIURL(), serverKey+"="+key, serverApp+"="+strconv.FormatInt(hub.AppID(), 10))}
	t.Cleanup(func() { s.kill(t) })
	return s
}

func (s *server) start(t *testing.T) {
	t.Helper()
	s.cmd = exec.CommandContext(context.Background(), os.Args[0])
	s.cmd.Env, s.cmd.Stderr = s.env, &logWriter{t: t}
	must(t, s.cmd.Start())
}

func (s *server) kill(t *testing.T) {
	if s.cmd == nil {
		return
	}
	if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
	if err := s.cmd.Wait(); err == nil {
		t.Error("the server ended by itself")
	}
	s.cmd = nil
}

// serve is the server's process: webhook and workers, with leases short enough
// for a test.
func serve() error {
	ctx := context.Background()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	config, err := pgxpool.ParseConfig(os.Getenv(serverDatabase))
	if err != nil {
		return err
	}
	config.MaxConns = jobs.Options{}.Connections()
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	key, err := os.ReadFile(os.Getenv(serverKey))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(os.Getenv(serverApp), 10, 64)
	if err != nil {
		return err
	}
	app, err := github.New(github.Options{AppID: id, PrivateKey: key, APIURL: os.Getenv(serverHub)})
	if err != nil {
		return err
	}
	cases := &useCases{answer: func(_ context.Context, r jobs.AskRequest) (jobs.AskResult, error) {
		time.Sleep(rand.N(200 * time.Millisecond))
		return jobs.AskResult{Markdown: "Answer to: " + r.Question}, nil
	}}
	o := fast()
	o.Beat, o.Lease, o.Reconcile = 300*time.Millisecond, 1500*time.Millisecond, 3*time.Second
	runner, err := jobs.New(jobs.Deps{Pool: pool, GitHub: app, Asker: cases, Indexer: cases, Impacter: cases, Purger: cases, Log: log, Options: o})
	if err != nil {
		return err
	}
	if err := runner.Start(ctx); err != nil {
		return err
	}
	intake, err := jobs.NewIntake(pool)
	if err != nil {
		return err
	}
	handler, err := webhook.New([]string{secret}, intake, log)
	if err != nil {
		return err
	}
	return (&http.Server{Addr: os.Getenv(serverAddress), Handler: handler, ReadHeaderTimeout: time.Second}).ListenAndServe()
}
