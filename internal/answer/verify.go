package answer

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/render"
)

// verifier checks the sentences of one answer.
type verifier struct {
	*Answerer
	request Request
	shown   func(path string, start, end int) bool
}

// shownLines says whether lines were shown: of a model's draft, the evidence
// alone; a composed draft reads the snapshot itself.
func shownLines(r Request, fromModel bool) func(string, int, int) bool {
	if !fromModel {
		return func(string, int, int) bool { return true }
	}
	return func(path string, start, end int) bool {
		for _, e := range r.Evidence {
			if e.Path == path && e.StartLine <= start && end <= e.EndLine {
				return true
			}
		}
		return false
	}
}

// check is why a sentence may not be published, "" if it may. It fills in
// what its citations are worth and its kind.
func (v *verifier) check(ctx context.Context, s *sentence) (string, error) {
	if s.kind == code.Absence {
		return v.checkAbsence(ctx, s)
	}
	if len(s.citations) == 0 {
		return "it cites nothing", nil
	}
	var cited []string
	for i := range s.citations {
		c := &s.citations[i]
		lines, reason, err := v.checkRange(ctx, *c)
		if err != nil || reason != "" {
			return reason, err
		}
		c.Valid = true
		c.URL = render.Permalink(v.request.WebURL, v.request.Snapshot.SHA, c.Path, c.StartLine, c.EndLine)
		cited = append(cited, lines...)
	}
	for _, check := range []func(context.Context, *sentence, []string) (string, error){v.checkNames, v.checkRelations, v.checkTotals} {
		if reason, err := check(ctx, s, cited); err != nil || reason != "" {
			return reason, err
		}
	}
	for i := range s.citations {
		s.citations[i].Supported = true
	}
	return "", nil
}

// checkRange holds (a) to (c): the range exists, was shown, is short enough.
func (v *verifier) checkRange(ctx context.Context, c code.Citation) (cited []string, reason string, err error) {
	where := render.Range(c.Path, c.StartLine, c.EndLine)
	lines, err := v.Text.Lines(ctx, v.request.Snapshot, c.Path)
	switch {
	case isMissing(err):
		return nil, fmt.Sprintf("%s: there is no such file at this commit", where), nil
	case err != nil:
		return nil, "", err
	case c.StartLine < 1 || c.EndLine < c.StartLine || c.EndLine > len(lines):
		return nil, fmt.Sprintf("%s: the file has %d lines", where, len(lines)), nil
	case c.EndLine-c.StartLine+1 > code.MaxCitationLines:
		return nil, fmt.Sprintf("%s: more than %d lines", where, code.MaxCitationLines), nil
	case !v.shown(c.Path, c.StartLine, c.EndLine):
		return nil, fmt.Sprintf("%s: these lines were not among the evidence", where), nil
	}
	return lines[c.StartLine-1 : c.EndLine], "", nil
}

func isMissing(err error) bool {
	var m interface{ Missing() bool }
	return errors.As(err, &m) && m.Missing()
}

var (
	codeSpan = regexp.MustCompile("`+([^`]+)`+")
	word     = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)
)

// checkNames holds (d): identifiers in code quotes occur in the cited lines
// or in the name of the symbol that these lines belong to.
func (v *verifier) checkNames(ctx context.Context, s *sentence, cited []string) (string, error) {
	text := strings.Join(cited, "\n")
	missing := missingNames(s.text, text)
	if len(missing) == 0 {
		return "", nil
	}
	names, err := v.enclosingNames(ctx, s.citations)
	if err != nil {
		return "", err
	}
	for _, m := range missing {
		if !containsWord(names, m) {
			return fmt.Sprintf("`%s` does not occur in the cited lines", m), nil
		}
	}
	return "", nil
}

func missingNames(sentence, text string) []string {
	var missing []string
	for _, span := range codeSpan.FindAllStringSubmatch(sentence, -1) {
		if strings.Contains(text, span[1]) {
			continue
		}
		for _, name := range word.FindAllString(span[1], -1) {
			if !containsWord(text, name) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

func containsWord(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		from, to := at+i, at+i+len(name)
		if !letterAt(text, from-1) && !letterAt(text, to) {
			return true
		}
		at = from + 1
	}
}

func letterAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i]
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
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
				names = append(names, strings.ReplaceAll(l.Qualified, "/", " / "))
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

// relationWords are the verbs that state an edge between two quoted names.
var relationWords = regexp.MustCompile("`+([^`]+?)(?:\\(\\))?`+\\s+(?:directly |also |then )*(calls|extends|implements|overrides|inherits from|reads|writes|is called by|is extended by|is implemented by)\\s+(?:the |a |an )?(?:method |function |class |interface )?`+([^`]+?)(?:\\(\\))?`+")

var verbs = map[string]struct {
	types   []code.EdgeType
	passive bool
}{
	"calls": {[]code.EdgeType{code.Calls}, false}, "is called by": {[]code.EdgeType{code.Calls}, true},
	"extends": {[]code.EdgeType{code.Extends, code.Implements}, false}, "is extended by": {[]code.EdgeType{code.Extends}, true},
	"inherits from": {[]code.EdgeType{code.Extends, code.Implements}, false},
	"implements":    {[]code.EdgeType{code.Implements}, false}, "is implemented by": {[]code.EdgeType{code.Implements}, true},
	"overrides": {[]code.EdgeType{code.Overrides, code.Implements}, false},
	"reads":     {[]code.EdgeType{code.Reads}, false}, "writes": {[]code.EdgeType{code.Writes}, false},
}

// stated is a relation read from a sentence's words.
type stated struct {
	types    []code.EdgeType
	from, to string
}

func statedRelations(text string) []stated {
	var out []stated
	for _, m := range relationWords.FindAllStringSubmatch(text, -1) {
		verb := verbs[m[2]]
		r := stated{verb.types, m[1], m[3]}
		if verb.passive {
			r.from, r.to = r.to, r.from
		}
		out = append(out, r)
	}
	return out
}

// checkRelations holds (e): a stated relation is an edge whose reference lies
// in the cited lines; an inferred one only where the sentence says so.
func (v *verifier) checkRelations(ctx context.Context, s *sentence, _ []string) (string, error) {
	claims := statedRelations(s.text)
	if len(claims) == 0 {
		return "", nil
	}
	s.kind = code.Relation
	edges, err := v.edgesIn(ctx, s.citations)
	if err != nil {
		return "", err
	}
	for _, c := range claims {
		edge, ok := matching(edges, c)
		if !ok {
			return fmt.Sprintf("no reference in the cited lines shows that `%s` %s `%s`", c.from, strings.ToLower(string(c.types[0])), c.to), nil
		}
		if edge.Resolution == code.Inferred && !hedged(s.text) {
			return fmt.Sprintf("that `%s` reaches `%s` is inferred, and the sentence does not say so", c.from, c.to), nil
		}
	}
	return "", nil
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

// matching finds an edge that says what is claimed, certain ones first.
func matching(edges []code.BoundEdge, c stated) (found code.BoundEdge, ok bool) {
	for _, e := range edges {
		if !named(e.From, c.from) || !named(e.To, c.to) || !ofType(e.Type, c.types) {
			continue
		}
		if !ok || found.Resolution == code.Inferred {
			found, ok = e, true
		}
	}
	return found, ok
}

func ofType(t code.EdgeType, types []code.EdgeType) bool {
	for _, want := range types {
		if t == want {
			return true
		}
	}
	return false
}

// named reports whether a symbol can be called so: the name's last parts are
// the symbol's. The module is named by its path.
func named(ref code.SymbolRef, name string) bool {
	local, _, _ := strings.Cut(ref.Local, "~")
	if local == "" {
		return strings.Contains(ref.Path, strings.ReplaceAll(name, ".", "/")) || strings.Contains(name, ref.Path)
	}
	whole := "." + strings.ReplaceAll(strings.TrimSuffix(ref.Path, ext(ref.Path)), "/", ".") + "." + local
	asked := "." + strings.NewReplacer("::", ".", "#", ".", "/", ".").Replace(name)
	return strings.HasSuffix(whole, asked) || strings.HasSuffix(asked, "."+local)
}

func ext(path string) string {
	if i := strings.LastIndexByte(path, '.'); i > strings.LastIndexByte(path, '/') {
		return path[i:]
	}
	return ""
}

var hedge = regexp.MustCompile(`(?i)\b(?:inferred|probably|likely|may|might|possibly|apparently|presumably)\b`)

func hedged(text string) bool { return hedge.MatchString(text) }

var total = regexp.MustCompile(`(?i)\b(?:only|never|always|all|every|none|nothing|nobody|no other|exactly|in total|both|\d+|two|three|four|five|six|seven|eight|nine|ten)\b`)

// checkTotals: a statement about all of something holds only if no reference
// of that name is unknown or ambiguous.
func (v *verifier) checkTotals(ctx context.Context, s *sentence, _ []string) (string, error) {
	plain := codeSpan.ReplaceAllString(s.text, "")
	claims := statedRelations(s.text)
	if len(claims) == 0 || !total.MatchString(plain) {
		return "", nil
	}
	for _, c := range claims {
		n, err := v.Relations.UnboundNamed(ctx, v.request.Snapshot, lastPart(c.to))
		if err != nil {
			return "", err
		}
		if n > 0 {
			return fmt.Sprintf("%d references named `%s` could not be bound, so nothing can be said of all of them", n, lastPart(c.to)), nil
		}
	}
	return "", nil
}

func lastPart(name string) string {
	parts := word.FindAllString(name, -1)
	if len(parts) == 0 {
		return name
	}
	return parts[len(parts)-1]
}

// checkAbsence: what is said not to be there is not found in the snapshot.
func (v *verifier) checkAbsence(ctx context.Context, s *sentence) (string, error) {
	for _, span := range codeSpan.FindAllStringSubmatch(s.text, -1) {
		n, err := v.Text.Mentions(ctx, v.request.Snapshot, lastPart(span[1]))
		if err != nil {
			return "", err
		}
		if n > 0 {
			return fmt.Sprintf("`%s` occurs in %d files of this commit", span[1], n), nil
		}
	}
	return "", nil
}
