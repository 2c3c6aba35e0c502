package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/eval"
	"github.com/plumbline/plumbline/internal/gitrepo"
	"github.com/plumbline/plumbline/internal/index"
	"github.com/plumbline/plumbline/internal/retrieve"
	"github.com/plumbline/plumbline/internal/store"
)

func runEval(ctx context.Context, e *env, args []string) error {
	if len(args) > 0 && args[0] == "edges" {
		return runEvalEdges(ctx, e, args[1:])
	}
	f := newFlags("eval")
	set, repos := f.String("set", "", ""), f.String("repos", orElse(e.getenv("EVAL_REPOS"), "../.mirror"), "")
	asJSON, noVectors, limit := f.Bool("json", false, ""), f.Bool("no-vectors", false, ""), f.Int("limit", 0, "")
	ablate := f.Bool("ablate", false, "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 || *set == "" {
		return usageError{"give --set FILE.jsonl"}
	}
	rows, err := readSet(*set)
	if err != nil {
		return err
	}
	a, err := openApp(ctx, e)
	if err != nil {
		return err
	}
	defer a.Close()
	variants := retrieve.Ablation()
	if !*ablate {
		variants = variants[:2] // the whole, and the floor
	}
	m := &measuring{app: a, repos: *repos, variants: variants, ranks: make([][]eval.Ranks, len(variants))}
	if !*noVectors {
		if err := a.openEmbedder(); err != nil {
			return err
		}
	}
	if m.embedder == nil { // nothing to compare
		m.variants = slices.DeleteFunc(m.variants, func(v retrieve.Variant) bool { return v.Options.Alpha == 0 })
	}
	if err := m.run(ctx, sample(rows, *limit)); err != nil {
		return err
	}
	return printEval(e, m.report(filepath.Base(*set)), *asJSON)
}

func readSet(name string) ([]eval.Row, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := eval.ReadSet(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rows, nil
}

// sample takes n rows spread over the set; all for 0.
func sample(rows []eval.Row, n int) []eval.Row {
	if n <= 0 || n >= len(rows) {
		return rows
	}
	out := make([]eval.Row, n)
	for i := range out {
		out[i] = rows[i*len(rows)/n]
	}
	return out
}

// measuring is one run over a set: each row is asked of each variant.
type measuring struct {
	*app
	repos    string
	missing  int
	variants []retrieve.Variant
	rows     []eval.Row     // those that were measured
	ranks    [][]eval.Ranks // by variant, then row
}

// run retrieves for every row, repository by repository; the trunk follows
// the commits in the order of their time, so that each costs its difference.
func (m *measuring) run(ctx context.Context, rows []eval.Row) error {
	byRepo := map[string][]eval.Row{}
	for _, r := range rows {
		byRepo[r.Repo] = append(byRepo[r.Repo], r)
	}
	p := newProgress(m.env.stderr)
	defer p.done()
	done := 0
	for _, name := range eval.Groups(byRepo) {
		if len(byRepo[name]) == 0 {
			continue
		}
		r, err := m.clone(ctx, name)
		if err != nil {
			fmt.Fprintf(m.env.stderr, "plumbline: %d rows of %s are left out: %v\n", len(byRepo[name]), name, err)
			m.missing += len(byRepo[name])
			continue
		}
		for _, row := range inTime(ctx, r, byRepo[name]) {
			if err := m.row(ctx, r, row); err != nil {
				return fmt.Errorf("%s: %w", row.ID, err)
			}
			done++
			p.step("rows", done, len(rows))
		}
	}
	return nil
}

func (m *measuring) clone(ctx context.Context, name string) (*localRepo, error) {
	folder := filepath.Join(m.repos, strings.ReplaceAll(name, "/", "+"), "repo")
	if _, err := os.Stat(folder); err != nil {
		return nil, err
	}
	return m.openRepo(ctx, folder)
}

// inTime sorts rows by their commits' time.
func inTime(ctx context.Context, r *localRepo, rows []eval.Row) []eval.Row {
	times := map[string]int64{}
	for _, row := range rows {
		times[row.SHA] = r.git.CommitTime(ctx, row.SHA)
	}
	slices.SortStableFunc(rows, func(a, b eval.Row) int {
		return cmp.Or(cmp.Compare(times[a.SHA], times[b.SHA]), cmp.Compare(a.SHA, b.SHA))
	})
	return rows
}

func (m *measuring) row(ctx context.Context, r *localRepo, row eval.Row) error {
	sha, err := r.git.Resolve(ctx, row.SHA)
	if errors.Is(err, gitrepo.ErrUnknownRevision) {
		m.missing++
		return nil
	}
	if err != nil {
		return err
	}
	res, err := m.indexer.Index(ctx, index.Request{Repo: r.id, Git: r.git, SHA: sha, Trunk: true})
	if err != nil {
		return err
	}
	if m.embedder != nil {
		if err := m.embedCards(ctx, res.Snapshot, nil); err != nil {
			return err
		}
	}
	reader := &remembering{Reader: store.Reader{DB: m.pool, Lexical: store.DefaultLexical}}
	retriever := &retrieve.Retriever{Lexical: reader, Graph: reader, Text: store.Text{DB: m.pool, Blobs: r.git}}
	if m.embedder != nil {
		reader.dense = dense{m.app}
		retriever.Dense = reader
	}
	m.rows = append(m.rows, row)
	for i, v := range m.variants {
		retriever.Options = v.Options
		found, err := retriever.Retrieve(ctx, res.Snapshot, row.Query)
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		m.ranks[i] = append(m.ranks[i], eval.Rank(row.Gold, piecesOf(found.Evidence)))
	}
	return nil
}

// remembering asks the database once what every variant asks of one row: the
// weights of terms differ, the words and what they match do not.
type remembering struct {
	store.Reader
	dense   retrieve.Dense
	words   *code.Matches
	meaning []code.ChunkHit
}

func (r *remembering) Search(ctx context.Context, s code.Snapshot, terms []code.QueryTerm) (code.Matches, error) {
	if r.words == nil {
		m, err := r.Reader.Search(ctx, s, terms)
		if err != nil {
			return m, err
		}
		r.words = &m
	}
	weights := map[string]float64{}
	for _, t := range terms {
		weights[t.Word] = t.Weight
	}
	m := *r.words
	m.Terms = slices.Clone(m.Terms)
	for i, t := range m.Terms {
		m.Terms[i].Weight = weights[t.Word]
	}
	return m, nil
}

func (r *remembering) Nearest(ctx context.Context, s code.Snapshot, question string, limit int) ([]code.ChunkHit, error) {
	if r.meaning == nil {
		hits, err := r.dense.Nearest(ctx, s, question, limit)
		if err != nil {
			return nil, err
		}
		r.meaning = hits
	}
	return r.meaning, nil
}

func piecesOf(evidence []code.Evidence) []eval.Piece {
	out := make([]eval.Piece, len(evidence))
	for i, e := range evidence {
		out[i] = eval.Piece{Path: e.Path, StartLine: e.StartLine, EndLine: e.EndLine}
	}
	return out
}
