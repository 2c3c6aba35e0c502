// Package graphtest binds small repositories written as txtar archives and
// shows their links as lines that a person can read. It promises that equal
// graphs give equal lines, and it never touches a file system.
package graphtest

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// Links binds every file of an archive and returns a line for each link,
// sorted by path and place:
//
//	CALLS a.py:3 foo -> b.py#foo exact
//	CALLS a.py:4 len -> external builtins.len
//	CALLS a.py:5 run -> unknown
//	CALLS a.py:6 go -> ambiguous b.py#go c.py#go
//
// Links of the types given are kept, all when none is.
func Links(t testing.TB, binders []graph.Binder, archive string, types ...code.EdgeType) []string {
	t.Helper()
	return lines(t, bind(t, binders, archive), types, line)
}

// LinksFrom is Links with the symbol that each link comes from before it:
//
//	a.py#main CALLS a.py:3 foo -> b.py#foo exact
func LinksFrom(t testing.TB, binders []graph.Binder, archive string, types ...code.EdgeType) []string {
	t.Helper()
	return lines(t, bind(t, binders, archive), types, func(path string, l code.Link) string {
		return l.Source(path).String() + " " + line(path, l)
	})
}

// Expect compares what Links gives with the lines of want; blank lines and
// indentation in want do not matter, nor does order.
func Expect(t testing.TB, binders []graph.Binder, archive, want string, types ...code.EdgeType) {
	t.Helper()
	compare(t, Links(t, binders, archive, types...), want)
}

// ExpectFrom is Expect for LinksFrom.
func ExpectFrom(t testing.TB, binders []graph.Binder, archive, want string, types ...code.EdgeType) {
	t.Helper()
	compare(t, LinksFrom(t, binders, archive, types...), want)
}

// Has reports as errors the lines of want that Links does not give.
func Has(t testing.TB, binders []graph.Binder, archive, want string) {
	t.Helper()
	got := Links(t, binders, archive)
	have := map[string]bool{}
	for _, l := range got {
		have[l] = true
	}
	for _, w := range wanted(want) {
		if !have[w] {
			t.Errorf("missing %q; there is\n\t%s", w, strings.Join(got, "\n\t"))
		}
	}
}

func compare(t testing.TB, got []string, want string) {
	t.Helper()
	left := map[string]int{}
	for _, l := range got {
		left[l]++
	}
	var diff []string
	for _, w := range wanted(want) {
		if left[w] == 0 {
			diff = append(diff, "- "+w)
			continue
		}
		left[w]--
	}
	for _, l := range got {
		if left[l] > 0 {
			left[l]--
			diff = append(diff, "+ "+l)
		}
	}
	if len(diff) > 0 {
		t.Errorf("links differ (- wanted, + found):\n\t%s", strings.Join(diff, "\n\t"))
	}
}

func wanted(text string) []string {
	var out []string
	for l := range strings.Lines(text) {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// bound is an archive bound whole.
type bound struct {
	files  map[string]*graph.File
	memory *graph.Memory
	links  map[string][]code.Link
	asked  map[string]map[uint64]struct{}
}

func bind(t testing.TB, binders []graph.Binder, archive string) bound {
	t.Helper()
	b := bound{files: map[string]*graph.File{}, links: map[string][]code.Link{}, asked: map[string]map[uint64]struct{}{}}
	var files []*graph.File
	for _, f := range txtar.Parse([]byte(archive)).Files {
		b.files[f.Name] = graph.NewFile(context.Background(), binders, f.Name, f.Data)
		files = append(files, b.files[f.Name])
	}
	b.memory = graph.NewMemory(files)
	for path, f := range b.files {
		links, asked, err := graph.BindFile(b.memory, f)
		if err != nil {
			t.Fatalf("bind %s: %v", path, err)
		}
		b.links[path], b.asked[path] = links, asked
	}
	return b
}

func lines(t testing.TB, b bound, types []code.EdgeType, show func(string, code.Link) string) []string {
	t.Helper()
	paths := make([]string, 0, len(b.links))
	for path := range b.links {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	var out []string
	for _, path := range paths {
		for _, l := range b.links[path] {
			checkTarget(t, b, path, l)
			if keeps(types, l.Type) {
				out = append(out, show(path, l))
			}
		}
	}
	return out
}

func keeps(types []code.EdgeType, typ code.EdgeType) bool {
	for _, t := range types {
		if t == typ {
			return true
		}
	}
	return len(types) == 0
}

// checkTarget fails the test for a link between symbols that are not there.
func checkTarget(t testing.TB, b bound, path string, l code.Link) {
	t.Helper()
	source := l.Source(path)
	if f := b.files[source.Path]; f == nil || f.Symbol(source.Local) == nil {
		t.Errorf("%s: no symbol %q to come from", line(path, l), source)
	}
	targets := l.Candidates
	if l.Target != (code.SymbolRef{}) {
		targets = append(targets[:len(targets):len(targets)], l.Target)
	}
	for _, target := range targets {
		if f := b.files[target.Path]; f == nil || f.Symbol(target.Local) == nil {
			t.Errorf("%s: no such symbol", line(path, l))
		}
	}
}

func line(path string, l code.Link) string {
	head := fmt.Sprintf("%s %s:%d %s ->", l.Type, path, l.Pos.Line, l.Name)
	switch l.Resolution {
	case code.External:
		return strings.TrimRight(fmt.Sprintf("%s external %s", head, l.Properties["external"]), " ")
	case code.Unknown:
		return head + " unknown"
	case code.Ambiguous:
		head += " ambiguous"
		for _, c := range l.Candidates {
			head += " " + c.String()
		}
		return head
	}
	return fmt.Sprintf("%s %s %s", head, l.Target, l.Resolution)
}
