package answer

import (
	"fmt"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

var verbOf = map[code.EdgeType]string{code.Calls: "calls", code.Extends: "extends", code.Implements: "implements",
	code.Overrides: "overrides", code.Reads: "reads", code.Writes: "writes", code.Imports: "imports",
	code.Exposes: "serves", code.Requests: "requests"}

var (
	heritage = []code.EdgeType{code.Implements, code.Extends, code.Overrides}
	usage    = []code.EdgeType{code.Calls, code.Reads, code.Writes, code.Requests}
	// dependence is what breaks when its target changes.
	dependence = []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Writes, code.Requests}
)

// callers lists who calls a function, or uses a type or field; where nobody
// does, who calls what it implements.
func (c *composer) callers(s subject, limit int) error {
	refs, types := s.refs, calling
	if !s.Symbol.Kind.Callable() {
		types = usage
	}
	if s.Symbol.Kind.TypeLike() {
		made, err := c.constructors(s)
		if err != nil {
			return err
		}
		refs = append(slices.Clone(refs), made...)
	}
	near, err := c.neighbours(refs, types, true)
	if err != nil {
		return err
	}
	near = slices.DeleteFunc(near, func(n code.Neighbour) bool { return slices.Contains(s.refs, n.Symbol.Ref) })
	if len(near) > 0 {
		c.list(s, near, limit)
		return nil
	}
	return c.callersOfDeclarations(s, limit)
}

// constructors are the members that making a value of a type calls.
func (c *composer) constructors(s subject) ([]code.SymbolRef, error) {
	members, err := c.membersOf(s.Located)
	if err != nil {
		return nil, err
	}
	var out []code.SymbolRef
	for _, m := range members {
		if name := m.Symbol.Name; m.Symbol.Kind.Callable() && (name == s.Symbol.Name || name == "__init__" || name == "constructor" || name == "initialize") {
			out = append(out, m.Ref)
		}
	}
	return out, nil
}

// callersOfDeclarations lists who calls the methods that a method stands for.
func (c *composer) callersOfDeclarations(s subject, limit int) error {
	declared, err := c.neighbours(s.refs, []code.EdgeType{code.Implements, code.Overrides}, false)
	if err != nil {
		return err
	}
	if len(declared) == 0 || !s.Symbol.Kind.Callable() {
		return c.sayUncalled(s)
	}
	for _, d := range declared[:min(len(declared), 2)] {
		near, err := c.neighbours([]code.SymbolRef{d.Symbol.Ref}, calling, true)
		if err != nil {
			return err
		}
		c.say(code.Relation, sayEdge(display(s.Located), display(d.Symbol), d), lines(d.Path, d.Pos.Line, d.Pos.Line))
		c.list(subject{d.Symbol, []code.SymbolRef{d.Symbol.Ref}}, near, limit)
	}
	return nil
}

// sayUncalled is said with what is not known of the name.
func (c *composer) sayUncalled(s subject) error {
	if !s.Symbol.Kind.Callable() {
		return nil
	}
	n, err := c.Relations.UnboundNamed(c.ctx, c.request.Snapshot, s.Symbol.Name)
	if err != nil {
		return err
	}
	text := "The index has no call of `%s` within this repository."
	if n > 0 {
		text = "The index has no call that surely means `%s`; references of that name could not all be bound."
	}
	c.say(code.Inference, fmt.Sprintf(text, display(s.Located)), whole(s.Located))
	return nil
}

// callees lists what a symbol calls.
func (c *composer) callees(s subject, limit int) error {
	near, err := c.neighbours(s.refs, calling, false)
	if err != nil {
		return err
	}
	near = slices.DeleteFunc(near, func(n code.Neighbour) bool { return slices.Contains(s.refs, n.Symbol.Ref) })
	c.list(s, near, limit)
	return nil
}

// implementers lists what extends, implements or overrides a symbol, then
// what it does so itself.
func (c *composer) implementers(s subject, limit int) error {
	for _, incoming := range []bool{true, false} {
		near, err := c.neighbours(s.refs, heritage, incoming)
		if err != nil {
			return err
		}
		c.list(s, near, limit)
	}
	return nil
}

// list says the edges between a symbol and others, each with the line that
// shows it, code before tests, each pair once; and how many more there are.
func (c *composer) list(s subject, near []code.Neighbour, limit int) {
	near = distinct(near)
	slices.SortStableFunc(near, func(a, b code.Neighbour) int { return order(a) - order(b) })
	for _, n := range near[:min(len(near), limit)] {
		c.sayStep(n)
	}
	if more := near[min(len(near), limit):]; len(more) > 0 {
		tests := 0
		for _, n := range more {
			if n.Symbol.Test {
				tests++
			}
		}
		text := fmt.Sprintf("The index has %d more such places for `%s`", len(more), display(s.Located))
		if tests > 0 {
			text += fmt.Sprintf(", %d of them in tests", tests)
		}
		c.say(code.Inference, text+".", whole(s.Located))
	}
}

// order puts code before tests, and certain edges before inferred ones.
func order(n code.Neighbour) int {
	rank := 0
	if n.Symbol.Test {
		rank += 2
	}
	if n.Resolution == code.Inferred {
		rank++
	}
	return rank
}

// distinct keeps the first edge between two symbols of each type, a certain
// one where there is one.
func distinct(near []code.Neighbour) []code.Neighbour {
	type pair struct {
		from, to string
		path     string
		t        code.EdgeType
	}
	at := map[pair]int{}
	var out []code.Neighbour
	for _, n := range near {
		k := pair{display(n.Symbol), displayRef(n.Of), n.Symbol.Ref.Path, n.Type}
		i, seen := at[k]
		if !seen {
			at[k] = len(out)
			out = append(out, n)
		} else if out[i].Resolution == code.Inferred && n.Resolution != code.Inferred {
			out[i] = n
		}
	}
	return out
}

func sayEdge(from, to string, n code.Neighbour) string {
	text := fmt.Sprintf("`%s` %s `%s`", from, verbOf[n.Type], to)
	if n.Resolution == code.Inferred {
		text += " (inferred)"
	}
	return text + "."
}

// served says who serves an endpoint and who requests it.
func (c *composer) served(s subject) error {
	near, err := c.neighbours(s.refs, []code.EdgeType{code.Exposes, code.Requests}, true)
	if err == nil {
		c.list(s, near, maxListed)
	}
	return err
}
