// Package languages lists the binders of all languages, and that of the edges
// which maintainers declare.
package languages

import (
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/bash"
	"github.com/plumbline/plumbline/internal/graph/clang"
	"github.com/plumbline/plumbline/internal/graph/declared"
	"github.com/plumbline/plumbline/internal/graph/golang"
	"github.com/plumbline/plumbline/internal/graph/java"
	"github.com/plumbline/plumbline/internal/graph/nominal"
	"github.com/plumbline/plumbline/internal/graph/php"
	"github.com/plumbline/plumbline/internal/graph/python"
	"github.com/plumbline/plumbline/internal/graph/ruby"
	"github.com/plumbline/plumbline/internal/graph/rust"
	"github.com/plumbline/plumbline/internal/graph/typescript"
)

// Binders are one per language family; the first that claims a file has it.
func Binders() []graph.Binder {
	return []graph.Binder{
		java.New(),
		nominal.CSharp(),
		nominal.Kotlin(),
		nominal.Scala(),
		nominal.Swift(),
		python.New(),
		golang.New(),
		typescript.New(),
		ruby.New(),
		php.New(),
		bash.New(),
		clang.New(),
		rust.New(),
		declared.New(),
	}
}
