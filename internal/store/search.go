package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// Lexical bounds what a search by words costs.
type Lexical struct {
	// Keep is how many chunks are returned for exact scoring.
	Keep int
	// Visit is how many chunks a search looks at, by the sum of the document
	// frequencies of the words that select them: the rarest words first, so
	// that a common word never selects by itself beside rarer ones.
	Visit int
	// Words is how many terms are searched for: those that weigh the most.
	Words int
}

// DefaultLexical keeps a search near 30 ms in a repository of 100,000 chunks.
var DefaultLexical = Lexical{Keep: 1000, Visit: 12000, Words: 40}

// Search finds the chunks of a snapshot that hold the terms: the candidates
// that the rarest terms select, the best Keep of them by the sum of the
// inverse document frequencies of the terms present. It counts exactly; who
// asks makes a score of the counts.
func Search(ctx context.Context, db DB, s code.Snapshot, p Lexical, terms []code.QueryTerm) (code.Matches, error) {
	frequency, err := documentFrequencies(ctx, db, s, terms)
	if err != nil {
		return code.Matches{}, fmt.Errorf("document frequencies: %w", err)
	}
	m := code.Matches{Average: float64(s.Terms) / math.Max(1, float64(s.Chunks))}
	for _, t := range terms {
		if n := frequency[t.Word]; n > 0 {
			m.Terms = append(m.Terms, code.MatchedTerm{QueryTerm: t, IDF: inverse(n, s.Chunks)})
		}
	}
	if len(m.Terms) == 0 {
		return m, nil
	}
	m.Terms = heaviest(m.Terms, p.Words)
	df := make([]int, len(m.Terms))
	for i, t := range m.Terms {
		df[i] = frequency[t.Word]
	}
	words, err := readPostings(ctx, db, s.Repo, m.Terms)
	if err != nil {
		return m, fmt.Errorf("postings: %w", err)
	}
	found, err := gather(words, m.Terms, selecting(df, p.Visit))
	if err != nil {
		return m, err
	}
	best, err := found.best(ctx, db, s, p.Keep)
	if err != nil {
		return m, fmt.Errorf("search: %w", err)
	}
	if m.Chunks, err = found.describe(ctx, db, s, best); err != nil {
		return m, fmt.Errorf("chunks found: %w", err)
	}
	return m, found.count(words, best, m.Chunks)
}

// heaviest are the n terms of the largest weight times inverse frequency, in
// their order.
func heaviest(terms []code.MatchedTerm, n int) []code.MatchedTerm {
	if len(terms) <= n {
		return terms
	}
	weight := func(t code.MatchedTerm) float64 { return t.Weight * t.IDF }
	order := slices.Clone(terms)
	slices.SortStableFunc(order, func(a, b code.MatchedTerm) int { return cmp.Compare(weight(b), weight(a)) })
	least := weight(order[n-1])
	var out []code.MatchedTerm
	for _, t := range terms {
		if weight(t) >= least && len(out) < n {
			out = append(out, t)
		}
	}
	return out
}

// inverse is the inverse document frequency of a word in df of n chunks, as
// BM25 has it, never negative (Robertson and Zaragoza, 2009; Lucene's form).
func inverse(df, n int) float64 {
	return math.Log(1 + (math.Max(float64(n-df), 0)+0.5)/(float64(df)+0.5))
}

// selecting marks the rarest words whose frequencies add up to at most visit;
// the rarest of all in any case.
func selecting(df []int, visit int) []bool {
	order := make([]int, len(df))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return df[a] - df[b] })
	out := make([]bool, len(df))
	for n, i := range order {
		if visit -= df[i]; visit < 0 && n > 0 {
			break
		}
		out[i] = true
	}
	return out
}

// lexeme quotes a word for a tsquery.
func lexeme(word string) string {
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(word) + "'"
}

// hitTargets are what the columns of a hit are scanned into.
func hitTargets(h *code.ChunkHit, prefix *string) []any {
	return []any{&h.PathID, &h.BlobID, &h.Ord, &h.Path, &h.StartLine, &h.EndLine, prefix, &h.Local, &h.Kind, &h.Test, &h.Score}
}

func scanHit(row pgx.CollectableRow) (code.ChunkHit, error) {
	var h code.ChunkHit
	var prefix string
	err := row.Scan(hitTargets(&h, &prefix)...)
	h.Qualified = code.Qualify(prefix, h.Local)
	return h, err
}
