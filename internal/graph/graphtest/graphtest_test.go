package graphtest

import (
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// words binds each line "use NAME FILE" of a text file to the first line
// "def NAME" of that file; deaf does so without asking.
type words struct{ deaf bool }

type wordModel struct{ path, text string }

func (m wordModel) Answers() []graph.Answer {
	return []graph.Answer{{Key: "words:" + m.path, Hash: graph.Hash(m.text)}}
}

func (words) Claims(path, _ string) bool { return strings.HasSuffix(path, ".sh") }
func (words) Model(f *graph.File) graph.Model {
	return wordModel{f.Path, string(f.Source)}
}

func (w words) Bind(f *graph.File, v *graph.View) []code.Link {
	var out []code.Link
	for i, l := range strings.Split(string(f.Source), "\n") {
		part := strings.Fields(l)
		if len(part) != 3 || part[0] != "use" {
			continue
		}
		link := code.Link{Type: code.Calls, Name: part[1], Pos: code.Pos{Line: i + 1}, Resolution: code.Unknown}
		if !w.deaf {
			v.Ask("words:" + part[2])
		}
		if other := v.File(part[2]); other != nil && strings.Contains(other.Model().(wordModel).text, "def "+part[1]) {
			link.Target, link.Resolution = code.SymbolRef{Path: part[2]}, code.Exact
		}
		out = append(out, link)
	}
	return out
}

const archive = "-- a.sh --\nuse f b.sh\nuse g b.sh\n-- b.sh --\ndef f\n"

func TestLinksAreReadable(t *testing.T) {
	Expect(t, []graph.Binder{words{}}, archive, `
		CALLS a.sh:1 f -> b.sh# exact
		CALLS a.sh:2 g -> unknown`)
	ExpectFrom(t, []graph.Binder{words{}}, archive, "a.sh# CALLS a.sh:1 f -> b.sh# exact\na.sh# CALLS a.sh:2 g -> unknown")
}

// failures counts what a test would have failed on.
type failures struct {
	testing.TB
	n int
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.n++ }

func TestExpectTellsDifferences(t *testing.T) {
	f := &failures{TB: t}
	Expect(f, []graph.Binder{words{}}, archive, "CALLS a.sh:1 f -> b.sh# exact")
	Has(f, []graph.Binder{words{}}, archive, "CALLS a.sh:9 f -> b.sh# exact")
	if f.n != 2 {
		t.Errorf("%d failures, want one for the link too many and one for the missing one", f.n)
	}
}

func TestLawIsBrokenByWhoDoesNotAsk(t *testing.T) {
	edits := map[string]string{"b.sh": "def g\n", "c.sh": "def f\n"}
	CheckEdits(t, []graph.Binder{words{}}, archive, edits)
	f := &failures{TB: t}
	CheckEdits(f, []graph.Binder{words{deaf: true}}, archive, edits)
	if f.n == 0 {
		t.Error("a binder that reads without asking passed")
	}
}
