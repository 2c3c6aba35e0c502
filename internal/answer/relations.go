package answer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

var hedge = regexp.MustCompile(`(?i)\b(?:inferred|infers?|probably|likely|may|might|possibly|apparently|presumably|vermutlich|wahrscheinlich|vielleicht|probablement|peut-être|probablemente|posiblemente)\b`)

// hedged: the sentence says that it is not certain.
func hedged(text string) bool { return hedge.MatchString(codeSpan.ReplaceAllString(text, "")) }

// checkRelations holds (e): a stated relation is an edge whose reference lies
// in the cited lines, an inferred one only where the sentence says so; and
// what is said of all references of a name holds of all.
func (v *verifier) checkRelations(ctx context.Context, s *sentence) (string, error) {
	claims := statements(s.text)
	edges, err := v.edgesIn(ctx, s.citations)
	if err != nil {
		return "", err
	}
	for _, c := range claims {
		var reason string
		if c.negated {
			reason, err = v.checkNegation(ctx, c)
		} else {
			reason, err = v.checkEdge(ctx, edges, c, hedged(s.text))
		}
		if err != nil || reason != "" {
			return reason, err
		}
		s.kind = code.Relation
	}
	return v.checkTotals(ctx, s, claims)
}

// checkEdge finds the edge that a statement claims among those of the cited
// lines. What is read or written is an edge only where it is a symbol of this
// repository: files and variables of the environment are read, too.
func (v *verifier) checkEdge(ctx context.Context, edges []code.BoundEdge, c stated, hedged bool) (string, error) {
	edge, ok := matching(edges, c)
	if ok {
		if edge.Resolution == code.Inferred && !hedged {
			return fmt.Sprintf("that `%s` reaches `%s` is inferred, and the sentence does not say so", c.from, c.to), nil
		}
		return "", nil
	}
	if slices.Contains(c.types, code.Reads) || slices.Contains(c.types, code.Writes) {
		known, err := v.resolve(ctx, c.to)
		if err != nil || len(known) == 0 {
			return "", err
		}
	}
	return fmt.Sprintf("no reference in the cited lines shows that `%s` %s `%s`", c.from, strings.ToLower(string(c.types[0])), c.to), nil
}

// matching finds an edge that says what is claimed, certain ones first.
func matching(edges []code.BoundEdge, c stated) (found code.BoundEdge, ok bool) {
	for _, e := range edges {
		if !named(e.From, c.from) || !named(e.To, c.to) || !slices.Contains(c.types, e.Type) {
			continue
		}
		if !ok || found.Resolution == code.Inferred {
			found, ok = e, true
		}
	}
	return found, ok
}

// resolve are the symbols that a name can mean.
func (v *verifier) resolve(ctx context.Context, name string) ([]code.Located, error) {
	symbols, err := v.Graph.SymbolsNamed(ctx, v.request.Snapshot, []string{lastPart(name)})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(symbols), func(l code.Located) bool { return !named(l.Ref, name) }), nil
}

// checkNegation: "`A` never calls `B`" holds if A has no such edge and every
// reference of B's name is bound.
func (v *verifier) checkNegation(ctx context.Context, c stated) (string, error) {
	if reason, err := v.checkAllBound(ctx, c.to); err != nil || reason != "" {
		return reason, err
	}
	from, err := v.resolve(ctx, c.from)
	if err != nil || len(from) == 0 {
		return fmt.Sprintf("`%s` is no symbol of this commit", c.from), err
	}
	near, err := v.Graph.Neighbours(ctx, v.request.Snapshot, refs(from), c.types, false, maxEdges)
	if err != nil {
		return "", err
	}
	for _, n := range near {
		if named(n.Symbol.Ref, c.to) {
			return fmt.Sprintf("`%s` does reach `%s`, at %s:%d", c.from, c.to, n.Path, n.Pos.Line), nil
		}
	}
	return "", nil
}

// maxEdges bounds the edges that are looked at to check one statement: a name
// with as many is not judged as a whole.
const maxEdges = 5000

func refs(symbols []code.Located) []code.SymbolRef {
	out := make([]code.SymbolRef, len(symbols))
	for i, l := range symbols {
		out[i] = l.Ref
	}
	return out
}

func (v *verifier) checkAllBound(ctx context.Context, name string) (string, error) {
	n, err := v.Relations.UnboundNamed(ctx, v.request.Snapshot, lastPart(name))
	if err != nil || n == 0 {
		return "", err
	}
	return fmt.Sprintf("%d references named `%s` could not be bound, so nothing can be said of all of them", n, lastPart(name)), nil
}
