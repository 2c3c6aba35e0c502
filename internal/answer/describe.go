package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// maxSignature bounds a signature that is quoted, in bytes.
const maxSignature = 200

// define says what a symbol is and how it is declared.
func (c *composer) define(s subject) {
	text := fmt.Sprintf("`%s` is %s", display(s.Located), article(s.Symbol.Kind))
	if n := len(s.refs); n > 1 {
		text = fmt.Sprintf("`%s` is the name of %d %s; the first", display(s.Located), n, plural(s.Symbol.Kind))
	}
	if sig := signature(s.Symbol); sig != "" {
		if len(s.refs) > 1 {
			text += " is"
		} else {
			text += ","
		}
		text += " declared as " + sig
	} else if len(s.refs) > 1 {
		text += " stands here"
	}
	c.say(code.Fact, text+".", whole(s.Located))
}

// display is the name that a symbol is called by: the local name, which its
// own lines bear out; a module's path.
func display(l code.Located) string { return displayRef(l.Ref) }

func displayRef(r code.SymbolRef) string {
	if local := code.Qualify("", r.Local); local != "" {
		return local
	}
	return r.Path
}

func article(k code.Kind) string {
	if k == code.Interface || k == code.Enum || k == code.Endpoint {
		return "an " + string(k)
	}
	return "a " + string(k)
}

func plural(k code.Kind) string {
	if k == code.Class {
		return "classes"
	}
	return string(k) + "s"
}

var folded = strings.NewReplacer("( ", "(", ", )", ")", " )", ")")

// signature quotes a signature, unless it cannot stand in a code span or is
// too long to read.
func signature(s code.Symbol) string {
	sig := folded.Replace(s.Signature)
	if s.Kind.TypeLike() {
		sig, _, _ = strings.Cut(sig, " {")
	}
	if sig == "" || len(sig) > maxSignature || strings.ContainsAny(sig, "`\n") || strings.HasSuffix(sig, "…") {
		return ""
	}
	return "`" + sig + "`"
}

// quoteDoc quotes the first sentence of the doc, from the lines that hold it.
func (c *composer) quoteDoc(l code.Located) error {
	quote, at, err := c.docOf(l)
	if err == nil && quote != "" {
		c.say(code.Fact, fmt.Sprintf("The documentation of `%s` says: “%s”", display(l), quote), withName(l, at)...)
	}
	return err
}

// docOf is the first sentence of a symbol's doc and where it stands, "" where
// there is none that can be quoted.
func (c *composer) docOf(l code.Located) (string, code.Citation, error) {
	first := firstSentence(l.Symbol.Doc)
	quote := readable(first)
	if quote == "" {
		return "", code.Citation{}, nil
	}
	text, err := c.Text.Lines(c.ctx, c.request.Snapshot, l.Ref.Path)
	if err != nil {
		return "", code.Citation{}, err
	}
	start, end := findDoc(text, l.Symbol, first)
	if start == 0 {
		return "", code.Citation{}, nil
	}
	return quote, lines(l.Ref.Path, start, end), nil
}

// withName adds the line of a symbol's name to a citation that lacks it.
func withName(l code.Located, at code.Citation) []code.Citation {
	if n := l.Symbol.NamePos.Line; n < at.StartLine || n > at.EndLine {
		return []code.Citation{at, lines(l.Ref.Path, n, n)}
	}
	return []code.Citation{at}
}

// maxQuote bounds a quotation, in bytes.
const maxQuote = 300

var sentenceStop = regexp.MustCompile(`[.!?](?:\s+|$)`)

// firstSentence is the first sentence of a doc comment, white space folded.
func firstSentence(doc string) string {
	doc, _, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	doc = strings.Join(strings.Fields(doc), " ")
	for _, m := range sentenceStop.FindAllStringIndex(doc, -1) {
		if head := doc[:m[1]]; !abbreviation.MatchString(head + " ") {
			doc = strings.TrimSpace(head)
			break
		}
	}
	if len(doc) > maxQuote {
		return ""
	}
	return doc
}

var (
	inlineTag = regexp.MustCompile(`\{@\w+\s+([^{}]*)\}`)                                          // Javadoc
	textRole  = regexp.MustCompile("(?::[\\w.:+-]+:)?`{1,2}[~!]?([^`<]+?)(?: ?<[^`>]*>)?`{1,2}_?") // reStructuredText and Markdown
	docMarks  = regexp.MustCompile(`^(?:@\w+|:\w+|\\\w+)`)
)

// readable is a doc's sentence as prose: without the marks of the tools that
// read it. A sentence that is nothing but marks is left out.
func readable(s string) string {
	s = inlineTag.ReplaceAllString(s, "$1")
	s = textRole.ReplaceAllString(s, "$1")
	s = strings.ReplaceAll(s, "`", "'")
	if docMarks.MatchString(s) || len(word.FindAllString(s, 3)) < 2 {
		return ""
	}
	return s
}

// findDoc finds the lines around a symbol that hold a sentence of its doc:
// from its first words to its last, with the declaration where it follows at
// once.
func findDoc(text []string, s code.Symbol, sentence string) (start, end int) {
	words := word.FindAllString(sentence, -1)
	if len(words) == 0 {
		return 0, 0
	}
	from, to := max(1, s.Span.Start.Line-code.MaxCitationLines), min(len(text), s.Span.End.Line)
	best := 0
	for n := from; n <= to; n++ {
		if followsFrom(text[n-1:to], words) {
			best = n
			if n >= s.Span.Start.Line {
				break // a docstring: the first place; a comment before: the last
			}
		}
	}
	if best == 0 {
		return 0, 0
	}
	last := best + spanOf(text[best-1:to], words) - 1
	switch {
	case best < s.Span.Start.Line && s.NamePos.Line-best < 20:
		last = max(last, s.NamePos.Line)
	case best >= s.Span.Start.Line && best-s.Span.Start.Line < 20:
		best = s.Span.Start.Line
	}
	return best, min(last, best+code.MaxCitationLines-1)
}

// followsFrom reports whether the first line holds the first words, in order.
func followsFrom(lines, words []string) bool {
	have := word.FindAllString(lines[0], -1)
	want := words[:min(3, len(words))]
	if len(have) < len(want) && len(lines) > 1 {
		have = append(have, word.FindAllString(lines[1], -1)...)
	}
	for i := 0; i+len(want) <= len(have); i++ {
		if slices.Equal(have[i:i+len(want)], want) {
			return i < len(word.FindAllString(lines[0], -1))
		}
	}
	return false
}

// spanOf is the number of lines up to the last of the words.
func spanOf(lines, words []string) int {
	left := len(words)
	for i, l := range lines {
		if left -= len(word.FindAllString(l, -1)); left <= 0 {
			return i + 1
		}
	}
	return len(lines)
}

const maxMembers = 10

// members names what a type or module defines, each at its line.
func (c *composer) members(s subject) error {
	if !s.Symbol.Kind.TypeLike() {
		return nil
	}
	members, err := c.membersOf(s.Located)
	if err != nil {
		return err
	}
	for _, kind := range []code.Kind{code.Method, code.Function, code.Field} {
		var names []string
		var at []code.Citation
		for _, m := range members {
			name := "`" + m.Symbol.Name + "`"
			if m.Symbol.Kind != kind || slices.Contains(names, name) || len(names) == maxMembers || strings.HasPrefix(m.Symbol.Name, "_") {
				continue
			}
			names = append(names, name)
			at = append(at, lines(m.Ref.Path, m.Symbol.NamePos.Line, m.Symbol.NamePos.Line))
		}
		if len(names) > 0 {
			c.say(code.Fact, fmt.Sprintf("`%s` has the %s %s.", display(s.Located), plural(kind), and(names)), at...)
		}
	}
	return nil
}

// membersOf are the symbols of a type's file that its name is before.
func (c *composer) membersOf(l code.Located) ([]code.Located, error) {
	symbols, err := c.Graph.SymbolsAt(c.ctx, c.request.Snapshot, []string{l.Ref.Path})
	if err != nil {
		return nil, err
	}
	var out []code.Located
	for _, m := range symbols {
		if owner, _, ok := cutLast(m.Ref.Local); ok && owner == l.Ref.Local {
			out = append(out, m)
		}
	}
	return out, nil
}

// and joins names as a sentence does.
func and(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

const maxNamed = 4

// mentionNamesakes names the symbols that the answer does not speak of,
// though they bear a name that the question has.
func (c *composer) mentionNamesakes(namesakes []subject) {
	var names []string
	var at []code.Citation
	for _, s := range namesakes {
		if name := "`" + display(s.Located) + "`"; !s.Test && len(names) < maxNamed && !slices.Contains(names, name) {
			names = append(names, name)
			at = append(at, lines(s.Ref.Path, s.Symbol.NamePos.Line, s.Symbol.NamePos.Line))
		}
	}
	switch len(names) {
	case 0:
	case 1:
		c.say(code.Fact, fmt.Sprintf("%s bears the same name.", names[0]), at...)
	default:
		c.say(code.Fact, fmt.Sprintf("%s bear the same name.", and(names)), at...)
	}
}
