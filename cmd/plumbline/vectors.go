package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/embed"
	"github.com/plumbline/plumbline/internal/store"
)

const (
	// embedBatch is how many cards are embedded between two writes.
	embedBatch = 256
	// embedFetch is how many are looked up at once: the search for those
	// without a vector reads all cards of the repository.
	embedFetch = 64 * embedBatch
)

// openEmbedder opens the embedder that the environment names. Without its
// parts the product goes on without vectors, and says so.
func (a *app) openEmbedder() error {
	e, err := embed.FromEnv(a.env.getenv, a.dataDir)
	if errors.Is(err, embed.ErrNotSetUp) {
		fmt.Fprintf(a.env.stderr, "plumbline: going on without vectors: %v\n", err)
		return nil
	}
	a.embedder = e
	return err
}

// embedCards embeds every card of a repository that has no vector yet.
func (a *app) embedCards(ctx context.Context, s code.Snapshot, progress func(string, int, int)) error {
	name := a.embedder.Name()
	total, before, err := store.Embedded(ctx, a.pool, s, name)
	if err != nil {
		return err
	}
	for done := before; ; {
		cards, err := store.CardsWithout(ctx, a.pool, s.Repo, name, embedFetch)
		if err != nil {
			return err
		}
		if len(cards) == 0 {
			if done == before {
				return nil
			}
			return store.IndexVectors(ctx, a.pool, s.Repo, name, a.embedder.Dim(), store.HNSWFrom)
		}
		for batch := range slices.Chunk(cards, embedBatch) {
			if err := a.embedBatch(ctx, s.Repo, batch); err != nil {
				return err
			}
			done += len(batch)
			if progress != nil {
				progress("embed", done, max(total, done))
			}
		}
	}
}

func (a *app) embedBatch(ctx context.Context, repo int64, cards []store.Card) error {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.Text
	}
	vectors, err := a.embedder.Embed(ctx, texts, embed.Passage)
	if err != nil {
		return fmt.Errorf("embed: %w", err)
	}
	if err := store.SaveVectors(ctx, a.pool, repo, a.embedder.Name(), cards, vectors); err != nil {
		return fmt.Errorf("save vectors: %w", err)
	}
	return nil
}

// dense searches by vectors; it finds nothing while there are none.
type dense struct{ *app }

func (d dense) Nearest(ctx context.Context, s code.Snapshot, question string, limit int) ([]code.ChunkHit, error) {
	vectors, err := d.embedder.Embed(ctx, []string{question}, embed.Query)
	if err != nil {
		return nil, err
	}
	return store.Nearest(ctx, d.pool, s, d.embedder.Name(), vectors[0], limit)
}

// countVectors fills in the coverage of cards.
func (a *app) countVectors(ctx context.Context, s *code.Snapshot) (err error) {
	name := ""
	if a.embedder != nil {
		name = a.embedder.Name()
	}
	s.Coverage.Cards, s.Coverage.Embedded, err = a.cards.Count(ctx, a.pool, *s, name)
	return err
}
