package python

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

// TestLaw edits what files of a repository tell each other.
func TestLaw(t *testing.T) {
	archive := `
-- pkg/__init__.py --
from .core import *
from .base import Base
-- pkg/base.py --
class Base:
    kind = None
    def run(self): pass
-- pkg/core.py --
from .base import Base
class Core(Base):
    def __init__(self): self.item = Base()
    def make(self): return Base()
def build(): return Core()
-- use.py --
from pkg import build, Base
c = build()
c.run()
c.make().run()
c.item.run()
class Mine(Base):
    def run(self): c.missing()
`
	graphtest.CheckEdits(t, binders, archive, map[string]string{
		"pkg/core.py":      "from .base import Base\nclass Core:\n    def run(self): pass\ndef build(): return Core()\n",
		"pkg/base.py":      "class Root:\n    def run(self): pass\nclass Base(Root):\n    pass\n",
		"pkg/__init__.py":  "from .core import Core as build\nfrom .base import Base\n",
		"pkg.py":           "def build(): pass\n",
		"src/pkg/core.py":  "def build(): pass\n",
		"pkg/build.py":     "x = 1\n",
		"conftest.py":      "x = 1\n",
		"use/__init__.py":  "x = 1\n",
		"__init__.py":      "x = 1\n",
		"pkg/base/core.py": "",
	})
	graphtest.CheckEdits(t, binders, archive, map[string]string{"pkg/core.py": "", "pkg/base.py": "", "pkg/__init__.py": ""})
}

func TestLawOfEndpoints(t *testing.T) {
	graphtest.CheckEdits(t, binders, `
-- web.py --
@app.get("/a")
def a(): pass
-- client.py --
import requests
requests.get("http://localhost/a")
requests.get("http://localhost/b")
`, map[string]string{
		"web.py":   "@app.get('/b')\ndef b(): pass\n@app.get('/a')\ndef a(): pass\n",
		"other.py": "@app.get('/a')\ndef a(): pass\n",
	})
}

// TestOrderOfWork binds the same calls in every order: none may change what
// another finds, not even among classes that derive from one another.
func TestOrderOfWork(t *testing.T) {
	calls := []string{"A().f()", "B().f()", "C().f()", "C().g()", "D().g()"}
	want := map[string][]string{}
	for i := range calls {
		order := append(append([]string(nil), calls[i:]...), calls[:i]...)
		for range 2 {
			got := graphtest.Links(t, binders, `
-- a.py --
from b import B
class A(B):
    def f(self): pass
-- b.py --
from c import C
class B(C): pass
-- c.py --
from a import A
class C(A):
    def g(self): pass
class D(C, A): pass
-- use.py --
from a import A
from b import B
from c import C, D
def one():
    `+strings.Join(order, "\ndef one():\n    ")+"\n", code.Calls)
			for _, l := range got {
				place, link, _ := strings.Cut(strings.TrimPrefix(l, "CALLS use.py:"), " ")
				n, _ := strconv.Atoi(place)
				want[order[(n-5)/2]] = append(want[order[(n-5)/2]], link)
			}
			slices.Reverse(order)
		}
	}
	for call, links := range want {
		slices.Sort(links)
		if kinds := len(slices.Compact(slices.Clone(links))); kinds != 2 || strings.Contains(strings.Join(links, " "), "unknown") {
			t.Errorf("%s is bound in %d ways, want the class and the method alone: %q", call, kinds, links)
		}
	}
}

// TestFilesBindAtOnce binds files that read each other's models in parallel;
// run with -race it shows what one writes into another's.
func TestFilesBindAtOnce(t *testing.T) {
	sources := map[string]string{
		"a.py": "from b import B\nclass A(B):\n    def f(self):\n        if self.x: self.x.f()\n        return self.g().f()\n",
		"b.py": "from c import C\nclass B(C):\n    def g(self):\n        self.x = C()\n        return self.x if self.x else self.y\n",
		"c.py": "import a\nclass C:\n    y: 'a.A' = None\n    def f(self):\n        self.z = a.A()\n        return self.z.g().x\n",
	}
	var files []*graph.File
	for path, text := range sources {
		files = append(files, graph.NewFile(context.Background(), binders, path, []byte(text)))
	}
	m := graph.NewMemory(files)
	var wg sync.WaitGroup
	counts := make([]int, 4*len(files))
	for i := range counts {
		wg.Go(func() {
			links, _, err := graph.BindFile(m, files[i%len(files)])
			if err != nil {
				t.Error(err)
			}
			counts[i] = len(links)
		})
	}
	wg.Wait()
	for i, n := range counts {
		if n == 0 || n != counts[i%len(files)] {
			t.Errorf("%s has %d links, before %d", files[i%len(files)].Path, n, counts[i%len(files)])
		}
	}
}

// doubling is a file whose every variable is a pair of the one before, and so
// a type twice as large.
func doubling(n int) string {
	text := "x0 = (1, 1)\n"
	for i := range n {
		was, is := "x"+strconv.Itoa(i), "x"+strconv.Itoa(i+1)
		text += is + " = (" + was + ", " + was + ")\n" + is + "[0].f()\n"
	}
	return text
}

func FuzzBind(f *testing.F) {
	for _, k := range kinds {
		f.Add([]byte(k.archive))
	}
	f.Add([]byte(doubling(40)))
	f.Fuzz(func(t *testing.T, source []byte) {
		start := time.Now()
		defer func() {
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%v for %q", took, source)
			}
		}()
		file := graph.NewFile(context.Background(), binders, "a.py", source)
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
		for _, s := range file.Facts.Symbols {
			if s.Span.End.Line < s.Span.Start.Line {
				t.Errorf("%s ends before it begins", s.Local)
			}
		}
	})
}
