package golang

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"
)

//go:embed stdlib.txt
var stdlibText []byte

// stdlib are the packages of stdlib.txt, checked once, by import path. Their
// objects have no symbol: what they lead to is external, but what they return
// has a type.
var stdlib = sync.OnceValue(func() map[string]*types.Package {
	out := known{}
	for _, f := range txtar.Parse(stdlibText).Files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, f.Name, f.Data, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			panic("stdlib.txt: " + err.Error())
		}
		p := strings.TrimSpace(strings.TrimPrefix(file.Comments[0].List[0].Text, "//"))
		conf := types.Config{Importer: out, IgnoreFuncBodies: true}
		pkg, err := conf.Check(p, fset, []*ast.File{file}, nil)
		if err != nil {
			panic("stdlib.txt: " + err.Error())
		}
		out[p] = pkg
	}
	return out
})

// known are packages by import path.
type known map[string]*types.Package

// Import implements types.Importer.
func (k known) Import(p string) (*types.Package, error) {
	if pkg := k[p]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("stdlib.txt has no package %s before this one", p)
}
