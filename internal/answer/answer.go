// Package answer turns evidence into a verified answer. A draft comes from a
// model or, without one, is composed from the graph; either way every
// sentence is checked mechanically against the snapshot, what fails is
// repaired once or dropped, and when nothing is left the answer says what was
// looked at. The model is given text and gives text: it has no tools.
package answer

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbline/plumbline/internal/code"
)

// Graph knows symbols and edges of a snapshot.
type Graph interface {
	SymbolsNamed(ctx context.Context, s code.Snapshot, names []string) ([]code.Located, error)
	SymbolsAt(ctx context.Context, s code.Snapshot, paths []string) ([]code.Located, error)
	Neighbours(ctx context.Context, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error)
}

// Relations knows the edges of lines, and how many references bear a name
// without being bound.
type Relations interface {
	EdgesAt(ctx context.Context, s code.Snapshot, path string, start, end int) ([]code.BoundEdge, error)
	UnboundNamed(ctx context.Context, s code.Snapshot, name string) (int, error)
}

// Text reads the snapshot's files.
type Text interface {
	Lines(ctx context.Context, s code.Snapshot, path string) ([]string, error)
	// Mentions is how many files of the snapshot hold a word.
	Mentions(ctx context.Context, s code.Snapshot, word string) (int, error)
}

// Model completes a prompt. It is nil where none is configured.
type Model interface {
	Name() string
	Complete(ctx context.Context, system, prompt string) (string, error)
}

// Answerer answers questions from evidence.
type Answerer struct {
	Graph     Graph
	Relations Relations
	Text      Text
	Model     Model
}

// Request is a question with what retrieval found for it.
type Request struct {
	Snapshot code.Snapshot
	Question string
	Symbols  []code.Located
	Evidence []code.Evidence
	// WebURL is the repository's web address, "" if it has none.
	WebURL string
}

// sentence is one statement of a draft.
type sentence struct {
	text      string
	kind      code.ClaimKind
	citations []code.Citation
}

// Answer drafts and verifies.
func (a *Answerer) Answer(ctx context.Context, r Request) (code.Answer, error) {
	out := code.Answer{Question: r.Question, SHA: r.Snapshot.SHA, Evidence: r.Evidence, Coverage: r.Snapshot.Coverage,
		Timings: map[string]int64{}, Claims: []code.Claim{}, Citations: []code.Citation{}, Dropped: []code.Dropped{}}
	start := time.Now()
	if len(r.Symbols) == 0 {
		var err error
		if r.Symbols, err = a.plainNames(ctx, r); err != nil {
			return out, fmt.Errorf("names of the question: %w", err)
		}
	}
	draft, shown, err := a.draft(ctx, r, &out)
	if err != nil {
		return out, fmt.Errorf("draft: %w", err)
	}
	out.Timings["answer"] = time.Since(start).Milliseconds()
	start = time.Now()
	if err := a.verify(ctx, r, draft, shown, &out); err != nil {
		return out, fmt.Errorf("verify: %w", err)
	}
	out.Timings["verify"] = time.Since(start).Milliseconds()
	finish(r, &out)
	return out, nil
}

// draft asks the model; without one, or when it fails or writes nothing that
// can be read, the answer is composed.
func (a *Answerer) draft(ctx context.Context, r Request, out *code.Answer) (draft []sentence, shown []code.Evidence, err error) {
	if a.Model != nil && len(r.Evidence) > 0 {
		text, shown := prompt(r)
		written, err := a.Model.Complete(ctx, systemPrompt, text)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if draft := readDraft(written); err == nil && (len(draft) > 0 || strings.Contains(written, noAnswer)) {
			out.Models.LLM = a.Model.Name()
			return draft, shown, nil
		}
	}
	draft, err = a.compose(ctx, r)
	return draft, nil, err
}

// verify keeps the sentences that hold.
func (a *Answerer) verify(ctx context.Context, r Request, draft []sentence, shown []code.Evidence, out *code.Answer) error {
	v := &verifier{Answerer: a, request: r, fromModel: out.Models.LLM != "", shown: shown}
	for _, s := range draft {
		reason, err := v.check(ctx, &s)
		if err != nil {
			return err
		}
		if reason != "" {
			out.Dropped = append(out.Dropped, code.Dropped{Sentence: s.text, Reason: reason})
			continue
		}
		claim := code.Claim{Sentence: s.text, Kind: s.kind, Citations: []int{}}
		for _, c := range s.citations {
			claim.Citations = append(claim.Citations, place(out, c))
		}
		out.Claims = append(out.Claims, claim)
	}
	return nil
}

// place is the citation's index in the answer, where each range stands once.
func place(out *code.Answer, c code.Citation) int {
	for i, have := range out.Citations {
		if have.Path == c.Path && have.StartLine == c.StartLine && have.EndLine == c.EndLine {
			return i
		}
	}
	out.Citations = append(out.Citations, c)
	return len(out.Citations) - 1
}
