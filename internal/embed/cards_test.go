package embed

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// realCards makes cards as an index would from functions of Go's own standard
// library: words of the path, name and signature, doc comment, identifiers.
func realCards(tb testing.TB, count int) []string {
	tb.Helper()
	var cards []string
	for _, folder := range []string{"net/http", "go/types", "encoding/json", "database/sql", "crypto/tls", "os", "text/template"} {
		paths, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", folder, "*.go"))
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range paths {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				continue
			}
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok {
					cards = append(cards, card(files, filepath.Join(folder, filepath.Base(path)), function))
				}
			}
		}
	}
	if len(cards) < count {
		tb.Skipf("the Go distribution's source is not there: %d functions found, %d wanted", len(cards), count)
	}
	every := len(cards) / count
	for i := range count {
		cards[i] = cards[i*every]
	}
	return cards[:count]
}

func card(files *token.FileSet, path string, function *ast.FuncDecl) string {
	var signature bytes.Buffer
	body := function.Body
	function.Body = nil
	_ = printer.Fprint(&signature, files, function)
	var names []string
	seen := map[string]bool{}
	if body != nil {
		ast.Inspect(body, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok && len(name.Name) > 2 && !seen[name.Name] {
				seen[name.Name] = true
				names = append(names, name.Name)
			}
			return true
		})
	}
	return strings.NewReplacer("/", " ", "_", " ", ".go", "").Replace(path) + "\n" + signature.String() + "\n" + strings.Join(names, " ")
}
