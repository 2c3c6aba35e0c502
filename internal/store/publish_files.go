package store

import (
	"context"
	"crypto/sha256"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// internPaths gives every path a number and returns the numbers by path.
func internPaths(ctx context.Context, db DB, repo int64, paths map[string]bool) (map[string]int, error) {
	texts, vectors := make([]string, 0, len(paths)), make([]string, 0, len(paths))
	for p := range paths {
		texts, vectors = append(texts, p), append(vectors, strings.Join(code.PathWords(p), " "))
	}
	ids := make(map[string]int, len(paths))
	rows, err := db.Query(ctx, `
		WITH wanted AS (SELECT * FROM unnest($2::text[], $3::text[]) AS w(path, words)),
		fresh AS (INSERT INTO path (repo_id, path, tsv)
			SELECT $1, path, array_to_tsvector(string_to_array(words, ' ')) FROM wanted ORDER BY path
			ON CONFLICT DO NOTHING RETURNING path_id, path)
		SELECT path_id, path FROM fresh
		UNION ALL
		SELECT p.path_id, p.path FROM path p JOIN wanted w ON w.path = p.path WHERE p.repo_id = $1`, repo, texts, vectors)
	if err != nil {
		return nil, err
	}
	var id int
	var text string
	_, err = pgx.ForEachRow(rows, []any{&id, &text}, func() error {
		ids[text] = id
		return nil
	})
	return ids, err
}

// writeFiles ends the rows of changed and removed paths and adds the new ones.
func (p *publishing) writeFiles() error {
	if err := p.checkBlobs(); err != nil {
		return err
	}
	if err := p.discountFiles(p.touched()); err != nil {
		return err
	}
	if !p.pub.Overlay {
		_, err := p.tx.Exec(p.ctx, "UPDATE file SET valid_to = $2 WHERE repo_id = $1 AND line_id = 0 AND valid_to = $3 AND path_id = ANY($4)",
			p.pub.Repo, p.from, forever, p.touched())
		if err != nil {
			return err
		}
	}
	rows := make([][]any, len(p.pub.Files))
	for i, f := range p.pub.Files {
		rows[i] = []any{p.pub.Repo, p.line, p.paths[f.Path], p.from, f.BlobID, clean(f.Prefix), f.Test}
	}
	_, err := p.tx.CopyFrom(p.ctx, pgx.Identifier{"file"},
		[]string{"repo_id", "line_id", "path_id", "valid_from", "blob_id", "prefix", "test"}, pgx.CopyFromRows(rows))
	if err != nil {
		return err
	}
	return p.countNewFiles()
}

// checkBlobs: a blob that was stored for this publication may have been
// collected meanwhile, since nothing referred to it yet.
func (p *publishing) checkBlobs() error {
	ids := make([]int, len(p.pub.Files))
	for i, f := range p.pub.Files {
		ids[i] = f.BlobID
	}
	var missing bool
	err := p.tx.QueryRow(p.ctx, `SELECT EXISTS (SELECT 1 FROM unnest($2::int[]) AS w(blob_id)
		WHERE NOT EXISTS (SELECT 1 FROM blob b WHERE b.repo_id = $1 AND b.blob_id = w.blob_id))`, p.pub.Repo, ids).Scan(&missing)
	if err == nil && missing {
		return ErrMoved
	}
	return err
}

// discountFiles takes away what the base has at these paths.
func (p *publishing) discountFiles(paths []int) error {
	if p.base.ID == 0 {
		return nil
	}
	return p.addCounts(-1, "SELECT f.blob_id FROM file f WHERE "+VisibleFile(p.base, "f")+" AND f.path_id = ANY($2)", paths)
}

func (p *publishing) countNewFiles() error {
	return p.addCounts(1, "SELECT f.blob_id FROM file f WHERE f.repo_id = $1 AND f.line_id = $2 AND f.valid_from = $3", p.line, p.from)
}

// addCounts counts files, chunks and terms of the blobs that a query yields.
func (p *publishing) addCounts(sign int, blobs string, args ...any) error {
	var files, parsed, skipped, chunks, terms int64
	err := p.tx.QueryRow(p.ctx, `
		WITH blobs AS (`+blobs+`),
		sizes AS (SELECT c.blob_id, count(*) AS n, sum(c.len) AS len FROM chunk c
			WHERE c.repo_id = $1 AND c.blob_id IN (SELECT blob_id FROM blobs) GROUP BY c.blob_id)
		SELECT count(*), count(*) FILTER (WHERE b.skipped = ''), count(*) FILTER (WHERE b.skipped <> ''),
			coalesce(sum(s.n), 0)::bigint, coalesce(sum(s.len), 0)::bigint
		FROM blobs JOIN blob b ON b.repo_id = $1 AND b.blob_id = blobs.blob_id LEFT JOIN sizes s ON s.blob_id = b.blob_id`,
		append([]any{p.pub.Repo}, args...)...).Scan(&files, &parsed, &skipped, &chunks, &terms)
	if err != nil {
		return err
	}
	n := int64(sign)
	p.sum.chunks += n * chunks
	p.sum.terms += n * terms
	p.sum.coverage.Files += int(n * files)
	p.sum.coverage.Parsed += int(n * parsed)
	p.sum.coverage.Skipped += int(n * skipped)
	return nil
}

// writeTerms brings the document frequencies of the trunk's head up to date.
func (p *publishing) writeTerms() error {
	if p.pub.Overlay {
		return nil
	}
	_, err := p.tx.Exec(p.ctx, `
		WITH changed AS (
			SELECT blob_id, CASE WHEN valid_from = $2 THEN 1 ELSE -1 END AS sign FROM file
			WHERE repo_id = $1 AND line_id = 0 AND (valid_from = $2 OR valid_to = $2 AND $3)),
		counted AS (
			SELECT lexeme, sum(sign) AS n FROM changed
			JOIN chunk c ON c.repo_id = $1 AND c.blob_id = changed.blob_id
			CROSS JOIN LATERAL unnest(tsvector_to_array(c.tsv)) AS lexeme
			GROUP BY lexeme HAVING sum(sign) <> 0 ORDER BY lexeme)
		INSERT INTO term AS t (repo_id, term, df) SELECT $1, lexeme, n FROM counted
		ON CONFLICT (repo_id, term) DO UPDATE SET df = t.df + excluded.df`, p.pub.Repo, p.from, !p.pub.Rebuild)
	if err != nil {
		return err
	}
	_, err = p.tx.Exec(p.ctx, "DELETE FROM term WHERE repo_id = $1 AND df <= 0", p.pub.Repo)
	return err
}

// writeCards stores the texts that are to be embedded, once each, and which
// chunk at which path has which.
func (p *publishing) writeCards() error {
	var paths, blobs, ords []int
	var hashes [][]byte
	var texts []string
	for _, f := range p.pub.Files {
		for ord, text := range f.Cards {
			if text = clean(text); text == "" {
				continue
			}
			sum := sha256.Sum256([]byte(text))
			paths, blobs, ords = append(paths, p.paths[f.Path]), append(blobs, f.BlobID), append(ords, ord)
			hashes, texts = append(hashes, sum[:]), append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	_, err := p.tx.Exec(p.ctx, `
		INSERT INTO card (repo_id, hash, text) SELECT DISTINCT ON (hash) $1::bigint, hash, text
		FROM unnest($2::bytea[], $3::text[]) AS w(hash, text) ORDER BY hash ON CONFLICT DO NOTHING`, p.pub.Repo, hashes, texts)
	if err != nil {
		return err
	}
	_, err = p.tx.Exec(p.ctx, `
		INSERT INTO card_of (repo_id, path_id, blob_id, ord, card_id)
		SELECT $1, w.path_id, w.blob_id, w.ord, c.card_id
		FROM unnest($2::int[], $3::int[], $4::int[], $5::bytea[]) AS w(path_id, blob_id, ord, hash)
		JOIN card c ON c.repo_id = $1 AND c.hash = w.hash
		ON CONFLICT (repo_id, path_id, blob_id, ord) DO UPDATE SET card_id = excluded.card_id`, p.pub.Repo, paths, blobs, ords, hashes)
	return err
}
