package retrieve

import (
	"context"
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
)

// walked are the types of edges that diffusion follows, and how much of a
// seed's score each carries.
var walked = map[code.EdgeType]float64{
	code.Calls: 1, code.Extends: 0.8, code.Implements: 1, code.Overrides: 1, code.Reads: 0.5, code.Writes: 0.5,
	code.Exposes: 1, code.Requests: 1,
}

var walkedTypes = func() (out []code.EdgeType) {
	for _, t := range []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Writes, code.Exposes, code.Requests} {
		if walked[t] > 0 {
			out = append(out, t)
		}
	}
	return out
}()

// diffuse gives the neighbours of the best candidates a part of their score,
// step by step, and no symbol twice.
func (r *Retriever) diffuse(ctx context.Context, s code.Snapshot, p *pool) error {
	if p.options.Decay == 0 {
		return nil
	}
	energy := p.seeds()
	visited := map[code.SymbolRef]bool{}
	for range p.options.Hops {
		var from []code.SymbolRef
		for _, e := range energy {
			visited[e.ref] = true
			from = append(from, e.ref)
		}
		if len(from) == 0 {
			return nil
		}
		var near []code.Neighbour
		for _, incoming := range []bool{true, false} {
			more, err := r.Graph.Neighbours(ctx, s, from, walkedTypes, incoming, p.options.Neighbours)
			if err != nil {
				return err
			}
			near = append(near, more...)
		}
		energy = p.spread(energy, near, visited)
	}
	return nil
}

// charged is a symbol with what it passes on.
type charged struct {
	ref   code.SymbolRef
	score float64
}

// seeds are the symbols of the best candidates.
func (p *pool) seeds() []charged {
	var out []charged
	seen := map[code.SymbolRef]bool{}
	for _, c := range p.ranked() {
		if len(out) == p.options.Seeds {
			break
		}
		if c.Ref.Local != "" && !seen[c.Ref] {
			seen[c.Ref] = true
			out = append(out, charged{c.Ref, c.Score})
		}
	}
	return out
}

// spread gives neighbours a part of the score of the seed that leads to them,
// less for a seed with many neighbours: a hub says little.
func (p *pool) spread(from []charged, near []code.Neighbour, visited map[code.SymbolRef]bool) []charged {
	degree, scores := map[code.SymbolRef]int{}, map[code.SymbolRef]float64{}
	for _, n := range near {
		degree[n.Of]++
	}
	for _, c := range from {
		scores[c.ref] = c.score
	}
	reached := map[code.SymbolRef]int{}
	var next []charged
	for _, n := range near {
		ref := n.Symbol.Ref
		if visited[ref] || n.Symbol.Symbol.Kind == code.Module {
			continue
		}
		arrow := "→"
		if n.Incoming {
			arrow = "←"
		}
		gain := p.options.Decay * walked[n.Type] * scores[n.Of] / (1 + float64(degree[n.Of])/p.options.Hub)
		p.ofSymbol(n.Symbol).give(byGraph, fmt.Sprintf("%s %s %s", n.Type, arrow, n.Of.Local), gain)
		i, ok := reached[ref]
		if !ok {
			reached[ref] = len(next)
			next = append(next, charged{ref, gain})
		} else {
			next[i].score = max(next[i].score, gain)
		}
	}
	return next
}
