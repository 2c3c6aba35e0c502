// Package clang binds C and C++ files: calls to the definitions that a
// linker would take, macros to their #define, members by the written type of
// their object. A name is bound only where an include or declaration makes it
// visible; what a function pointer leads to is unknown. The package expands
// no macro and instantiates no template.
package clang

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of C and C++ files.
func New() graph.Binder { return binder{} }

type binder struct{}

// Claims implements graph.Binder.
func (binder) Claims(_, dialect string) bool { return dialect == "c" || dialect == "cpp" }

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model { return newModel(f) }

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok {
		return nil
	}
	w := &walker{file: f, model: m, unit: newUnit(v, m)}
	w.includes()
	w.walk(f.Tree.Root)
	w.macroBodies()
	w.typeEdges()
	return w.links
}
