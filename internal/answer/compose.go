package answer

import (
	"context"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// maxListed bounds the lines of one list ("who calls it").
	maxListed = 12
	// maxBeside bounds a list that the question did not ask for.
	maxBeside = 5
)

// compose writes an answer from the graph and the evidence alone.
func (a *Answerer) compose(ctx context.Context, r Request) ([]sentence, error) {
	r.Question = clipped(r.Question)
	c := &composer{Answerer: a, ctx: ctx, request: r, want: intentOf(r.Question)}
	symbols, err := c.withNamesakes(r.Symbols)
	if err != nil {
		return nil, err
	}
	about, namesakes := subjects(r.Question, symbols, c.want)
	if len(about) == 0 {
		return c.out, c.pieces()
	}
	if c.want.path && len(about) > 1 {
		found, err := c.connect(about[0], about[1])
		if err != nil {
			return nil, err
		}
		c.want = intent{callers: !found, callees: !found} // a way found is the answer
	}
	for _, s := range about {
		if err := c.describe(s); err != nil {
			return nil, err
		}
	}
	c.mentionNamesakes(namesakes)
	if !c.want.lists() {
		return c.out, c.seeAlso()
	}
	return c.out, nil
}

// withNamesakes adds the symbols of the same names that retrieval left out
// for want of room.
func (c *composer) withNamesakes(symbols []code.Located) ([]code.Located, error) {
	var names []string
	have := map[code.SymbolRef]bool{}
	for _, l := range symbols {
		have[l.Ref] = true
		if !slices.Contains(names, l.Symbol.Name) {
			names = append(names, l.Symbol.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	all, err := c.Graph.SymbolsNamed(c.ctx, c.request.Snapshot, names)
	out := slices.Clone(symbols)
	for _, l := range all {
		if !have[l.Ref] && slices.Contains(names, l.Symbol.Name) {
			out = append(out, l)
		}
	}
	return out, err
}

type composer struct {
	*Answerer
	ctx     context.Context
	request Request
	want    intent
	out     []sentence
}

// say adds a sentence, once.
func (c *composer) say(kind code.ClaimKind, text string, at ...code.Citation) {
	if slices.ContainsFunc(c.out, func(s sentence) bool { return s.text == text && slices.Equal(s.citations, at) }) {
		return
	}
	c.out = append(c.out, sentence{text: text, kind: kind, citations: at})
}

// lines cites a range, as much of it as a citation can span.
func lines(path string, start, end int) code.Citation {
	return code.Citation{Path: path, StartLine: start, EndLine: max(start, min(end, start+code.MaxCitationLines-1))}
}

func whole(l code.Located) code.Citation {
	return lines(l.Ref.Path, l.Symbol.Span.Start.Line, l.Symbol.Span.End.Line)
}

func (c *composer) neighbours(of []code.SymbolRef, types []code.EdgeType, incoming bool) ([]code.Neighbour, error) {
	return c.Graph.Neighbours(c.ctx, c.request.Snapshot, of, types, incoming, maxEdges)
}

// describe says what a symbol is, what its documentation says, and what the
// question wants of its neighbours.
func (c *composer) describe(s subject) error {
	c.define(s)
	if err := c.quoteDoc(s.Located); err != nil {
		return err
	}
	if s.Symbol.Kind == code.Endpoint {
		return c.served(s)
	}
	if c.want.members || c.want == (intent{where: true}) || c.want == (intent{callees: true}) {
		if err := c.members(s); err != nil {
			return err
		}
	}
	return c.lists(s)
}

func (c *composer) lists(s subject) error {
	limit := maxListed
	if c.want.callers && c.want.callees {
		limit = maxBeside
	}
	for _, l := range []struct {
		wanted bool
		list   func(subject, int) error
	}{
		{c.want.impact, c.dependents},
		{c.want.callers && !c.want.impact, c.callers},
		{c.want.implementers, c.implementers},
		{c.want.callees, c.callees},
		{c.want.tests || c.want.impact, c.tests},
	} {
		if !l.wanted {
			continue
		}
		if err := l.list(s, limit); err != nil {
			return err
		}
	}
	return nil
}
