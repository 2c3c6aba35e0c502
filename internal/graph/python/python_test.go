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

var binders = []graph.Binder{New()}

// kinds has one small repository for each kind of rule, and the calls in it.
var kinds = []struct{ name, archive, want string }{
	{"imports, re-exports and aliases", `
-- pkg/__init__.py --
from .core import run as go
from .star import *
-- pkg/core.py --
def run(): pass
-- pkg/star.py --
__all__ = ["shown"]
def shown(): pass
def hidden(): pass
-- main.py --
import pkg
import pkg.core as c
from pkg import go, shown, hidden
pkg.go()
c.run()
go()
shown()
hidden()
`, `
CALLS main.py:4 go -> pkg/core.py#run exact
CALLS main.py:5 run -> pkg/core.py#run exact
CALLS main.py:6 go -> pkg/core.py#run exact
CALLS main.py:7 shown -> pkg/star.py#shown exact
CALLS main.py:8 hidden -> unknown`},
	{"src layout and namespace packages", `
-- src/ns/mod.py --
def f(): pass
-- tests/test_mod.py --
from ns.mod import f
from ns import mod
f()
mod.f()
`, `
CALLS tests/test_mod.py:3 f -> src/ns/mod.py#f exact
CALLS tests/test_mod.py:4 f -> src/ns/mod.py#f exact`},
	{"a module never shadows what its package's files import", `
-- app/__init__.py --
-- app/typing.py --
def cast(): pass
-- app/sub/a.py --
import typing
typing.cast(int, 1)
`, `CALLS app/sub/a.py:2 cast -> external typing.cast`},
	{"self, super and the order of bases", `
-- a.py --
class A:
    def __init__(self): pass
    def run(self): self.step()
    def step(self): pass
class B(A):
    def __init__(self):
        super().__init__()
    def step(self):
        super().step()
        self.run()
B()
`, `
CALLS a.py:3 step -> a.py#A.step exact
CALLS a.py:7 super -> external builtins.super
CALLS a.py:7 __init__ -> a.py#A.__init__ exact
CALLS a.py:9 super -> external builtins.super
CALLS a.py:9 step -> a.py#A.step exact
CALLS a.py:10 run -> a.py#A.run exact
CALLS a.py:11 B -> a.py#B.__init__ exact`},
	{"diamonds", `
-- a.py --
class A:
    def f(self): pass
class B(A): pass
class C(A):
    def f(self): pass
class D(B, C): pass
D().f()
`, `
CALLS a.py:7 D -> a.py#D exact
CALLS a.py:7 f -> a.py#C.f exact`},
	{"types written and types that follow", `
-- a.py --
from typing import Optional, List
class A:
    def f(self) -> "A": pass
    def g(self): return A()
def made(): return A()
def typed(a: A, o: Optional[A], l: List[A], d: dict[str, A]):
    a.f().f()
    o.f()
    for x in l: x.f()
    d["k"].f()
    [y.f() for y in d.values()]
def flows():
    a = made()
    a.f()
    a.g().f()
def outside(x):
    x.f()
    [].append(1)
`, `
CALLS a.py:4 A -> a.py#A exact
CALLS a.py:5 A -> a.py#A exact
CALLS a.py:7 f -> a.py#A.f exact
CALLS a.py:7 f -> a.py#A.f exact
CALLS a.py:8 f -> a.py#A.f exact
CALLS a.py:9 f -> a.py#A.f exact
CALLS a.py:10 f -> a.py#A.f exact
CALLS a.py:11 values -> external builtins.dict.values
CALLS a.py:11 f -> a.py#A.f exact
CALLS a.py:13 made -> a.py#made exact
CALLS a.py:14 f -> a.py#A.f inferred
CALLS a.py:15 g -> a.py#A.g inferred
CALLS a.py:15 f -> a.py#A.f inferred
CALLS a.py:17 f -> unknown
CALLS a.py:18 append -> external builtins.list.append`},
	{"narrowing", `
-- a.py --
class A:
    def f(self): pass
class B:
    def f(self): pass
def run(x: A | B, y: A | None):
    if isinstance(x, A):
        x.f()
    else:
        x.f()
    if y is None:
        return
    y.f()
`, `
CALLS a.py:6 isinstance -> external builtins.isinstance
CALLS a.py:7 f -> a.py#A.f exact
CALLS a.py:9 f -> a.py#B.f exact
CALLS a.py:12 f -> a.py#A.f exact`},
	{"either of a union is inferred", `
-- a.py --
class A:
    def f(self): pass
class B:
    def f(self): pass
def run(x: A | B): x.f()
`, `
CALLS a.py:5 f -> a.py#A.f inferred
CALLS a.py:5 f -> a.py#B.f inferred`},
	{"closures, variables and lambdas", `
-- a.py --
from typing import Callable
class A:
    def f(self): pass
def outer():
    a = A()
    def inner(): a.f()
    inner()
    g = inner
    g()
def take(c: Callable[[A], int]): pass
take(lambda v: v.f())
`, `
CALLS a.py:5 A -> a.py#A exact
CALLS a.py:6 f -> a.py#A.f exact
CALLS a.py:7 inner -> a.py#outer.inner exact
CALLS a.py:9 g -> a.py#outer.inner inferred
CALLS a.py:11 take -> a.py#take exact
CALLS a.py:11 f -> a.py#A.f exact`},
	{"context managers, properties and await", `
-- a.py --
from contextlib import contextmanager
class A:
    def __enter__(self) -> "A": pass
    @property
    def other(self) -> "A": pass
    async def later(self) -> "A": pass
    def f(self): pass
@contextmanager
def opened():
    yield A()
async def main():
    with A() as a: a.f()
    with opened() as b: b.f()
    a.other.f()
    (await a.later()).f()
`, `
CALLS a.py:10 A -> a.py#A exact
CALLS a.py:12 A -> a.py#A exact
CALLS a.py:12 f -> a.py#A.f exact
CALLS a.py:13 opened -> a.py#opened exact
CALLS a.py:13 f -> a.py#A.f inferred
CALLS a.py:14 f -> a.py#A.f exact
CALLS a.py:15 later -> a.py#A.later exact
CALLS a.py:15 f -> a.py#A.f exact`},
	{"generics", `
-- a.py --
from typing import Generic, TypeVar
T = TypeVar("T")
class Item:
    def f(self): pass
class Box(Generic[T]):
    def get(self) -> T: pass
def same(x: T) -> T: pass
def run(b: Box[Item]):
    b.get().f()
    same(Item()).f()
`, `
CALLS a.py:2 TypeVar -> external typing.TypeVar
CALLS a.py:9 get -> a.py#Box.get exact
CALLS a.py:9 f -> a.py#Item.f exact
CALLS a.py:10 same -> a.py#same exact
CALLS a.py:10 Item -> a.py#Item exact
CALLS a.py:10 f -> a.py#Item.f exact`},
	{"pytest fixtures", `
-- conftest.py --
import pytest
class App:
    def get(self): pass
@pytest.fixture
def app(): return App()
-- sub/test_a.py --
def test_get(app): app.get()
def helper(app): app.get()
`, `
CALLS conftest.py:5 App -> conftest.py#App exact
CALLS sub/test_a.py:1 get -> conftest.py#App.get inferred
CALLS sub/test_a.py:2 get -> unknown`},
	{"a list of one or of another gives either", `
-- a.py --
class A:
    def f(self): pass
class B:
    def f(self): pass
def run(x: list[A] | list[B], y: dict[str, A] | dict[str, list], z: list | list[A]):
    for i in x: i.f()
    y["k"].f()
    for i in z: i.f()
`, `
CALLS a.py:6 f -> a.py#A.f inferred
CALLS a.py:6 f -> a.py#B.f inferred
CALLS a.py:7 f -> a.py#A.f inferred
CALLS a.py:8 f -> a.py#A.f inferred`},
	{"errors keep what stands around them", `
-- a.py --
def f(): pass
f()
x = = (
def g(): f()
`, `
CALLS a.py:2 f -> a.py#f exact
CALLS a.py:4 f -> a.py#f exact`},
}

func TestCalls(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { graphtest.Expect(t, binders, k.archive, k.want, code.Calls) })
	}
}

func TestOtherEdges(t *testing.T) {
	graphtest.ExpectFrom(t, binders, `
-- base.py --
from typing import Protocol
LIMIT = 3
class P(Protocol):
    def f(self): ...
class A:
    size = 1
    def f(self): pass
-- a.py --
import base as b
from base import A, P, LIMIT
class B(A, P):
    def f(self):
        self.size = LIMIT
@b.A
def g(): return B
`, `
a.py#B.f OVERRIDES a.py:4 f -> base.py#A.f exact
a.py# IMPORTS a.py:1 base -> base.py# exact
a.py# IMPORTS a.py:2 A -> base.py#A exact
a.py# IMPORTS a.py:2 P -> base.py#P exact
a.py# IMPORTS a.py:2 LIMIT -> base.py#LIMIT exact
a.py#B EXTENDS a.py:3 A -> base.py#A exact
a.py#B IMPLEMENTS a.py:3 P -> base.py#P exact
a.py#B.f WRITES a.py:5 size -> a.py#B.size exact
a.py# READS a.py:6 A -> base.py#A exact
base.py# WRITES base.py:2 LIMIT -> base.py#LIMIT exact
base.py# WRITES base.py:6 size -> base.py#A.size exact
a.py#B.f READS a.py:5 LIMIT -> base.py#LIMIT exact
a.py#g READS a.py:7 B -> a.py#B exact
base.py# IMPORTS base.py:1 Protocol -> external typing.Protocol
base.py#P EXTENDS base.py:3 Protocol -> external typing.Protocol`,
		code.Overrides, code.Imports, code.Extends, code.Implements, code.Writes, code.Reads)
}

func TestImports(t *testing.T) {
	graphtest.Expect(t, binders, `
-- pkg/__init__.py --
-- pkg/compat.py --
try:
    from urllib.parse import urlparse
except ImportError:
    from urlparse import urlparse
import json as complexjson
from .gone import lost
-- pkg/a.py --
from .compat import urlparse, complexjson as j, lost, missing
from . import compat, nothing
`, `
IMPORTS pkg/a.py:1 urlparse -> external urllib.parse.urlparse
IMPORTS pkg/a.py:1 complexjson -> external json
IMPORTS pkg/a.py:1 lost -> unknown
IMPORTS pkg/a.py:1 missing -> unknown
IMPORTS pkg/a.py:2 compat -> pkg/compat.py# exact
IMPORTS pkg/a.py:2 nothing -> unknown
IMPORTS pkg/compat.py:2 urlparse -> external urllib.parse.urlparse
IMPORTS pkg/compat.py:4 urlparse -> external urlparse.urlparse
IMPORTS pkg/compat.py:5 json -> external json
IMPORTS pkg/compat.py:6 lost -> unknown`, code.Imports)
}

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

func FuzzBind(f *testing.F) {
	for _, k := range kinds {
		f.Add([]byte(k.archive))
	}
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
