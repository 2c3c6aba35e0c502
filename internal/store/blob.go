package store

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/plumbline/plumbline/internal/code"
)

// KnownBlobs are the ids of those blobs whose facts are stored.
func KnownBlobs(ctx context.Context, db DB, repo int64, extractor string, keys []code.BlobKey) (map[code.BlobKey]int, error) {
	hashes, dialects := make([][]byte, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		h, err := hex.DecodeString(k.Hash)
		if err != nil {
			return nil, fmt.Errorf("blob hash %q: %w", k.Hash, err)
		}
		hashes[i], dialects[i] = h, k.Dialect
	}
	rows, err := db.Query(ctx, `
		SELECT b.blob_id, encode(b.hash, 'hex'), b.dialect
		FROM unnest($3::bytea[], $4::text[]) AS k(hash, dialect)
		JOIN blob b ON b.repo_id = $1 AND b.extractor = $2 AND b.hash = k.hash AND b.dialect = k.dialect`,
		repo, extractor, hashes, dialects)
	if err != nil {
		return nil, err
	}
	known := map[code.BlobKey]int{}
	var id int
	var k code.BlobKey
	_, err = pgx.ForEachRow(rows, []any{&id, &k.Hash, &k.Dialect}, func() error {
		known[k] = id
		return nil
	})
	return known, err
}

// SaveBlobs stores blob facts and returns the blobs' ids. Those that are
// stored already, perhaps by another process just now, are left as they are.
func SaveBlobs(ctx context.Context, db DB, repo int64, extractor string, blobs []code.BlobFacts) (map[code.BlobKey]int, error) {
	ids := map[code.BlobKey]int{}
	err := InTx(ctx, db, func(tx pgx.Tx) error {
		postings, err := newSegment(ctx, tx, repo)
		if err != nil {
			return err
		}
		fresh, err := insertBlobs(ctx, tx, repo, extractor, blobs, postings)
		if err != nil {
			return fmt.Errorf("save blobs: %w", err)
		}
		if err := copySymbols(ctx, tx, repo, blobs, fresh); err != nil {
			return fmt.Errorf("save symbols: %w", err)
		}
		if err := copyChunks(ctx, tx, repo, blobs, fresh); err != nil {
			return fmt.Errorf("save chunks: %w", err)
		}
		if err := postings.save(ctx, tx); err != nil {
			return fmt.Errorf("save postings: %w", err)
		}
		ids = fresh
		return nil
	})
	if err != nil || len(ids) == len(blobs) {
		return ids, err
	}
	keys := make([]code.BlobKey, len(blobs))
	for i, b := range blobs {
		keys[i] = b.Key
	}
	return KnownBlobs(ctx, db, repo, extractor, keys)
}

func insertBlobs(ctx context.Context, tx pgx.Tx, repo int64, extractor string, blobs []code.BlobFacts, postings *segment) (map[code.BlobKey]int, error) {
	batch := &pgx.Batch{}
	fresh := map[code.BlobKey]int{}
	// In one order everywhere, so that two writers cannot wait for each other.
	ordered := slices.Clone(blobs)
	slices.SortFunc(ordered, func(a, b code.BlobFacts) int { return compareKeys(a.Key, b.Key) })
	for _, b := range ordered {
		hash, err := hex.DecodeString(b.Key.Hash)
		if err != nil {
			return nil, err
		}
		batch.Queue(`INSERT INTO blob (repo_id, hash, dialect, extractor, package, lines, errors, generated, skipped, segment)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING blob_id`,
			repo, hash, b.Key.Dialect, extractor, clean(b.Facts.Package), b.Facts.Lines, b.Facts.Errors, b.Facts.Generated, b.Skipped, postings.id).
			Query(func(rows pgx.Rows) error {
				for rows.Next() {
					var id int
					if err := rows.Scan(&id); err != nil {
						return err
					}
					fresh[b.Key] = id
					postings.add(id, postingsOf(b.Terms))
				}
				return rows.Err()
			})
	}
	return fresh, tx.SendBatch(ctx, batch).Close()
}

func compareKeys(a, b code.BlobKey) int {
	return cmp.Or(cmp.Compare(a.Hash, b.Hash), cmp.Compare(a.Dialect, b.Dialect))
}

var symbolColumns = []string{"repo_id", "blob_id", "ord", "local", "kind", "name", "parent",
	"start_line", "start_col", "end_line", "end_col", "name_line", "name_col", "signature", "doc", "exported", "test", "properties"}

func copySymbols(ctx context.Context, tx pgx.Tx, repo int64, blobs []code.BlobFacts, ids map[code.BlobKey]int) error {
	var rows [][]any
	for _, b := range blobs {
		id, ok := ids[b.Key]
		if !ok {
			continue
		}
		for i, s := range b.Facts.Symbols {
			rows = append(rows, []any{repo, id, i, clean(s.Local), string(s.Kind), clean(s.Name), s.Parent,
				s.Span.Start.Line, s.Span.Start.Col, s.Span.End.Line, s.Span.End.Col, s.NamePos.Line, s.NamePos.Col,
				clean(s.Signature), clean(s.Doc), s.Exported, s.Test, properties(s.Properties)})
		}
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"symbol"}, symbolColumns, pgx.CopyFromRows(rows))
	return err
}

func copyChunks(ctx context.Context, tx pgx.Tx, repo int64, blobs []code.BlobFacts, ids map[code.BlobKey]int) error {
	var rows [][]any
	for _, b := range blobs {
		id, ok := ids[b.Key]
		if !ok {
			continue
		}
		for i, c := range b.Facts.Chunks {
			rows = append(rows, []any{repo, id, i, c.StartLine, c.EndLine, c.Symbol, b.Terms[i].Len(), vectorOf(b.Terms[i])})
		}
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"chunk_" + partition(repo)},
		[]string{"repo_id", "blob_id", "ord", "start_line", "end_line", "symbol", "len", "tsv"}, pgx.CopyFromRows(rows))
	return err
}

// maxCount bounds a word's count in one field of one chunk: BM25 saturates
// long before, and a tsvector holds 255 places a word.
const maxCount = 60

var labels = [...]pgtype.TSVectorWeight{pgtype.TSVectorWeightA, pgtype.TSVectorWeightB, pgtype.TSVectorWeightC, pgtype.TSVectorWeightD}

// vectorOf writes counts as places with the field's label: how often, not
// where, is what BM25 reads back.
func vectorOf(terms code.Terms) pgtype.TSVector {
	v := pgtype.TSVector{Valid: true}
	for word, counts := range terms {
		lexeme := pgtype.TSVectorLexeme{Word: word}
		place := uint16(1)
		for field, n := range counts {
			for range min(n, maxCount) {
				lexeme.Positions = append(lexeme.Positions, pgtype.TSVectorPosition{Position: place, Weight: labels[field]})
				place++
			}
		}
		v.Lexemes = append(v.Lexemes, lexeme)
	}
	slices.SortFunc(v.Lexemes, func(a, b pgtype.TSVectorLexeme) int { return cmp.Compare(a.Word, b.Word) })
	return v
}
