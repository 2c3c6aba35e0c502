package answer

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbline/plumbline/internal/code"
)

var (
	codeSpan = regexp.MustCompile("`+([^`]+)`+")
	word     = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)
)

// checkNames holds (d): what a sentence puts in code quotes occurs in the
// cited lines or in the name of the symbol that these lines belong to.
func (v *verifier) checkNames(ctx context.Context, s *sentence, cited []string) (string, error) {
	text := strings.Join(cited, "\n")
	if missingName(s.text, text, "") == "" {
		return "", nil
	}
	names, err := v.enclosingNames(ctx, s.citations)
	if err != nil {
		return "", err
	}
	if m := missingName(s.text, text, names); m != "" {
		return fmt.Sprintf("`%s` does not occur in the cited lines", m), nil
	}
	return "", nil
}

// missingName is the first word of a sentence's code spans that stands
// neither in the text nor among the names, "" for none. A span that stands
// there as it is lacks nothing; one without words must.
func missingName(sentence, text, names string) string {
	for _, span := range spansOf(sentence) {
		if containsWord(text, span) || containsWord(names, span) {
			continue
		}
		words := word.FindAllString(span, -1)
		if len(words) == 0 {
			return span
		}
		for _, name := range words {
			if !containsWord(text, name) && !containsWord(names, name) {
				return name
			}
		}
	}
	return ""
}

// spansOf are the contents of a sentence's code spans.
func spansOf(sentence string) []string {
	var out []string
	for _, m := range codeSpan.FindAllStringSubmatch(sentence, -1) {
		if span := strings.TrimSpace(m[1]); span != "" {
			out = append(out, span)
		}
	}
	return out
}

// containsWord reports whether name occurs in text, not as a part of a longer
// word.
func containsWord(text, name string) bool {
	if name == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[to:])
		if !(wordRune(first) && wordRune(before)) && !(wordRune(last) && wordRune(after)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		at = from + size
	}
}

func wordRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r))
}

// enclosingNames are the names and paths of the symbols that hold the cited
// lines or begin in them, and of those that references in them are bound to.
func (v *verifier) enclosingNames(ctx context.Context, citations []code.Citation) (string, error) {
	var names []string
	for _, c := range citations {
		symbols, err := v.Graph.SymbolsAt(ctx, v.request.Snapshot, []string{c.Path})
		if err != nil {
			return "", err
		}
		for _, l := range symbols {
			if l.Symbol.Span.Start.Line <= c.EndLine && l.Symbol.Span.End.Line >= c.StartLine {
				names = append(names, l.Qualified)
			}
		}
		names = append(names, c.Path)
	}
	edges, err := v.edgesIn(ctx, citations)
	if err != nil {
		return "", err
	}
	for _, e := range edges {
		names = append(names, e.To.Local, e.To.Path)
	}
	return strings.Join(names, "\n"), nil
}

func (v *verifier) edgesIn(ctx context.Context, citations []code.Citation) ([]code.BoundEdge, error) {
	var all []code.BoundEdge
	for _, c := range citations {
		edges, err := v.Relations.EdgesAt(ctx, v.request.Snapshot, c.Path, c.StartLine, c.EndLine)
		if err != nil {
			return nil, err
		}
		all = append(all, edges...)
	}
	return all, nil
}

// named reports whether a symbol can be called so: the name's last parts are
// the symbol's. The module is named by its path.
func named(ref code.SymbolRef, name string) bool {
	local, _, _ := strings.Cut(ref.Local, "~")
	module := strings.ReplaceAll(strings.TrimSuffix(ref.Path, ext(ref.Path)), "/", ".")
	asked := "." + dotted(name)
	if local == "" {
		return name == ref.Path || strings.HasSuffix("."+module, asked) || strings.HasSuffix("."+dotted(ref.Path), asked)
	}
	// A name may say more than the path does ("com.example.Order.refund"), as
	// long as all of the symbol's own name stands at its end.
	return strings.HasSuffix("."+module+"."+local, asked) || strings.HasSuffix(asked, "."+local)
}

// dotted writes a name's separators as dots, without a call's brackets.
func dotted(name string) string {
	if i := strings.IndexByte(name, '('); i > 0 {
		name = name[:i]
	}
	return strings.NewReplacer("::", ".", "#", ".", "/", ".", "->", ".").Replace(name)
}

func ext(path string) string {
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		return path[i:]
	}
	return ""
}

// lastPart is the last word of a name, without a call's arguments.
func lastPart(name string) string {
	parts := word.FindAllString(dotted(name), -1)
	if len(parts) == 0 {
		return name
	}
	return parts[len(parts)-1]
}
