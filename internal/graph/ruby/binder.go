// Package ruby binds Ruby files: constants by lexical nesting, methods by the
// class that self is in a body (with its modules, superclass and reopenings
// in other files), and by what a variable was given from new. Ruby writes no
// types: any other receiver is unknown. Methods that are made at run time are
// known only where the file names them (attr_*, define_method, alias).
package ruby

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of Ruby files.
func New() graph.Binder { return binder{} }

type binder struct{}

// Claims implements graph.Binder.
func (binder) Claims(_, dialect string) bool { return dialect == "ruby" }

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model { return newModel(f) }

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok {
		return nil
	}
	w := &walker{file: f, world: world{view: v, own: m}}
	w.walk(f.Tree.Root)
	w.hierarchy()
	w.routes()
	return w.links
}
