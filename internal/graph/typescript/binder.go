package typescript

import (
	"path"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

type binder struct{}

// New makes the binder of TypeScript, TSX and JavaScript files.
func New() graph.Binder { return binder{} }

// Claims implements graph.Binder: source files, and the package.json files
// that name workspace packages.
func (binder) Claims(p, dialect string) bool {
	switch dialect {
	case "typescript", "tsx", "javascript":
		return true
	}
	return path.Base(p) == "package.json"
}

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model {
	if f.Tree == nil {
		if m := parseManifest(f.Source); m != nil && path.Base(f.Path) == "package.json" {
			return packageModel{m.name}
		}
		return packageModel{}
	}
	return newModule(f)
}

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	if _, ok := f.Model().(*module); !ok {
		return nil
	}
	w := &walker{session: newSession(f, v)}
	w.callables()
	w.walk(f.Tree.Root)
	w.types()
	return w.links
}
