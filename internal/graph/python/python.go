// Package python binds the references of Python files: names by scope,
// imports by the paths of modules, attributes by the types that are written
// or follow. It owns what a Python file tells others (its module scope and
// its classes), promises that every fact learned from another file was asked
// for, and never runs or imports anything.
package python

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

type binder struct{}

// New is the binder of Python files.
func New() graph.Binder { return binder{} }

func (binder) Claims(_, dialect string) bool { return dialect == "python" }

func (binder) Model(f *graph.File) graph.Model { return newModule(f) }

func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*module)
	if !ok || f.Tree == nil || f.Tree.Root == nil {
		return nil
	}
	w := &walker{eval: newEvaluator(m, v), module: m}
	w.walk(f.Tree.Root)
	w.hierarchy()
	return w.links
}
