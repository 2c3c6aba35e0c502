package golang

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"strconv"
)

// bareValues are a variable's values without what other files cannot see of
// them: the bodies of function literals, and what composite literals hold whose
// type is written.
func bareValues(v *ast.ValueSpec) []ast.Expr {
	if v.Type != nil {
		return nil
	}
	out := make([]ast.Expr, len(v.Values))
	for i, e := range v.Values {
		out[i] = bareValue(e)
	}
	return out
}

func bareValue(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.FuncLit:
		return &ast.FuncLit{Type: e.Type, Body: &ast.BlockStmt{Lbrace: e.Body.Lbrace, Rbrace: e.Body.Rbrace}}
	case *ast.CompositeLit:
		if a, ok := e.Type.(*ast.ArrayType); ok {
			if _, open := a.Len.(*ast.Ellipsis); open {
				return e
			}
		}
		bare := *e
		bare.Elts = nil
		return &bare
	case *ast.UnaryExpr:
		bare := *e
		bare.X = bareValue(e.X)
		return &bare
	}
	return e
}

// hiddenValues are the ranges of positions that bareValues drops.
func hiddenValues(v *ast.ValueSpec) [][2]int {
	var out [][2]int
	hide := func(from, to token.Pos) {
		if from.IsValid() && to > from {
			out = append(out, [2]int{int(from), int(to)})
		}
	}
	for _, e := range v.Values {
		if v.Type != nil {
			hide(e.Pos(), e.End())
		} else {
			hideBare(e, hide)
		}
	}
	return out
}

func hideBare(e ast.Expr, hide func(from, to token.Pos)) {
	switch e := e.(type) {
	case *ast.FuncLit:
		hide(e.Body.Lbrace, e.Body.Rbrace)
	case *ast.CompositeLit:
		if bareValue(e) != ast.Expr(e) {
			hide(e.Lbrace, e.Rbrace)
		}
	case *ast.UnaryExpr:
		hideBare(e.X, hide)
	}
}

// tokens are those of text outside of ranges, so that comments and white
// space do not count.
func tokens(text []byte, hidden [][2]int) []string {
	fset := token.NewFileSet()
	file := fset.AddFile("", 1, len(text))
	var s scanner.Scanner
	s.Init(file, text, func(token.Position, string) {}, 0)
	var out []string
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out
		}
		if within(int(pos)-1, hidden) {
			continue
		}
		if lit == "" || tok == token.SEMICOLON {
			lit = strconv.Itoa(int(tok))
		}
		out = append(out, lit)
	}
}

func within(offset int, ranges [][2]int) bool {
	for _, r := range ranges {
		if r[0] <= offset && offset < r[1] {
			return true
		}
	}
	return false
}
