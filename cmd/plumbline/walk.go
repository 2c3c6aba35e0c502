package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/store"
)

// walkReport is what `plumbline graph walk --json` prints without --to.
type walkReport struct {
	SHA       string     `json:"sha"`
	From      string     `json:"from"`
	Direction string     `json:"direction"`
	Steps     []walkStep `json:"steps"`
	Cycles    [][]string `json:"cycles"`
	Truncated []string   `json:"truncated"`
}

type walkStep struct {
	Symbol     string          `json:"symbol"` // qualified name
	ID         string          `json:"id"`
	Type       code.EdgeType   `json:"type"`
	Of         string          `json:"of"` // the id at the edge's other end
	Path       string          `json:"path"`
	Line       int             `json:"line"`
	Distance   int             `json:"distance"`
	Resolution code.Resolution `json:"resolution"` // of the whole way
}

// chainReport is what it prints with --to.
type chainReport struct {
	SHA       string      `json:"sha"`
	From      string      `json:"from"`
	To        string      `json:"to"`
	Reversed  bool        `json:"reversed"` // the chain leads from To to From
	Edges     []chainEdge `json:"edges"`
	Truncated []string    `json:"truncated"`
}

type chainEdge struct {
	Source     string          `json:"source"`
	Target     string          `json:"target"`
	Type       code.EdgeType   `json:"type"`
	Path       string          `json:"path"`
	Line       int             `json:"line"`
	Resolution code.Resolution `json:"resolution"`
}

// walkArgs are the command's flags.
type walkArgs struct {
	repo, rev, from, to            string
	callers, callees, implementers bool
	options                        graph.WalkOptions
	json                           bool
}

func parseWalk(args []string) (w walkArgs, err error) {
	f := newFlags("graph walk")
	f.StringVar(&w.repo, "repo", ".", "")
	f.StringVar(&w.rev, "rev", "HEAD", "")
	f.StringVar(&w.from, "from", "", "")
	f.StringVar(&w.to, "to", "", "")
	f.BoolVar(&w.callers, "callers", false, "")
	f.BoolVar(&w.callees, "callees", false, "")
	f.BoolVar(&w.implementers, "implementers", false, "")
	f.BoolVar(&w.options.NoTests, "no-tests", false, "")
	f.IntVar(&w.options.Depth, "depth", 0, "")
	f.DurationVar(&w.options.Budget, "budget", 10*time.Second, "")
	f.BoolVar(&w.json, "json", false, "")
	rest, err := parse(f, args)
	ways := 0
	for _, chosen := range []bool{w.callers, w.callees, w.implementers, w.to != ""} {
		if chosen {
			ways++
		}
	}
	switch {
	case err != nil || len(rest) > 0:
		return w, unexpected(rest, err)
	case w.from == "":
		return w, usageError{"say where to walk from: --from SYMBOL"}
	case ways > 1:
		return w, usageError{"choose one of --callers, --callees, --implementers and --to"}
	case w.options.Depth < 0 || w.options.Budget <= 0:
		return w, usageError{"--depth and --budget are above 0"}
	}
	return w, nil
}

func runGraphWalk(ctx context.Context, e *env, args []string) error {
	w, err := parseWalk(args)
	if err != nil {
		return err
	}
	a, _, s, err := openSnapshot(ctx, e, w.repo, w.rev)
	if err != nil {
		return err
	}
	defer a.Close()
	from, err := a.startAt(ctx, s, w.from)
	if err != nil {
		return err
	}
	if w.to != "" {
		return a.printChain(ctx, s, w, from)
	}
	return a.printWalk(ctx, s, w, from)
}

// neighbourhood is a snapshot's edges as walks see them.
func (a *app) neighbourhood(s code.Snapshot) graph.Neighbourhood {
	return func(ctx context.Context, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error) {
		return store.Neighbours(ctx, a.pool, s, of, types, incoming, limit)
	}
}

func (a *app) printWalk(ctx context.Context, s code.Snapshot, w walkArgs, from start) error {
	walk, direction := graph.Walk, "callees"
	switch {
	case w.callers:
		direction, w.options.Incoming = "callers", true
	case w.implementers:
		walk, direction = graph.Implementers, "implementers"
	}
	got, err := walk(ctx, a.neighbourhood(s), from.refs, w.options)
	if err != nil {
		return fmt.Errorf("walk from %s: %w", from.id(), err)
	}
	r := walkReport{SHA: s.SHA, From: from.id(), Direction: direction, Steps: []walkStep{}, Cycles: [][]string{}, Truncated: orEmpty(got.Truncated)}
	for _, step := range got.Steps {
		r.Steps = append(r.Steps, walkStep{step.Symbol.Qualified, step.Symbol.Ref.String(), step.Type, step.Of.String(), step.Path, step.Pos.Line, step.Distance, step.Sure})
	}
	for _, c := range got.Cycles {
		r.Cycles = append(r.Cycles, idsOf(c))
	}
	if w.json {
		return json.NewEncoder(a.env.stdout).Encode(r)
	}
	printSteps(a.env.stdout, r)
	return nil
}

func printSteps(w io.Writer, r walkReport) {
	fmt.Fprintf(w, "%s of %s: %d\n", r.Direction, r.From, len(r.Steps))
	for _, s := range r.Steps {
		fmt.Fprintf(w, "%s%s  %s %s:%d %s\n", strings.Repeat("  ", s.Distance+1), s.Symbol, s.Type, s.Path, s.Line, s.Resolution)
	}
	for _, c := range r.Cycles {
		fmt.Fprintf(w, "cycle: %s → %s\n", strings.Join(c, " → "), c[0])
	}
	printTruncated(w, r.Truncated)
}

func printTruncated(w io.Writer, reasons []string) {
	for _, reason := range reasons {
		fmt.Fprintf(w, "not all: %s\n", reason)
	}
}

func (a *app) printChain(ctx context.Context, s code.Snapshot, w walkArgs, from start) error {
	to, err := a.startAt(ctx, s, w.to)
	if err != nil {
		return err
	}
	got, err := graph.Explain(ctx, a.neighbourhood(s), from.refs, to.refs, w.options)
	if err != nil {
		return fmt.Errorf("explain %s and %s: %w", from.id(), to.id(), err)
	}
	r := chainReport{SHA: s.SHA, From: from.id(), To: to.id(), Reversed: got.Reversed, Edges: []chainEdge{}, Truncated: orEmpty(got.Truncated)}
	for _, n := range got.Steps {
		source, target := n.Of, n.Symbol.Ref
		if n.Incoming {
			source, target = target, source
		}
		r.Edges = append(r.Edges, chainEdge{source.String(), target.String(), n.Type, n.Path, n.Pos.Line, n.Resolution})
	}
	if w.json {
		return json.NewEncoder(a.env.stdout).Encode(r)
	}
	if len(r.Edges) == 0 {
		fmt.Fprintf(a.env.stdout, "no chain of edges was found between %s and %s\n", r.From, r.To)
	}
	for _, e := range r.Edges {
		fmt.Fprintf(a.env.stdout, "%s %s %s  %s:%d %s\n", e.Source, e.Type, e.Target, e.Path, e.Line, e.Resolution)
	}
	printTruncated(a.env.stdout, r.Truncated)
	return nil
}

// start is a symbol with what it defines: who calls a class calls its methods.
type start struct{ refs []code.SymbolRef }

func (s start) id() string { return s.refs[0].String() }

// startAt finds the symbol that is meant by an id, a qualified name or the
// end of one.
func (a *app) startAt(ctx context.Context, s code.Snapshot, name string) (start, error) {
	path, local, isID := strings.Cut(name, "#")
	if isID {
		return a.withMembers(ctx, s, code.SymbolRef{Path: path, Local: local}, name)
	}
	found, err := store.SymbolsNamed(ctx, a.pool, s, []string{name[strings.LastIndexAny(name, ".:/")+1:]})
	if err != nil {
		return start{}, err
	}
	found = slices.DeleteFunc(found, func(l code.Located) bool {
		return l.Qualified != name && !strings.HasSuffix(l.Qualified, "."+name)
	})
	// A name that is a symbol's whole one means that symbol.
	if whole := slices.DeleteFunc(slices.Clone(found), func(l code.Located) bool { return l.Qualified != name && l.Ref.Local != name }); len(whole) == 1 {
		found = whole
	}
	switch len(found) {
	case 0:
		return start{}, fmt.Errorf("there is no symbol %q at %s: give its name, its qualified name or its id (path#name)", name, s.SHA)
	case 1:
		return a.withMembers(ctx, s, found[0].Ref, name)
	}
	ids := make([]string, 0, len(found))
	for _, l := range found[:min(len(found), 10)] {
		ids = append(ids, l.Ref.String())
	}
	return start{}, fmt.Errorf("%q is the name of %d symbols; give the id of one: %s", name, len(found), strings.Join(ids, ", "))
}

func (a *app) withMembers(ctx context.Context, s code.Snapshot, ref code.SymbolRef, name string) (start, error) {
	symbols, err := store.SymbolsAt(ctx, a.pool, s, []string{ref.Path})
	if err != nil {
		return start{}, err
	}
	at := start{[]code.SymbolRef{ref}}
	there := false
	for _, l := range symbols {
		switch {
		case l.Ref == ref:
			there = true
		case ref.Local != "" && strings.HasPrefix(l.Ref.Local, ref.Local+"."):
			at.refs = append(at.refs, l.Ref)
		}
	}
	if !there {
		return at, fmt.Errorf("there is no symbol %q at %s; `plumbline graph export` lists the ids", name, s.SHA)
	}
	return at, nil
}

func idsOf(refs []code.SymbolRef) []string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.String()
	}
	return out
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
