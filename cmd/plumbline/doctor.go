package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/embed"
	"github.com/plumbline/plumbline/internal/llm"
)

// version is set by the build.
var version = "unknown"

// check is one need: what was found, or what is wrong and how to mend it.
type check struct {
	name string
	// optional: the product runs without it.
	optional bool
	run      func(ctx context.Context, a *app) (found string, err error)
}

// mend is an error that says what to do.
type mend struct{ problem, advice string }

func (m mend) Error() string { return m.problem + "; " + m.advice }

var checks = []check{
	{"git", false, checkGit},
	{"data folder", false, checkDataDir},
	{"database", false, checkDatabase},
	{"embedding model", true, checkEmbedder},
	{"language model", true, checkModel},
	{"GitHub App", true, checkGitHub},
}

func runDoctor(ctx context.Context, e *env, args []string) error {
	if len(args) > 0 {
		return usageError{"unexpected arguments"}
	}
	dataDir, err := config.DataDir(e.getenv)
	if err != nil {
		return err
	}
	a := &app{env: e, dataDir: dataDir}
	defer a.Close()
	fmt.Fprintf(e.stdout, "plumbline %s\n", version)
	failed := 0
	for _, c := range checks {
		found, err := c.run(ctx, a)
		switch {
		case err == nil:
			fmt.Fprintf(e.stdout, "ok       %-16s %s\n", c.name, found)
		case c.optional:
			fmt.Fprintf(e.stdout, "without  %-16s %v\n", c.name, err)
		default:
			failed++
			fmt.Fprintf(e.stdout, "MISSING  %-16s %v\n", c.name, err)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of what Plumbline needs is missing", failed)
	}
	return nil
}

func checkGit(ctx context.Context, _ *app) (string, error) {
	out, err := exec.CommandContext(ctx, "git", "--version").Output()
	if err != nil {
		return "", mend{"git does not run: " + err.Error(), "run `make setup`, or install git"}
	}
	return strings.TrimSpace(string(out)), nil
}

func checkDataDir(_ context.Context, a *app) (string, error) {
	if err := os.MkdirAll(a.dataDir, 0o755); err != nil {
		return "", mend{err.Error(), "set PLUMBLINE_DATA to a folder that you may write"}
	}
	f, err := os.CreateTemp(a.dataDir, ".doctor")
	if err != nil {
		return "", mend{err.Error(), "set PLUMBLINE_DATA to a folder that you may write"}
	}
	f.Close()
	return a.dataDir, os.Remove(f.Name())
}

func checkDatabase(ctx context.Context, a *app) (string, error) {
	url, err := a.databaseURL(ctx)
	if err != nil {
		return "", mend{err.Error(), "run `make setup`, or set DATABASE_URL"}
	}
	pool, err := openPool(ctx, url)
	if err != nil {
		return "", mend{err.Error(), "PostgreSQL 15 or later with pgvector 0.8 is needed"}
	}
	a.close = append(a.close, pool.Close)
	var server, vector string
	err = pool.QueryRow(ctx, "SELECT current_setting('server_version'), extversion FROM pg_extension WHERE extname = 'vector'").Scan(&server, &vector)
	if err != nil {
		return "", mend{err.Error(), "create the extension vector in the database"}
	}
	whose := "private"
	if config.DatabaseURL(a.env.getenv) != "" {
		whose = "your own"
	}
	return fmt.Sprintf("PostgreSQL %s with pgvector %s (%s)", server, vector, whose), nil
}

// doctorCards is how many cards the speed is taken from.
const doctorCards = 64

func checkEmbedder(ctx context.Context, a *app) (string, error) {
	e, err := embed.FromEnv(a.env.getenv, a.dataDir)
	if err != nil {
		return "", mend{err.Error(), "answers go on without vectors"}
	}
	if e == nil {
		return "", errors.New("switched off by PLUMBLINE_EMBEDDER=none; answers go on without vectors")
	}
	texts := make([]string, doctorCards)
	for i := range texts {
		texts[i] = fmt.Sprintf("internal store publish go\nstore.Publish%d\nfunc Publish(ctx context.Context, db DB, p code.Publication) (code.Snapshot, error)\n"+
			"Publish makes a snapshot visible in one short transaction under the repository's lock. Blob facts must be stored before. context err tx lock", i)
	}
	start := time.Now()
	if _, err := e.Embed(ctx, texts, embed.Passage); err != nil {
		return "", mend{err.Error(), "answers go on without vectors"}
	}
	return fmt.Sprintf("%s, %.0f cards a second", e.Name(), doctorCards/time.Since(start).Seconds()), nil
}

func checkModel(_ context.Context, a *app) (string, error) {
	m, err := llm.FromEnv(a.env.getenv)
	if err != nil {
		return "", mend{err.Error(), "answers are composed without it"}
	}
	if m == nil {
		return "", errors.New("none configured (PLUMBLINE_LLM_MODEL); answers are composed from the graph")
	}
	return m.Name(), nil
}

func checkGitHub(_ context.Context, a *app) (string, error) {
	o, err := githubFromEnv(a.env.getenv)
	if err != nil {
		return "", mend{err.Error(), "only `serve` and `worker` need it"}
	}
	return fmt.Sprintf("App %d", o.github.AppID), nil
}
