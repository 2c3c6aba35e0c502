package typescript

import (
	"context"
	_ "embed"
	"sync"

	"github.com/plumbline/plumbline/internal/syntax"
)

//go:embed prelude.d.ts
var preludeSource []byte

// prelude is what the languages bring: the shapes of the library's types that
// binding follows, written for this package.
var prelude = sync.OnceValue(func() *module {
	t, err := syntax.Parse(context.Background(), "typescript", preludeSource)
	if err != nil {
		panic("typescript: the prelude does not parse: " + err.Error())
	}
	m := readTree("", t)
	m.external = true
	return m
})
