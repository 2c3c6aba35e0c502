package java

import (
	"context"
	"embed"
	"path"
	"strings"
	"sync"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

//go:embed stubs/*.stubs
var stubFiles embed.FS

// platform holds the signatures of the Java platform that are known.
type platform struct {
	byName   map[string]*typeDecl // qualified name → type
	bySimple map[string]*typeDecl // for the signatures' own use
	plain    map[*typeDecl]*typ   // each type without arguments

	objectType *typ
}

var loadPlatform = sync.OnceValue(func() *platform {
	p := &platform{byName: map[string]*typeDecl{}, bySimple: map[string]*typeDecl{}, plain: map[*typeDecl]*typ{}}
	entries, err := stubFiles.ReadDir("stubs")
	if err != nil {
		panic(err) // embedded
	}
	for _, e := range entries {
		source, err := stubFiles.ReadFile("stubs/" + e.Name())
		if err != nil {
			panic(err)
		}
		p.add(strings.TrimSuffix(path.Base(e.Name()), ".stubs"), source)
	}
	for _, d := range p.byName {
		p.plain[d] = &typ{kind: kClass, decl: d}
	}
	p.objectType = p.plain[p.byName["java.lang.Object"]]
	return p
})

func (p *platform) add(name string, source []byte) {
	facts, tree, err := syntax.Extract(context.Background(), "java", source)
	if err != nil {
		panic(err)
	}
	m := readModel(&graph.File{Path: name, Dialect: "java", Source: source, Tree: tree, Facts: &facts})
	m.platform = true
	for _, d := range m.types {
		if d.fq == "" {
			continue
		}
		p.byName[d.fq] = d
		if d.outer == nil && (p.bySimple[d.name] == nil || m.pkg == "java.util") {
			p.bySimple[d.name] = d
		}
	}
}
