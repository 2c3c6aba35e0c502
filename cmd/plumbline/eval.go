package main

import (
	"cmp"
	"context"
	"encoding/json"
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
	ablate, learn := f.Bool("ablate", false, ""), f.String("learn", "", "")
	chart := f.String("chart", "", "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 || *set == "" {
		return usageError{"give --set FILE.jsonl"}
	}
	rows, err := readSets(*set)
	if err != nil {
		return err
	}
	rows = sample(rows, *limit)
	a, err := openApp(ctx, e)
	if err != nil {
		return err
	}
	defer a.Close()
	variants := retrieve.Ablation()
	if !*ablate {
		variants = variants[:2] // the whole, and the floor
	}
	m := newMeasuring(a, *repos, variants)
	if !*noVectors {
		if err := a.openEmbedder(); err != nil {
			return err
		}
	}
	if m.embedder == nil { // nothing to compare
		m.variants = slices.DeleteFunc(m.variants, func(v retrieve.Variant) bool { return v.Options.Alpha == 0 })
	}
	if *learn != "" {
		m, err = m.learn(ctx, rows, *learn)
	} else {
		err = m.run(ctx, rows)
	}
	if err != nil {
		return err
	}
	report := m.report(filepath.Base(*set))
	if *chart != "" {
		if err := saveChart(*chart, report); err != nil {
			return err
		}
	}
	return printEval(e, report, *asJSON)
}

// readSets reads sets whose names are joined by commas.
func readSets(names string) (rows []eval.Row, err error) {
	for _, name := range strings.Split(names, ",") {
		more, err := readSet(name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
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
	rows     []eval.Row // those that were measured
	// examples are what is learnt from, where something is to be.
	examples []eval.Example
	learning bool
	// models are the re-rankers by repository, in place of the variants' own.
	models map[string]retrieve.Model
	ranks  [][]eval.Ranks // by variant, then row
}

func newMeasuring(a *app, repos string, variants []retrieve.Variant) *measuring {
	return &measuring{app: a, repos: repos, variants: variants, ranks: make([][]eval.Ranks, len(variants))}
}

// options are a variant's; the first has the model of its repository.
func (m *measuring) options(v retrieve.Variant, repo string, variant int) retrieve.Options {
	if model, ok := m.models[repo]; ok && variant == 0 {
		v.Options.Model = model
	}
	return v.Options
}

// learn teaches the re-ranker: for each repository from the others' rows, with
// which its own are measured, and from all rows, which is written to a file.
// What the rows say nothing of stays as it is there. Candidates are looked at
// with and without vectors, so that the weights serve both.
func (m *measuring) learn(ctx context.Context, rows []eval.Row, file string) (*measuring, error) {
	without := retrieve.DefaultOptions
	without.Beta = 0
	sight := newMeasuring(m.app, m.repos, []retrieve.Variant{{Name: "with vectors", Options: retrieve.DefaultOptions}, {Name: "without", Options: without}})
	if m.embedder == nil {
		sight.variants = sight.variants[1:]
	}
	sight.learning = true
	if err := sight.run(ctx, rows); err != nil {
		return nil, err
	}
	plain := retrieve.DefaultOptions
	plain.Model = retrieve.Model{}
	out := newMeasuring(m.app, m.repos, []retrieve.Variant{{Name: "learnt without the repository", Options: plain}, {Name: "not re-ranked", Options: plain}})
	if m.embedder != nil {
		out.variants = append(out.variants, retrieve.Variant{Name: "not re-ranked, without vectors", Options: without})
		out.variants[2].Options.Model = retrieve.Model{}
		out.ranks = append(out.ranks, nil)
	}
	out.models = map[string]retrieve.Model{}
	for _, row := range rows {
		if _, ok := out.models[row.Repo]; !ok {
			out.models[row.Repo] = eval.LearnModel(retrieve.Model{}, sight.examples, row.Repo)
		}
	}
	if err := out.run(ctx, rows); err != nil {
		return nil, err
	}
	model, err := json.MarshalIndent(eval.LearnModel(retrieve.DefaultOptions.Model, sight.examples, ""), "", "  ")
	if err != nil {
		return nil, err
	}
	return out, os.WriteFile(file, append(model, '\n'), 0o644)
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
		retriever.Options = m.options(v, row.Repo, i)
		found, err := retriever.Retrieve(ctx, res.Snapshot, row.Query)
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		if m.learning {
			m.examples = append(m.examples, eval.NewExample(row, found.Ranked))
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
