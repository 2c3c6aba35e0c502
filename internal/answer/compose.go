package answer

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// maxDescribed bounds the symbols that a composed answer describes.
	maxDescribed = 3
	// maxListed bounds the lines of one list ("who calls it").
	maxListed = 12
	// maxPieces bounds the pieces of code that are pointed at.
	maxPieces = 5
)

// compose writes an answer from the graph and the evidence alone.
func (a *Answerer) compose(ctx context.Context, r Request) ([]sentence, error) {
	c := &composer{Answerer: a, ctx: ctx, request: r, want: intentOf(r.Question)}
	targets := subjects(r.Symbols)
	for _, l := range targets {
		if err := c.describe(l); err != nil {
			return nil, err
		}
	}
	if len(targets) > 1 && c.want.path {
		if err := c.connect(targets[0], targets[1]); err != nil {
			return nil, err
		}
	}
	c.pointAt(targets)
	return c.out, nil
}

// subjects are the symbols that the answer is about: the best, and those of
// other names.
func subjects(symbols []code.Located) []code.Located {
	var out []code.Located
	names := map[string]int{}
	for _, l := range symbols {
		if names[l.Symbol.Name]++; names[l.Symbol.Name] <= 2 && len(out) < maxDescribed {
			out = append(out, l)
		}
	}
	return out
}

type composer struct {
	*Answerer
	ctx     context.Context
	request Request
	want    intent
	out     []sentence
}

func (c *composer) say(kind code.ClaimKind, text string, at ...code.Citation) {
	c.out = append(c.out, sentence{text: text, kind: kind, citations: at})
}

func lines(path string, start, end int) code.Citation {
	return code.Citation{Path: path, StartLine: start, EndLine: min(end, start+code.MaxCitationLines-1)}
}

// describe says what a symbol is, what its documentation says, and what the
// question wants of its neighbours.
func (c *composer) describe(l code.Located) error {
	s := l.Symbol
	text := fmt.Sprintf("`%s` is %s", display(l), article(s.Kind))
	if sig := signatureSpan(s.Signature); sig != "" {
		text += ", declared as " + sig
	}
	c.say(code.Fact, text+".", lines(l.Ref.Path, s.Span.Start.Line, s.Span.End.Line))
	if err := c.quoteDoc(l); err != nil {
		return err
	}
	type list struct {
		wanted   bool
		types    []code.EdgeType
		incoming bool
	}
	for _, w := range []list{
		{c.want.callers, []code.EdgeType{code.Calls}, true},
		{c.want.callees, []code.EdgeType{code.Calls}, false},
		{c.want.implementers, []code.EdgeType{code.Implements, code.Extends, code.Overrides}, true},
		{c.want.implementers, []code.EdgeType{code.Implements, code.Extends, code.Overrides}, false},
		{c.want.impact, []code.EdgeType{code.Reads, code.Writes}, true},
	} {
		if !w.wanted {
			continue
		}
		if err := c.relate(l, w.types, w.incoming); err != nil {
			return err
		}
	}
	return nil
}

// display is the name that a symbol is called by: the local name, which its
// own lines bear out.
func display(l code.Located) string {
	local, _, _ := strings.Cut(l.Ref.Local, "~")
	if local == "" {
		return l.Ref.Path
	}
	return local
}

func article(k code.Kind) string {
	if k == code.Interface || k == code.Enum || k == code.Endpoint {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// signatureSpan quotes a signature, unless it cannot stand in a code span as
// it is in the source.
func signatureSpan(sig string) string {
	if sig == "" || strings.ContainsAny(sig, "`\n") || strings.HasSuffix(sig, "…") {
		return ""
	}
	return "`" + sig + "`"
}

// quoteDoc quotes the first sentence of the doc, from the line that holds it.
func (c *composer) quoteDoc(l code.Located) error {
	first := firstSentence(l.Symbol.Doc)
	if first == "" {
		return nil
	}
	text, err := c.Text.Lines(c.ctx, c.request.Snapshot, l.Ref.Path)
	if err != nil {
		return err
	}
	start, end := findDoc(text, l.Symbol, first)
	if start == 0 {
		return nil
	}
	c.say(code.Fact, fmt.Sprintf("The documentation of `%s` says: “%s”", display(l), strings.ReplaceAll(first, "`", "'")), lines(l.Ref.Path, start, end))
	return nil
}

func firstSentence(doc string) string {
	doc = strings.TrimSpace(doc)
	if i := strings.Index(doc, "\n\n"); i > 0 {
		doc = doc[:i]
	}
	doc = strings.Join(strings.Fields(doc), " ")
	if i := strings.Index(doc, ". "); i > 0 {
		doc = doc[:i+1]
	}
	if len(doc) > 300 {
		return ""
	}
	return doc
}

// findDoc finds the lines around a symbol that hold the first words of its
// doc: it and the declaration's first line are cited together where they are
// near.
func findDoc(text []string, s code.Symbol, first string) (start, end int) {
	words := strings.Fields(first)
	probe := strings.Join(words[:min(4, len(words))], " ")
	for n := max(1, s.Span.Start.Line-40); n <= min(len(text), s.Span.End.Line); n++ {
		if strings.Contains(strings.Join(strings.Fields(text[n-1]), " "), probe) {
			last := min(n+len(first)/60+1, len(text))
			if n < s.Span.Start.Line {
				return n, min(max(last, s.NamePos.Line), n+code.MaxCitationLines-1)
			}
			return max(s.NamePos.Line, n-code.MaxCitationLines+10), min(last, s.Span.End.Line)
		}
	}
	return 0, 0
}

var verbOf = map[code.EdgeType]string{code.Calls: "calls", code.Extends: "extends", code.Implements: "implements",
	code.Overrides: "overrides", code.Reads: "reads", code.Writes: "writes"}

// relate lists a symbol's neighbours, each with the line that shows it:
// code before tests.
func (c *composer) relate(l code.Located, types []code.EdgeType, incoming bool) error {
	near, err := c.Graph.Neighbours(c.ctx, c.request.Snapshot, []code.SymbolRef{l.Ref}, types, incoming, 200)
	if err != nil {
		return err
	}
	said := map[string]bool{}
	listed := 0
	for _, tests := range []bool{false, true} {
		for _, n := range near {
			if n.Symbol.Test != tests || listed == maxListed {
				continue
			}
			text := relationSentence(l, n)
			if said[text] {
				continue
			}
			said[text] = true
			listed++
			c.say(code.Relation, text, lines(n.Path, n.Pos.Line, n.Pos.Line))
		}
	}
	if incoming && len(near) == 0 && types[0] == code.Calls {
		return c.sayNoCallers(l)
	}
	return nil
}

func relationSentence(l code.Located, n code.Neighbour) string {
	from, to := display(n.Symbol), display(l)
	if !n.Incoming {
		from, to = to, from
	}
	text := fmt.Sprintf("`%s` %s `%s`", from, verbOf[n.Type], to)
	if n.Resolution == code.Inferred {
		text += " (inferred)"
	}
	return text + "."
}

// sayNoCallers is said only where no reference of that name is open.
func (c *composer) sayNoCallers(l code.Located) error {
	n, err := c.Relations.UnboundNamed(c.ctx, c.request.Snapshot, l.Symbol.Name)
	if err != nil || !l.Symbol.Kind.Callable() {
		return err
	}
	at := lines(l.Ref.Path, l.Symbol.Span.Start.Line, l.Symbol.Span.End.Line)
	if n == 0 {
		c.say(code.Inference, fmt.Sprintf("The index has no call of `%s` within this repository.", display(l)), at)
		return nil
	}
	c.say(code.Inference, fmt.Sprintf("The index has no call that surely means `%s`; references of that name could not all be bound.", display(l)), at)
	return nil
}

// connect says how one symbol reaches another along calls, if it does within
// a few steps.
func (c *composer) connect(a, b code.Located) error {
	for _, pair := range [][2]code.Located{{a, b}, {b, a}} {
		steps, err := c.path(pair[0], pair[1], 5)
		if err != nil || len(steps) > 0 {
			for _, n := range steps {
				c.say(code.Relation, stepSentence(n), lines(n.Path, n.Pos.Line, n.Pos.Line))
			}
			return err
		}
	}
	return nil
}

func stepSentence(n code.Neighbour) string {
	from, _, _ := strings.Cut(n.Of.Local, "~")
	if from == "" {
		from = n.Of.Path
	}
	text := fmt.Sprintf("`%s` calls `%s`", from, display(n.Symbol))
	if n.Resolution == code.Inferred {
		text += " (inferred)"
	}
	return text + "."
}

// path is the shortest chain of calls, found breadth first.
func (c *composer) path(from, to code.Located, depth int) ([]code.Neighbour, error) {
	came := map[code.SymbolRef]code.Neighbour{from.Ref: {}}
	layer := []code.SymbolRef{from.Ref}
	for range depth {
		near, err := c.Graph.Neighbours(c.ctx, c.request.Snapshot, layer, []code.EdgeType{code.Calls}, false, 2000)
		if err != nil {
			return nil, err
		}
		layer = nil
		for _, n := range near {
			if _, seen := came[n.Symbol.Ref]; seen {
				continue
			}
			came[n.Symbol.Ref] = n
			layer = append(layer, n.Symbol.Ref)
			if n.Symbol.Ref == to.Ref {
				return unwind(came, from.Ref, to.Ref), nil
			}
		}
	}
	return nil, nil
}

func unwind(came map[code.SymbolRef]code.Neighbour, from, to code.SymbolRef) []code.Neighbour {
	var steps []code.Neighbour
	for at := to; at != from; at = came[at].Of {
		steps = append([]code.Neighbour{came[at]}, steps...)
	}
	return steps
}

// pointAt names the pieces of evidence that the answer has not touched: where
// nothing was named, they are the answer.
func (c *composer) pointAt(told []code.Located) {
	n := maxPieces
	if len(told) > 0 {
		n = 2
	}
	for _, e := range c.request.Evidence {
		if n == 0 {
			return
		}
		if c.cites(e) {
			continue
		}
		c.say(code.Fact, pieceSentence(e), lines(e.Path, e.StartLine, e.EndLine))
		n--
	}
}

func (c *composer) cites(e code.Evidence) bool {
	for _, s := range c.out {
		for _, at := range s.citations {
			if at.Path == e.Path && at.StartLine <= e.EndLine && e.StartLine <= at.EndLine {
				return true
			}
		}
	}
	return false
}

func pieceSentence(e code.Evidence) string {
	if local, _, _ := strings.Cut(e.Ref.Local, "~"); local != "" {
		return fmt.Sprintf("Related by its words: `%s`.", local)
	}
	return fmt.Sprintf("Related by its words: lines of `%s`.", e.Path)
}
