package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker turns what the checker found in one file into links.
type walker struct {
	model   *model
	checked *checked
	unit    *pkg
	view    *graph.View
	links   []code.Link

	from   string
	called map[*ast.Ident]bool
	writes map[*ast.Ident]bool
	owners map[*ast.Ident]ast.Expr // a selector's last name → what stands before it
}

func (w *walker) walk() {
	w.called, w.writes, w.owners = map[*ast.Ident]bool{}, map[*ast.Ident]bool{}, map[*ast.Ident]ast.Expr{}
	for _, d := range w.model.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.from = w.model.locals[w.model.offset(d.Name.Pos())]
			w.visit(d)
		case *ast.GenDecl:
			w.genDecl(d)
		}
	}
	w.from = ""
}

func (w *walker) genDecl(d *ast.GenDecl) {
	for _, s := range d.Specs {
		w.from = ""
		v, ok := s.(*ast.ValueSpec)
		if !ok {
			if d.Tok != token.IMPORT {
				w.visit(s)
			}
			continue
		}
		if v.Type != nil {
			w.visit(v.Type)
		}
		for i, e := range v.Values {
			w.from = ""
			if _, isFunc := e.(*ast.FuncLit); isFunc && i < len(v.Names) {
				if local := w.model.locals[w.model.offset(v.Names[i].Pos())]; w.model.functions[local] {
					w.from = local
				}
			}
			w.visit(e)
		}
	}
}

// visit notes how each name is used, then links it; a parent comes before
// its children.
func (w *walker) visit(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := lastName(n.Fun); id != nil {
				w.called[id] = true
			}
			w.route(n)
			w.request(n)
		case *ast.SelectorExpr:
			w.owners[n.Sel] = n.X
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				w.noteWrite(e)
			}
		case *ast.IncDecStmt:
			w.noteWrite(n.X)
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if id, ok := kv.Key.(*ast.Ident); ok {
						if v, ok := w.checked.info.Uses[id].(*types.Var); ok && v.IsField() {
							w.writes[id] = true
						}
					}
				}
			}
		case *ast.Ident:
			w.ident(n)
		}
		return true
	})
}

// lastName is the name that a called expression ends in.
func lastName(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

func (w *walker) noteWrite(e ast.Expr) {
	if _, deref := e.(*ast.StarExpr); deref {
		return
	}
	if id := lastName(e); id != nil {
		w.writes[id] = true
	}
}

func (w *walker) ident(id *ast.Ident) {
	switch obj := w.checked.info.Uses[id].(type) {
	case nil:
		w.unresolved(id)
	case *types.Func:
		w.function(id, obj.Origin())
	case *types.Var:
		w.variable(id, obj.Origin())
	case *types.Const, *types.TypeName:
		w.read(id, obj)
	case *types.Builtin:
		w.external(id, "builtin."+obj.Name())
	}
}

func (w *walker) function(id *ast.Ident, f *types.Func) {
	typ := code.Reads
	if w.called[id] {
		typ = code.Calls
	}
	target, ok := w.target(f)
	if !ok {
		w.external(id, externalName(f))
		return
	}
	w.add(id, typ, target, code.Exact)
}

func externalName(obj types.Object) string {
	if p := obj.Pkg(); p != nil && !strings.HasPrefix(p.Path(), "@") {
		return p.Path() + "." + obj.Name()
	}
	return "builtin." + obj.Name()
}

// variable links fields and variables of packages; a call of what any
// variable holds is unknown.
func (w *walker) variable(id *ast.Ident, v *types.Var) {
	target, ok := w.target(v)
	if ok && w.called[id] && w.holdsFunction(v) {
		w.add(id, code.Calls, target, code.Inferred)
		return
	}
	if ok && (v.IsField() || v.Parent() == v.Pkg().Scope()) {
		typ := code.Reads
		if w.writes[id] {
			typ = code.Writes
		}
		w.add(id, typ, target, code.Exact)
	}
	switch {
	case !w.called[id]:
	case outside(v.Type(), 0): // a function that another repository made
		w.none(id, code.External, "")
	default:
		w.none(id, code.Unknown, "")
	}
}

// holdsFunction reports whether a variable was declared with a function
// literal.
func (w *walker) holdsFunction(v *types.Var) bool {
	m := w.fileOf(v.Pos())
	return m != nil && m.functions[m.locals[m.offset(v.Pos())]]
}

func (w *walker) read(id *ast.Ident, obj types.Object) {
	if obj.Pkg() == nil {
		return
	}
	if target, ok := w.target(obj); ok {
		w.add(id, code.Reads, target, code.Exact)
	}
}

// target is the symbol of an object of the repository.
func (w *walker) target(obj types.Object) (code.SymbolRef, bool) {
	if !obj.Pos().IsValid() {
		return code.SymbolRef{}, false
	}
	m := w.fileOf(obj.Pos())
	if m == nil {
		return code.SymbolRef{}, false
	}
	local, ok := m.locals[m.offset(obj.Pos())]
	return code.SymbolRef{Path: m.path, Local: local}, ok
}

func (w *walker) fileOf(p token.Pos) *model {
	return w.checked.files[fileKey(p)]
}

// external notes a call that leaves the repository.
func (w *walker) external(id *ast.Ident, name string) {
	if w.called[id] {
		w.none(id, code.External, name)
	}
}

func (w *walker) none(id *ast.Ident, r code.Resolution, external string) {
	l := code.Link{From: w.from, Type: code.Calls, Name: id.Name, Pos: w.pos(id.Pos()), Resolution: r}
	if external != "" {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}

func (w *walker) add(id *ast.Ident, typ code.EdgeType, target code.SymbolRef, r code.Resolution) {
	w.links = append(w.links, code.Link{From: w.from, Type: typ, Name: id.Name, Pos: w.pos(id.Pos()), Target: target, Resolution: r})
}
