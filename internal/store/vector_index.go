package store

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// HNSWFrom is how many vectors a repository has when walking an HNSW
	// becomes faster than scanning all of them (docs/evaluation.md, Speed).
	HNSWFrom = 15_000
	// hnswSearch is how many candidates a walk keeps. Fewer than nearestCards
	// would cut the answer short.
	hnswSearch = 600
	// hnswElements is the most elements that pgvector indexes of a halfvec.
	hnswElements = 4000
)

// ConfigurePool sets what searches need of each connection.
func ConfigurePool(settings *pgxpool.Config) {
	settings.ConnConfig.RuntimeParams["hnsw.ef_search"] = fmt.Sprint(hnswSearch)
}

// IndexVectors is called when vectors of an embedder were added. It counts
// them for the planner and, from so many on, makes an HNSW (pgvector, m 16,
// ef_construction 64) of them. Writers of vectors of this repository wait
// while it is made; a second process that would make it too leaves it to the
// first.
func IndexVectors(ctx context.Context, pool *pgxpool.Pool, repo int64, embedder string, elements, from int) error {
	table := "embedding_" + partition(repo)
	if _, err := pool.Exec(ctx, "ANALYZE "+table); err != nil {
		return fmt.Errorf("analyse vectors: %w", err)
	}
	if elements > hnswElements {
		return nil
	}
	var vectors int
	if err := pool.QueryRow(ctx, "SELECT count(*) FROM "+table+" WHERE embedder = $1", embedder).Scan(&vectors); err != nil || vectors < from {
		return err
	}
	lock, free, err := TryLock(ctx, pool, "hnsw "+table)
	if err != nil || !free {
		return err
	}
	defer lock.Unlock(ctx)
	if _, err := lock.Exec(ctx, fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s_%08x ON %[1]s USING hnsw ((%[3]s) halfvec_cosine_ops) WHERE embedder = %[4]s",
		table, nameHash(embedder), indexedVector(elements), literal(embedder))); err != nil {
		return fmt.Errorf("index vectors: %w", err)
	}
	return nil
}

// indexedVector is the expression that an HNSW is made of: the column takes
// vectors of any length, an index only of one.
func indexedVector(elements int) string { return fmt.Sprintf("(v::halfvec(%d))", elements) }

func nameHash(embedder string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(embedder))
	return h.Sum32()
}

// literal is a string in a statement, for where a parameter would hide it from
// the planner.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
