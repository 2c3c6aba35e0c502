package golang

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"strconv"

	"github.com/plumbline/plumbline/internal/graph"
)

// withoutBodies copies a file without what other files cannot see of it: the
// bodies of functions, function literals and composite literals whose type is
// written.
func withoutBodies(f *ast.File) *ast.File {
	out := *f
	out.Decls = make([]ast.Decl, 0, len(f.Decls))
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			bare := *d
			bare.Body = nil
			out.Decls = append(out.Decls, &bare)
		case *ast.GenDecl:
			out.Decls = append(out.Decls, bareGen(d))
		}
	}
	return &out
}

func bareGen(d *ast.GenDecl) *ast.GenDecl {
	if d.Tok != token.VAR {
		return d
	}
	out := *d
	out.Specs = make([]ast.Spec, len(d.Specs))
	for i, s := range d.Specs {
		out.Specs[i] = s
		if v, ok := s.(*ast.ValueSpec); ok {
			bare := *v
			bare.Values = bareValues(v)
			out.Specs[i] = &bare
		}
	}
	return &out
}

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

// hashAPI is over the tokens of what withoutBodies keeps, so that comments,
// white space and bodies do not count.
func hashAPI(m *model, source []byte) uint64 {
	parts := []string{m.name}
	if m.tags != nil {
		parts = append(parts, m.tags.String())
	}
	for _, s := range m.imports {
		if s.inAPI {
			parts = append(parts, s.alias, s.path)
		}
	}
	for _, d := range m.api.Decls {
		from, to := m.offset(d.Pos()), m.offset(d.End())
		if from < 0 || to > len(source) || from > to {
			continue
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		parts = append(parts, tokens(source[from:to], m.hidden(d))...)
	}
	return graph.Hash(parts...)
}

// hidden are the ranges, by offset in d, of values that withoutBodies drops.
func (m *model) hidden(d ast.Decl) [][2]int {
	var out [][2]int
	hide := func(from, to token.Pos) {
		if from.IsValid() && to > from {
			out = append(out, [2]int{int(from - d.Pos()), int(to - d.Pos())})
		}
	}
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return nil
	}
	for _, full := range m.fullSpecs(g) {
		if full.Type != nil {
			for _, e := range full.Values {
				hide(e.Pos(), e.End())
			}
			continue
		}
		for _, e := range full.Values {
			hideBare(e, hide)
		}
	}
	return out
}

// fullSpecs are the variable declarations of m's file at g's place, with
// their values.
func (m *model) fullSpecs(g *ast.GenDecl) []*ast.ValueSpec {
	for _, d := range m.file.Decls {
		if full, ok := d.(*ast.GenDecl); ok && full.Pos() == g.Pos() {
			var out []*ast.ValueSpec
			for _, s := range full.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					out = append(out, v)
				}
			}
			return out
		}
	}
	return nil
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
