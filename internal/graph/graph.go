// Package graph binds references to the symbols that they mean, and walks and
// judges the graph that results. It is pure: what it knows of other files it
// learns through a View, which records every question, so that a change
// rebinds exactly the files whose answers changed.
//
// # The law of binding
//
// Bind(f, v) depends on nothing but f's path and content and the answers that
// v gave. What a file tells others is its Model, and every fact that can be
// read from a Model is covered by the hash of one of its Answers, asked for
// with View.Ask. An answer never holds a line number: the identity of a
// symbol is its path and local name.
package graph

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// File is one file of a snapshot, as a binder sees it.
type File struct {
	Path, Dialect string
	Source        []byte
	Tree          *cst.Tree   // nil without a grammar
	Facts         *code.Facts // symbols, package
	binder        Binder
	model         Model
}

// Model is what other files may learn of one, made from that file alone.
// A binder asserts it to its own type.
type Model interface {
	// Answers lists the questions that this file answers, each with a hash
	// over all that the answer tells. Two files that answer one Provided key
	// are both among View.Providers.
	Answers() []Answer
}

// Answer is one question that a file answers.
type Answer struct {
	Key  string
	Hash uint64
	// Provided: which files answer the key cannot be told from the key, and
	// is asked with View.Providers ("java.package:com.google.gson").
	Provided bool
}

// Binder binds the files of one language family.
type Binder interface {
	// Claims reports whether the binder wants the file: its dialects' files,
	// and build files that it reads ("package.json").
	Claims(path, dialect string) bool
	// Model makes what others may learn of f. It must not keep a View.
	Model(f *File) Model
	// Bind returns a link for every reference in f, in any order. It may be
	// called for several files at once.
	Bind(f *File, v *View) []code.Link
}

// TextBinder is a Binder that also binds files without a grammar; of others
// such files are read, but have no links.
type TextBinder interface {
	Binder
	BindsText()
}

// Model is the file's model, nil where no binder claims it. The first call
// makes it; calls for one file must not overlap.
func (f *File) Model() Model {
	if f.model == nil && f.binder != nil {
		f.model = f.binder.Model(f)
	}
	return f.model
}

// Symbol is the symbol with a local name, or nil.
func (f *File) Symbol(local string) *code.Symbol {
	for i := range f.Facts.Symbols {
		if f.Facts.Symbols[i].Local == local {
			return &f.Facts.Symbols[i]
		}
	}
	return nil
}
