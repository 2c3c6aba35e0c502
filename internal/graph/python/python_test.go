package python

import (
	"testing"

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
	{"variables carried round a loop", `
-- a.py --
class S:
    def up(self) -> "S": pass
    def pair(self) -> tuple["S", int]: pass
    def append(self, o: "S") -> "S": pass
def one(other: S):
    mid = other
    while True:
        h = mid.up()
        if not h: break
        mid = h
def two(other: S):
    while True:
        h = other.pair()
        other = h[0]
def three(m: S):
    for x in [1]:
        m = m.append(m)
`, `
CALLS a.py:8 up -> a.py#S.up exact
CALLS a.py:13 pair -> a.py#S.pair exact
CALLS a.py:17 append -> a.py#S.append exact`},
	{"comments and generators among arguments, containers declared and empty", `
-- a.py --
import weakref
from contextvars import ContextVar
from typing import Callable
class A:
    ok = True
    def f(self): pass
def take(c: Callable[[A], int]): pass
take(
    # the function
    lambda v: v.f()
)
found: list[A] = []
for i in found: i.f()
def run(all: list[A]):
    first = next(a for a in all if a.ok)
    first.f()
    ref = weakref.ref(first)
    ref().f()
current: ContextVar[A] = ContextVar("current")
current.get().f()
`, `
CALLS a.py:8 take -> a.py#take exact
CALLS a.py:10 f -> a.py#A.f exact
CALLS a.py:13 f -> a.py#A.f exact
CALLS a.py:15 next -> external builtins.next
CALLS a.py:16 f -> a.py#A.f exact
CALLS a.py:17 ref -> external weakref.ref
CALLS a.py:18 ref -> external Callable
CALLS a.py:18 f -> a.py#A.f exact
CALLS a.py:19 ContextVar -> external contextvars.ContextVar
CALLS a.py:20 get -> external ContextVar.get
CALLS a.py:20 f -> a.py#A.f exact`},
	{"functions as values", `
-- a.py --
import functools
def f1(): pass
def f2(): pass
class A:
    def m(self): pass
    @classmethod
    def c(cls): return cls()
def ret(): return f1
ret()()
def kw(callback=f1): callback()
def gen(): yield f1
for h in gen(): h()
x, (y, z) = f1, (f2, f1)
y()
t = (f1, A())
t[0]()
t[1].m()
*r, last = f1, f2
last()
def clo():
    def q(): return A()
    return q
clo()().m()
p = functools.partial(f1)
p()
A.c().m()
d = {"a": f1, "b": f2}
d["a"]()
getattr(A(), "m")()
`, `
CALLS a.py:9 ret -> a.py#f1 inferred
CALLS a.py:9 ret -> a.py#ret exact
CALLS a.py:10 callback -> a.py#f1 inferred
CALLS a.py:12 gen -> a.py#gen exact
CALLS a.py:12 h -> a.py#f1 inferred
CALLS a.py:14 y -> a.py#f2 inferred
CALLS a.py:15 A -> a.py#A exact
CALLS a.py:16 t -> a.py#f1 inferred
CALLS a.py:17 m -> a.py#A.m exact
CALLS a.py:19 last -> a.py#f2 inferred
CALLS a.py:21 A -> a.py#A exact
CALLS a.py:23 clo -> a.py#clo exact
CALLS a.py:23 clo -> a.py#clo.q inferred
CALLS a.py:23 m -> a.py#A.m inferred
CALLS a.py:24 partial -> external functools.partial
CALLS a.py:25 p -> a.py#f1 inferred
CALLS a.py:26 c -> a.py#A.c exact
CALLS a.py:26 m -> a.py#A.m inferred
CALLS a.py:28 d -> a.py#f1 inferred
CALLS a.py:28 d -> a.py#f2 inferred
CALLS a.py:29 getattr -> external builtins.getattr
CALLS a.py:29 getattr -> a.py#A.m inferred
CALLS a.py:29 A -> a.py#A exact
CALLS a.py:7 cls -> a.py#A exact`},
	{"metaclasses", `
-- meta.py --
class Meta(type):
    def make(cls): return cls.name
-- a.py --
from meta import Meta
class W(metaclass=Meta): pass
class V(W): pass
W.make()
V.make()
V().make()
`, `
CALLS a.py:4 make -> meta.py#Meta.make exact
CALLS a.py:5 make -> meta.py#Meta.make exact
CALLS a.py:6 V -> a.py#V exact
CALLS a.py:6 make -> unknown`},
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
