package retrieve

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// maxSymbols bounds the symbols that a question can name.
const maxSymbols = 12

// locate finds the symbols that a question names, the best first: whole
// qualified names before bare ones, code before tests, fewer namesakes first.
func (r *Retriever) locate(ctx context.Context, s code.Snapshot, q Question) ([]code.Located, error) {
	names := map[string][]string{} // last part → the whole names that end in it
	var bare []string
	for _, id := range q.Identifiers {
		last := lastPart(id)
		if _, ok := names[last]; !ok {
			bare = append(bare, last)
		}
		names[last] = append(names[last], id)
	}
	if len(bare) == 0 {
		return nil, nil
	}
	symbols, err := r.Graph.SymbolsNamed(ctx, s, bare)
	if err != nil {
		return nil, err
	}
	return rankSymbols(symbols, names), nil
}

func lastPart(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".:#->", r) })
	if len(parts) == 0 {
		return name
	}
	return parts[len(parts)-1]
}

func rankSymbols(symbols []code.Located, asked map[string][]string) []code.Located {
	namesakes := map[string]int{}
	for _, l := range symbols {
		namesakes[l.Symbol.Name]++
	}
	score := func(l code.Located) float64 {
		v := 0.0
		for _, whole := range asked[l.Symbol.Name] {
			v = 2
			if whole != l.Symbol.Name && strings.HasSuffix("."+dots(l.Qualified), "."+dots(whole)) {
				v = 4
			}
		}
		if l.Symbol.Kind == code.Field {
			v -= 0.5
		}
		if l.Test {
			v -= 1
		}
		return v - min(float64(namesakes[l.Symbol.Name]), 20)/20
	}
	slices.SortStableFunc(symbols, func(a, b code.Located) int {
		switch x, y := score(a), score(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return symbols[:min(len(symbols), maxSymbols)]
}

// dots writes the separators of all languages as dots.
func dots(name string) string {
	return strings.NewReplacer("::", ".", "#", ".", "->", ".", "/", ".").Replace(name)
}
