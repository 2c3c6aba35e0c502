package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/plumbline/plumbline/internal/code"
)

// Card is a text to embed.
type Card struct {
	ID   int
	Text string
}

// CardsWithout are cards of a repository that have no vector of an embedder
// yet and that a file still refers to, short ones first, so that a batch's
// texts are of like length.
func CardsWithout(ctx context.Context, db DB, repo int64, embedder string, limit int) ([]Card, error) {
	rows, err := db.Query(ctx, `SELECT c.card_id, c.text FROM card c
		WHERE c.repo_id = $1
		AND NOT EXISTS (SELECT 1 FROM embedding v WHERE v.repo_id = $1 AND v.embedder = $2 AND v.card_id = c.card_id)
		AND EXISTS (SELECT 1 FROM card_of o JOIN file f ON f.repo_id = $1 AND f.path_id = o.path_id AND f.blob_id = o.blob_id
			WHERE o.repo_id = $1 AND o.card_id = c.card_id)
		ORDER BY length(c.text), c.card_id LIMIT $3`, repo, embedder, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Card])
}

// SaveVectors stores the vectors of cards, in the same order. Those that
// another process stored meanwhile stay.
func SaveVectors(ctx context.Context, db DB, repo int64, embedder string, cards []Card, vectors [][]float32) error {
	batch := &pgx.Batch{}
	for i, c := range cards {
		batch.Queue("INSERT INTO embedding (repo_id, embedder, card_id, v) VALUES ($1, $2, $3, $4::text::halfvec) ON CONFLICT DO NOTHING",
			repo, embedder, c.ID, pgvector.NewVector(vectors[i]).String())
	}
	return db.SendBatch(ctx, batch).Close()
}

// nearestCards is how many cards are taken before the snapshot is looked at:
// more than are wanted, since some belong to other snapshots.
const nearestCards = 400

// Nearest are the chunks of a snapshot whose cards are nearest to a vector by
// cosine, the best first; Score is the similarity. It scans the repository's
// vectors of that embedder exactly, or walks their HNSW where IndexVectors
// made one.
func Nearest(ctx context.Context, db DB, s code.Snapshot, embedder string, vector []float32, limit int) ([]code.ChunkHit, error) {
	query := pgvector.NewVector(vector).String()
	for _, cards := range []int{nearestCards, forever} {
		// What the planner must see to choose the HNSW is written into the
		// statement: the embedder, the number of elements, how many are taken.
		rows, err := db.Query(ctx, fmt.Sprintf(`
			WITH near AS MATERIALIZED ( -- the nearest cards of any snapshot
				SELECT card_id, %[4]s <=> $1::text::halfvec(%[6]d) AS distance FROM embedding_%[1]s
				WHERE embedder = %[5]s ORDER BY distance, card_id LIMIT %[7]d),
			hits AS ( -- the chunks at paths of this snapshot that they belong to
				SELECT f.path_id, f.blob_id, f.prefix, f.test, o.ord, near.distance
				FROM near JOIN card_of o ON o.repo_id = %[2]d AND o.card_id = near.card_id
				JOIN file f ON f.path_id = o.path_id AND f.blob_id = o.blob_id AND %[3]s)
			SELECT h.path_id, h.blob_id, h.ord, p.path, c.start_line, c.end_line, h.prefix, coalesce(y.local, ''), coalesce(y.kind, 'module'),
				h.test OR coalesce(y.test, false), 1 - h.distance
			FROM hits h JOIN path p ON p.repo_id = %[2]d AND p.path_id = h.path_id
			JOIN chunk_%[1]s c ON c.blob_id = h.blob_id AND c.ord = h.ord
			LEFT JOIN symbol y ON y.repo_id = %[2]d AND y.blob_id = h.blob_id AND y.ord = c.symbol
			ORDER BY h.distance, p.path COLLATE "C", h.ord LIMIT $2`, partition(s.Repo), s.Repo, VisibleFile(s, "f"),
			indexedVector(len(vector)), literal(embedder), len(vector), cards), query, limit)
		if err != nil {
			return nil, fmt.Errorf("nearest: %w", err)
		}
		hits, err := pgx.CollectRows(rows, scanHit)
		if err != nil || len(hits) >= limit || cards == forever {
			return hits, err
		}
	}
	return nil, nil
}

// Embedded counts the cards of a snapshot and how many of them have a vector
// of the embedder.
func Embedded(ctx context.Context, db DB, s code.Snapshot, embedder string) (cards, embedded int, err error) {
	err = db.QueryRow(ctx, `
		WITH used AS (SELECT DISTINCT o.card_id FROM file f JOIN card_of o ON o.repo_id = $1 AND o.path_id = f.path_id AND o.blob_id = f.blob_id
			WHERE `+VisibleFile(s, "f")+`)
		SELECT count(*), count(v.card_id) FROM used u LEFT JOIN embedding v ON v.repo_id = $1 AND v.embedder = $2 AND v.card_id = u.card_id`,
		s.Repo, embedder).Scan(&cards, &embedded)
	return cards, embedded, err
}

// CardCounter counts as Embedded does, and remembers a snapshot whose cards
// all have vectors: neither its cards nor their vectors change while it is
// kept, so that no further question pays for the count. The zero value is
// ready, and may be used by many goroutines.
type CardCounter struct {
	mu    sync.Mutex
	cards map[embeddedSnapshot]int
}

type embeddedSnapshot struct {
	repo     int64
	snapshot int
	embedder string
}

// rememberedCounts bounds a CardCounter's memory in a server that runs for long.
const rememberedCounts = 4096

// Count counts the cards of a snapshot and those with a vector of the embedder.
func (c *CardCounter) Count(ctx context.Context, db DB, s code.Snapshot, embedder string) (cards, embedded int, err error) {
	key := embeddedSnapshot{s.Repo, s.ID, embedder}
	c.mu.Lock()
	cards, known := c.cards[key]
	c.mu.Unlock()
	if known {
		return cards, cards, nil
	}
	cards, embedded, err = Embedded(ctx, db, s, embedder)
	if err == nil && cards > 0 && cards == embedded {
		c.remember(key, cards)
	}
	return cards, embedded, err
}

func (c *CardCounter) remember(key embeddedSnapshot, cards int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cards == nil || len(c.cards) >= rememberedCounts {
		c.cards = map[embeddedSnapshot]int{}
	}
	c.cards[key] = cards
}
