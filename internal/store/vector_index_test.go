package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/store"
)

// TestIndexVectors: from so many vectors on, the nearest are found by an HNSW,
// and are nearly those that the exact scan finds.
func TestIndexVectors(t *testing.T) {
	t.Parallel()
	const vectors, elements, limit = 4000, 32, 50
	p := newPublisher(t)
	ctx := t.Context()
	s := p.publishCards(vectors)
	cards, err := store.CardsWithout(ctx, p.pool, 1, "it's", vectors)
	if err != nil || len(cards) != vectors {
		t.Fatalf("%d cards, %v; want %d", len(cards), err, vectors)
	}
	random := rand.New(rand.NewPCG(5, 6))
	if err := store.SaveVectors(ctx, p.pool, 1, "it's", cards, randomVectors(random, vectors, elements)); err != nil {
		t.Fatal(err)
	}
	questions := randomVectors(random, 10, elements)
	index := func(from int) {
		t.Helper()
		if err := store.IndexVectors(ctx, p.pool, 1, "it's", elements, from); err != nil {
			t.Fatal(err)
		}
	}
	index(vectors + 1)
	exact := p.nearestLines(s, questions, limit)
	if n := p.hnswScans(); n != -1 {
		t.Fatalf("an HNSW is there below the threshold, walked %d times", n)
	}
	index(vectors)
	index(vectors) // a second time changes nothing
	walked := p.nearestLines(s, questions, limit)
	if n := p.hnswScans(); n != len(questions) {
		t.Errorf("the HNSW was walked %d times for %d questions", n, len(questions))
	}
	same := 0
	for line := range exact {
		if walked[line] {
			same++
		}
	}
	if len(exact) != len(questions)*limit || same*100 < len(exact)*95 {
		t.Errorf("%d of the %d nearest found by the HNSW", same, len(exact))
	}
}

// publishCards publishes a file of n functions of one line, each with a card.
func (p publisher) publishCards(n int) code.Snapshot {
	p.t.Helper()
	facts := &code.Facts{Dialect: "go", Lines: n, Symbols: []code.Symbol{{Kind: code.Module, Parent: -1, Span: lines(1, n)}}}
	row := code.FileRow{Path: "many.go"}
	terms := make([]code.Terms, n)
	for i := range n {
		name := fmt.Sprintf("f%d", i)
		facts.Symbols = append(facts.Symbols, code.Symbol{Local: name, Name: name, Kind: code.Function, Span: lines(i+1, i+1)})
		facts.Chunks = append(facts.Chunks, code.Chunk{StartLine: i + 1, EndLine: i + 1, Symbol: i + 1})
		row.Cards = append(row.Cards, "card of "+name)
		terms[i] = code.Terms{"f": {1}}
	}
	key := code.BlobKey{Hash: strings.Repeat("0", 40), Dialect: "go"}
	ids, err := store.SaveBlobs(p.t.Context(), p.pool, 1, "1", []code.BlobFacts{{Key: key, Facts: facts, Terms: terms}})
	if err != nil {
		p.t.Fatal(err)
	}
	row.BlobID = ids[key]
	s, err := store.Publish(p.t.Context(), p.pool, code.Publication{Repo: 1, SHA: "a", Version: "1", Files: []code.FileRow{row}})
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

func lines(from, to int) code.Span {
	return code.Span{Start: code.Pos{Line: from}, End: code.Pos{Line: to}}
}

func randomVectors(random *rand.Rand, n, elements int) [][]float32 {
	vectors := make([][]float32, n)
	for i := range vectors {
		for range elements {
			vectors[i] = append(vectors[i], float32(random.NormFloat64()))
		}
	}
	return vectors
}

// nearestLines are the questions and the lines found for them.
func (p publisher) nearestLines(s code.Snapshot, questions [][]float32, limit int) map[[2]int]bool {
	p.t.Helper()
	found := map[[2]int]bool{}
	for i, q := range questions {
		hits, err := store.Nearest(p.t.Context(), p.pool, s, "it's", q, limit)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, h := range hits {
			found[[2]int{i, h.StartLine}] = true
		}
	}
	return found
}

// hnswScans is how often an HNSW was walked, -1 if there is none.
func (p publisher) hnswScans() (n int) {
	p.t.Helper()
	for _, c := range p.pool.AcquireAllIdle(p.t.Context()) { // statistics are each connection's until it sends them
		if _, err := c.Exec(p.t.Context(), "SELECT pg_stat_force_next_flush()"); err != nil {
			p.t.Fatal(err)
		}
		c.Release()
	}
	err := p.pool.QueryRow(p.t.Context(), `SELECT coalesce(sum(u.idx_scan), -1) FROM pg_stat_user_indexes u
		JOIN pg_class c ON c.oid = u.indexrelid JOIN pg_am m ON m.oid = c.relam WHERE m.amname = 'hnsw'`).Scan(&n)
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}
