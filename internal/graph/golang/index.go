package golang

import (
	"strconv"
	"sync"

	"github.com/plumbline/plumbline/internal/graph"
)

// index finds the pieces of a package by name. Of a name that is declared for
// several platforms it has what is built, else the first.
type index struct {
	named   map[string][]*piece
	methods map[string][]*piece // by type
}

// indexes keeps a few indexes by the content of the files that they are of.
type indexes struct {
	mu    sync.Mutex
	known map[uint64]*index
}

const maxIndexes = 128

func newIndexes() *indexes { return &indexes{known: map[uint64]*index{}} }

func (x *indexes) of(built, others []*model) *index {
	parts := make([]string, 0, len(built)+len(others)+1)
	for _, m := range built {
		parts = append(parts, strconv.FormatUint(m.content, 36))
	}
	parts = append(parts, "")
	for _, m := range others {
		parts = append(parts, strconv.FormatUint(m.content, 36))
	}
	key := graph.Hash(parts...)
	x.mu.Lock()
	defer x.mu.Unlock()
	if known := x.known[key]; known != nil {
		return known
	}
	if len(x.known) >= maxIndexes {
		clear(x.known)
	}
	made := newIndex(built, others)
	x.known[key] = made
	return made
}

func newIndex(built, others []*model) *index {
	out := &index{named: map[string][]*piece{}, methods: map[string][]*piece{}}
	taken := map[string]*model{}
	for i, m := range append(built[:len(built):len(built)], others...) {
		for _, p := range m.pieces {
			out.add(p, taken, i < len(built))
		}
	}
	return out
}

// add notes a piece by its names; what is not built gives way to what came
// before it from another file.
func (x *index) add(p *piece, taken map[string]*model, built bool) {
	for _, name := range p.names {
		if by := taken[name]; by != nil && by != p.model && !built {
			continue
		}
		taken[name] = p.model
		if typ, _, ok := cutMethod(name); ok {
			x.methods[typ] = append(x.methods[typ], p)
		} else {
			x.named[name] = append(x.named[name], p)
		}
	}
}
