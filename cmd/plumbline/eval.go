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
	"github.com/plumbline/plumbline/internal/index"
)

// evalReport is what `plumbline eval --json` prints.
type evalReport struct {
	Set     string                 `json:"set"`
	Missing int                    `json:"missing"` // rows whose repository or commit is not there
	Kinds   map[string]eval.Report `json:"kinds"`
	Repos   map[string]eval.Report `json:"repositories"`
}

func runEval(ctx context.Context, e *env, args []string) error {
	f := newFlags("eval")
	set, repos := f.String("set", "", ""), f.String("repos", orElse(e.getenv("EVAL_REPOS"), "../.mirror"), "")
	asJSON, noVectors, limit := f.Bool("json", false, ""), f.Bool("no-vectors", false, ""), f.Int("limit", 0, "")
	if rest, err := parse(f, args); err != nil || len(rest) > 0 || *set == "" {
		return usageError{"give --set FILE.jsonl"}
	}
	file, err := os.Open(*set)
	if err != nil {
		return err
	}
	defer file.Close()
	rows, err := eval.ReadSet(file)
	if err != nil {
		return fmt.Errorf("%s: %w", *set, err)
	}
	a, err := openApp(ctx, e)
	if err != nil {
		return err
	}
	defer a.Close()
	m := &measuring{app: a, repos: *repos, vectors: !*noVectors, ranks: map[string]map[string][]eval.Ranks{"kind": {}, "repo": {}}}
	if m.vectors {
		if err := a.openEmbedder(); err != nil {
			return err
		}
	}
	if err := m.run(ctx, sample(rows, *limit)); err != nil {
		return err
	}
	return printEval(e, m.report(filepath.Base(*set)), *asJSON)
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

// measuring is one run over a set.
type measuring struct {
	*app
	repos   string
	vectors bool
	missing int
	ranks   map[string]map[string][]eval.Ranks // by grouping, then group
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
	if err != nil {
		m.missing++
		return nil
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
	ans, err := m.ask(ctx, r.git, res.Snapshot, row.Query, "", true)
	if err != nil {
		return err
	}
	ranks := eval.Rank(row.Gold, piecesOf(ans.Evidence))
	for grouping, group := range map[string]string{"kind": row.Kind, "repo": row.Repo} {
		m.ranks[grouping][group] = append(m.ranks[grouping][group], ranks)
		m.ranks[grouping]["all"] = append(m.ranks[grouping]["all"], ranks)
	}
	return nil
}

func piecesOf(evidence []code.Evidence) []eval.Piece {
	out := make([]eval.Piece, len(evidence))
	for i, e := range evidence {
		out[i] = eval.Piece{Path: e.Path, StartLine: e.StartLine, EndLine: e.EndLine}
	}
	return out
}

func (m *measuring) report(set string) evalReport {
	out := evalReport{Set: set, Missing: m.missing, Kinds: map[string]eval.Report{}, Repos: map[string]eval.Report{}}
	for kind, ranks := range m.ranks["kind"] {
		out.Kinds[kind] = eval.Summarise(ranks)
	}
	for repo, ranks := range m.ranks["repo"] {
		out.Repos[repo] = eval.Summarise(ranks)
	}
	return out
}

func printEval(e *env, r evalReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(e.stdout).Encode(r)
	}
	if len(r.Kinds) == 0 {
		return errors.New("no row could be measured: set EVAL_REPOS to a folder of clones (OWNER+NAME/repo)")
	}
	fmt.Fprintf(e.stdout, "%s (%d rows left out)\n", r.Set, r.Missing)
	for _, groups := range []map[string]eval.Report{r.Kinds, r.Repos} {
		for _, name := range eval.Groups(groups) {
			for _, what := range []struct {
				name string
				f    eval.Figures
			}{{"spans", groups[name].Spans}, {"files", groups[name].Files}} {
				fmt.Fprintf(e.stdout, "%-24s %-6s n=%-4d", name, what.name, what.f.Rows)
				for _, k := range eval.Cuts {
					hit := what.f.Hit[k]
					fmt.Fprintf(e.stdout, "  @%d %.3f [%.2f–%.2f] recall %.3f", k, hit.Value, hit.Low, hit.High, what.f.Recall[k].Value)
				}
				fmt.Fprintf(e.stdout, "  mrr %.3f\n", what.f.MRR.Value)
			}
		}
	}
	return nil
}
