package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/store"
)

// graphCommands are what can be done with the graph.
var graphCommands = map[string]func(ctx context.Context, e *env, args []string) error{
	"export": runGraphExport,
	"health": runGraphHealth,
	"walk":   runGraphWalk,
}

func runGraph(ctx context.Context, e *env, args []string) error {
	if len(args) > 0 {
		if do := graphCommands[args[0]]; do != nil {
			return do(ctx, e, args[1:])
		}
	}
	return usageError{"say what to do with the graph: export, health or walk"}
}

// openSnapshot opens a repository and the snapshot of a revision, indexed if
// need be. The caller closes the app.
func openSnapshot(ctx context.Context, e *env, repo, rev string) (*app, *localRepo, code.Snapshot, error) {
	a, r, err := openAt(ctx, e, repo)
	if err != nil {
		return nil, nil, code.Snapshot{}, err
	}
	p := newProgress(e.stderr)
	s, err := a.snapshot(ctx, r, rev, p.step)
	p.done()
	if err != nil {
		a.Close()
		return nil, nil, s, err
	}
	return a, r, s, nil
}

func runGraphExport(ctx context.Context, e *env, args []string) error {
	f := newFlags("graph export")
	repo, rev := f.String("repo", ".", ""), f.String("rev", "HEAD", "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 {
		return unexpected(rest, err)
	}
	a, _, s, err := openSnapshot(ctx, e, *repo, *rev)
	if err != nil {
		return err
	}
	defer a.Close()
	out := bufio.NewWriter(e.stdout)
	exporter := graph.NewExporter(out)
	err = store.ExportFiles(ctx, a.pool, s, func(f *store.ExportedFile) error {
		return exporter.File(f.Path, &f.Facts, f.Links)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// unexpected is the usage error of a command that takes flags alone.
func unexpected(rest []string, err error) error {
	if err != nil {
		return err
	}
	return usageError{fmt.Sprintf("unexpected arguments: %s", strings.Join(rest, " "))}
}
