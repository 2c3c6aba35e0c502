package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"

	"github.com/plumbline/plumbline/internal/code"
)

func (w *walker) pos(p token.Pos) code.Pos {
	offset := w.model.offset(p)
	line := sort.Search(len(w.model.starts), func(i int) bool { return w.model.starts[i] > offset })
	return code.Pos{Line: line, Col: offset - w.model.starts[line-1]}
}

// imports links import declarations to the file that stands for the package.
func (w *walker) imports(l *loader) {
	for _, s := range w.model.imports {
		if s.path == "" || s.path == "C" {
			continue
		}
		link := code.Link{Type: code.Imports, Name: s.path, Pos: w.pos(s.at), Resolution: code.External}
		link.Properties = map[string]string{"external": s.path}
		if dep := w.unit.deps[s.path]; dep != nil && dep.face() != nil {
			link.Target, link.Resolution, link.Properties = code.SymbolRef{Path: dep.face().path}, code.Exact, nil
		} else if _, here := l.resolver.dir(w.model.dir, s.path); here {
			link.Resolution, link.Properties = code.Unknown, nil
		}
		if s.alias != "" {
			if link.Properties == nil {
				link.Properties = map[string]string{}
			}
			link.Properties["alias"] = s.alias
		}
		w.links = append(w.links, link)
	}
}

// typeEdges adds EXTENDS for embedding, IMPLEMENTS for method sets, and
// OVERRIDES for methods that hide promoted ones.
func (w *walker) typeEdges(l *loader) {
	for _, d := range w.model.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					w.embedding(t)
				}
			}
		}
	}
	for _, t := range w.concreteTypes() {
		w.hides(t)
		w.implements(l, t)
	}
}

func (w *walker) embedding(t *ast.TypeSpec) {
	w.from = w.model.locals[w.model.offset(t.Name.Pos())]
	var fields *ast.FieldList
	switch x := t.Type.(type) {
	case *ast.StructType:
		fields = x.Fields
	case *ast.InterfaceType:
		fields = x.Methods
	}
	if fields == nil || w.from == "" {
		return
	}
	for _, f := range fields.List {
		if len(f.Names) > 0 {
			continue
		}
		if id := embeddedIdent(f.Type); id != nil {
			if target, ok := w.targetOfUse(id); ok {
				w.add(id, code.Extends, target, code.Exact)
			}
		}
	}
}

func embeddedIdent(e ast.Expr) *ast.Ident {
	if s, ok := e.(*ast.StarExpr); ok {
		e = s.X
	}
	return lastName(e)
}

func (w *walker) targetOfUse(id *ast.Ident) (code.SymbolRef, bool) {
	obj, ok := w.checked.info.Uses[id].(*types.TypeName)
	if !ok {
		return code.SymbolRef{}, false
	}
	return w.target(obj)
}

// concreteTypes are the named types that the file declares or adds methods
// to, interfaces left out.
func (w *walker) concreteTypes() []*types.Named {
	var out []*types.Named
	for _, name := range w.model.ownTypes() {
		obj, ok := w.checked.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		if t, ok := obj.Type().(*types.Named); ok && !types.IsInterface(t) {
			out = append(out, t)
		}
	}
	return out
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// hides links the file's methods of t to those of embedded types that they
// hide.
func (w *walker) hides(t *types.Named) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for m := range t.Methods() {
		if !w.here(m) {
			continue
		}
		for f := range st.Fields() {
			if !f.Embedded() {
				continue
			}
			base, _, _ := types.LookupFieldOrMethod(f.Type(), true, w.checked.pkg, m.Name())
			if fn, ok := base.(*types.Func); ok {
				w.methodEdge(m, fn, code.Overrides, code.Exact)
			}
		}
	}
}

func (w *walker) here(obj types.Object) bool {
	return obj.Pos().IsValid() && fileKey(obj.Pos()) == fileKey(token.Pos(w.model.base))
}

func (w *walker) methodEdge(m, base *types.Func, typ code.EdgeType, r code.Resolution) {
	from, ok := w.target(m)
	to, found := w.target(base.Origin())
	if !ok || !found || from == to {
		return
	}
	w.links = append(w.links, code.Link{From: from.Local, Type: typ, Name: m.Name(), Pos: w.pos(m.Pos()), Target: to, Resolution: r})
}
