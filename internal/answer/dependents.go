package answer

import (
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
)

// dependents lists what depends on a symbol directly: what a change of it may
// break.
func (c *composer) dependents(s subject, limit int) error {
	refs := s.refs
	if s.Symbol.Kind.TypeLike() {
		made, err := c.constructors(s)
		if err != nil {
			return err
		}
		refs = append(append([]code.SymbolRef(nil), refs...), made...)
	}
	near, err := c.neighbours(refs, dependence, true)
	if err != nil {
		return err
	}
	var outside []code.Neighbour
	for _, n := range near {
		if !n.Symbol.Test {
			outside = append(outside, n)
		}
	}
	if len(near) == 0 {
		return c.callersOfDeclarations(s, limit)
	}
	c.list(s, outside, limit)
	return nil
}

const (
	// testDepth is how many steps away a test may be.
	testDepth = 3
	// maxLayer bounds the symbols that are followed from one step to the next.
	maxLayer = 300
)

// tests lists the tests that reach a symbol, the nearest first, each with the
// call that leads towards it.
func (c *composer) tests(s subject, limit int) error {
	seen := map[code.SymbolRef]bool{}
	for _, ref := range s.refs {
		seen[ref] = true
	}
	layer, said, more := s.refs, 0, 0
	for distance := 1; distance <= testDepth && len(layer) > 0; distance++ {
		near, err := c.neighbours(layer, calling, true)
		if err != nil {
			return err
		}
		layer = nil
		for _, n := range near {
			if seen[n.Symbol.Ref] {
				continue
			}
			seen[n.Symbol.Ref] = true
			if !n.Symbol.Test {
				layer = append(layer, n.Symbol.Ref)
				continue
			}
			switch {
			case n.Symbol.Symbol.Kind == code.Module:
			case said < limit:
				said++
				c.sayTest(n, distance)
			default:
				more++
			}
		}
		layer = layer[:min(len(layer), maxLayer)]
	}
	if more > 0 {
		c.say(code.Inference, fmt.Sprintf("The index has %d more tests that reach `%s` within %d calls.", more, display(s.Located), testDepth), whole(s.Located))
	}
	if said == 0 {
		c.say(code.Inference, fmt.Sprintf("The index has no test that reaches `%s` within %d calls.", display(s.Located), testDepth), whole(s.Located))
	}
	return nil
}

func (c *composer) sayTest(n code.Neighbour, distance int) {
	text := fmt.Sprintf("The test `%s` calls `%s`", display(n.Symbol), displayRef(n.Of))
	if distance > 1 {
		text += fmt.Sprintf(", %d calls away from the one asked about", distance)
	}
	if n.Resolution == code.Inferred {
		text += " (inferred)"
	}
	c.say(code.Relation, text+".", lines(n.Path, n.Pos.Line, n.Pos.Line))
}
