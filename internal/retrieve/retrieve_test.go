package retrieve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

func TestUnderstand(t *testing.T) {
	for _, tc := range []struct {
		question    string
		identifiers string
		tests       bool
	}{
		{"How does `Session.send` retry?", "Session send Session.send", false},
		{"where is get_user called by UserService", "get_user UserService", false},
		{"¿Dónde se llama parseConfig()?", "parseConfig", false},
		{"Which fixtures test the loader?", "", true},
		{"what does std::vec::push do", "std::vec::push", false},
	} {
		q := Understand(tc.question)
		if got := strings.Join(q.Identifiers, " "); got != tc.identifiers || q.Tests != tc.tests {
			t.Errorf("%q: names %q, tests %v; want %q, %v", tc.question, got, q.Tests, tc.identifiers, tc.tests)
		}
	}
}

func TestTermsAreWeighed(t *testing.T) {
	q := Understand("parser fails\nThe tokenReader loops. The tokenReader never ends.")
	o := Options{Identifier: 10, Title: 100}
	weights := map[string]float64{}
	for _, term := range q.terms(o) {
		weights[term.Word] = term.Weight
	}
	if weights["pars"] != 100 {
		t.Errorf("a title's word weighs %v, want 100", weights["pars"])
	}
	if w := weights["tokenreader"]; w <= 10 || w >= 20 {
		t.Errorf("a name that comes twice weighs %v, want between one and two times 10", w)
	}
	if _, ok := weights["the"]; ok {
		t.Error("a stop word is searched for")
	}
}

func FuzzQuestionTerms(f *testing.F) {
	for _, s := range []string{"", "`", "a.b.c", "\xff\xfe", strings.Repeat("x_y ", 9000), "File \"a/b.py\", line 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Understand(text)
		for _, term := range q.terms(DefaultOptions) {
			if term.Word == "" || term.Weight <= 0 || strings.ContainsAny(term.Word, " \n\x00") {
				t.Errorf("term %q with weight %v", term.Word, term.Weight)
			}
		}
	})
}

func TestFilesNamed(t *testing.T) {
	names := filesNamed("File \"/usr/lib/site-packages/_pytest/nodes.py\", line 3\nC:\\work\\app\\main.go:12 and utils.py")
	for file, want := range map[string]float64{"src/_pytest/nodes.py": 1, "app/main.go": 1, "x/utils.py": 0.5, "x/nodes.py": 0.5, "other.py": 0} {
		if got := namedAs(file, names); got != want {
			t.Errorf("%s is named with %v, want %v (of %v)", file, got, want, names)
		}
	}
}

// found makes matches of chunks of n lines each, three to a file.
func found(r *rand.Rand, n int) code.Matches {
	m := code.Matches{Average: 20, Terms: []code.MatchedTerm{{QueryTerm: code.QueryTerm{Word: "a", Weight: 1}, IDF: 2}, {QueryTerm: code.QueryTerm{Word: "b", Weight: 1}, IDF: 1}}}
	for i := range n {
		start := 1 + 12*(i%3)
		m.Chunks = append(m.Chunks, code.Match{Len: 5 + r.IntN(60), Counts: []code.FieldCounts{{0, 0, 0, uint8(r.IntN(5))}, {uint8(r.IntN(2)), 0, 0, 1}},
			ChunkHit: code.ChunkHit{Path: fmt.Sprintf("f%d.go", i/3), StartLine: start, EndLine: start + 11, Local: fmt.Sprint("s", i)}})
	}
	return m
}

// TestFusionIsOrderIndependent: neither the order of the hits nor which source
// speaks first changes what is shown.
func TestFusionIsOrderIndependent(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := found(r, 3+r.IntN(40))
		var dense []code.ChunkHit
		for i, c := range m.Chunks {
			c.Score = 1 - float64(i)/100
			dense = append(dense, c.ChunkHit)
		}
		straight := newPool(DefaultOptions, Question{})
		straight.addWords(m)
		straight.addMeaning(dense)
		shuffled := m
		shuffled.Chunks = slices.Clone(m.Chunks)
		r.Shuffle(len(shuffled.Chunks), func(i, j int) {
			shuffled.Chunks[i], shuffled.Chunks[j] = shuffled.Chunks[j], shuffled.Chunks[i]
		})
		mixed := newPool(DefaultOptions, Question{})
		mixed.addMeaning(dense)
		mixed.addWords(shuffled)
		a, b := ranges(straight.best()), ranges(mixed.best())
		if !slices.Equal(a, b) {
			t.Fatalf("seed %d:\n%v\n%v", seed, a, b)
		}
	}
}

func ranges(pieces []code.Evidence) (out []string) {
	for _, p := range pieces {
		out = append(out, fmt.Sprintf("%s:%d-%d %.9f", p.Path, p.StartLine, p.EndLine, p.Score))
	}
	return out
}

// TestPiecesKeepTheirLimits: no line twice, no piece too long, no more pieces
// than asked for.
func TestPiecesKeepTheirLimits(t *testing.T) {
	for seed := range uint64(50) {
		p := newPool(DefaultOptions, Question{})
		p.addWords(found(rand.New(rand.NewPCG(seed, 2)), 90))
		pieces := p.best()
		if len(pieces) == 0 || len(pieces) > DefaultOptions.Pieces {
			t.Fatalf("%d pieces", len(pieces))
		}
		for i, a := range pieces {
			if n := a.EndLine - a.StartLine + 1; n > code.MaxChunkLines || a.StartLine < 1 {
				t.Errorf("%s:%d-%d has %d lines", a.Path, a.StartLine, a.EndLine, n)
			}
			for _, b := range pieces[:i] {
				if a.Path == b.Path && a.StartLine <= b.EndLine && b.StartLine <= a.EndLine {
					t.Errorf("%s: %d-%d and %d-%d overlap", a.Path, a.StartLine, a.EndLine, b.StartLine, b.EndLine)
				}
			}
		}
	}
}

func TestDiffusionDampsHubs(t *testing.T) {
	seed := code.SymbolRef{Path: "a.go", Local: "seed"}
	hub := code.SymbolRef{Path: "a.go", Local: "hub"}
	neighbour := func(of code.SymbolRef, n int) code.Neighbour {
		l := code.Located{Ref: code.SymbolRef{Path: "n.go", Local: fmt.Sprint(of.Local, n)}}
		l.Symbol.Kind = code.Function
		l.Symbol.Span = code.Span{Start: code.Pos{Line: 100*len(of.Local) + 10*n}, End: code.Pos{Line: 100*len(of.Local) + 10*n + 5}}
		return code.Neighbour{Symbol: l, Type: code.Calls, Of: of}
	}
	near := []code.Neighbour{neighbour(seed, 0)}
	for n := range 40 {
		near = append(near, neighbour(hub, n))
	}
	p := newPool(DefaultOptions, Question{})
	next := p.spread([]charged{{seed, 1}, {hub, 1}}, near, map[code.SymbolRef]bool{seed: true, hub: true})
	if len(next) != 41 || next[0].score <= 2*next[1].score {
		t.Errorf("%d reached; the seed's neighbour gets %v, one of the hub's %v", len(next), next[0].score, next[1].score)
	}
	if again := p.spread(next, near, map[code.SymbolRef]bool{near[0].Symbol.Ref: true}); slices.ContainsFunc(again, func(c charged) bool { return c.ref == near[0].Symbol.Ref }) {
		t.Error("a symbol is visited twice")
	}
}
