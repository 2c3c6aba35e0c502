package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

const (
	// maxPieces bounds the pieces that answer a question which names nothing.
	maxPieces = 5
	// maxBesides bounds those that stand below another answer.
	maxBesides = 2
)

// pieces describes the best evidence: for a question that names nothing it is
// the answer. It says nothing where the evidence has too few of the
// question's words to be about the same thing.
func (c *composer) pieces() error {
	words := contentWords(c.request.Question)
	best := c.request.Evidence[:min(len(c.request.Evidence), 2*maxPieces)]
	if len(words) == 0 || matched(words, best...) < needed(len(words)) {
		return nil
	}
	said, told := 0, map[code.SymbolRef]bool{}
	for _, tests := range []bool{false, true} {
		for _, e := range best {
			if said == maxPieces || e.Test != tests || matched(words, e) == 0 || c.cites(e) || told[e.Ref] {
				continue
			}
			ok, err := c.piece(e)
			if err != nil {
				return err
			}
			if ok {
				said++
				told[e.Ref] = e.Ref.Local != ""
			}
		}
	}
	return nil
}

// seeAlso describes code among the best evidence that the answer has not
// touched.
func (c *composer) seeAlso() error {
	said := 0
	words := contentWords(c.request.Question)
	for _, e := range c.request.Evidence[:min(len(c.request.Evidence), maxPieces)] {
		if said == maxBesides || e.Test || e.Ref.Local == "" || matched(words, e) < 2 || c.cites(e) {
			continue
		}
		ok, err := c.piece(e)
		if err != nil {
			return err
		}
		if ok {
			said++
		}
	}
	return nil
}

// piece says what a piece of evidence is: its symbol with the first sentence
// of its doc, or the words that its lines begin with.
func (c *composer) piece(e code.Evidence) (bool, error) {
	if e.Ref.Local != "" {
		symbols, err := c.Graph.SymbolsAt(c.ctx, c.request.Snapshot, []string{e.Path})
		if err != nil {
			return false, err
		}
		for _, l := range symbols {
			if l.Ref.Local == e.Ref.Local {
				return c.pieceOfSymbol(l, e)
			}
		}
	}
	line := bestLine(e, contentWords(c.request.Question))
	if line == "" {
		return false, nil
	}
	c.say(code.Fact, fmt.Sprintf("In `%s` there is: “%s”", e.Path, line), lines(e.Path, e.StartLine, e.EndLine))
	return true, nil
}

func (c *composer) pieceOfSymbol(l code.Located, e code.Evidence) (bool, error) {
	quote, at, err := c.docOf(l)
	if err != nil {
		return false, err
	}
	cited := []code.Citation{lines(e.Path, e.StartLine, e.EndLine)}
	if l.Symbol.Span.Start.Line > e.EndLine || l.Symbol.Span.End.Line < e.StartLine {
		cited = withName(l, cited[0])
	}
	if quote == "" {
		text := fmt.Sprintf("`%s` is %s", display(l), article(l.Symbol.Kind))
		if sig := signature(l.Symbol); sig != "" && l.Symbol.Span.Start.Line >= e.StartLine {
			text += ", declared as " + sig
		}
		c.say(code.Fact, text+".", cited...)
		return true, nil
	}
	if at.StartLine < e.StartLine || at.EndLine > e.EndLine {
		cited = append(cited, at)
	}
	c.say(code.Fact, fmt.Sprintf("`%s` is %s: “%s”", display(l), article(l.Symbol.Kind), quote), cited...)
	return true, nil
}

// bestLine is the line of a piece with the most of the words, the first of
// those; "" where none has any.
func bestLine(e code.Evidence, words []string) string {
	best, most := "", 0
	for _, line := range e.Text {
		line = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(line), "#=-*/")), " ")
		n := matched(words, code.Evidence{Text: []string{line}})
		if n > most && len(line) <= maxQuote {
			best, most = strings.ReplaceAll(line, "`", "'"), n
		}
	}
	return best
}

// cites reports whether a citation of the answer touches a piece.
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

// askingWords are words of questions, not of code.
var askingWords = set(`a an the of to in on at by for from with without into about as and or nor but is are was were be been being am do
	does did done has have had can could should would will may might must what which who whom whose when where why how that this these
	those there here it its they them their he she we you i me my our your if then else than so such not no only also just very more
	most some any each every all both between within during explain describe tell show find please purpose relationship mean means
	happen happens occur occurs happening work works used using use code repository repo project framework library`)

// contentWords are the terms of a question that say what it is about.
func contentWords(question string) []string {
	var out []string
	for _, w := range word.FindAllString(question, -1) {
		if askingWords[strings.ToLower(w)] {
			continue
		}
		if terms := syntax.Terms(w); len(terms) > 0 && !slices.Contains(out, terms[0]) {
			out = append(out, terms[0])
		}
	}
	return out[:min(len(out), maxWords)]
}

const maxWords = 60

// clipped is as much of a question as is read: more is a paste.
func clipped(question string) string {
	return strings.ToValidUTF8(question[:min(len(question), questionBudget)], " ")
}

// needed is how many of n words must be there for a piece to be about them.
func needed(n int) int { return min(3, (n+1)/2) }

// matched counts the words that the pieces hold between them.
func matched(words []string, pieces ...code.Evidence) int {
	have := map[string]bool{}
	for _, e := range pieces {
		for _, t := range syntax.Terms(e.Path + "\n" + e.Symbol + "\n" + strings.Join(e.Text, "\n")) {
			have[t] = true
		}
	}
	n := 0
	for _, w := range words {
		if have[w] {
			n++
		}
	}
	return n
}
