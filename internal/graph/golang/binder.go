// Package golang binds Go files with the standard library's type checker. A
// package of the repository is checked from its sources; what comes from
// elsewhere is a placeholder, and a reference to it is external.
//
// What a file tells others is its declarations without the bodies of its
// functions, so that checking one file costs its own bodies and the
// declarations that it can reach. The package never reads a file system, runs
// the go command or looks at GOROOT.
package golang

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of Go files and go.mod files.
func New() graph.Binder { return &binder{memo: newMemo()} }

type binder struct{ memo *memo }

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
	l := newLoader(v, m, b.memo)
	unit := l.unit(m)
	checked := b.memo.check(unit, m)
	own := checked.models[m.path]
	if own == nil {
		return nil
	}
	w := &walker{model: own, checked: checked, unit: unit}
	w.walk()
	w.imports(l)
	w.typeEdges(l)
	w.serve(l)
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
