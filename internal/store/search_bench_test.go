package store_test

import (
	"crypto/sha1"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/store"
	"github.com/plumbline/plumbline/internal/store/storetest"
	"github.com/plumbline/plumbline/internal/syntax"
)

// BenchmarkSearch compares a search with the server's own ranking of the same
// words, on the Go distribution's source in pieces of 25 lines.
func BenchmarkSearch(b *testing.B) {
	pool := storetest.New(b)
	s := publishSource(b, pool, filepath.Join(runtime.GOROOT(), "src"))
	b.Logf("%d chunks", s.Chunks)
	for _, q := range []struct{ name, words string }{
		{"one word in a third", "func http2 transport flow window settings"},
		{"rare words", "http2 transport flow window settings"},
		{"a common word alone", "return"},
	} {
		var query []code.QueryTerm
		var any []string
		for _, w := range syntax.Terms(q.words) {
			query, any = append(query, code.QueryTerm{Word: w, Weight: 1}), append(any, "'"+w+"'")
		}
		b.Run(q.name+"/bm25", func(b *testing.B) {
			for b.Loop() {
				if m, err := store.Search(b.Context(), pool, s, store.DefaultLexical, query); err != nil || len(m.Chunks) == 0 {
					b.Fatal(len(m.Chunks), err)
				}
			}
		})
		b.Run(q.name+"/ts_rank", func(b *testing.B) {
			for b.Loop() {
				var n int
				err := pool.QueryRow(b.Context(), `SELECT count(*) FROM (SELECT c.blob_id, c.ord FROM chunk_1 c
					JOIN file f ON f.blob_id = c.blob_id AND `+store.VisibleFile(s, "f")+`
					WHERE c.tsv @@ $1::text::tsquery ORDER BY ts_rank(c.tsv, $1::text::tsquery) DESC LIMIT 100) x`, strings.Join(any, " | ")).Scan(&n)
				if err != nil || n == 0 {
					b.Fatal(n, err)
				}
			}
		})
	}
}

const benchLines, benchBatch = 25, 500

// publishSource makes a snapshot of the Go files under a folder.
func publishSource(b *testing.B, pool *pgxpool.Pool, root string) code.Snapshot {
	b.Helper()
	ctx := b.Context()
	if err := store.EnsureRepository(ctx, pool, 1, "o/r"); err != nil {
		b.Fatal(err)
	}
	pub := code.Publication{Repo: 1, SHA: "source", Version: "1"}
	var batch []code.BlobFacts
	var paths []string
	save := func() {
		ids, err := store.SaveBlobs(ctx, pool, 1, "1", batch)
		if err != nil {
			b.Fatal(err)
		}
		for i, f := range batch {
			pub.Files = append(pub.Files, code.FileRow{Path: paths[i], BlobID: ids[f.Key]})
		}
		batch, paths = nil, nil
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := sha1.Sum([]byte(path))
		batch, paths = append(batch, windowsOf(hex.EncodeToString(sum[:]), content)), append(paths, path)
		if len(batch) == benchBatch {
			save()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	save()
	s, err := store.Publish(ctx, pool, pub)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "VACUUM ANALYZE chunk_1, file, path"); err != nil {
		b.Fatal(err)
	}
	return s
}

func windowsOf(hash string, content []byte) code.BlobFacts {
	tree := cst.NewTree("text", content)
	facts := &code.Facts{Dialect: "text", Lines: tree.Lines(), Symbols: []code.Symbol{{Kind: code.Module, Parent: -1}}}
	f := code.BlobFacts{Key: code.BlobKey{Hash: hash, Dialect: "text"}, Facts: facts}
	for start := 1; start <= facts.Lines; start += benchLines {
		c := code.Chunk{StartLine: start, EndLine: min(start+benchLines-1, facts.Lines)}
		facts.Chunks = append(facts.Chunks, c)
		f.Terms = append(f.Terms, syntax.ChunkTerms(facts, tree, c))
	}
	return f
}
