package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// described is what a chunk's blob tells of it, or a file's row of the file.
type (
	chunkPlace     struct{ blob, ord int }
	describedChunk struct {
		start, end, length int
		local              string
		kind               code.Kind
		test               bool
	}
	describedFile struct {
		path, prefix string
		test         bool
	}
)

// describe reads where chunks stand and whose they are, and puts them in the
// order of their weight, then of path and place. It sorts best likewise.
func (f *found) describe(ctx context.Context, db DB, s code.Snapshot, best []foundAt) ([]code.Match, error) {
	files, chunks := map[int]describedFile{}, map[chunkPlace]describedChunk{}
	for _, b := range best {
		files[b.file] = describedFile{}
		chunks[f.chunks[b.chunk].place()] = describedChunk{}
	}
	batch := &pgx.Batch{}
	queueFiles(batch, s, files)
	queueChunks(batch, s, chunks)
	if err := db.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	slices.SortFunc(best, func(a, b foundAt) int {
		x, y := f.chunks[a.chunk], f.chunks[b.chunk]
		return cmp.Or(cmp.Compare(y.rough, x.rough), strings.Compare(files[a.file].path, files[b.file].path), cmp.Compare(x.ord, y.ord))
	})
	out := make([]code.Match, len(best))
	for i, b := range best {
		file, found := files[b.file], f.chunks[b.chunk]
		c := chunks[found.place()]
		out[i] = code.Match{Len: c.length, ChunkHit: code.ChunkHit{PathID: b.file, BlobID: found.blob, Ord: found.ord, Path: file.path,
			StartLine: c.start, EndLine: c.end, Local: c.local, Qualified: code.Qualify(file.prefix, c.local), Kind: c.kind,
			Test: file.test || c.test, Score: found.rough}}
	}
	return out, nil
}

func queueFiles(batch *pgx.Batch, s code.Snapshot, files map[int]describedFile) {
	ids := make([]int, 0, len(files))
	for id := range files {
		ids = append(ids, id)
	}
	batch.Queue("SELECT f.path_id, p.path, f.prefix, f.test FROM file f JOIN path p ON p.repo_id = f.repo_id AND p.path_id = f.path_id WHERE "+
		VisibleFile(s, "f")+" AND f.path_id = ANY($1)", ids).Query(func(rows pgx.Rows) error {
		var id int
		var d describedFile
		_, err := pgx.ForEachRow(rows, []any{&id, &d.path, &d.prefix, &d.test}, func() error {
			files[id] = d
			return nil
		})
		return err
	})
}

func queueChunks(batch *pgx.Batch, s code.Snapshot, chunks map[chunkPlace]describedChunk) {
	blobs, ords := make([]int, 0, len(chunks)), make([]int, 0, len(chunks))
	for at := range chunks {
		blobs, ords = append(blobs, at.blob), append(ords, at.ord)
	}
	batch.Queue("SELECT c.blob_id, c.ord, c.start_line, c.end_line, c.len, coalesce(y.local, ''), coalesce(y.kind, 'module'), coalesce(y.test, false) "+
		"FROM unnest($2::int[], $3::int[]) AS w(blob_id, ord) JOIN chunk_"+partition(s.Repo)+" c ON c.blob_id = w.blob_id AND c.ord = w.ord AND c.repo_id = $1 "+
		"LEFT JOIN symbol y ON y.repo_id = $1 AND y.blob_id = c.blob_id AND y.ord = c.symbol", s.Repo, blobs, ords).Query(func(rows pgx.Rows) error {
		var at chunkPlace
		var d describedChunk
		_, err := pgx.ForEachRow(rows, []any{&at.blob, &at.ord, &d.start, &d.end, &d.length, &d.local, &d.kind, &d.test}, func() error {
			chunks[at] = d
			return nil
		})
		return err
	})
}

// count fills in how often each term stands in each of the best.
func (f *found) count(words [][][]byte, best []foundAt, matches []code.Match) error {
	at := make([][]int, len(f.chunks)) // by chunk: its matches, one for each path
	for i, b := range best {
		at[b.chunk] = append(at[b.chunk], i)
		matches[i].Counts = make([]code.FieldCounts, len(words))
	}
	for i, parts := range words {
		err := f.each(parts, func(blob int) func(posting) {
			slots := f.slots[blob]
			if slots == nil {
				return nil
			}
			return func(p posting) {
				if p.ord >= len(slots) || slots[p.ord] == 0 {
					return
				}
				for _, match := range at[slots[p.ord]-1] {
					matches[match].Counts[i] = p.counts
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
