// Package php binds PHP files: names by namespaces and use declarations,
// members by the types that are written (parameters, properties, returns,
// doc comments left out) or follow from new. A receiver without a written
// type is unknown. Which file holds a class is told by the classes' full
// names alone; autoload rules are not read.
package php

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of PHP files.
func New() graph.Binder { return binder{} }

type binder struct{}

// Claims implements graph.Binder.
func (binder) Claims(_, dialect string) bool { return dialect == "php" }

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model { return newModel(f) }

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok {
		return nil
	}
	w := &walker{file: f, model: m, world: world{view: v, own: m}}
	w.imports()
	w.walk(f.Tree.Root)
	return w.links
}
