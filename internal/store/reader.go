package store

import (
	"context"
	"errors"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// Reader is the database as questions see it.
type Reader struct {
	DB      DB
	Lexical Lexical
}

// Search finds the chunks that hold the terms.
func (r Reader) Search(ctx context.Context, s code.Snapshot, terms []code.QueryTerm) (code.Matches, error) {
	return Search(ctx, r.DB, s, r.Lexical, terms)
}

// SymbolsNamed are the symbols with one of the names.
func (r Reader) SymbolsNamed(ctx context.Context, s code.Snapshot, names []string) ([]code.Located, error) {
	return SymbolsNamed(ctx, r.DB, s, names)
}

// SymbolsAt are the symbols of files.
func (r Reader) SymbolsAt(ctx context.Context, s code.Snapshot, paths []string) ([]code.Located, error) {
	return SymbolsAt(ctx, r.DB, s, paths)
}

// Neighbours are the symbols one edge away.
func (r Reader) Neighbours(ctx context.Context, s code.Snapshot, of []code.SymbolRef, types []code.EdgeType, incoming bool, limit int) ([]code.Neighbour, error) {
	return Neighbours(ctx, r.DB, s, of, types, incoming, limit)
}

// EdgesAt are the bound edges whose references stand in the lines.
func (r Reader) EdgesAt(ctx context.Context, s code.Snapshot, path string, start, end int) ([]code.BoundEdge, error) {
	return EdgesAt(ctx, r.DB, s, path, start, end)
}

// UnboundNamed counts open references of a name.
func (r Reader) UnboundNamed(ctx context.Context, s code.Snapshot, name string) (int, error) {
	return UnboundNamed(ctx, r.DB, s, name)
}

// Blobs reads the content of blobs by hash, nil above limit bytes.
type BlobReader interface {
	Blob(hash string, limit int64) (content []byte, size int64, err error)
}

// Text is a snapshot's files as lines.
type Text struct {
	DB    DB
	Blobs BlobReader
}

// Lines are the lines of a file without their newlines; ErrNotFound where the
// snapshot has no such file.
func (t Text) Lines(ctx context.Context, s code.Snapshot, path string) ([]string, error) {
	hash, err := BlobOf(ctx, t.DB, s, path)
	if err != nil {
		return nil, err
	}
	content, _, err := t.Blobs.Blob(hash, 1<<20)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(content), "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	return lines, nil
}

// Mentions is how many files of the snapshot hold a word, as it is indexed.
func (t Text) Mentions(ctx context.Context, s code.Snapshot, word string) (n int, err error) {
	err = t.DB.QueryRow(ctx, `SELECT count(DISTINCT f.path_id) FROM chunk c JOIN file f ON f.repo_id = c.repo_id AND f.blob_id = c.blob_id
		WHERE c.repo_id = $1 AND `+VisibleFile(s, "f")+` AND c.tsv @@ $2::text::tsquery`, s.Repo, lexeme(strings.ToLower(word))).Scan(&n)
	if errors.Is(err, ErrNotFound) {
		return 0, nil
	}
	return n, err
}
