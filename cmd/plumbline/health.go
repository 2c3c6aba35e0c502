package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/store"
)

func runGraphHealth(ctx context.Context, e *env, args []string) error {
	f := newFlags("graph health")
	repo, rev, asJSON := f.String("repo", ".", ""), f.String("rev", "HEAD", ""), f.Bool("json", false, "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 {
		return unexpected(rest, err)
	}
	a, r, s, err := openSnapshot(ctx, e, *repo, *rev)
	if err != nil {
		return err
	}
	defer a.Close()
	settings, _, err := settingsAt(r, s.SHA)
	if err != nil {
		return err
	}
	h, err := a.health(ctx, s, settings)
	if err != nil {
		return fmt.Errorf("health of %s: %w", s.SHA, err)
	}
	if *asJSON {
		return json.NewEncoder(e.stdout).Encode(h)
	}
	printHealth(e.stdout, h)
	return nil
}

// health counts a snapshot's graph, compares it with the last one that was
// counted, and keeps it.
func (a *app) health(ctx context.Context, s code.Snapshot, settings config.Settings) (graph.Health, error) {
	census := graph.NewCensus(layersOf(settings))
	err := store.ExportFiles(ctx, a.pool, s, func(f *store.ExportedFile) error {
		census.File(graph.CountedFile{Path: f.Path, Prefix: f.Prefix, Test: f.Test, Facts: &f.Facts, Links: f.Links})
		return nil
	})
	if err != nil {
		return graph.Health{}, err
	}
	unbound, err := store.UnboundByDialect(ctx, a.pool, s)
	if err != nil {
		return graph.Health{}, err
	}
	for _, u := range unbound {
		census.References(u.Dialect, u.Resolution, u.N)
	}
	h := census.Health(s.SHA)
	if err := a.compareHealth(ctx, s, &h); err != nil {
		return h, err
	}
	kept, err := json.Marshal(h)
	if err != nil {
		return h, err
	}
	return h, store.SaveHealth(ctx, a.pool, s, kept)
}

func (a *app) compareHealth(ctx context.Context, s code.Snapshot, h *graph.Health) error {
	kept, err := store.HealthBefore(ctx, a.pool, s)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var before graph.Health
	if err := json.Unmarshal(kept, &before); err != nil {
		return fmt.Errorf("the health kept of the last snapshot: %w", err)
	}
	h.Against, h.Jumps = before.SHA, graph.Jumps(before, *h)
	return nil
}

func layersOf(s config.Settings) []graph.Layer {
	layers := make([]graph.Layer, len(s.Layers))
	for i, l := range s.Layers {
		layers[i] = graph.Layer{Name: l.Name, Has: l.Has, MayUse: l.MayUse}
	}
	return layers
}

func printHealth(w io.Writer, h graph.Health) {
	fmt.Fprintf(w, "%s: %d files\n", h.SHA[:12], h.Files)
	fmt.Fprintf(w, "nodes: %s\nedges: %s\nreferences: %s\n", counts(h.Nodes), counts(h.Edges), counts(h.References))
	for _, l := range h.Languages {
		fmt.Fprintf(w, "  %-12s %7d references: %5.1f%% bound, %5.1f%% external, %5.1f%% unknown, %5.1f%% ambiguous\n", l.Language, l.References,
			100*l.Share(l.Bound), 100*l.Share(l.External), 100*l.Share(l.Unknown), 100*l.Share(l.Ambiguous))
	}
	if h.Dangling > 0 {
		fmt.Fprintf(w, "edges lead to %d symbols that are not there: please report this as a bug\n", h.Dangling)
	}
	fmt.Fprintln(w, "hubs:")
	for _, hub := range h.Hubs {
		fmt.Fprintf(w, "  %5d in %4d out  rank %5.1f  %s\n", hub.In, hub.Out, hub.Rank, hub.Qualified)
	}
	list(w, fmt.Sprintf("isolated symbols: %d of %d", h.Isolated.Count, h.Isolated.Of), h.Isolated.Examples, func(id string) string { return id })
	list(w, fmt.Sprintf("files with parse errors: %d", h.ParseErrors.Files), h.ParseErrors.Worst, func(f graph.FileErrors) string {
		return fmt.Sprintf("%s: %d", f.Path, f.Errors)
	})
	list(w, fmt.Sprintf("import cycles: %d", len(h.Cycles)), h.Cycles, func(c graph.Cycle) string {
		return fmt.Sprintf("%d files: %s", c.Files, strings.Join(c.Path, " → "))
	})
	list(w, fmt.Sprintf("edges against the layers: %d", h.Layers.Count), h.Layers.Places, func(b graph.LayerBreach) string {
		return fmt.Sprintf("%s:%d: %s may not use %s: %s %s %s", b.Path, b.Line, b.Layer, b.Uses, b.Source, b.Type, b.Target)
	})
	if h.Against == "" {
		fmt.Fprintln(w, "no earlier health is kept to compare with")
		return
	}
	list(w, fmt.Sprintf("sudden jumps against %s: %d", h.Against[:12], len(h.Jumps)), h.Jumps, func(j graph.Jump) string {
		return fmt.Sprintf("%s: %.4g → %.4g", j.What, j.Before, j.After)
	})
}

// list prints a heading and its first ten items.
func list[T any](w io.Writer, heading string, items []T, show func(T) string) {
	fmt.Fprintln(w, heading)
	for _, item := range items[:min(len(items), 10)] {
		fmt.Fprintln(w, "  "+show(item))
	}
}

// counts are figures by name, the largest first.
func counts[K ~string](by map[K]int) string {
	keys := make([]K, 0, len(by))
	for k := range by {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int {
		if by[a] != by[b] {
			return by[b] - by[a]
		}
		return strings.Compare(string(a), string(b))
	})
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = fmt.Sprintf("%d %s", by[k], k)
	}
	return strings.Join(out, ", ")
}
