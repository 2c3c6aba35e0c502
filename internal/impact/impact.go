// Package impact finds what a difference between two snapshots reaches: the
// symbols that changed, what depends on them, the tests that exercise them.
// It reads the code graph and the files' lines, and runs nothing.
package impact

import (
	"context"
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
)

// Graph knows symbols and edges of a snapshot.
type Graph interface {
	SymbolsAt(ctx context.Context, s code.Snapshot, paths []string) ([]code.Located, error)
	Neighbours(ctx context.Context, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error)
}

// Text reads the snapshot's files.
type Text interface {
	Lines(ctx context.Context, s code.Snapshot, path string) ([]string, error)
}

// Analyst finds impacts.
type Analyst struct {
	Graph Graph
	Text  Text
	Limits
}

// Limits bound a report.
type Limits struct {
	// Depth is how far tests are followed along dependents; Direct dependents
	// are at distance 1.
	Depth int
	// Edges bounds the edges followed at one distance; Affected the places
	// that are reported.
	Edges, Affected int
}

// DefaultLimits keep a report readable and its making short.
var DefaultLimits = Limits{Depth: 4, Edges: 5000, Affected: 2000}

// Compare reports what the difference between base and head reaches; changes
// are the paths at which their trees differ.
func (a *Analyst) Compare(ctx context.Context, base, head code.Snapshot, changes []code.TreeChange) (code.Report, error) {
	report := newReport(base.SHA, head.SHA)
	d, err := a.difference(ctx, base, head, changes)
	if err != nil {
		return report, fmt.Errorf("changed symbols: %w", err)
	}
	report.Changed, report.Skipped = append(report.Changed, d.changed...), append(report.Skipped, d.skipped...)
	return report, a.reach(ctx, base, head, d.moved, &report)
}

// Place is a line that a change is imagined at.
type Place struct {
	Path string
	Line int
}

// Beforehand reports what a change of the symbols at these places would reach.
func (a *Analyst) Beforehand(ctx context.Context, s code.Snapshot, places []Place, change code.Change) (code.Report, error) {
	report := newReport(s.SHA, s.SHA)
	for _, p := range places {
		l, err := a.symbolAt(ctx, s, p)
		if err != nil {
			return report, err
		}
		report.Changed = append(report.Changed, changedAt(l, change, ""))
	}
	return report, a.reach(ctx, s, s, nil, &report)
}

func newReport(base, head string) code.Report {
	return code.Report{Base: base, Head: head, Changed: []code.Changed{}, Affected: []code.Affected{}, Tests: []code.ReachingTest{},
		Endpoints: []code.Affected{}, Cycles: [][]string{}, Skipped: []code.SkippedFile{}}
}

// symbolAt is the innermost symbol at a line, but the module.
func (a *Analyst) symbolAt(ctx context.Context, s code.Snapshot, p Place) (code.Located, error) {
	symbols, err := a.Graph.SymbolsAt(ctx, s, []string{p.Path})
	if err != nil {
		return code.Located{}, err
	}
	if len(symbols) == 0 {
		return code.Located{}, fmt.Errorf("%s: there is no such file at %s", p.Path, s.SHA)
	}
	var best *code.Located
	for i, l := range symbols {
		span := l.Symbol.Span
		if l.Symbol.Kind == code.Module || p.Line < span.Start.Line || p.Line > span.End.Line {
			continue
		}
		if best == nil || span.Lines() <= best.Symbol.Span.Lines() {
			best = &symbols[i]
		}
	}
	if best == nil {
		return code.Located{}, fmt.Errorf("%s:%d: no symbol stands there", p.Path, p.Line)
	}
	return *best, nil
}
