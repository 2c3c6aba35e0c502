package store

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// fresh is a temporary table of rows that are to stand for the rebound paths.
// It lives as long as its connection, since making one costs more than
// filling it.
func (p *publishing) fresh(table, columns string, names []string, rows [][]any) error {
	_, err := p.tx.Exec(p.ctx, fmt.Sprintf("CREATE TEMP TABLE IF NOT EXISTS %s (%s) ON COMMIT DELETE ROWS", table, columns))
	if err != nil {
		return err
	}
	if _, err := p.tx.CopyFrom(p.ctx, pgx.Identifier{table}, names, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	if len(rows) > 5000 {
		_, err = p.tx.Exec(p.ctx, "ANALYZE "+table)
	}
	return err
}

// closeMissing ends the trunk's open rows of rebound paths that are not among
// the fresh ones, and takes those that stay out of the fresh ones. same
// compares a row o with a fresh row n.
func (p *publishing) closeMissing(table, pathColumn, temp, same string) error {
	if p.pub.Overlay || p.pub.Rebuild || p.pub.Base == 0 {
		return nil
	}
	open := fmt.Sprintf("o.repo_id = $1 AND o.line_id = 0 AND o.valid_to = %d", forever)
	_, err := p.tx.Exec(p.ctx, fmt.Sprintf(`UPDATE %s o SET valid_to = $2 WHERE %s AND o.%s = ANY($3)
		AND NOT EXISTS (SELECT 1 FROM %s n WHERE %s)`, table, open, pathColumn, temp, same), p.pub.Repo, p.from, p.rebound())
	if err != nil {
		return err
	}
	_, err = p.tx.Exec(p.ctx, fmt.Sprintf(`DELETE FROM %s n USING %s o WHERE %s AND %s`, temp, table, open, same), p.pub.Repo)
	return err
}

var edgeColumns = []string{"line_id", "valid_from", "src_path", "src_sym", "dst_sym", "candidates", "type", "resolution", "name", "line", "col", "properties", "digest"}

const edgeTypes = `line_id int, valid_from int, src_path int, src_sym int, dst_sym int, candidates int[], type text,
	resolution text, name text, line int, col int, properties jsonb, digest bigint`

// writeEdges makes the edges of the rebound paths what their bindings say.
func (p *publishing) writeEdges() error {
	symbols, err := p.internSymbols()
	if err != nil {
		return err
	}
	var rows [][]any
	for _, b := range p.pub.Bindings {
		for _, l := range b.Links {
			if l.Resolution != code.External && l.Resolution != code.Unknown {
				rows = append(rows, p.edgeRow(b.Path, l, symbols))
			}
		}
	}
	if err := p.countEdges(); err != nil {
		return err
	}
	if p.pub.Base == 0 || p.pub.Rebuild || p.pub.Overlay {
		return p.copyEdges(rows)
	}
	if err := p.fresh("fresh_edge", edgeTypes, edgeColumns, rows); err != nil {
		return err
	}
	if err := p.closeMissing("edge", "src_path", "fresh_edge", "o.src_path = n.src_path AND o.digest = n.digest"); err != nil {
		return err
	}
	_, err = p.tx.Exec(p.ctx, `INSERT INTO edge (repo_id, line_id, valid_from, src_path, src_sym, dst_sym, candidates, type, resolution, name, line, col, properties, digest)
		SELECT $1, line_id, valid_from, src_path, src_sym, dst_sym, candidates, type, resolution, name, line, col, properties, digest FROM fresh_edge`, p.pub.Repo)
	return err
}

func (p *publishing) copyEdges(rows [][]any) error {
	for i := range rows {
		rows[i] = append(rows[i], p.pub.Repo)
	}
	_, err := p.tx.CopyFrom(p.ctx, pgx.Identifier{"edge"}, append(slices.Clone(edgeColumns), "repo_id"), pgx.CopyFromRows(rows))
	return err
}

func (p *publishing) edgeRow(path string, l code.Link, symbols map[code.SymbolRef]int) []any {
	var dst any
	if l.Resolution != code.Ambiguous {
		dst = symbols[l.Target]
	}
	var candidates []int
	for _, c := range l.Candidates {
		candidates = append(candidates, symbols[c])
	}
	src := symbols[l.Source(path)]
	props := properties(l.Properties)
	return []any{p.line, p.from, p.paths[path], src, dst, candidates, string(l.Type), string(l.Resolution),
		clean(l.Name), l.Pos.Line, l.Pos.Col, props, digest(src, dst, candidates, l, props)}
}

func digest(parts ...any) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%v", parts)
	return int64(h.Sum64())
}

// countEdges adds the new bindings' references, and takes away those that the
// base has at the rebound paths.
func (p *publishing) countEdges() error {
	for _, b := range p.pub.Bindings {
		for _, l := range b.Links {
			p.sum.coverage.Count(l.Resolution, 1)
		}
	}
	if p.base.ID == 0 {
		return nil
	}
	rows, err := p.tx.Query(p.ctx, `
		SELECT e.resolution, count(*) FROM edge e WHERE `+VisibleEdge(p.base, "e")+` AND e.src_path = ANY($1) GROUP BY 1
		UNION ALL
		SELECT u.resolution, sum(u.n) FROM unbound u WHERE `+VisibleOf(p.base, "u")+` AND u.path_id = ANY($1) GROUP BY 1`, p.rebound())
	if err != nil {
		return err
	}
	var resolution string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&resolution, &n}, func() error {
		p.sum.coverage.Count(code.Resolution(resolution), -n)
		return nil
	})
	return err
}

// internSymbols numbers every symbol that an edge names.
func (p *publishing) internSymbols() (map[code.SymbolRef]int, error) {
	wanted := map[code.SymbolRef]bool{}
	for _, b := range p.pub.Bindings {
		for _, l := range b.Links {
			wanted[l.Source(b.Path)] = true
			if l.Target.Path != "" {
				wanted[l.Target] = true
			}
			for _, c := range l.Candidates {
				wanted[c] = true
			}
		}
	}
	return internSymbols(p.ctx, p.tx, p.pub.Repo, p.paths, wanted)
}

func internSymbols(ctx context.Context, db DB, repo int64, paths map[string]int, wanted map[code.SymbolRef]bool) (map[code.SymbolRef]int, error) {
	type key struct {
		path  int
		local string
	}
	refs := map[key]code.SymbolRef{}
	keys := make([]key, 0, len(wanted))
	for ref := range wanted {
		k := key{paths[ref.Path], clean(ref.Local)}
		refs[k] = ref
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.local, b.local)) })
	ids, locals := make([]int, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		ids[i], locals[i] = k.path, k.local
	}
	rows, err := db.Query(ctx, `
		WITH wanted AS (SELECT * FROM unnest($2::int[], $3::text[]) AS w(path_id, local)),
		fresh AS (INSERT INTO symbol_key (repo_id, path_id, local) SELECT $1, path_id, local FROM wanted
			ON CONFLICT DO NOTHING RETURNING sym_id, path_id, local)
		SELECT sym_id, path_id, local FROM fresh
		UNION ALL
		SELECT s.sym_id, s.path_id, s.local FROM symbol_key s JOIN wanted w ON w.path_id = s.path_id AND w.local = s.local
		WHERE s.repo_id = $1`, repo, ids, locals)
	if err != nil {
		return nil, fmt.Errorf("symbols: %w", err)
	}
	out := make(map[code.SymbolRef]int, len(wanted))
	var id int
	var k key
	_, err = pgx.ForEachRow(rows, []any{&id, &k.path, &k.local}, func() error {
		out[refs[k]] = id
		return nil
	})
	return out, err
}

// writeUnbound makes the counts of unbound references what the bindings say.
func (p *publishing) writeUnbound() error {
	var rows [][]any
	for _, b := range p.pub.Bindings {
		type key struct{ resolution, name string }
		counts := map[key]int{}
		for _, l := range b.Links {
			if l.Resolution == code.External || l.Resolution == code.Unknown {
				counts[key{string(l.Resolution), clean(l.Name)}]++
			}
		}
		for k, n := range counts {
			rows = append(rows, []any{p.paths[b.Path], k.resolution, k.name, n})
		}
	}
	if err := p.fresh("fresh_unbound", "path_id int, resolution text, name text, n int", []string{"path_id", "resolution", "name", "n"}, rows); err != nil {
		return err
	}
	err := p.closeMissing("unbound", "path_id", "fresh_unbound",
		"o.path_id = n.path_id AND o.resolution = n.resolution AND o.name = n.name AND o.n = n.n")
	if err != nil {
		return err
	}
	_, err = p.tx.Exec(p.ctx, `INSERT INTO unbound (repo_id, line_id, valid_from, path_id, resolution, name, n)
		SELECT $1, $2, $3, path_id, resolution, name, n FROM fresh_unbound`, p.pub.Repo, p.line, p.from)
	return err
}

// writeQuestions makes the questions and provided keys of the rebound paths
// what their bindings say.
func (p *publishing) writeQuestions() error {
	for _, t := range []struct {
		table string
		keys  func(code.Binding) []uint64
	}{
		{"question", func(b code.Binding) []uint64 { return b.Asked }},
		{"provider", func(b code.Binding) []uint64 { return b.Provided }},
	} {
		if err := p.writeKeys(t.table, t.keys); err != nil {
			return fmt.Errorf("%s: %w", t.table, err)
		}
	}
	return nil
}

func (p *publishing) writeKeys(table string, keys func(code.Binding) []uint64) error {
	var rows [][]any
	for _, b := range p.pub.Bindings {
		for _, k := range keys(b) {
			rows = append(rows, []any{int64(k), p.paths[b.Path]})
		}
	}
	temp := "fresh_" + table
	if err := p.fresh(temp, "key bigint, path_id int", []string{"key", "path_id"}, rows); err != nil {
		return err
	}
	if err := p.closeMissing(table, "path_id", temp, "o.path_id = n.path_id AND o.key = n.key"); err != nil {
		return err
	}
	_, err := p.tx.Exec(p.ctx, fmt.Sprintf(`INSERT INTO %s (repo_id, line_id, key, path_id, valid_from)
		SELECT $1, $2, key, path_id, $3 FROM %s`, table, temp), p.pub.Repo, p.line, p.from)
	return err
}

// jsonMap reads what properties wrote.
func jsonMap(raw []byte) map[string]string {
	if len(raw) == 0 {
		return nil
	}
	m := map[string]string{}
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}
