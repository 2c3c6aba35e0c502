// Package retrieve turns a question into evidence: the symbols that it names,
// two searches fused, one hop along the code graph, and packing. It reads one
// snapshot and writes nothing.
package retrieve

import (
	"context"
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// Lexical searches chunks by words.
type Lexical interface {
	Search(ctx context.Context, s code.Snapshot, terms []code.QueryTerm, limit int) ([]code.ChunkHit, error)
}

// Dense searches chunks by meaning. It returns nothing where there are no
// vectors.
type Dense interface {
	Nearest(ctx context.Context, s code.Snapshot, question string, limit int) ([]code.ChunkHit, error)
}

// Graph knows symbols and edges.
type Graph interface {
	SymbolsNamed(ctx context.Context, s code.Snapshot, names []string) ([]code.Located, error)
	SymbolNames(ctx context.Context, s code.Snapshot) ([]string, error)
	Neighbours(ctx context.Context, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error)
}

// Text reads a file of the snapshot: its lines without newlines.
type Text interface {
	Lines(ctx context.Context, s code.Snapshot, path string) ([]string, error)
}

// Retriever finds evidence. Dense may be nil.
type Retriever struct {
	Lexical Lexical
	Dense   Dense
	Graph   Graph
	Text    Text
	Options Options
}

// Found is what was found for a question.
type Found struct {
	Question Question
	// Symbols are those that the question names, the best first.
	Symbols  []code.Located
	Evidence []code.Evidence
}

// Retrieve finds the evidence for a question in a snapshot, best first.
func (r *Retriever) Retrieve(ctx context.Context, s code.Snapshot, question string) (Found, error) {
	q := Understand(question)
	found := Found{Question: q}
	var err error
	if found.Symbols, err = r.locate(ctx, s, q); err != nil {
		return found, fmt.Errorf("locate symbols: %w", err)
	}
	pool := newPool(r.Options, q)
	for _, l := range found.Symbols {
		pool.addSymbol(l)
	}
	if err := r.search(ctx, s, q, pool); err != nil {
		return found, err
	}
	if err := r.diffuse(ctx, s, pool); err != nil {
		return found, fmt.Errorf("follow the graph: %w", err)
	}
	found.Evidence, err = r.pack(ctx, s, pool.best())
	return found, err
}

func (r *Retriever) search(ctx context.Context, s code.Snapshot, q Question, pool *pool) error {
	hits, err := r.Lexical.Search(ctx, s, q.Terms, r.Options.Candidates)
	if err != nil {
		return fmt.Errorf("search words: %w", err)
	}
	pool.addSearch("bm25", r.Options.Alpha, hits)
	if r.Dense == nil {
		return nil
	}
	if hits, err = r.Dense.Nearest(ctx, s, q.Text, r.Options.Candidates); err != nil {
		return fmt.Errorf("search vectors: %w", err)
	}
	pool.addSearch("dense", r.Options.Beta, hits)
	return nil
}

// diffuse gives the neighbours of the best seeds a part of their score.
func (r *Retriever) diffuse(ctx context.Context, s code.Snapshot, pool *pool) error {
	seeds := pool.seeds(r.Options.Seeds)
	if len(seeds) == 0 || r.Options.Decay == 0 {
		return nil
	}
	for _, incoming := range []bool{true, false} {
		near, err := r.Graph.Neighbours(ctx, s, seeds, walked, incoming, r.Options.Neighbours)
		if err != nil {
			return err
		}
		pool.addNeighbours(near)
	}
	return nil
}

// walked are the types of edges that diffusion follows.
var walked = []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Exposes, code.Requests}

// pack reads the pieces' lines, and cuts each to the limit.
func (r *Retriever) pack(ctx context.Context, s code.Snapshot, pieces []code.Evidence) ([]code.Evidence, error) {
	out := pieces[:0]
	for _, p := range pieces {
		lines, err := r.Text.Lines(ctx, s, p.Path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", p.Path, err)
		}
		p.StartLine = max(1, p.StartLine)
		p.EndLine = min(p.EndLine, len(lines), p.StartLine+code.MaxChunkLines-1)
		if p.StartLine > p.EndLine {
			continue
		}
		p.Text = lines[p.StartLine-1 : p.EndLine]
		out = append(out, p)
	}
	return out, nil
}

// Terms of the question's words as the index has them, each once.
func termsOf(words []string) []code.QueryTerm {
	seen := map[string]bool{}
	var out []code.QueryTerm
	for _, w := range words {
		for _, t := range syntax.Terms(w) {
			if !seen[t] && len(t) > 1 {
				seen[t] = true
				out = append(out, code.QueryTerm{Word: t, Weight: 1})
			}
		}
	}
	return out
}
