package retrieve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// pool gathers candidates. A candidate is a range of lines of a file; what
// several sources say of one range adds up.
type pool struct {
	options Options
	tests   bool // the question is about tests
	byKey   map[string]*candidate
	order   []*candidate
}

type candidate struct {
	code.Evidence
	scores map[string]float64 // by source; the sum counts
}

func newPool(o Options, q Question) *pool {
	return &pool{options: o, tests: q.Tests, byKey: map[string]*candidate{}}
}

func (p *pool) at(path string, start, end int) *candidate {
	key := fmt.Sprintf("%s:%d-%d", path, start, end)
	c := p.byKey[key]
	if c == nil {
		c = &candidate{Evidence: code.Evidence{Path: path, StartLine: start, EndLine: end}, scores: map[string]float64{}}
		p.byKey[key] = c
		p.order = append(p.order, c)
	}
	return c
}

// give notes that a source speaks for a candidate; of one source the best
// score counts.
func (c *candidate) give(source, why string, score float64) {
	if score > c.scores[source] {
		c.scores[source] = score
	}
	if !slices.Contains(c.Why, why) && len(c.Why) < 6 {
		c.Why = append(c.Why, why)
	}
}

func (c *candidate) total() float64 {
	sum := 0.0
	for _, source := range []string{"symbol", "bm25", "dense", "graph"} {
		sum += c.scores[source]
	}
	return sum
}

// addSymbol adds a symbol that the question names: its first lines.
func (p *pool) addSymbol(l code.Located) {
	c := p.ofSymbol(l)
	c.give("symbol", "symbol", p.options.Symbol)
}

func (p *pool) ofSymbol(l code.Located) *candidate {
	span := l.Symbol.Span
	c := p.at(l.Ref.Path, span.Start.Line, min(span.End.Line, span.Start.Line+code.MaxChunkLines-1))
	c.Symbol, c.Ref, c.Test = l.Qualified, l.Ref, l.Test
	return c
}

// addSearch adds the hits of a search, scores normalised to the best.
func (p *pool) addSearch(source string, weight float64, hits []code.ChunkHit) {
	for _, h := range hits {
		c := p.at(h.Path, h.StartLine, h.EndLine)
		c.Symbol, c.Test = h.Qualified, h.Test
		c.Ref = code.SymbolRef{Path: h.Path, Local: h.Local}
		c.give(source, source, weight*h.Score/hits[0].Score)
	}
}

// seeds are the symbols of the best candidates so far.
func (p *pool) seeds(n int) []code.SymbolRef {
	var out []code.SymbolRef
	for _, c := range p.ranked() {
		if c.Ref.Local != "" && !slices.Contains(out, c.Ref) {
			if out = append(out, c.Ref); len(out) == n {
				break
			}
		}
	}
	return out
}

// addNeighbours gives symbols a part of the score of the seed that leads to
// them, less for a seed with many neighbours: a hub says little.
func (p *pool) addNeighbours(near []code.Neighbour) {
	degree := map[code.SymbolRef]int{}
	for _, n := range near {
		degree[n.Of]++
	}
	scores := map[code.SymbolRef]float64{}
	for _, c := range p.order {
		scores[c.Ref] = max(scores[c.Ref], c.total())
	}
	for _, n := range near {
		if n.Symbol.Ref == n.Of || n.Symbol.Symbol.Kind == code.Module {
			continue
		}
		arrow := "→"
		if n.Incoming {
			arrow = "←"
		}
		damp := 1 / (1 + float64(degree[n.Of])/10)
		why := fmt.Sprintf("%s %s %s", n.Type, arrow, n.Of.Local)
		p.ofSymbol(n.Symbol).give("graph", why, p.options.Decay*damp*scores[n.Of])
	}
}

func (p *pool) score(c *candidate) float64 {
	if c.Test && !p.tests {
		return c.total() * p.options.Test
	}
	return c.total()
}

func (p *pool) ranked() []*candidate {
	out := slices.Clone(p.order)
	slices.SortStableFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(p.score(b), p.score(a)), strings.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine))
	})
	return out
}

// best are the pieces to show: no line twice.
func (p *pool) best() []code.Evidence {
	var out []code.Evidence
	for _, c := range p.ranked() {
		e := c.Evidence
		e.Score = p.score(c)
		if i := slices.IndexFunc(out, func(o code.Evidence) bool { return overlaps(o, e) }); i >= 0 {
			out[i].Why = merge(out[i].Why, e.Why)
			continue
		}
		if len(out) == p.options.Pieces {
			break
		}
		out = append(out, e)
	}
	return out
}

func overlaps(a, b code.Evidence) bool {
	return a.Path == b.Path && a.StartLine <= b.EndLine && b.StartLine <= a.EndLine
}

func merge(a, b []string) []string {
	for _, w := range b {
		if !slices.Contains(a, w) && len(a) < 6 {
			a = append(a, w)
		}
	}
	return a
}
