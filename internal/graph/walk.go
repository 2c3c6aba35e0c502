package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/plumbline/plumbline/internal/code"
)

// Neighbourhood gives the symbols one edge of the types away from any of a
// set, against the edges' direction if incoming, at most limit, in a fixed
// order.
type Neighbourhood func(ctx context.Context, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error)

// WalkOptions bound a walk. A zero bound is the default.
type WalkOptions struct {
	Types    []code.EdgeType // CALLS where none is given
	Incoming bool            // who leads here, in place of where it leads
	Depth    int             // edges in a row, 3
	Symbols  int             // that are reached in all, 500
	Edges    int             // that are looked at from one distance, 5000
	Budget   time.Duration   // 10 s
	NoTests  bool            // leave test code out
}

func (o WalkOptions) withDefaults() WalkOptions {
	setDefault(&o.Depth, 3)
	setDefault(&o.Symbols, 500)
	setDefault(&o.Edges, 5000)
	setDefault(&o.Budget, 10*time.Second)
	if len(o.Types) == 0 {
		o.Types = []code.EdgeType{code.Calls}
	}
	return o
}

func setDefault[T int | time.Duration](value *T, to T) {
	if *value <= 0 {
		*value = to
	}
}

// Step is a symbol that a walk came to, by the first edge that led there.
type Step struct {
	code.Neighbour
	// Distance is the number of edges from the start. From a declaration to
	// what implements it (from a method to what it implements, if Incoming)
	// is no distance.
	Distance int
	// Sure is how the way there was bound: inferred if any edge of it was, or
	// if it leads over dynamic dispatch.
	Sure code.Resolution
}

// Walked is what a walk came to, nearest first.
type Walked struct {
	Steps []Step
	// Cycles are ways that lead back to where they began, each named from its
	// least symbol; those that the first way to each symbol closes, not all.
	Cycles [][]code.SymbolRef
	// Truncated says in words why there may be more than is here.
	Truncated []string
}

// dispatching are the edges between a declaration and what stands for it.
var dispatching = []code.EdgeType{code.Implements, code.Overrides}

// Walk goes breadth first from the symbols. When its budget is over it returns
// what it has and says so; an error is one of the neighbourhood alone.
func Walk(ctx context.Context, near Neighbourhood, from []code.SymbolRef, o WalkOptions) (Walked, error) {
	w := newWalker(near, from, o)
	ctx, stop := context.WithTimeout(ctx, w.Budget)
	defer stop()
	err := w.run(ctx, slices.Clone(from))
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		w.truncate("the time of %v was over at distance %d", w.Budget, w.distance)
		err = nil
	}
	return w.out, err
}

type walker struct {
	WalkOptions
	near     Neighbourhood
	out      Walked
	distance int
	// came is the step by which each symbol was reached, zero for the start.
	came   map[code.SymbolRef]Step
	cycles map[string]bool
	full   bool
}

func newWalker(near Neighbourhood, from []code.SymbolRef, o WalkOptions) *walker {
	w := &walker{WalkOptions: o.withDefaults(), near: near, came: map[code.SymbolRef]Step{}, cycles: map[string]bool{}}
	for _, ref := range from {
		w.came[ref] = Step{Sure: code.Exact}
	}
	return w
}

func (w *walker) run(ctx context.Context, layer []code.SymbolRef) error {
	for w.distance = 0; len(layer) > 0 && !w.full; w.distance++ {
		stand, err := w.dispatch(ctx, layer)
		if err != nil || w.full {
			return err
		}
		layer = append(layer, stand...)
		near, err := w.look(ctx, layer, w.Types, w.Incoming)
		if err != nil {
			return err
		}
		if w.distance == w.Depth {
			w.sayIfDeeper(near)
			return nil
		}
		layer = w.take(near, w.distance+1, false)
	}
	return nil
}

// dispatch adds what a call of the layer's methods may really run, or, for
// callers, the declarations by which the layer's methods may be called.
func (w *walker) dispatch(ctx context.Context, layer []code.SymbolRef) (all []code.SymbolRef, err error) {
	if !slices.Contains(w.Types, code.Calls) {
		return nil, nil
	}
	for len(layer) > 0 && !w.full {
		near, err := w.look(ctx, layer, dispatching, !w.Incoming)
		if err != nil {
			return nil, err
		}
		near = slices.DeleteFunc(near, func(n code.Neighbour) bool { return !n.Symbol.Symbol.Kind.Callable() })
		layer = w.take(near, w.distance, true)
		all = append(all, layer...)
	}
	return all, nil
}

func (w *walker) look(ctx context.Context, of []code.SymbolRef, types []code.EdgeType, incoming bool) ([]code.Neighbour, error) {
	slices.SortFunc(of, code.SymbolRef.Compare)
	near, err := w.near(ctx, of, types, incoming, w.Edges)
	if len(near) >= w.Edges {
		w.truncate("more than %d edges lead on at distance %d", w.Edges, w.distance)
	}
	return near, err
}

// take notes the neighbours that are new and returns them.
func (w *walker) take(near []code.Neighbour, distance int, dispatched bool) (next []code.SymbolRef) {
	for _, n := range near {
		ref := n.Symbol.Ref
		if w.NoTests && n.Symbol.Test {
			continue
		}
		if _, seen := w.came[ref]; seen {
			w.noteCycle(n.Of, ref)
			continue
		}
		if len(w.out.Steps) == w.Symbols {
			w.full = true
			w.truncate("more than %d symbols are reached", w.Symbols)
			return next
		}
		step := Step{Neighbour: n, Distance: distance, Sure: weaker(w.came[n.Of].Sure, n.Resolution)}
		if dispatched {
			step.Sure = code.Inferred
		}
		w.came[ref] = step
		w.out.Steps = append(w.out.Steps, step)
		next = append(next, ref)
	}
	return next
}

// weaker is the resolution of a way that was bound so far as a, and by b next.
func weaker(a, b code.Resolution) code.Resolution {
	if a == code.Inferred || a == code.Declared && b != code.Inferred {
		return a
	}
	return b
}

// noteCycle: an edge leads from a symbol back to one on the way to it.
func (w *walker) noteCycle(from, back code.SymbolRef) {
	way := []code.SymbolRef{from}
	for at := from; at != back; {
		step := w.came[at]
		if step.Distance == 0 && step.Of == (code.SymbolRef{}) {
			return
		}
		at = step.Of
		way = append(way, at)
	}
	if !w.Incoming {
		slices.Reverse(way)
	}
	way = fromLeast(way)
	if key := fmt.Sprint(way); !w.cycles[key] {
		w.cycles[key] = true
		w.out.Cycles = append(w.out.Cycles, way)
	}
}

// fromLeast turns a cycle so that it begins with its least symbol.
func fromLeast(cycle []code.SymbolRef) []code.SymbolRef {
	least := 0
	for i := range cycle {
		if cycle[i].Compare(cycle[least]) < 0 {
			least = i
		}
	}
	return append(slices.Clone(cycle[least:]), cycle[:least]...)
}

// sayIfDeeper: the depth is reached, and there is more beyond it. What leads
// back still closes cycles.
func (w *walker) sayIfDeeper(near []code.Neighbour) {
	deeper := 0
	for _, n := range near {
		if _, seen := w.came[n.Symbol.Ref]; seen {
			w.noteCycle(n.Of, n.Symbol.Ref)
		} else if !w.NoTests || !n.Symbol.Test {
			deeper++
		}
	}
	if deeper > 0 {
		w.truncate("%d edges lead on beyond depth %d", deeper, w.Depth)
	}
}

func (w *walker) truncate(format string, args ...any) {
	if reason := fmt.Sprintf(format, args...); !slices.Contains(w.out.Truncated, reason) {
		w.out.Truncated = append(w.out.Truncated, reason)
	}
}

// Implementers are the types that implement or extend a type, and the methods
// that implement or override a method, over any number of edges.
func Implementers(ctx context.Context, near Neighbourhood, of []code.SymbolRef, o WalkOptions) (Walked, error) {
	o.Types, o.Incoming = []code.EdgeType{code.Implements, code.Extends, code.Overrides}, true
	setDefault(&o.Depth, 20)
	return Walk(ctx, near, of, o)
}
