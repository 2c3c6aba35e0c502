package golang

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

func TestCallsAcrossPackages(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- go.mod --
module example.com/m
-- a/a.go --
package a

import (
	"fmt"
	other "example.com/m/b"
)

func Run() {
	other.New().Name()
	fmt.Println(helper(), len("x"))
}
-- a/help.go --
package a

func helper() int { return 0 }
-- b/b.go --
package b

type T struct{}

func New() *T { return nil }
func (t *T) Name() string { return "" }
`, `
CALLS a/a.go:9 New -> b/b.go#New exact
CALLS a/a.go:9 Name -> b/b.go#T.Name exact
CALLS a/a.go:10 Println -> external fmt.Println
CALLS a/a.go:10 helper -> a/help.go#helper exact
CALLS a/a.go:10 len -> external builtin.len
`, code.Calls)
}

func TestNestedModulesAndReplace(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- go.mod --
module example.com/m
require example.com/lib v1.0.0
replace example.com/lib => ./third/lib
-- main.go --
package main

import (
	"example.com/lib/x"
	"example.com/tool"
	"example.com/unknown"
)

func main() { x.F(); tool.G(); unknown.H() }
-- third/lib/go.mod --
module example.com/lib
-- third/lib/x/x.go --
package x

func F() {}
-- cmd/tool/go.mod --
module example.com/tool
-- cmd/tool/tool.go --
package tool

func G() {}
`, `
IMPORTS main.go:4 example.com/lib/x -> third/lib/x/x.go# exact
IMPORTS main.go:5 example.com/tool -> cmd/tool/tool.go# exact
IMPORTS main.go:6 example.com/unknown -> external example.com/unknown
CALLS main.go:9 F -> third/lib/x/x.go#F exact
CALLS main.go:9 G -> cmd/tool/tool.go#G exact
CALLS main.go:9 H -> external example.com/unknown.H
`)
}

func TestTypesFlow(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- go.mod --
module m
-- a.go --
package a

import (
	"net/http"
	"slices"
	"sync"
)

type base struct{}

func (base) Promoted() {}

type T struct {
	base
	http.ResponseWriter
	pool sync.Pool
	f    func()
}

func (t *T) M() *T { return t }

type Box[E any] struct{ v E }

func (b Box[E]) Get() E { return b.v }

var once = sync.OnceValue(func() *T { return nil })

func use(w http.ResponseWriter, all map[string][]*T) {
	t := &T{}
	t.M().M()
	t.Promoted()
	t.Header()
	t.f()
	t.pool.Get().(*T).M()
	once().M()
	Box[*T]{}.Get().M()
	for _, list := range all {
		slices.Clone(list)[0].M()
	}
	switch x := w.(type) {
	case *T:
		x.M()
	}
	func() { t.M() }()
}
`, `
CALLS a.go:26 OnceValue -> external sync.OnceValue
CALLS a.go:30 M -> a.go#T.M exact
CALLS a.go:30 M -> a.go#T.M exact
CALLS a.go:31 Promoted -> a.go#base.Promoted exact
CALLS a.go:32 Header -> external
CALLS a.go:33 f -> unknown
CALLS a.go:34 Get -> external
CALLS a.go:34 M -> a.go#T.M exact
CALLS a.go:35 once -> unknown
CALLS a.go:35 M -> a.go#T.M exact
CALLS a.go:36 Get -> a.go#Box.Get exact
CALLS a.go:36 M -> a.go#T.M exact
CALLS a.go:38 Clone -> external slices.Clone
CALLS a.go:38 M -> a.go#T.M exact
CALLS a.go:42 M -> a.go#T.M exact
CALLS a.go:44 M -> a.go#T.M exact
`, code.Calls)
}

func TestBuiltinAndForeignNamesAreNeverOurs(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- a.go --
package a

import "net/http"

type C struct{}

func (C) Get(string) string { return "" }
func (C) Error() string     { return "" }

func f(w http.ResponseWriter, err error) string {
	w.Header().Get("x")
	return err.Error()
}
`, `
CALLS a.go:11 Header -> external
CALLS a.go:11 Get -> external
CALLS a.go:12 Error -> external builtin.Error
`, code.Calls)
}

func TestInterfaces(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- go.mod --
module m
-- i/i.go --
package i

import "context"

type Store interface {
	Get(ctx context.Context, id ID) ([]byte, error)
	Close() error
}
type ID string
type Other interface{ Close() }
-- s/s.go --
package s

import (
	"context"
	ids "m/i"
)

type DB struct{ inner }
type inner struct{}

func (inner) Close() error { return nil }
func (d *DB) Get(c context.Context, id ids.ID) ([]byte, error) { return nil, nil }

func use(s ids.Store) { s.Close() }
`, `
CALLS s/s.go:14 Close -> i/i.go#Store.Close exact
EXTENDS s/s.go:8 inner -> s/s.go#inner exact
IMPLEMENTS s/s.go:8 DB -> i/i.go#Store exact
IMPLEMENTS s/s.go:12 Get -> i/i.go#Store.Get exact
`, code.Calls, code.Implements, code.Extends)
}

func TestBuildTagsChooseTheDefinition(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- a.go --
package a

func Run() { open(); fast() }
-- open_linux.go --
package a

func open() { fast() }
-- open_windows.go --
package a

func open() { fast() }
func win() { open() }
-- fast.go --
//go:build !slow

package a

func fast() {}
-- slow.go --
//go:build slow

package a

func fast() { inner() }
func inner() { fast() }
`, `
CALLS a.go:3 open -> open_linux.go#open exact
CALLS a.go:3 fast -> fast.go#fast exact
CALLS open_linux.go:3 fast -> fast.go#fast exact
CALLS open_windows.go:3 fast -> fast.go#fast exact
CALLS open_windows.go:4 open -> open_windows.go#open exact
CALLS slow.go:5 inner -> slow.go#inner exact
CALLS slow.go:6 fast -> slow.go#fast exact
`, code.Calls)
}

func TestExternalTestsSeeWhatTestsExport(t *testing.T) {
	graphtest.Expect(t, binders(), `
-- go.mod --
module m
-- p/p.go --
package p

func secret() {}
-- p/export_test.go --
package p

var Hidden = func() { secret() }

func Export() { secret() }
-- p/p_test.go --
package p_test

import "m/p"

func TestX() { p.Export(); p.Hidden() }
`, `
CALLS p/export_test.go:3 secret -> p/p.go#secret exact
CALLS p/export_test.go:5 secret -> p/p.go#secret exact
CALLS p/p_test.go:5 Export -> p/export_test.go#Export exact
CALLS p/p_test.go:5 Hidden -> p/export_test.go#Hidden inferred
`, code.Calls)
}

func TestReadsAndWrites(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), `
-- a.go --
package a

var count int

type T struct{ n int }

func f(t *T) func() {
	count++
	t.n = count
	_ = T{n: t.n}
	return g
}

func g() {}
`, `
a.go#f READS a.go:7 T -> a.go#T exact
a.go#f WRITES a.go:8 count -> a.go#count exact
a.go#f WRITES a.go:9 n -> a.go#T.n exact
a.go#f READS a.go:9 count -> a.go#count exact
a.go#f READS a.go:10 T -> a.go#T exact
a.go#f WRITES a.go:10 n -> a.go#T.n exact
a.go#f READS a.go:10 n -> a.go#T.n exact
a.go#f READS a.go:11 g -> a.go#g exact
`)
}

func TestAFileWithErrorsKeepsTheRest(t *testing.T) {
	graphtest.Has(t, binders(), `
-- a.go --
package a

func f() { var = 3; g() }

func g() { h() }

func h() {}
`, `CALLS a.go:5 h -> a.go#h exact`)
}

func TestAnUnclosedBracketEndsWithItsDeclaration(t *testing.T) {
	graphtest.Has(t, binders(), `
-- go.mod --
module m
-- a.go --
package a

import "m/b"

func broken() { g(b.Make(

func g() { h().Run() }

type T struct { n [

func h() *b.B { return b.Make() }
-- b/b.go --
package b

type B struct{}

func Make() *B { return nil }
func (*B) Run() {}
`, `
CALLS a.go:5 g -> a.go#g exact
CALLS a.go:7 h -> a.go#h exact
CALLS a.go:7 Run -> b/b.go#B.Run exact
CALLS a.go:11 Make -> b/b.go#Make exact
`)
}

const lawArchive = `
-- go.mod --
module m
-- a/a.go --
package a

import "m/b"

func Run() { b.New().Name(); local() }
-- a/local.go --
package a

func local() {}
-- b/b.go --
package b

import "m/c"

func New() c.T { return c.T{} }
-- c/c.go --
package c

type T struct{}

func (T) Name() {}
type Namer interface{ Name() }
`

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), lawArchive, map[string]string{
		"b/b.go":     "package b\n\nfunc New() Own { return Own{} }\n\ntype Own struct{}\n\nfunc (Own) Name() {}\n",
		"c/c.go":     "package c\n\n// moved down\n\ntype T struct{}\n",
		"c/d.go":     "package c\n\nfunc (T) Extra() {}\n",
		"go.mod":     "module other\n",
		"c/go.mod":   "module elsewhere\n",
		"a/local.go": "",
		"a/more.go":  "package a\n\ntype b struct{}\n",
		"d/d.go":     "package d\n\ntype Late interface{ Name() }\n",
	})
}

func TestBodiesOfOthersAreNotAsked(t *testing.T) {
	answers := func(source string) string {
		f := graph.NewFile(context.Background(), binders(), "a.go", []byte(source))
		return fmt.Sprint(f.Answers())
	}
	one := answers("package a\n\nfunc F(x int) int { return x }\nvar V int = 1\nvar M = map[string]int{\"a\": 1}\n")
	same := "package a\n\n// F adds.\nfunc F(x int) int {\n\treturn x + 1\n}\nvar V int = 2\nvar M = map[string]int{\"a\": 1, \"b\": 2}\n"
	if answers(same) != one {
		t.Errorf("a body, comment or value changed an answer:\n%s", same)
	}
	for _, other := range []string{
		"package a\n\nfunc F(x int) string { return x }\nvar V int = 1\nvar M = map[string]int{\"a\": 1}\n",
		"package a\n\nfunc F(x int) int { return x }\nvar V int = 1\nvar M = map[string]any{\"a\": 1}\n",
	} {
		if answers(other) == one {
			t.Errorf("a changed type did not change the answers:\n%s", other)
		}
	}
}

const sliceArchive = `
-- go.mod --
module m
-- a/a.go --
package a

import "m/b"

type Mine struct{ b.Base }

func Run(s *b.Store) {
	b.Open(b.Options{Path: "x"}).Get().Close()
	s.Each(func(r *b.Row) { r.Next.Scan() })
	_ = b.Reader(s)
	var kind = b.Second
	_ = kind
}
-- b/b.go --
package b

type Store struct{ cache map[string]*Row; plain Other }
type Row struct{ Next *Row }
type Base struct{}
type Options struct{ Path string; Extra Other }
type Other struct{}
type Reader interface{ Get() *Row; Sync() }

const (
	First = iota
	Second
)

func Open(o Options) *Store { return nil }
func (s *Store) Get() *Row { return nil }
func (s *Store) Sync() {}
func (s *Store) Each(f func(*Row)) {}
func (r *Row) Close() {}
func (r *Row) Scan() {}
func (Base) Ping() {}
`

// TestOnlyWhatIsUsedIsAsked edits what a/a.go imports, and says of each edit
// whether a/a.go has to be bound again.
func TestOnlyWhatIsUsedIsAsked(t *testing.T) {
	b := strings.Split(sliceArchive, "-- b/b.go --\n")[1]
	for _, edit := range []struct {
		name, old, new string
		rebinds        bool
	}{
		{"a new function", "type Base", "func New() Store { return Store{} }\ntype Base", false},
		{"a new type", "type Base", "type Late struct{ Store }\ntype Base", false},
		{"a new method that nobody selects", "func (Base) Ping() {}", "func (Base) Ping() {}\nfunc (s *Store) Late() {}", false},
		{"a method's parameters that nobody selects", "Sync() {}", "Sync(now bool) {}", false},
		{"a type of which nothing is reached", "type Other struct{}", "type Other struct{ n int }", false},
		{"a body", "func (r *Row) Scan() {}", "func (r *Row) Scan() { r.Close() }", false},
		{"a result that is used", "Get() *Row { return nil }", "Get() *Store { return nil }", true},
		{"a callback's parameter", "Each(f func(*Row))", "Each(f func(*Store))", true},
		{"a field that is selected", "Next *Row", "Next *Store", true},
		{"a new method of what is embedded", "func (Base) Ping() {}", "func (Base) Ping() {}\nfunc (Base) Pong() {}", true},
		{"a constant's place", "First = iota", "Zero = iota\n\tFirst", true},
		{"a used function removed", "func Open(o Options) *Store { return nil }", "", true},
	} {
		t.Run(edit.name, func(t *testing.T) {
			changed := strings.Replace(b, edit.old, edit.new, 1)
			if changed == b {
				t.Fatal("the edit changes nothing")
			}
			if got := graphtest.Rebinds(t, binders(), sliceArchive, map[string]string{"b/b.go": changed}); slices.Contains(got, "a/a.go") != edit.rebinds {
				t.Errorf("rebinds %q; wanted a/a.go among them: %t", got, edit.rebinds)
			}
			graphtest.CheckEdits(t, binders(), sliceArchive, map[string]string{"b/b.go": changed})
		})
	}
}

func FuzzBind(f *testing.F) {
	f.Add("package a\nfunc f() { g(1).(T).x() }\ntype T struct{ T }\n")
	f.Add("package a\nimport . \"a\"\nvar x = x\nfunc (")
	f.Fuzz(func(t *testing.T, source string) {
		file := graph.NewFile(context.Background(), binders(), "a.go", []byte(source))
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
	})
}
