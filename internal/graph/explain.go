package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

// explaining are the edges that an explanation may be made of.
var explaining = []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Writes, code.Imports, code.Exposes, code.Requests}

// Explanation is a shortest chain of edges between two symbols.
type Explanation struct {
	// Steps lead from Steps[0].Of to the Symbol of the last; a step that is
	// Incoming is an edge against that direction. None: no chain was found.
	Steps []code.Neighbour
	// Reversed: the chain leads from the second symbol to the first.
	Reversed bool
	// Truncated says in words why a chain may have been missed.
	Truncated []string
}

// Explain finds a shortest chain of edges from one set of symbols to another:
// along the edges, else along them from the second to the first, else in any
// direction ("both call it"). Along the edges, a declaration also leads to
// what implements it. When the budget is over it says so.
func Explain(ctx context.Context, near Neighbourhood, from, to []code.SymbolRef, o WalkOptions) (Explanation, error) {
	if len(o.Types) == 0 {
		o.Types = explaining
	}
	setDefault(&o.Depth, 8)
	o = o.withDefaults()
	ctx, stop := context.WithTimeout(ctx, o.Budget)
	defer stop()
	s := &search{WalkOptions: o, near: near}
	for _, way := range []struct {
		from, to []code.SymbolRef
		both     bool
		reversed bool
	}{{from, to, false, false}, {to, from, false, true}, {from, to, true, false}} {
		steps, err := s.run(ctx, way.from, way.to, way.both)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
			s.truncate("the time of %v was over", o.Budget)
			break
		}
		if err != nil {
			return Explanation{}, err
		}
		if len(steps) > 0 {
			return Explanation{Steps: steps, Reversed: way.reversed, Truncated: s.truncated}, nil
		}
	}
	return Explanation{Truncated: s.truncated}, nil
}

// search is a breadth-first search for any of a set of symbols.
type search struct {
	WalkOptions
	near      Neighbourhood
	truncated []string
}

func (s *search) run(ctx context.Context, from, to []code.SymbolRef, both bool) ([]code.Neighbour, error) {
	came := map[code.SymbolRef]code.Neighbour{}
	for _, ref := range from {
		came[ref] = code.Neighbour{}
	}
	goal := map[code.SymbolRef]bool{}
	for _, ref := range to {
		goal[ref] = true
	}
	layer := slices.Clone(from)
	for range s.Depth {
		near, err := s.around(ctx, layer, both)
		if err != nil {
			return nil, err
		}
		layer = nil
		for _, n := range near {
			ref := n.Symbol.Ref
			if _, seen := came[ref]; seen || s.NoTests && n.Symbol.Test && !goal[ref] {
				continue
			}
			came[ref] = n
			if goal[ref] {
				return unwind(came, ref), nil
			}
			layer = append(layer, ref)
		}
		if len(came) > 40*s.Symbols {
			s.truncate("more than %d symbols were looked at", 40*s.Symbols)
			return nil, nil
		}
	}
	if len(layer) > 0 {
		s.truncate("chains of more than %d edges were not looked at", s.Depth)
	}
	return nil, nil
}

func (s *search) around(ctx context.Context, layer []code.SymbolRef, both bool) ([]code.Neighbour, error) {
	if len(layer) == 0 {
		return nil, nil
	}
	slices.SortFunc(layer, code.SymbolRef.Compare)
	out, err := s.look(ctx, layer, s.Types, false)
	if err != nil {
		return nil, err
	}
	back := dispatching
	if both {
		back = s.Types
	}
	in, err := s.look(ctx, layer, back, true)
	if !both {
		in = slices.DeleteFunc(in, func(n code.Neighbour) bool { return !n.Symbol.Symbol.Kind.Callable() })
	}
	return append(out, in...), err
}

func (s *search) look(ctx context.Context, of []code.SymbolRef, types []code.EdgeType, incoming bool) ([]code.Neighbour, error) {
	near, err := s.near(ctx, of, types, incoming, s.Edges)
	if len(near) >= s.Edges {
		s.truncate("more than %d edges were at hand at once", s.Edges)
	}
	return near, err
}

func (s *search) truncate(format string, args ...any) {
	if reason := fmt.Sprintf(format, args...); !slices.Contains(s.truncated, reason) {
		s.truncated = append(s.truncated, reason)
	}
}

// unwind is the chain by which a symbol was reached.
func unwind(came map[code.SymbolRef]code.Neighbour, at code.SymbolRef) (steps []code.Neighbour) {
	for n := came[at]; n.Of != (code.SymbolRef{}); n = came[n.Of] {
		steps = append(steps, n)
	}
	slices.Reverse(steps)
	return steps
}
