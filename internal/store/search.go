package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// BM25 are the parameters of lexical search (Robertson and Zaragoza, "The
// Probabilistic Relevance Framework: BM25 and Beyond", 2009).
type BM25 struct {
	K1, B float64
	// Name, Signature and Prose are what a term's presence in that field
	// counts for, in occurrences in the body; Path likewise.
	Name, Signature, Prose, Path float64
	// Keep is how many chunks of the first phase are scored exactly.
	Keep int
}

// DefaultBM25 are parameters that serve code.
var DefaultBM25 = BM25{K1: 1.2, B: 0.6, Name: 2, Signature: 1, Prose: 0.5, Path: 1, Keep: 1000}

// commonShare is the share of chunks from which on a word does not select
// candidates, as long as a rarer one does.
const commonShare = 0.15

// weighted is a query term with its inverse document frequency.
type weighted struct {
	word   string
	idf    float64
	common bool
}

// Search finds the chunks of a snapshot that match the terms best, by BM25.
func Search(ctx context.Context, db DB, s code.Snapshot, p BM25, terms []code.QueryTerm, limit int) ([]code.ChunkHit, error) {
	words, err := weigh(ctx, db, s, terms)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	average := float64(s.Terms) / math.Max(1, float64(s.Chunks))
	rows, err := db.Query(ctx, searchSQL(s, p, words, average), limit)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return pgx.CollectRows(rows, scanHit)
}

// weigh looks up the terms' document frequencies and leaves out those that no
// chunk holds.
func weigh(ctx context.Context, db DB, s code.Snapshot, terms []code.QueryTerm) ([]weighted, error) {
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.Word
	}
	rows, err := db.Query(ctx, "SELECT term, df FROM term WHERE repo_id = $1 AND term = ANY($2)", s.Repo, names)
	if err != nil {
		return nil, err
	}
	frequency := map[string]int{}
	var word string
	var df int
	if _, err := pgx.ForEachRow(rows, []any{&word, &df}, func() error { frequency[word] = df; return nil }); err != nil {
		return nil, err
	}
	n := float64(max(s.Chunks, 1))
	var out []weighted
	for _, t := range terms {
		df := float64(frequency[t.Word])
		if df == 0 && s.Head {
			continue
		}
		idf := math.Log(1 + (n-df+0.5)/(df+0.5))
		out = append(out, weighted{t.Word, math.Max(idf, 0.01) * t.Weight, df > commonShare*n})
	}
	if !slices.ContainsFunc(out, func(w weighted) bool { return !w.common }) {
		for i := range out {
			out[i].common = false
		}
	}
	return out, nil
}

// searchSQL writes the two phases: candidates that hold a rarer word, ordered
// by the inverse frequencies of the words present; then BM25 on the best.
func searchSQL(s code.Snapshot, p BM25, words []weighted, average float64) string {
	var selects, rough, exact []string
	for _, w := range words {
		q := tsquery(w.word, "")
		if !w.common {
			selects = append(selects, lexeme(w.word))
		}
		rough = append(rough, fmt.Sprintf("CASE WHEN c.tsv @@ %s THEN %g ELSE 0 END", q, w.idf))
		exact = append(exact, exactScore(p, w, average))
	}
	return fmt.Sprintf(`
		WITH candidates AS MATERIALIZED ( -- phase one: which words are there
			SELECT f.path_id, f.prefix, f.test, c.blob_id, c.ord, c.start_line, c.end_line, c.symbol, c.len, c.tsv,
				%[1]s AS rough
			FROM chunk_%[2]s c JOIN file f ON f.blob_id = c.blob_id AND %[3]s
			WHERE c.tsv @@ %[4]s
			ORDER BY rough DESC, c.blob_id, c.ord LIMIT %[5]d),
		scored AS ( -- phase two: how often, and how long the chunk is
			SELECT c.*, p.path, %[6]s AS score
			FROM candidates c JOIN path p ON p.repo_id = %[7]d AND p.path_id = c.path_id
			ORDER BY score DESC, p.path COLLATE "C", c.ord LIMIT $1)
		SELECT c.path_id, c.blob_id, c.ord, c.path, c.start_line, c.end_line, c.prefix, coalesce(y.local, ''), coalesce(y.kind, 'module'),
			c.test OR coalesce(y.test, false), c.score
		FROM scored c LEFT JOIN symbol y ON y.repo_id = %[7]d AND y.blob_id = c.blob_id AND y.ord = c.symbol
		ORDER BY c.score DESC, c.path COLLATE "C", c.ord`,
		strings.Join(rough, " + "), partition(s.Repo), VisibleFile(s, "f"),
		quote(strings.Join(selects, " | "))+"::tsquery", p.Keep, strings.Join(exact, " + "), s.Repo)
}

// exactScore is one word's part of the BM25 sum. The word's frequency is read
// back from ts_rank: with equal weights and no normalisation it is the sum of
// 1/k² up to the frequency, over 1.64493406685 (calc_rank_or in PostgreSQL's
// tsrank.c).
func exactScore(p BM25, w weighted, average float64) string {
	tf := fmt.Sprintf("width_bucket(ts_rank('{1,1,1,1}', c.tsv, %s, 0) * 1.64493406685, %s)", tsquery(w.word, ""), frequencySteps)
	for _, f := range []struct {
		label string
		bonus float64
	}{{"A", p.Name}, {"B", p.Signature}, {"C", p.Prose}} {
		if f.bonus != 0 {
			tf += fmt.Sprintf(" + CASE WHEN c.tsv @@ %s THEN %g ELSE 0 END", tsquery(w.word, f.label), f.bonus)
		}
	}
	if p.Path != 0 {
		tf += fmt.Sprintf(" + CASE WHEN p.tsv @@ %s THEN %g ELSE 0 END", tsquery(w.word, ""), p.Path)
	}
	return fmt.Sprintf("(SELECT %g * t.f * %g / (t.f + %g * (%g + %g * c.len / %g)) FROM (SELECT (%s)::float8 AS f) t)",
		w.idf, p.K1+1, p.K1, 1-p.B, p.B, math.Max(average, 1), tf)
}

// frequencySteps are the midpoints between the sums of 1/k², as an array.
var frequencySteps = func() string {
	var steps []string
	sum := 0.0
	for k := 1; k <= 80; k++ {
		term := 1 / float64(k*k)
		steps = append(steps, fmt.Sprintf("%.9f", sum+term/2))
		sum += term
	}
	return "'{" + strings.Join(steps, ",") + "}'::float8[]"
}()

// lexeme quotes a word for a tsquery.
func lexeme(word string) string {
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(word) + "'"
}

// tsquery is a query of one word, in the fields of a label or in any.
func tsquery(word, label string) string {
	q := lexeme(word)
	if label != "" {
		q += ":" + label
	}
	return quote(q) + "::tsquery"
}

// quote writes a string constant. Standard-conforming strings are the
// server's default, so that a backslash stands for itself.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func scanHit(row pgx.CollectableRow) (code.ChunkHit, error) {
	var h code.ChunkHit
	var prefix string
	err := row.Scan(&h.PathID, &h.BlobID, &h.Ord, &h.Path, &h.StartLine, &h.EndLine, &prefix, &h.Local, &h.Kind, &h.Test, &h.Score)
	h.Qualified = code.Qualify(prefix, h.Local)
	return h, err
}
