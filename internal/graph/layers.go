package graph

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

// Layer is a part of the repository that may use, beside itself, the named
// layers alone. Files in no layer are free, and free to use.
type Layer struct {
	Name   string
	Has    func(path string) bool
	MayUse []string
}

// LayerBreaches are the edges that lead where they may not.
type LayerBreaches struct {
	Count  int           `json:"count"`
	Places []LayerBreach `json:"places"` // the first by place
}

// LayerBreach is one such edge.
type LayerBreach struct {
	Layer  string        `json:"layer"`
	Uses   string        `json:"uses"`
	Source string        `json:"source"`
	Target string        `json:"target"`
	Type   code.EdgeType `json:"type"`
	Path   string        `json:"path"`
	Line   int           `json:"line"`
}

// layering judges edges by the first layer that has each end's file.
type layering struct {
	layers []Layer
	known  map[string]*Layer
	out    LayerBreaches
}

func newLayering(layers []Layer) *layering {
	return &layering{layers: layers, known: map[string]*Layer{}, out: LayerBreaches{Places: []LayerBreach{}}}
}

func (l *layering) of(path string) *Layer {
	if layer, ok := l.known[path]; ok {
		return layer
	}
	var layer *Layer
	if i := slices.IndexFunc(l.layers, func(l Layer) bool { return l.Has(path) }); i >= 0 {
		layer = &l.layers[i]
	}
	l.known[path] = layer
	return layer
}

func (l *layering) judge(path string, link code.Link) {
	source := link.Source(path)
	from, to := l.of(source.Path), l.of(link.Target.Path)
	if from == nil || to == nil || from == to || slices.Contains(from.MayUse, to.Name) {
		return
	}
	l.out.Count++
	if len(l.out.Places) < maxBreaches {
		l.out.Places = append(l.out.Places, LayerBreach{from.Name, to.Name, source.String(), link.Target.String(), link.Type, path, link.Pos.Line})
	}
}
