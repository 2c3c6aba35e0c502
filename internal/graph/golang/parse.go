package golang

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
)

// parse parses a Go file so that the position of its first byte is base. Where
// there are syntax errors each top-level declaration is parsed on its own, so
// that an unclosed bracket in one does not swallow the next. It returns nil
// when there is no package clause.
func parse(base int, source []byte) (file *ast.File, broken bool) {
	file, err := parseAt(base, source, parser.SkipObjectResolution)
	if file == nil || file.Name == nil || file.Name.Name == "_" {
		return nil, true
	}
	if err != nil {
		recoverDecls(file, base, source)
	}
	return file, err != nil
}

func parseAt(base int, source []byte, mode parser.Mode) (*ast.File, error) {
	fset := token.NewFileSet()
	fset.AddFile("", 1, base-2) // takes up what comes before
	return parser.ParseFile(fset, "", source, mode)
}

// recoverDecls replaces the declarations of a file by what parsing them one by
// one gives.
func recoverDecls(file *ast.File, base int, source []byte) {
	const clause = "package p;"
	starts := append(declarationStarts(source), len(source))
	file.Decls, file.Imports = nil, nil
	for i, start := range starts[:len(starts)-1] {
		text := append([]byte(clause), source[start:starts[i+1]]...)
		one, _ := parseAt(base+start-len(clause), text, parser.SkipObjectResolution|parser.AllErrors)
		if one == nil {
			continue
		}
		file.Decls = append(file.Decls, one.Decls...)
		file.Imports = append(file.Imports, one.Imports...)
	}
}

// declarationStarts are the offsets of the keywords that begin a line and a
// declaration: whoever formats Go has these lines at the top level alone.
func declarationStarts(source []byte) []int {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", 1, len(source)), source, func(token.Position, string) {}, 0)
	var out []int
	for {
		pos, tok, _ := s.Scan()
		at := int(pos) - 1
		switch tok {
		case token.EOF:
			return out
		case token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT:
			if at == 0 || source[at-1] == '\n' {
				out = append(out, at)
			}
		}
	}
}
