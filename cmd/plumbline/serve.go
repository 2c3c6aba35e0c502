package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/obs"
	"github.com/plumbline/plumbline/jobs"
	"github.com/plumbline/plumbline/webhook"
)

// server is everything that `plumbline serve` runs.
type server struct {
	*app
	service *service
	runner  *jobs.Runner
	hooks   http.Handler
}

// serverOptions name the App and its GitHub.
type serverOptions struct {
	github  github.Options
	secrets []string
	jobs    jobs.Options
}

// githubFromEnv reads the App's settings.
func githubFromEnv(getenv func(string) string) (serverOptions, error) {
	var o serverOptions
	id, err := strconv.ParseInt(getenv("PLUMBLINE_APP_ID"), 10, 64)
	if err != nil {
		return o, errors.New("PLUMBLINE_APP_ID is not set to the App's number; it stands on the App's settings page on GitHub")
	}
	key := []byte(getenv("PLUMBLINE_APP_KEY"))
	if file := getenv("PLUMBLINE_APP_KEY_FILE"); file != "" {
		if key, err = os.ReadFile(file); err != nil {
			return o, fmt.Errorf("PLUMBLINE_APP_KEY_FILE: %w", err)
		}
	}
	if len(key) == 0 {
		return o, errors.New("set PLUMBLINE_APP_KEY_FILE to the App's private key (a .pem file from its settings page)")
	}
	for _, name := range []string{"PLUMBLINE_WEBHOOK_SECRET", "PLUMBLINE_WEBHOOK_SECRET_PREVIOUS"} {
		if secret := getenv(name); secret != "" {
			o.secrets = append(o.secrets, secret)
		}
	}
	if len(o.secrets) == 0 {
		return o, errors.New("set PLUMBLINE_WEBHOOK_SECRET to the App's webhook secret: without one anybody could send webhooks")
	}
	o.github = github.Options{AppID: id, PrivateKey: key, APIURL: getenv("PLUMBLINE_GITHUB_API_URL")}
	return o, nil
}

func newServer(a *app, o serverOptions, log *slog.Logger) (*server, error) {
	gh, err := github.New(o.github)
	if err != nil {
		return nil, err
	}
	s := &server{app: a, service: newService(a, gh, log)}
	s.runner, err = jobs.New(jobs.Deps{Pool: a.pool, GitHub: gh, Asker: s.service, Indexer: s.service, Impacter: s.service, Purger: s.service, Log: log, Options: o.jobs})
	if err != nil {
		return nil, err
	}
	intake, err := jobs.NewIntake(a.pool)
	if err != nil {
		return nil, err
	}
	s.hooks, err = webhook.New(o.secrets, intake, log)
	return s, err
}

// stopWithin bounds how long running jobs may go on at the end.
const stopWithin = 20 * time.Second

// work runs the workers until ctx ends.
func (s *server) work(ctx context.Context) error {
	go s.service.tidyAll(ctx)
	if err := s.runner.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	<-ctx.Done()
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWithin)
	defer cancel()
	return s.runner.Stop(stopping)
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /webhook", s.hooks)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if err := s.pool.Ping(r.Context()); err != nil {
			http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	return mux
}

func runServe(ctx context.Context, e *env, args []string) error {
	f := newFlags("serve")
	addr := f.String("addr", orElse(e.getenv("PLUMBLINE_ADDR"), ":8080"), "")
	return runServer(ctx, e, args, f, func(ctx context.Context, s *server) error {
		listener, err := net.Listen("tcp", *addr)
		if err != nil {
			return err
		}
		if err := serveMetrics(ctx, e.getenv("PLUMBLINE_METRICS_ADDR")); err != nil {
			return err
		}
		fmt.Fprintf(e.stderr, "plumbline: webhooks are received at http://%s/webhook\n", listener.Addr())
		return serveHTTP(ctx, listener, s.routes(), s.work)
	})
}

// serveMetrics serves the operator's figures on an address of their own, for
// they are nobody else's; "" serves none.
func serveMetrics(ctx context.Context, addr string) error {
	if addr == "" {
		return nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("PLUMBLINE_METRICS_ADDR: %w", err)
	}
	web := &http.Server{Handler: obs.Handler(), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { web.Close() })
	go web.Serve(l)
	return nil
}

func runWorker(ctx context.Context, e *env, args []string) error {
	return runServer(ctx, e, args, newFlags("worker"), func(ctx context.Context, s *server) error { return s.work(ctx) })
}

func runServer(ctx context.Context, e *env, args []string, f interface {
	Parse([]string) error
	NArg() int
}, do func(context.Context, *server) error) error {
	if err := f.Parse(args); err != nil || f.NArg() > 0 {
		return usageError{"unexpected arguments: " + strings.Join(args, " ")}
	}
	o, err := githubFromEnv(e.getenv)
	if err != nil {
		return err
	}
	a, err := openApp(ctx, e)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := a.openModels(); err != nil {
		return err
	}
	s, err := newServer(a, o, slog.New(slog.NewTextHandler(e.stderr, nil)))
	if err != nil {
		return err
	}
	return do(ctx, s)
}

// serveHTTP serves beside work until ctx ends or one of them fails.
func serveHTTP(ctx context.Context, l net.Listener, h http.Handler, work func(context.Context) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	web := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: time.Minute}
	go func() {
		if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			stop(err)
		}
	}()
	err := work(ctx)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	closeErr := web.Shutdown(closing)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return errors.Join(err, closeErr)
}

func orElse(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}

func runMigrate(ctx context.Context, e *env, args []string) error {
	if len(args) > 0 {
		return usageError{"unexpected arguments"}
	}
	a, err := openApp(ctx, e)
	if err != nil {
		return err
	}
	defer a.Close()
	fmt.Fprintln(e.stdout, "the database's schema is up to date")
	return nil
}
