package graph

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

func TestCycles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, edges, want string }{
		{"none", "a b, b c, a c", "[]"},
		{"two files", "a b, b a, b c", "[{2 [a b a]}]"},
		{"the shortest way around a knot, and knots by size", "x y, y x, a b, b c, c a, b a, d a", "[{3 [a b a]} {2 [x y x]}]"},
		{"a file that imports itself", "a a", "[]"},
	} {
		g := imports{}
		for _, e := range strings.Split(c.edges, ", ") {
			from, to, _ := strings.Cut(e, " ")
			g.add(from, to)
		}
		if got := fmt.Sprint(g.cycles()); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// file makes a file of a census from its symbols ("f" a function, "T" a
// class) and links.
func file(path, dialect, symbols string, links ...code.Link) CountedFile {
	f := CountedFile{Path: path, Prefix: strings.TrimSuffix(path, ".py"), Facts: &code.Facts{Dialect: dialect, Symbols: []code.Symbol{{Kind: code.Module}}}, Links: links}
	for _, s := range strings.Fields(symbols) {
		f.Facts.Symbols = append(f.Facts.Symbols, code.Symbol{Local: s, Name: s, Kind: located(s).Symbol.Kind})
	}
	return f
}

func link(from string, typ code.EdgeType, target string, r code.Resolution) code.Link {
	path, local, _ := strings.Cut(target, "#")
	return code.Link{From: from, Type: typ, Target: code.SymbolRef{Path: path, Local: local}, Resolution: r, Pos: code.Pos{Line: 1}}
}

func census() *Census {
	in := func(folder string) func(string) bool {
		return func(path string) bool { return strings.HasPrefix(path, folder) }
	}
	c := NewCensus([]Layer{{"web", in("web/"), []string{"core"}}, {"core", in("core/"), nil}})
	c.File(file("web/a.py", "python", "f g lone",
		link("f", code.Calls, "core/b.py#run", code.Exact), link("g", code.Calls, "core/b.py#run", code.Inferred), link("", code.Imports, "core/b.py#", code.Exact)))
	c.File(file("core/b.py", "python", "run T", link("run", code.Calls, "web/a.py#g", code.Exact), link("", code.Imports, "web/a.py#", code.Exact),
		code.Link{From: "run", Type: code.Calls, Resolution: code.Ambiguous, Candidates: []code.SymbolRef{{Path: "core/b.py", Local: "T"}, {Path: "gone.py", Local: "x"}}}))
	broken := file("web/broken.py", "python", "")
	broken.Facts.Errors = 3
	c.File(broken)
	tests := file("web/a_test.py", "python", "testF", link("", code.Imports, "web/a.py#", code.Exact))
	tests.Test = true
	c.File(tests)
	c.File(file("x/a.go", "go", "", link("", code.Imports, "y/b.go#", code.Exact)))
	c.File(file("y/b.go", "go", ""))
	c.File(file("y/c.go", "go", "", link("", code.Imports, "x/a.go#", code.Exact)))
	c.References("python", code.Unknown, 4)
	c.References("python", code.External, 2)
	return c
}

func TestCensus(t *testing.T) {
	t.Parallel()
	h := census().Health("abc")
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"files", h.Files, 7},
		{"nodes", h.Nodes, map[code.Kind]int{code.Module: 7, code.Function: 5, code.Class: 1}},
		{"edges", h.Edges, map[code.EdgeType]int{code.Calls: 3, code.Imports: 5, code.Contains: 6}},
		{"references", h.References, map[code.Resolution]int{code.Exact: 7, code.Inferred: 1, code.Ambiguous: 1, code.Unknown: 4, code.External: 2}},
		{"languages", h.Languages, []LanguageHealth{{"python", 4, 13, 6, 1, 2, 4}, {"go", 3, 2, 2, 0, 0, 0}}},
		{"isolated", h.Isolated, Isolated{1, 5, []string{"web/a.py#lone"}}},
		{"parse errors", h.ParseErrors, ParseErrors{1, []FileErrors{{"web/broken.py", 3}}}},
		{"cycles: a test closes none, Go's are of packages", h.Cycles, []Cycle{{2, []string{"core/b.py", "web/a.py", "core/b.py"}}, {2, []string{"x/", "y/", "x/"}}}},
		{"layers", h.Layers, LayerBreaches{2, []LayerBreach{
			{"core", "web", "core/b.py#run", "web/a.py#g", code.Calls, "core/b.py", 1},
			{"core", "web", "core/b.py#", "web/a.py#", code.Imports, "core/b.py", 1}}}},
		{"dangling", h.Dangling, 1},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.what, c.got, c.want)
		}
	}
	if len(h.Hubs) != 2 || h.Hubs[0].ID != "core/b.py#run" || h.Hubs[0].In != 2 || h.Hubs[0].Out != 1 || h.Hubs[0].Rank <= h.Hubs[1].Rank {
		t.Errorf("hubs %+v", h.Hubs)
	}
}

func TestJumps(t *testing.T) {
	t.Parallel()
	health := func(files, calls, bound, unknown int) Health {
		return Health{Files: files, Edges: map[code.EdgeType]int{code.Calls: calls, code.Reads: 10},
			Languages: []LanguageHealth{{Language: "python", References: bound + unknown, Bound: bound, Unknown: unknown}}}
	}
	before := health(100, 1000, 900, 100)
	for _, c := range []struct {
		name  string
		after Health
		want  string
	}{
		{"the same", before, "[]"},
		{"a repository that grows evenly", health(200, 2000, 1800, 200), "[]"},
		{"a binder that broke", health(100, 500, 450, 550), "[{edges CALLS 1000 500} {share of python references bound 0.9 0.45} {share of python references unknown 0.1 0.55}]"},
		{"edges that are all gone", health(100, 0, 900, 100), "[{edges CALLS 1000 0}]"},
	} {
		if got := fmt.Sprint(Jumps(before, c.after)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
