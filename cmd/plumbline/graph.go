package main

import (
	"bufio"
	"context"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/store"
)

func runGraph(ctx context.Context, e *env, args []string) error {
	if len(args) == 0 || args[0] != "export" {
		return usageError{"say what to do with the graph: export"}
	}
	f := newFlags("graph")
	repo, rev := f.String("repo", ".", ""), f.String("rev", "HEAD", "")
	if rest, err := parse(f, args[1:]); err != nil || len(rest) > 0 {
		return usageError{"unexpected arguments"}
	}
	a, r, err := openAt(ctx, e, *repo)
	if err != nil {
		return err
	}
	defer a.Close()
	p := newProgress(e.stderr)
	s, err := a.snapshot(ctx, r, *rev, p.step)
	p.done()
	if err != nil {
		return err
	}
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
