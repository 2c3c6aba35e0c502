package syntax

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const pythonSource = `"""The module."""
LIMIT: int = 3
a, b = 1, 2
class Order(Base):
    """An order."""
    size = 1
    def __init__(self, n):
        self.n = n
        self.n = 2
        local = 1
    @property
    async def total(self) -> int:
        def inner(): pass
    @total.setter
    def total(self, v): pass
class Color(enum.Enum): RED = 1
class Runs(Protocol): pass
if LIMIT:
    def _hidden(): pass
class TestOrder:
    def test_total(self): pass
x = = 1
def after(): pass
`

func TestPythonSymbols(t *testing.T) {
	facts, _, err := Extract(context.Background(), "python", []byte(pythonSource))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range facts.Symbols[1:] {
		line := fmt.Sprintf("%s %s %d-%d", s.Kind, s.Local, s.Span.Start.Line, s.Span.End.Line)
		if !s.Exported {
			line += " private"
		}
		if s.Test {
			line += " test"
		}
		for _, p := range slices.Sorted(maps.Keys(s.Properties)) {
			line += " " + p
		}
		got = append(got, line)
	}
	want := []string{
		"field LIMIT 2-2", "field a 3-3", "field b 3-3", "class Order 4-15", "field Order.size 6-6", "method Order.__init__ 7-10",
		"field Order.n 8-8", "method Order.total 11-13 async getter", "function Order.total.inner 13-13 private",
		"method Order.total~2 14-15 setter", "enum Color 16-16", "field Color.RED 16-16", "interface Runs 17-17",
		"function _hidden 19-19 private", "class TestOrder 20-21 test", "method TestOrder.test_total 21-21 test",
	}
	if !slices.Equal(got[:min(len(got), len(want))], want) {
		t.Errorf("symbols\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	if last := got[len(got)-1]; !strings.Contains(last, "function after") {
		t.Errorf("the last symbol is %q, want the function behind the error", last)
	}
	if facts.Symbols[0].Doc != "The module." || facts.Symbols[4].Doc != "An order." || facts.Symbols[6].Signature != "def __init__(self, n)" {
		t.Errorf("docs %q, %q; signature %q", facts.Symbols[0].Doc, facts.Symbols[4].Doc, facts.Symbols[6].Signature)
	}
}

func TestPythonNames(t *testing.T) {
	for path, want := range map[string]string{
		"src/flask/app.py": "flask.app", "pkg/__init__.py": "pkg", "lib/a/b.pyi": "a.b", "examples/x/src/y/z.py": "y.z", "setup.py": "setup",
	} {
		if got := Prefix("python", path, ""); got != want {
			t.Errorf("prefix of %s = %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]bool{"a/test_x.py": true, "a/x_test.py": true, "conftest.py": true, "tests/data.py": true, "a/contest.py": false} {
		if got := TestPath("python", path); got != want {
			t.Errorf("test path %s = %v, want %v", path, got, want)
		}
	}
}
