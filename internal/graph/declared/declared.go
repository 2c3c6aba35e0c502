// Package declared binds what maintainers say in .github/plumbline.yml of
// relations that the code does not show (reflection, configuration).
//
// It owns that one file. An edge counts when both of its symbols exist in the
// same snapshot; else it is an unknown reference, named by the id that leads
// nowhere. It never adds to or changes what the code itself shows.
package declared

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/graph"
)

// Path is the file that is claimed.
const Path = ".github/plumbline.yml"

// New makes the binder.
func New() graph.TextBinder { return binder{} }

type binder struct{}

// BindsText implements graph.TextBinder: there is no grammar for the file.
func (binder) BindsText() {}

// Claims implements graph.Binder.
func (binder) Claims(path, _ string) bool { return path == Path }

// silent is a model that answers nothing: no other file asks for the edges.
type silent struct{}

func (silent) Answers() []graph.Answer { return nil }

// Model implements graph.Binder.
func (binder) Model(*graph.File) graph.Model { return silent{} }

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	settings, _ := config.ParseSettings(f.Source)
	links := make([]code.Link, len(settings.Edges))
	for i, e := range settings.Edges {
		links[i] = link(e, v)
	}
	return links
}

func link(e config.DeclaredEdge, v *graph.View) code.Link {
	from, to := ref(e.From), ref(e.To)
	l := code.Link{Type: code.EdgeType(e.Type), Pos: code.Pos{Line: e.Line, Col: e.Col}}
	// Both are asked for, whatever the first gives: either may appear alone.
	for _, end := range []code.SymbolRef{from, to} {
		if !exists(end, v) && l.Resolution == "" {
			l.Name, l.Resolution = end.String(), code.Unknown
		}
	}
	if l.Resolution == code.Unknown {
		return l
	}
	l.From, l.FromPath, l.Target = from.Local, from.Path, to
	l.Name, l.Resolution = lastName(to), code.Declared
	l.Properties = map[string]string{"source": Path}
	return l
}

// exists reports whether a symbol is there. It asks for the whole content of
// its file, which changes more often than the symbol does, and costs but the
// binding of one small file.
func exists(r code.SymbolRef, v *graph.View) bool {
	v.Read(r.Path)
	f := v.File(r.Path)
	return f != nil && f.Symbol(r.Local) != nil
}

func ref(id string) code.SymbolRef {
	path, local, _ := strings.Cut(id, "#")
	return code.SymbolRef{Path: path, Local: local}
}

// lastName is the name that a symbol is called by; a module's is its path.
func lastName(r code.SymbolRef) string {
	if r.Local == "" {
		return r.Path
	}
	name, _, _ := strings.Cut(r.Local[strings.LastIndexByte(r.Local, '.')+1:], "~")
	return name
}
