package graph

import (
	"slices"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

func TestNormaliseSettlesAmbiguity(t *testing.T) {
	ref := func(l string) code.SymbolRef { return code.SymbolRef{Path: "a", Local: l} }
	link := func(line int, r code.Resolution, candidates ...code.SymbolRef) code.Link {
		return code.Link{Type: code.Calls, Name: "f", Pos: code.Pos{Line: line}, Resolution: r, Candidates: candidates}
	}
	got := normalise([]code.Link{
		link(4, code.Ambiguous, ref("y"), ref("x"), ref("y")),
		link(3, code.Ambiguous, ref("x"), ref("x")),
		link(2, code.Ambiguous),
		link(1, code.Exact, ref("x")),
		link(1, code.Exact),
	})
	if len(got) != 4 {
		t.Fatalf("%d links, want 4: the repetition goes", len(got))
	}
	if got[1].Resolution != code.Unknown {
		t.Errorf("no candidate: %s, want unknown", got[1].Resolution)
	}
	if got[2].Resolution != code.Inferred || got[2].Target != ref("x") || got[2].Candidates != nil {
		t.Errorf("one candidate: %+v, want inferred x", got[2])
	}
	if got[3].Resolution != code.Ambiguous || !slices.Equal(got[3].Candidates, []code.SymbolRef{ref("x"), ref("y")}) {
		t.Errorf("two candidates: %+v", got[3])
	}
}

// answers is a model of nothing but answers.
type answers []Answer

func (a answers) Answers() []Answer { return a }

func TestChangedKeys(t *testing.T) {
	file := func(source string, a ...Answer) *File {
		return &File{Path: "p", Source: []byte(source), model: answers(a)}
	}
	for _, c := range []struct {
		name          string
		before, after *File
		want          []string
	}{
		{"added", nil, file("x", Answer{Key: "n", Hash: 1}), []string{"exists:p", "content:p", "n"}},
		{"removed", file("x", Answer{Key: "n", Hash: 1}), nil, []string{"exists:p", "content:p", "n"}},
		{"body alone", file("x", Answer{Key: "n", Hash: 1}), file("y", Answer{Key: "n", Hash: 1}), []string{"content:p"}},
		{"answer", file("x", Answer{Key: "n", Hash: 1}, Answer{Key: "m", Hash: 2}), file("y", Answer{Key: "n", Hash: 9}, Answer{Key: "m", Hash: 2}), []string{"content:p", "n"}},
		{"order of one key's answers", file("x", Answer{Key: "n", Hash: 1}, Answer{Key: "n", Hash: 2}), file("x", Answer{Key: "n", Hash: 2}, Answer{Key: "n", Hash: 1}), nil},
		{"one of a key's answers gone", file("x", Answer{Key: "n", Hash: 1}, Answer{Key: "n", Hash: 2}), file("x", Answer{Key: "n", Hash: 1}), []string{"n"}},
	} {
		got := map[uint64]struct{}{}
		ChangedKeys(got, "p", c.before, c.after)
		want := map[uint64]struct{}{}
		for _, k := range c.want {
			want[KeyHash(k)] = struct{}{}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d keys, want %d", c.name, len(got), len(want))
		}
		for k := range want {
			if _, ok := got[k]; !ok {
				t.Errorf("%s: a key is missing", c.name)
			}
		}
	}
}

func TestMemoryListsFolders(t *testing.T) {
	m := NewMemory([]*File{{Path: "a/b/c.go"}, {Path: "a/d.go"}, {Path: "e.go"}, {Path: "a/b/f.go"}})
	for dir, want := range map[string][]string{"": {"a/", "e.go"}, "a": {"b/", "d.go"}, "a/b": {"c.go", "f.go"}, "x": nil} {
		if got, _ := m.Dir(dir); !slices.Equal(got, want) {
			t.Errorf("folder %q lists %q, want %q", dir, got, want)
		}
	}
}

func TestHashTellsPartsApart(t *testing.T) {
	if Hash("ab", "c") == Hash("a", "bc") || Hash("a") == Hash("a", "") {
		t.Error("two lists of parts have one hash")
	}
}
