// Package retrieve turns a question into evidence: the symbols that it names,
// two searches fused, one hop along the code graph, and packing. It reads one
// snapshot and writes nothing.
package retrieve

import (
	"context"
	"fmt"

	"github.com/plumbline/plumbline/internal/code"
)

// Lexical finds the chunks that hold words, and counts them.
type Lexical interface {
	Search(ctx context.Context, s code.Snapshot, terms []code.QueryTerm) (code.Matches, error)
}

// Dense searches chunks by meaning. It returns nothing where there are no
// vectors.
type Dense interface {
	Nearest(ctx context.Context, s code.Snapshot, question string, limit int) ([]code.ChunkHit, error)
}

// Graph knows symbols and edges.
type Graph interface {
	SymbolsNamed(ctx context.Context, s code.Snapshot, names []string) ([]code.Located, error)
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
	// Ranked are the best candidates in the order before the re-ranker.
	Ranked []Ranked
}

// Retrieve finds the evidence for a question in a snapshot, best first.
func (r *Retriever) Retrieve(ctx context.Context, s code.Snapshot, question string) (Found, error) {
	q := Understand(question)
	found := Found{Question: q}
	var err error
	if found.Symbols, err = r.locate(ctx, s, q); err != nil {
		return found, fmt.Errorf("locate symbols: %w", err)
	}
	p := newPool(r.Options, q)
	if err := r.search(ctx, s, q, p); err != nil {
		return found, err
	}
	p.addSymbols(found.Symbols)
	if err := r.diffuse(ctx, s, p); err != nil {
		return found, fmt.Errorf("follow the graph: %w", err)
	}
	found.Ranked = p.rerank()
	found.Evidence, err = r.pack(ctx, s, p.best())
	return found, err
}

func (r *Retriever) search(ctx context.Context, s code.Snapshot, q Question, p *pool) error {
	words, err := r.Lexical.Search(ctx, s, q.terms(r.Options))
	if err != nil {
		return fmt.Errorf("search words: %w", err)
	}
	p.addWords(words)
	if r.Dense == nil || r.Options.Beta == 0 {
		return nil
	}
	hits, err := r.Dense.Nearest(ctx, s, q.Text, r.Options.Candidates)
	if err != nil {
		return fmt.Errorf("search vectors: %w", err)
	}
	p.addMeaning(hits)
	return nil
}

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
