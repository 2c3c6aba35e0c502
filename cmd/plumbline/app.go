package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/answer"
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/embed"
	"github.com/plumbline/plumbline/internal/github"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/graph/languages"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/localpg"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/jobs"
	"github.com/plumbline/plumbline/migrations"
)

// app is what the commands on a local repository stand on.
type app struct {
	env      *env
	dataDir  string
	pool     *pgxpool.Pool
	indexer  *index.Indexer
	embedder embed.Embedder // nil: no vectors
	cards    store.CardCounter
	model    answer.Model // nil: answers are composed
	close    []func()
}

// openApp opens the database and brings its schema up to date.
func openApp(ctx context.Context, e *env) (*app, error) {
	dataDir, err := config.DataDir(e.getenv)
	if err != nil {
		return nil, err
	}
	a := &app{env: e, dataDir: dataDir}
	url, err := a.databaseURL(ctx)
	if err != nil {
		return nil, err
	}
	if a.pool, err = openPool(ctx, url); err != nil {
		a.Close()
		return nil, err
	}
	a.close = append(a.close, a.pool.Close)
	a.indexer = index.New(store.Index{DB: a.pool}, languages.Binders())
	return a, nil
}

// openAt opens the database and a repository on disk. The caller closes the app.
func openAt(ctx context.Context, e *env, dir string) (*app, *localRepo, error) {
	a, err := openApp(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	r, err := a.openRepo(ctx, dir)
	if err != nil {
		a.Close()
		return nil, nil, err
	}
	return a, r, nil
}

// Close ends everything in the reverse order of its opening.
func (a *app) Close() {
	for i := len(a.close) - 1; i >= 0; i-- {
		a.close[i]()
	}
}

// databaseURL is the user's own database, or the private one, started.
func (a *app) databaseURL(ctx context.Context) (string, error) {
	if url := config.DatabaseURL(a.env.getenv); url != "" {
		return url, nil
	}
	server, err := localpg.Start(ctx, localpg.Options{DataDir: a.dataDir})
	if err != nil {
		return "", err
	}
	a.close = append(a.close, func() {
		if err := server.Close(); err != nil {
			fmt.Fprintf(a.env.stderr, "plumbline: stop the private database: %v\n", err)
		}
	})
	return server.URL(localpg.Database), nil
}

// poolConns is enough for all workers of a process, and some for the receiver
// and the pages.
var poolConns = jobs.Options{}.Connections() + 8

func openPool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	settings, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if !strings.Contains(url, "pool_max_conns") {
		settings.MaxConns = poolConns
	}
	store.ConfigurePool(settings)
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	err = pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		_, err := migrations.Apply(ctx, conn.Conn())
		return err
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("database: %w", err)
	}
	return pool, nil
}

// localRepo is a repository on disk and its id.
type localRepo struct {
	id   int64
	git  *gitrepo.Repo
	head string // the commit that HEAD names
}

func (a *app) openRepo(ctx context.Context, dir string) (*localRepo, error) {
	git, err := gitrepo.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	a.close = append(a.close, git.Close)
	common, err := git.CommonDir(ctx)
	if err != nil {
		return nil, err
	}
	r := &localRepo{git: git}
	if r.head, err = git.Resolve(ctx, "HEAD"); err != nil && !errors.Is(err, gitrepo.ErrUnknownRevision) {
		return nil, err
	}
	r.id, err = store.LocalRepository(ctx, a.pool, common)
	return r, err
}

// index brings the index of a revision up to date: HEAD's commit as the
// trunk, others beside it. A repository whose HEAD names no commit takes the
// revision as its trunk.
func (a *app) index(ctx context.Context, r *localRepo, rev string, progress func(string, int, int)) (index.Result, error) {
	return a.indexWith(ctx, r, rev, nil, progress)
}

// indexWith is index with what a compiler knows of the revision, nil for
// nothing: then what was given of it earlier still counts.
func (a *app) indexWith(ctx context.Context, r *localRepo, rev string, compiler index.Compiler, progress func(string, int, int)) (index.Result, error) {
	sha, err := r.git.Resolve(ctx, rev)
	if err != nil {
		return index.Result{}, err
	}
	settings, err := a.localSettings(r)
	if err != nil {
		return index.Result{}, err
	}
	req := index.Request{Repo: r.id, Git: r.git, SHA: sha, Trunk: sha == r.head || r.head == "", Progress: progress,
		Exclude: settings.Excluded, Variant: variant(settings), Compiler: compiler}
	if compiler == nil {
		if s, err := a.compiled(ctx, req); err == nil || !errors.Is(err, store.ErrNotFound) {
			return index.Result{Snapshot: s}, err
		}
	}
	if err := a.indexTrunk(ctx, r, req); err != nil {
		return index.Result{}, err
	}
	res, err := a.indexer.Index(ctx, req)
	if err == nil && res.Fresh {
		err = a.looseEdges(ctx, r, res.Snapshot)
	}
	return res, err
}

// indexTrunk indexes what the request's commit will lie over, if it is not to
// be the trunk itself.
func (a *app) indexTrunk(ctx context.Context, r *localRepo, req index.Request) error {
	switch {
	case req.Trunk && req.Compiler == nil:
		return nil
	case req.Trunk:
	default:
		_, ok, err := (store.Index{DB: a.pool}).Find(ctx, r.id, req.SHA, index.Version+req.Variant)
		if err != nil || ok && req.Compiler == nil {
			return err
		}
		req.SHA, req.Trunk = r.head, true
	}
	req.Compiler = nil
	_, err := a.indexer.Index(ctx, req)
	return err
}

// localSettings are the repository's settings at HEAD. What is wrong with them
// is said, and the rest counts.
func (a *app) localSettings(r *localRepo) (config.Settings, error) {
	if r.head == "" {
		return config.DefaultSettings(), nil
	}
	settings, problems, err := settingsAt(r, r.head)
	for _, p := range problems {
		fmt.Fprintf(a.env.stderr, "plumbline: %s: %v\n", github.SettingsPath, p)
	}
	return settings, err
}

// snapshot is the indexed snapshot of a revision.
func (a *app) snapshot(ctx context.Context, r *localRepo, rev string, progress func(string, int, int)) (code.Snapshot, error) {
	res, err := a.index(ctx, r, rev, progress)
	return res.Snapshot, err
}
