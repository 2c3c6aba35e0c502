package golang

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// unresolved links a call of a name that the checker does not know: external
// where the reason is a value or package from elsewhere.
func (w *walker) unresolved(id *ast.Ident) {
	if !w.called[id] || id.Name == "_" || w.checked.info.Defs[id] != nil {
		return
	}
	owner, selected := w.owners[id]
	if !selected {
		if w.model.dotImports() {
			w.external(id, "")
		} else {
			w.none(id, code.Unknown, "")
		}
		return
	}
	if x, ok := owner.(*ast.Ident); ok {
		if p, ok := w.checked.info.Uses[x].(*types.PkgName); ok {
			if w.unit.deps[p.Imported().Path()] == nil && !strings.HasPrefix(p.Imported().Path(), "@") {
				w.external(id, p.Imported().Path()+"."+id.Name)
			} else {
				w.none(id, code.Unknown, "")
			}
			return
		}
		if w.checked.info.Uses[x] == nil {
			if s, ok := w.model.importNamed(x.Name); ok && w.unit.deps[s.path] == nil {
				w.external(id, s.path+"."+id.Name)
				return
			}
		}
	}
	if w.model.broken || !w.fromElsewhere(owner) {
		w.none(id, code.Unknown, "")
		return
	}
	w.external(id, "")
}

// fromElsewhere reports whether the members of an expression may lie outside
// the repository. Go's types are all written or follow: one that is not known
// here comes from a package that is not here.
func (w *walker) fromElsewhere(e ast.Expr) bool {
	t := w.typeOf(e)
	return t == nil || outside(t, 0)
}

// typeOf is the type of an expression made of names, calls and dereferences;
// nil for others and where a name is not known.
func (w *walker) typeOf(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.typeOf(e.X)
	case *ast.StarExpr:
		if p, ok := under(w.typeOf(e.X)).(*types.Pointer); ok {
			return p.Elem()
		}
	case *ast.CallExpr:
		if s, ok := under(w.typeOf(e.Fun)).(*types.Signature); ok && s.Results().Len() == 1 {
			return s.Results().At(0).Type()
		}
	case *ast.SelectorExpr:
		return w.typeOf(e.Sel)
	case *ast.Ident:
		if obj := w.checked.info.ObjectOf(e); obj != nil {
			return obj.Type()
		}
	}
	return nil
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// outside reports whether a type is unknown, another repository's, or embeds
// such a type.
func outside(t types.Type, depth int) bool {
	if depth > 8 {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if t == types.Typ[types.Invalid] {
		return true
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if p := n.Obj().Pkg(); p != nil && !strings.HasPrefix(p.Path(), "@") {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Invalid
	case *types.Struct:
		for f := range u.Fields() {
			if f.Embedded() && outside(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Interface:
		for e := range u.EmbeddedTypes() {
			if outside(e, depth+1) {
				return true
			}
		}
		if tp, ok := t.(*types.TypeParam); ok {
			return tp.Constraint() != nil && outside(tp.Constraint(), depth+1)
		}
	}
	return false
}

func (m *model) dotImports() bool {
	for _, s := range m.imports {
		if s.alias == "." {
			return true
		}
	}
	return false
}

func (m *model) importNamed(name string) (importSpec, bool) {
	for _, s := range m.imports {
		if s.guessedName() == name || s.alias == "" && strings.Contains(s.path, name) {
			return s, true
		}
	}
	return importSpec{}, false
}
