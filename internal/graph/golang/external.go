package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// externalTypes are the names of other packages that some source uses as types, by
// import path. Without them a value of such a type could not be told from one
// whose type is unknown.
func externalTypes(n ast.Node, imports []importSpec) map[string][]string {
	if len(imports) == 0 {
		return nil
	}
	byName := map[string]string{}
	for _, s := range imports {
		byName[s.guessedName()] = s.path
	}
	found := map[string]map[string]bool{}
	note := func(e ast.Expr) { noteType(e, byName, found) }
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			note(n.Type)
		case *ast.ValueSpec:
			note(n.Type)
		case *ast.TypeSpec:
			note(n.Type)
		case *ast.CompositeLit:
			note(n.Type)
		case *ast.TypeAssertExpr:
			note(n.Type)
		case *ast.ArrayType:
			note(n.Elt)
		case *ast.MapType:
			note(n.Key)
			note(n.Value)
		case *ast.ChanType:
			note(n.Value)
		case *ast.Ellipsis:
			note(n.Elt)
		case *ast.CallExpr:
			noteMade(n, note)
		case *ast.TypeSwitchStmt:
			for _, s := range n.Body.List {
				if c, ok := s.(*ast.CaseClause); ok {
					for _, e := range c.List {
						note(e)
					}
				}
			}
		}
		return true
	})
	if len(found) == 0 {
		return nil
	}
	out := map[string][]string{}
	for p, names := range found {
		for name := range names {
			out[p] = append(out[p], name)
		}
		slices.Sort(out[p])
	}
	return out
}

// noteMade notes the types of new(T), make(T) and (*T)(x).
func noteMade(n *ast.CallExpr, note func(ast.Expr)) {
	if fun, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && (fun.Name == "new" || fun.Name == "make") {
		note(n.Args[0])
	}
	if fun, ok := n.Fun.(*ast.ParenExpr); ok {
		note(fun.X)
	}
}

func noteType(e ast.Expr, byName map[string]string, found map[string]map[string]bool) {
	switch e := e.(type) {
	case *ast.StarExpr:
		noteType(e.X, byName, found)
	case *ast.IndexExpr:
		noteType(e.Index, byName, found)
	case *ast.IndexListExpr:
		for _, a := range e.Indices {
			noteType(a, byName, found)
		}
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		if !ok || byName[x.Name] == "" {
			return
		}
		p := byName[x.Name]
		if found[p] == nil {
			found[p] = map[string]bool{}
		}
		found[p][e.Sel.Name] = true
	}
}

// placeholder is a package that lies elsewhere: what stdlib.txt has of it,
// and beyond that one of which nothing is known but that some names are
// types. They are empty interfaces: everything can be asserted and assigned,
// and nothing called.
func placeholder(p string, typeNames map[string]bool) *types.Package {
	pkg := types.NewPackage(p, guessName(p))
	if known := stdlib()[p]; known != nil {
		for _, name := range known.Scope().Names() {
			pkg.Scope().Insert(known.Scope().Lookup(name))
		}
	}
	names := make([]string, 0, len(typeNames))
	for name := range typeNames {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if pkg.Scope().Lookup(name) != nil {
			continue
		}
		obj := types.NewTypeName(token.NoPos, pkg, name, nil)
		types.NewNamed(obj, types.NewInterfaceType(nil, nil), nil)
		pkg.Scope().Insert(obj)
	}
	pkg.MarkComplete()
	return pkg
}

// openAssertions wraps the operand of every type assertion and type switch in
// a call that returns any: where the operand's type is unknown, the checker
// would otherwise leave what is asserted, and a switch's clauses, unchecked.
func openAssertions(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok {
			a.X = asAny(a.X)
		}
		return true
	})
}

func asAny(e ast.Expr) ast.Expr {
	empty := func() ast.Expr {
		return &ast.InterfaceType{Interface: e.Pos(), Methods: &ast.FieldList{Opening: e.Pos(), Closing: e.Pos()}}
	}
	params := &ast.FieldList{Opening: e.Pos(), Closing: e.Pos(), List: []*ast.Field{{Type: &ast.Ellipsis{Ellipsis: e.Pos(), Elt: empty()}}}}
	results := &ast.FieldList{List: []*ast.Field{{Type: empty()}}}
	fun := &ast.FuncLit{Type: &ast.FuncType{Func: e.Pos(), Params: params, Results: results},
		Body: &ast.BlockStmt{Lbrace: e.Pos(), Rbrace: e.Pos()}}
	return &ast.CallExpr{Fun: fun, Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.End()}
}
