package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// ErrMoved: another process published a state of the trunk, or collected a
// blob, meanwhile; what was prepared against the former state must be done
// again.
var ErrMoved = errors.New("the trunk has moved meanwhile")

// forever is the end of rows that are still valid.
const forever = 2147483647

// publishing is one Publish under way.
type publishing struct {
	ctx   context.Context
	tx    pgx.Tx
	pub   code.Publication
	line  int // 0 for the trunk
	from  int // valid_from of new rows
	paths map[string]int
	base  code.Snapshot
	sum   totals
}

// totals are what a publication adds to the base's figures.
type totals struct {
	chunks, terms int64
	coverage      code.Coverage
}

// Publish makes a snapshot visible in one short transaction under the
// repository's lock. Blob facts must be stored before.
func Publish(ctx context.Context, db DB, pub code.Publication) (code.Snapshot, error) {
	var made code.Snapshot
	err := InTx(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('publish', $1))", pub.Repo); err != nil {
			return err
		}
		p := &publishing{ctx: ctx, tx: tx, pub: pub}
		var err error
		made, err = p.run()
		return err
	})
	if err != nil {
		return made, fmt.Errorf("publish %s: %w", pub.SHA, err)
	}
	return made, nil
}

func (p *publishing) run() (made code.Snapshot, err error) {
	steps := []struct {
		name string
		do   func() error
	}{
		{"lexical index", p.prepareFirst},
		{"line", p.openLine}, {"paths", p.internPaths}, {"hidden paths", p.hide},
		{"files", p.writeFiles}, {"cards", p.writeCards}, {"terms", p.writeTerms},
		{"edges", p.writeEdges}, {"references", p.writeUnbound}, {"questions", p.writeQuestions},
		{"statistics", p.finishFirst},
	}
	for _, s := range steps {
		if err := s.do(); err != nil {
			return made, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return p.writeSnapshot()
}

// prepareFirst makes what a repository's first snapshot needs: the lexical
// index, and the planner's statistics on rows that it has never seen.
func (p *publishing) prepareFirst() error {
	if p.pub.Base != 0 {
		return nil
	}
	if err := ensureLexicalIndex(p.ctx, p.tx, p.pub.Repo); err != nil {
		return err
	}
	_, err := p.tx.Exec(p.ctx, "ANALYZE blob, symbol, chunk_"+partition(p.pub.Repo))
	return err
}

// finishFirst gives the planner statistics on the rows that the first
// snapshot has written, long before autovacuum would.
func (p *publishing) finishFirst() error {
	if p.pub.Base != 0 {
		return nil
	}
	_, err := p.tx.Exec(p.ctx, "ANALYZE path, file, edge, symbol_key, unbound, question, provider, term, card, card_of")
	return err
}

// openLine finds the base and the line that new rows belong to.
func (p *publishing) openLine() error {
	head, err := TrunkHead(p.ctx, p.tx, p.pub.Repo)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if p.pub.Overlay {
		p.base, err = TrunkState(p.ctx, p.tx, p.pub.Repo, p.pub.Base)
		if err != nil {
			return fmt.Errorf("base state %d: %w", p.pub.Base, err)
		}
		return p.tx.QueryRow(p.ctx, "SELECT coalesce(max(line_id), 0) + 1 FROM snapshot WHERE repo_id = $1", p.pub.Repo).Scan(&p.line)
	}
	if head.State != p.pub.Base {
		return ErrMoved
	}
	p.from = head.State + 1
	if p.pub.Rebuild {
		return p.closeEverything()
	}
	p.base = head
	return nil
}

// closeEverything ends all rows of the trunk: the next state starts from none.
func (p *publishing) closeEverything() error {
	for _, table := range []string{"file", "edge", "unbound", "question", "provider"} {
		sql := fmt.Sprintf("UPDATE %s SET valid_to = $2 WHERE repo_id = $1 AND line_id = 0 AND valid_to = $3", table)
		if _, err := p.tx.Exec(p.ctx, sql, p.pub.Repo, p.from, forever); err != nil {
			return err
		}
	}
	_, err := p.tx.Exec(p.ctx, "DELETE FROM term WHERE repo_id = $1", p.pub.Repo)
	return err
}

// internPaths numbers every path that the publication names.
func (p *publishing) internPaths() error {
	seen := map[string]bool{}
	for _, f := range p.pub.Files {
		seen[f.Path] = true
	}
	for _, path := range p.pub.Removed {
		seen[path] = true
	}
	for _, b := range p.pub.Bindings {
		seen[b.Path] = true
		for _, l := range b.Links {
			seen[l.Source(b.Path).Path] = true
			if l.Target.Path != "" {
				seen[l.Target.Path] = true
			}
			for _, c := range l.Candidates {
				seen[c.Path] = true
			}
		}
	}
	var err error
	p.paths, err = internPaths(p.ctx, p.tx, p.pub.Repo, seen)
	return err
}

// hide notes what an overlay replaces of its base.
func (p *publishing) hide() error {
	if !p.pub.Overlay {
		return nil
	}
	type what struct{ file, edges bool }
	hidden := map[string]what{}
	for _, f := range p.pub.Files {
		hidden[f.Path] = what{true, true}
	}
	for _, path := range p.pub.Removed {
		hidden[path] = what{true, true}
	}
	for _, b := range p.pub.Bindings {
		hidden[b.Path] = what{hidden[b.Path].file, true}
	}
	var rows [][]any
	for path, w := range hidden {
		rows = append(rows, []any{p.pub.Repo, p.line, p.paths[path], w.file, w.edges})
	}
	_, err := p.tx.CopyFrom(p.ctx, pgx.Identifier{"overlay_path"}, []string{"repo_id", "line_id", "path_id", "file", "edges"}, pgx.CopyFromRows(rows))
	return err
}

// touched are the ids of paths whose file rows change.
func (p *publishing) touched() []int {
	var ids []int
	for _, f := range p.pub.Files {
		ids = append(ids, p.paths[f.Path])
	}
	for _, path := range p.pub.Removed {
		ids = append(ids, p.paths[path])
	}
	return ids
}

// rebound are the ids of paths whose edges are written anew: those bound, and
// those whose files changed or went.
func (p *publishing) rebound() []int {
	ids := p.touched()
	for _, b := range p.pub.Bindings {
		ids = append(ids, p.paths[b.Path])
	}
	return ids
}

func (p *publishing) writeSnapshot() (code.Snapshot, error) {
	s := code.Snapshot{Repo: p.pub.Repo, SHA: p.pub.SHA, Line: p.line, State: p.from, Version: p.pub.Version, Head: !p.pub.Overlay,
		Chunks: p.base.Chunks + int(p.sum.chunks), Terms: p.base.Terms + p.sum.terms, Coverage: p.base.Coverage.Plus(p.sum.coverage)}
	s.Coverage.Chunks = s.Chunks
	if p.pub.Overlay {
		s.State = p.base.State
	} else if _, err := p.tx.Exec(p.ctx, "UPDATE snapshot SET head = false WHERE repo_id = $1 AND head", p.pub.Repo); err != nil {
		return s, err
	}
	coverage, err := json.Marshal(s.Coverage)
	if err != nil {
		return s, err
	}
	err = p.tx.QueryRow(p.ctx, `INSERT INTO snapshot (repo_id, sha, line_id, state, version, head, chunks, terms, coverage)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING snapshot_id`,
		s.Repo, s.SHA, s.Line, s.State, s.Version, s.Head, s.Chunks, s.Terms, string(coverage)).Scan(&s.ID)
	return s, err
}
