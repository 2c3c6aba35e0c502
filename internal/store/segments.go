package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// segment gathers the postings of the blobs that are stored together.
type segment struct {
	repo  int64
	id    int
	words map[string][]byte
}

// newSegment takes the next number.
func newSegment(ctx context.Context, db DB, repo int64) (*segment, error) {
	s := &segment{repo: repo, words: map[string][]byte{}}
	err := db.QueryRow(ctx, "SELECT nextval('posting_segment')").Scan(&s.id)
	return s, err
}

// add takes the postings of a blob by word.
func (s *segment) add(blob int, words map[string][]posting) {
	for word, postings := range words {
		s.words[word] = appendPostings(s.words[word], blob, postings)
	}
}

// save writes the segment's rows.
func (s *segment) save(ctx context.Context, tx pgx.Tx) error {
	rows := make([][]any, 0, len(s.words))
	for word, data := range s.words {
		rows = append(rows, []any{s.repo, word, s.id, data})
	}
	// In the key's order the index grows at few places.
	slices.SortFunc(rows, func(a, b []any) int { return strings.Compare(a[1].(string), b[1].(string)) })
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"posting"}, []string{"repo_id", "term", "segment", "data"}, pgx.CopyFromRows(rows))
	return err
}

// postingsOf are a blob's postings by word.
func postingsOf(chunks []code.Terms) map[string][]posting {
	out := map[string][]posting{}
	for ord, terms := range chunks {
		length := terms.Len()
		for word, counts := range terms {
			p := posting{ord: ord, length: length}
			for field, n := range counts {
				p.counts[field] = uint8(min(n, maxCount))
			}
			out[word] = append(out[word], p)
		}
	}
	return out
}

// segmentBlobs is how many blobs' postings are made again at once.
const segmentBlobs = 1000

// postBlobs makes the postings of blobs that have none: those that were stored
// before there were postings, and those whose segments are merged.
func postBlobs(ctx context.Context, db DB, repo int64) error {
	for more := true; more; {
		err := InTx(ctx, db, func(tx pgx.Tx) (err error) {
			if err := lockPostings(ctx, tx, repo); err != nil {
				return err
			}
			more, err = postSome(ctx, tx, repo)
			return err
		})
		if err != nil {
			return fmt.Errorf("make postings: %w", err)
		}
	}
	return nil
}

// lockPostings keeps others from making or merging postings of a repository.
func lockPostings(ctx context.Context, tx pgx.Tx, repo int64) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('postings', $1))", repo)
	return err
}

// smallSegments is how many segments may hold less than half of segmentBlobs:
// each commit adds one, and a search reads a row of each for every word.
const smallSegments = 16

// mergeSegments joins small segments where there are many, and drops what no
// blob is left of.
func mergeSegments(ctx context.Context, db DB, repo int64) error {
	err := InTx(ctx, db, func(tx pgx.Tx) error {
		if err := lockPostings(ctx, tx, repo); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT segment FROM blob WHERE repo_id = $1 AND segment IS NOT NULL GROUP BY 1 HAVING count(*) < $2", repo, segmentBlobs/2)
		if err != nil {
			return err
		}
		small, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil || len(small) <= smallSegments {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE blob SET segment = NULL WHERE repo_id = $1 AND segment = ANY($2)", repo, small); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM posting p WHERE repo_id = $1
			AND NOT EXISTS (SELECT 1 FROM blob b WHERE b.repo_id = $1 AND b.segment = p.segment)`, repo)
		return err
	})
	if err != nil {
		return fmt.Errorf("merge postings: %w", err)
	}
	return postBlobs(ctx, db, repo)
}

func postSome(ctx context.Context, tx pgx.Tx, repo int64) (more bool, err error) {
	s, err := newSegment(ctx, tx, repo)
	if err != nil {
		return false, err
	}
	rows, err := tx.Query(ctx, `UPDATE blob SET segment = $2 WHERE repo_id = $1 AND blob_id IN (
		SELECT blob_id FROM blob WHERE repo_id = $1 AND segment IS NULL ORDER BY blob_id LIMIT $3) RETURNING blob_id`, repo, s.id, segmentBlobs)
	if err != nil {
		return false, err
	}
	blobs, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil || len(blobs) == 0 {
		return false, err
	}
	rows, err = tx.Query(ctx, fmt.Sprintf("SELECT blob_id, ord, len, tsv FROM chunk_%s WHERE blob_id = ANY($1) ORDER BY blob_id, ord", partition(repo)), blobs)
	if err != nil {
		return false, err
	}
	words, last := map[string][]posting{}, 0
	var blob int
	var p posting
	for rows.Next() {
		if err := rows.Scan(&blob, &p.ord, &p.length, nil); err != nil {
			return false, err
		}
		if blob != last {
			s.add(last, words)
			clear(words)
			last = blob
		}
		err := eachLexeme(rows.RawValues()[3], func(word []byte, counts code.FieldCounts) {
			p.counts = counts
			words[string(word)] = append(words[string(word)], p)
		})
		if err != nil {
			return false, err
		}
	}
	if err := rows.Err(); err != nil {
		return false, err
	}
	s.add(last, words)
	return true, s.save(ctx, tx)
}
