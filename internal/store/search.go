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
	rows, err := db.Query(ctx, searchSQL(s, p, m.Terms, selecting(df, p.Visit)))
	if err != nil {
		return m, fmt.Errorf("search: %w", err)
	}
	m.Chunks, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (code.Match, error) { return scanMatch(row, m.Terms) })
	return m, err
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

// searchSQL writes the query: candidates that hold a selecting word, ordered
// by the inverse frequencies of the words present.
func searchSQL(s code.Snapshot, p Lexical, terms []code.MatchedTerm, selects []bool) string {
	var any, rough []string
	for i, t := range terms {
		if selects[i] {
			any = append(any, lexeme(t.Word))
		}
		rough = append(rough, fmt.Sprintf("CASE WHEN c.tsv @@ %s THEN %g::float8 ELSE 0 END", quote(lexeme(t.Word))+"::tsquery", t.Weight*t.IDF))
	}
	if len(terms) == 1 {
		// The words present tell nothing apart: how often it stands there,
		// by the logarithm of the length, does.
		rough = []string{fmt.Sprintf("ts_rank(c.tsv, %s::tsquery, 1)::float8", quote(lexeme(terms[0].Word)))}
	}
	return fmt.Sprintf(`
		WITH found AS MATERIALIZED ( -- chunks of any snapshot, through the index; narrow, since there may be many
			SELECT c.blob_id, c.ord, %[1]s AS rough FROM chunk_%[2]s c WHERE c.tsv @@ %[3]s),
		best AS MATERIALIZED ( -- those of this one
			SELECT f.path_id, f.prefix, f.test, c.* FROM found c JOIN file f ON f.blob_id = c.blob_id AND %[4]s
			ORDER BY c.rough DESC, f.path_id, c.ord LIMIT %[5]d)
		SELECT b.path_id, b.blob_id, b.ord, p.path, c.start_line, c.end_line, b.prefix, coalesce(y.local, ''), coalesce(y.kind, 'module'),
			b.test OR coalesce(y.test, false), b.rough, c.len, c.tsv
		FROM best b JOIN chunk_%[2]s c ON c.blob_id = b.blob_id AND c.ord = b.ord
		JOIN path p ON p.repo_id = %[6]d AND p.path_id = b.path_id
		LEFT JOIN symbol y ON y.repo_id = %[6]d AND y.blob_id = b.blob_id AND y.ord = c.symbol
		ORDER BY b.rough DESC, p.path COLLATE "C", b.ord`,
		strings.Join(rough, " + "), partition(s.Repo), quote(strings.Join(any, " | "))+"::tsquery", VisibleFile(s, "f"), p.Keep, s.Repo)
}

// lexeme quotes a word for a tsquery.
func lexeme(word string) string {
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(word) + "'"
}

// quote writes a string constant. Standard-conforming strings are the
// server's default, so that a backslash stands for itself.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func scanMatch(row pgx.CollectableRow, terms []code.MatchedTerm) (code.Match, error) {
	var m code.Match
	var prefix string
	// The vector, the last column, is read as it came.
	if err := row.Scan(append(hitTargets(&m.ChunkHit, &prefix), &m.Len, nil)...); err != nil {
		return m, err
	}
	m.Qualified = code.Qualify(prefix, m.Local)
	raw := row.RawValues()
	var err error
	m.Counts, err = countTerms(raw[len(raw)-1], terms)
	return m, err
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
