package store_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/store"
)

// words is a small vocabulary: some words common, some rare, some awkward to
// quote.
var words = []string{"get", "set", "error", "user", "token", "it's", `back\slash`, "'", `\`, "naïve", "a:b", "x & y", "rare"}

// chunkOf draws a chunk's terms; earlier words are more common.
func chunkOf(r *rand.Rand) code.Terms {
	t := code.Terms{}
	for i, w := range words {
		if r.IntN(i+2) == 0 {
			counts := t[w]
			for field := range counts {
				counts[field] = r.IntN(4) * r.IntN(3)
			}
			counts[3]++
			t[w] = counts
		}
	}
	return t
}

// library is a history of files drawn at random, and what each blob holds.
type library struct {
	publisher
	r     *rand.Rand
	terms map[int][]code.Terms
}

func (l *library) blobOf(n int) int {
	var chunks []code.Chunk
	var terms []code.Terms
	for i := range 1 + l.r.IntN(4) {
		chunks, terms = append(chunks, code.Chunk{StartLine: i + 1, EndLine: i + 1}), append(terms, chunkOf(l.r))
	}
	key := code.BlobKey{Hash: fmt.Sprintf("%040x", n), Dialect: "text"}
	facts := &code.Facts{Dialect: "text", Lines: len(chunks), Symbols: []code.Symbol{{Kind: code.Module, Parent: -1}}, Chunks: chunks}
	ids, err := store.SaveBlobs(l.t.Context(), l.pool, 1, "1", []code.BlobFacts{{Key: key, Facts: facts, Terms: terms}})
	if err != nil {
		l.t.Fatal(err)
	}
	l.terms[ids[key]] = terms
	return ids[key]
}

// state is a snapshot and the blobs that it shows, by path.
type state struct {
	snapshot code.Snapshot
	files    map[string]int
}

func (l *library) next(base state, sha string, overlay bool) state {
	files := map[string]int{}
	for p, b := range base.files {
		files[p] = b
	}
	pub := code.Publication{Repo: 1, SHA: sha, Version: "1", Base: base.snapshot.State, Overlay: overlay}
	for i := range 6 {
		path := fmt.Sprintf("dir/f%d.txt", l.r.IntN(12))
		if _, ok := files[path]; ok && l.r.IntN(3) == 0 {
			if !slices.ContainsFunc(pub.Files, func(f code.FileRow) bool { return f.Path == path }) {
				delete(files, path)
				pub.Removed = append(pub.Removed, path)
			}
			continue
		}
		if slices.Contains(pub.Removed, path) || slices.ContainsFunc(pub.Files, func(f code.FileRow) bool { return f.Path == path }) {
			continue
		}
		blob := l.blobOf(len(l.terms)*10 + i)
		files[path] = blob
		pub.Files = append(pub.Files, code.FileRow{Path: path, BlobID: blob})
	}
	s, err := store.Publish(l.t.Context(), l.pool, pub)
	if err != nil {
		l.t.Fatal(err)
	}
	return state{s, files}
}

// TestSearchCountsExactly compares counts and document frequencies with
// counting by hand at every state of a history, and beside it.
func TestSearchCountsExactly(t *testing.T) {
	t.Parallel()
	l := &library{newPublisher(t), rand.New(rand.NewPCG(1, 2)), map[int][]code.Terms{}}
	states := []state{{}}
	for i := range 5 {
		states = append(states, l.next(states[len(states)-1], fmt.Sprint("trunk", i), false))
	}
	states = append(states[1:], l.next(states[2], "overlay over an old state", true), l.next(states[5], "overlay over the head", true))
	var query []code.QueryTerm
	for _, w := range words {
		query = append(query, code.QueryTerm{Word: w, Weight: 1})
	}
	for _, s := range states {
		m, err := store.Search(t.Context(), l.pool, s.snapshot, store.Lexical{Keep: 1000, Visit: math.MaxInt32, Words: 100}, query)
		if err != nil {
			t.Fatal(err)
		}
		l.compare(s, m)
	}
}

func (l *library) compare(s state, m code.Matches) {
	l.t.Helper()
	chunks, length := 0, 0
	df := map[string]int{}
	for _, blob := range s.files {
		for _, terms := range l.terms[blob] {
			chunks, length = chunks+1, length+terms.Len()
			for w := range terms {
				df[w]++
			}
		}
	}
	if want := float64(length) / float64(chunks); math.Abs(m.Average-want) > 1e-9 {
		l.t.Errorf("%s: average length %f, want %f", s.snapshot.SHA, m.Average, want)
	}
	if len(m.Terms) != len(df) {
		l.t.Errorf("%s: %d terms, want %d", s.snapshot.SHA, len(m.Terms), len(df))
	}
	for _, term := range m.Terms {
		n := float64(df[term.Word])
		if want := math.Log(1 + (float64(chunks)-n+0.5)/(n+0.5)); math.Abs(term.IDF-want) > 1e-9 {
			l.t.Errorf("%s: idf of %q is %f, want %f", s.snapshot.SHA, term.Word, term.IDF, want)
		}
	}
	if len(m.Chunks) == 0 {
		l.t.Errorf("%s: nothing found", s.snapshot.SHA)
	}
	for _, c := range m.Chunks {
		if c.BlobID != s.files[c.Path] {
			l.t.Errorf("%s: %s shows blob %d, want %d", s.snapshot.SHA, c.Path, c.BlobID, s.files[c.Path])
			continue
		}
		for i, term := range m.Terms {
			for field, want := range l.terms[c.BlobID][c.Ord][term.Word] {
				if got := int(c.Counts[i][field]); got != want {
					l.t.Errorf("%s: %q stands %d times in field %d of %s, want %d", s.snapshot.SHA, term.Word, got, field, c.Path, want)
				}
			}
		}
	}
}

func TestCommonWordDoesNotSelect(t *testing.T) {
	t.Parallel()
	l := &library{newPublisher(t), rand.New(rand.NewPCG(3, 4)), map[int][]code.Terms{}}
	s := l.next(l.next(state{}, "a", false), "b", false)
	query := []code.QueryTerm{{Word: "get", Weight: 1}, {Word: "rare", Weight: 1}}
	m, err := store.Search(t.Context(), l.pool, s.snapshot, store.Lexical{Keep: 1000, Visit: 1, Words: 10}, query)
	if err != nil {
		t.Fatal(err)
	}
	rare := slices.IndexFunc(m.Terms, func(t code.MatchedTerm) bool { return t.Word == "rare" })
	if rare < 0 || len(m.Terms) != 2 || len(m.Chunks) == 0 {
		t.Fatalf("terms %v, %d chunks: the draw holds no rare word", m.Terms, len(m.Chunks))
	}
	for _, c := range m.Chunks {
		if c.Counts[rare] == (code.FieldCounts{}) {
			t.Errorf("%s:%d was selected by a common word", c.Path, c.StartLine)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	p := newPublisher(t)
	ctx := t.Context()
	first := p.publish("a", false, 0, "a.go", p.blob(strings.Repeat("0", 40)))
	s := p.publish("b", false, first.State, "b.go", p.blob(strings.Repeat("1", 40)))
	cards, err := store.CardsWithout(ctx, p.pool, 1, "e", 10)
	if err != nil || len(cards) != 2 {
		t.Fatalf("cards %v, %v; want two", cards, err)
	}
	vectors := [][]float32{{1, 0}, {0.6, 0.8}}
	if err := store.SaveVectors(ctx, p.pool, 1, "e", cards, vectors); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name     string
		snapshot code.Snapshot
		embedder string
		want     []string
	}{
		{"both, the nearest first", s, "e", []string{"a.go", "b.go"}},
		{"only what the snapshot shows", first, "e", []string{"a.go"}},
		{"another embedder's vectors never", s, "other", nil},
	} {
		hits, err := store.Nearest(ctx, p.pool, tc.snapshot, tc.embedder, []float32{1, 0.1}, 5)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, h.Path)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// TestCardCounter: while vectors are missing each question counts anew; once
// all are there the count is remembered, by snapshot and embedder.
func TestCardCounter(t *testing.T) {
	t.Parallel()
	p := newPublisher(t)
	ctx := t.Context()
	s := p.publish("a", false, 0, "a.go", p.blob(strings.Repeat("0", 40)))
	var counter store.CardCounter
	want := func(embedder string, cards, embedded int) {
		t.Helper()
		if c, e, err := counter.Count(ctx, p.pool, s, embedder); err != nil || c != cards || e != embedded {
			t.Errorf("%d cards, %d embedded, %v; want %d, %d", c, e, err, cards, embedded)
		}
	}
	want("e", 1, 0)
	cards, err := store.CardsWithout(ctx, p.pool, 1, "e", 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SaveVectors(ctx, p.pool, 1, "e", cards, [][]float32{{1, 0}}); err != nil {
		t.Fatal(err)
	}
	want("e", 1, 1)
	want("other", 1, 0)
	if _, err := p.pool.Exec(ctx, "DELETE FROM card_of WHERE repo_id = 1"); err != nil {
		t.Fatal(err)
	}
	want("e", 1, 1) // not counted again
	want("other", 0, 0)
}
