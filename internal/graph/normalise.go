package graph

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

// normalise sorts links, sorts their candidates, makes an ambiguous link with
// one candidate inferred, and drops repetitions.
func normalise(links []code.Link) []code.Link {
	for i := range links {
		settle(&links[i])
	}
	code.SortLinks(links)
	return slices.CompactFunc(links, func(a, b code.Link) bool { return a.Compare(b) == 0 })
}

func settle(l *code.Link) {
	if l.Resolution != code.Ambiguous {
		l.Candidates = nil
		return
	}
	slices.SortFunc(l.Candidates, code.SymbolRef.Compare)
	l.Candidates = slices.Compact(l.Candidates)
	switch len(l.Candidates) {
	case 0:
		l.Resolution = code.Unknown
	case 1:
		l.Resolution, l.Target, l.Candidates = code.Inferred, l.Candidates[0], nil
	default:
		l.Target = code.SymbolRef{}
	}
}
