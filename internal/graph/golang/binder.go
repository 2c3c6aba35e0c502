// Package golang binds Go files with the standard library's type checker. A
// package of the repository is checked from its sources; what comes from
// elsewhere is a placeholder, and a reference to it is external.
//
// What a file tells others is its declarations, one by one, without the bodies
// of its functions. Checking one file costs its own bodies and the declarations
// that it can reach, and nothing is kept from one file to the next but indexes. The package never reads a file system, runs
// the go command or looks at GOROOT.
package golang

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of Go files and go.mod files.
func New() graph.Binder { return &binder{indexes: newIndexes()} }

type binder struct{ indexes *indexes }

// Claims implements graph.Binder.
func (b *binder) Claims(p, dialect string) bool {
	return dialect == "go" || path.Base(p) == "go.mod"
}

// Model implements graph.Binder.
func (b *binder) Model(f *graph.File) graph.Model {
	if path.Base(f.Path) == "go.mod" {
		return newModule(f.Path, f.Source)
	}
	return newModel(f)
}

// Bind implements graph.Binder.
func (b *binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok || m.file == nil || vendored(f.Path) {
		return nil
	}
	l := newLoader(v, m, b.indexes)
	needed := newSlice(l, m)
	w := &walker{model: m, checked: check(needed), unit: needed.unit, view: v}
	w.walk()
	w.imports(l)
	w.typeEdges(l)
	return w.links
}

// vendored reports whether a path lies in a folder that the go command does
// not read packages from.
func vendored(p string) bool {
	for part := range strings.SplitSeq(path.Dir(p), "/") {
		if part == "vendor" || strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".") && part != "." {
			return true
		}
	}
	return false
}
