// Package rust binds Rust files: paths by modules, use declarations and the
// crates of the repository's workspaces; methods by the types that are
// written or follow from what is written. Macros are not expanded: of their
// arguments only calls of paths are bound, as inferred. A receiver of unknown
// type is unknown.
package rust

import (
	"path"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of Rust files and Cargo.toml files.
func New() graph.Binder { return binder{} }

type binder struct{}

// Claims implements graph.Binder.
func (binder) Claims(p, dialect string) bool {
	return dialect == "rust" || path.Base(p) == "Cargo.toml"
}

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model {
	if path.Base(f.Path) == "Cargo.toml" {
		return newCrate(f.Path, f.Source)
	}
	return newModel(f)
}

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok {
		return nil
	}
	w := &walker{file: f, resolver: newResolver(v, m), loc: loc{m, ""}}
	w.walk(f.Tree.Root)
	return w.links
}
