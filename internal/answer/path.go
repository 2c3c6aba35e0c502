package answer

import (
	"fmt"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// maxSteps bounds a chain of calls that is told.
	maxSteps = 6
	// maxLinks bounds the edges that are told between two types.
	maxLinks = 8
)

// connect says how one of two symbols reaches the other: by a chain of calls,
// or by edges between what they define. It reports whether it found any.
func (c *composer) connect(a, b subject) (bool, error) {
	for _, pair := range [][2]subject{{a, b}, {b, a}} {
		steps, err := c.chain(pair[0], pair[1])
		if err != nil {
			return false, err
		}
		for _, n := range steps {
			c.sayStep(n)
		}
		if len(steps) > 0 {
			return true, nil
		}
	}
	found, err := c.link(a, b)
	if err != nil || found {
		return found, err
	}
	c.say(code.Inference, fmt.Sprintf("The index has no chain of calls between `%s` and `%s` within %d steps.", display(a.Located), display(b.Located), maxSteps),
		whole(a.Located), whole(b.Located))
	return false, nil
}

// chain is the shortest way from one symbol to another, found breadth first
// along calls, and from a declaration to what implements or overrides it.
func (c *composer) chain(from, to subject) ([]code.Neighbour, error) {
	came := map[code.SymbolRef]code.Neighbour{}
	for _, ref := range from.refs {
		came[ref] = code.Neighbour{}
	}
	layer := from.refs
	for range maxSteps {
		near, err := c.neighbours(layer, calling, false)
		if err != nil {
			return nil, err
		}
		down, err := c.neighbours(layer, []code.EdgeType{code.Implements, code.Overrides}, true)
		if err != nil {
			return nil, err
		}
		layer = nil
		for _, n := range append(near, down...) {
			if _, seen := came[n.Symbol.Ref]; seen || n.Symbol.Test || !n.Symbol.Symbol.Kind.Callable() && !slices.Contains(to.refs, n.Symbol.Ref) {
				continue
			}
			came[n.Symbol.Ref] = n
			layer = append(layer, n.Symbol.Ref)
			if slices.Contains(to.refs, n.Symbol.Ref) {
				return unwind(came, from.refs, n.Symbol.Ref), nil
			}
		}
		layer = layer[:min(len(layer), maxLayer)]
	}
	return nil, nil
}

// sayStep says an edge in its own direction, whichever way it was walked.
func (c *composer) sayStep(n code.Neighbour) {
	from, to := displayRef(n.Of), display(n.Symbol)
	if n.Incoming {
		from, to = to, from
	}
	c.say(code.Relation, sayEdge(from, to, n), lines(n.Path, n.Pos.Line, n.Pos.Line))
}

func unwind(came map[code.SymbolRef]code.Neighbour, from []code.SymbolRef, to code.SymbolRef) []code.Neighbour {
	var steps []code.Neighbour
	for at := to; !slices.Contains(from, at); at = came[at].Of {
		steps = append([]code.Neighbour{came[at]}, steps...)
	}
	return steps
}

// link says the edges between two symbols or their members, in either
// direction.
func (c *composer) link(a, b subject) (bool, error) {
	ofA, err := c.withMembers(a)
	if err != nil {
		return false, err
	}
	ofB, err := c.withMembers(b)
	if err != nil {
		return false, err
	}
	var found []code.Neighbour
	for _, pair := range [][2][]code.SymbolRef{{ofA, ofB}, {ofB, ofA}} {
		near, err := c.neighbours(pair[0], dependence, false)
		if err != nil {
			return false, err
		}
		for _, n := range distinct(near) {
			if slices.Contains(pair[1], n.Symbol.Ref) && !slices.Contains(pair[0], n.Symbol.Ref) {
				found = append(found, n)
			}
		}
	}
	for _, n := range found[:min(len(found), maxLinks)] {
		c.sayStep(n)
	}
	return len(found) > 0, nil
}

func (c *composer) withMembers(s subject) ([]code.SymbolRef, error) {
	out := slices.Clone(s.refs)
	if !s.Symbol.Kind.TypeLike() {
		return out, nil
	}
	members, err := c.membersOf(s.Located)
	for _, m := range members {
		out = append(out, m.Ref)
	}
	return out, err
}
