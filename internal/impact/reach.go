package impact

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// dependsBy are the edges along which a change reaches its dependents.
var dependsBy = []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Writes, code.Imports, code.Requests}

// declaredBy lead from a method to the declarations it stands for: who calls
// the declaration may reach the method.
var declaredBy = []code.EdgeType{code.Implements, code.Overrides}

// reach fills in what the changed symbols reach: at the head what depends on
// those that are there, at the base what depended on those that are gone or
// have moved.
func (a *Analyst) reach(ctx context.Context, base, head code.Snapshot, moved []code.Changed, report *code.Report) error {
	atHead, atBase := map[code.SymbolRef]code.Changed{}, map[code.SymbolRef]code.Changed{}
	for _, c := range report.Changed {
		switch {
		case c.Side == "base":
			atBase[c.Ref] = c
		case c.Change != code.Added && c.Type != code.Module:
			atHead[c.Ref] = c
		}
	}
	for _, c := range moved {
		atBase[c.Ref] = c
	}
	inDiff := map[code.SymbolRef]bool{}
	for _, c := range report.Changed {
		inDiff[c.Ref] = true
	}
	for _, w := range []struct {
		s    code.Snapshot
		from map[code.SymbolRef]code.Changed
		side string
	}{{head, atHead, ""}, {base, atBase, "base"}} {
		walk := &walk{Analyst: a, ctx: ctx, snapshot: w.s, side: w.side, inDiff: inDiff, report: report}
		if err := walk.run(w.from); err != nil {
			return err
		}
	}
	settle(report, a.Affected)
	return nil
}

// walk follows dependents in one snapshot.
type walk struct {
	*Analyst
	ctx      context.Context
	snapshot code.Snapshot
	side     string
	inDiff   map[code.SymbolRef]bool
	report   *code.Report
}

// reached is how a symbol was come to.
type reached struct {
	because  string
	inferred bool
	via      []code.EdgeType
}

func (w *walk) run(from map[code.SymbolRef]code.Changed) error {
	seen, layer := map[code.SymbolRef]reached{}, []code.SymbolRef{}
	for ref, c := range from {
		seen[ref] = reached{because: c.Symbol}
		layer = append(layer, ref)
	}
	for distance := 1; distance <= w.Depth && len(layer) > 0; distance++ {
		slices.SortFunc(layer, code.SymbolRef.Compare)
		declared, err := w.declarations(layer, seen)
		if err != nil {
			return err
		}
		near, err := w.Graph.Neighbours(w.ctx, w.snapshot, append(layer, declared...), dependsBy, true, w.Edges)
		if err != nil {
			return err
		}
		layer = w.take(near, seen, distance)
	}
	return nil
}

// declarations are what the layer's methods implement or override.
func (w *walk) declarations(layer []code.SymbolRef, seen map[code.SymbolRef]reached) ([]code.SymbolRef, error) {
	near, err := w.Graph.Neighbours(w.ctx, w.snapshot, layer, declaredBy, false, w.Edges)
	if err != nil {
		return nil, err
	}
	var out []code.SymbolRef
	for _, n := range near {
		if _, ok := seen[n.Symbol.Ref]; ok || !n.Symbol.Symbol.Kind.Callable() {
			continue
		}
		from := seen[n.Of]
		seen[n.Symbol.Ref] = reached{from.because, true, append(slices.Clone(from.via), n.Type)}
		out = append(out, n.Symbol.Ref)
	}
	return out, nil
}

// take reports the neighbours of one distance and returns those that the walk
// goes on from.
func (w *walk) take(near []code.Neighbour, seen map[code.SymbolRef]reached, distance int) []code.SymbolRef {
	var next []code.SymbolRef
	for _, n := range near {
		from := seen[n.Of]
		resolution := n.Resolution
		if from.inferred {
			resolution = code.Inferred
		}
		via := append(slices.Clone(from.via), n.Type)
		if !w.inDiff[n.Symbol.Ref] && distance == 1 {
			w.report.Affected = append(w.report.Affected, code.Affected{Symbol: n.Symbol.Qualified, Path: n.Path, Line: n.Pos.Line,
				Distance: distance, Via: via, Resolution: resolution, Because: from.because, Side: w.side})
		}
		if _, ok := seen[n.Symbol.Ref]; ok {
			continue
		}
		seen[n.Symbol.Ref] = reached{from.because, resolution == code.Inferred, via}
		if n.Symbol.Test && n.Symbol.Symbol.Kind != code.Module {
			w.report.Tests = append(w.report.Tests, code.ReachingTest{Symbol: n.Symbol.Qualified, Path: n.Symbol.Ref.Path,
				Line: n.Symbol.Symbol.NamePos.Line, Distance: distance})
			continue
		}
		if n.Symbol.Symbol.Kind != code.Module {
			next = append(next, n.Symbol.Ref)
		}
	}
	return next
}

// settle sorts the report and bounds it.
func settle(report *code.Report, limit int) {
	slices.SortStableFunc(report.Affected, func(a, b code.Affected) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), strings.Compare(a.Because, b.Because))
	})
	report.Affected = slices.CompactFunc(report.Affected, func(a, b code.Affected) bool {
		return a.Path == b.Path && a.Line == b.Line && a.Because == b.Because && a.Symbol == b.Symbol
	})
	if over := len(report.Affected) - limit; over > 0 {
		report.More, report.Affected = over, report.Affected[:limit]
	}
	slices.SortStableFunc(report.Tests, func(a, b code.ReachingTest) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	report.Tests = slices.CompactFunc(report.Tests, func(a, b code.ReachingTest) bool { return a.Path == b.Path && a.Symbol == b.Symbol })
}
