package store

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/plumbline/plumbline/internal/code"
)

// readPostings reads the postings of terms, by their order; each has a part
// for every segment that holds it.
func readPostings(ctx context.Context, db DB, repo int64, terms []code.MatchedTerm) ([][][]byte, error) {
	place, words := map[string]int{}, make([]string, len(terms))
	for i, t := range terms {
		place[t.Word], words[i] = i, t.Word
	}
	for {
		out, missing := make([][][]byte, len(terms)), false
		// In one statement, so that no merge of segments comes in between.
		rows, err := db.Query(ctx, `SELECT term, data FROM posting WHERE repo_id = $1 AND term = ANY($2)
			UNION ALL SELECT NULL, NULL WHERE EXISTS (SELECT 1 FROM blob WHERE repo_id = $1 AND segment IS NULL)`, repo, words)
		if err != nil {
			return nil, err
		}
		var word *string
		var data []byte
		_, err = pgx.ForEachRow(rows, []any{&word, &data}, func() error {
			if word == nil {
				missing = true
				return nil
			}
			i := place[*word]
			out[i] = append(out[i], data)
			data = nil
			return nil
		})
		if err != nil || !missing {
			return out, err
		}
		if err := postBlobs(ctx, db, repo); err != nil {
			return nil, err
		}
	}
}

// found are the chunks that hold a selecting term, of any snapshot.
type found struct {
	slots  map[int][]int // by blob, by ord: the chunk's place below plus one
	chunks []foundChunk
}

type foundChunk struct {
	blob, ord int
	rough     float64
}

func (c foundChunk) place() chunkPlace { return chunkPlace{c.blob, c.ord} }

// gather finds the chunks that the selecting terms select, and adds up the
// weights of all terms that stand in them, in the terms' order.
func gather(words [][][]byte, terms []code.MatchedTerm, selects []bool) (*found, error) {
	f := &found{slots: map[int][]int{}}
	for i := range terms {
		if selects[i] {
			if err := f.each(words[i], f.adding); err != nil {
				return nil, err
			}
		}
	}
	if len(terms) == 1 {
		// The words present tell nothing apart: how often it stands there,
		// by the length, does.
		return f, f.each(words[0], f.weighing(rankAlone))
	}
	for i, t := range terms {
		weight := t.Weight * t.IDF
		if err := f.each(words[i], f.weighing(func(posting) float64 { return weight })); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *found) each(parts [][]byte, in func(blob int) func(posting)) error {
	for _, data := range parts {
		if err := eachPosting(data, in); err != nil {
			return err
		}
	}
	return nil
}

// adding makes a place for every chunk of a blob that has none.
func (f *found) adding(blob int) func(posting) {
	slots := f.slots[blob]
	return func(p posting) {
		if p.ord >= len(slots) {
			slots = append(slots, make([]int, p.ord+1-len(slots))...)
			f.slots[blob] = slots
		}
		if slots[p.ord] == 0 {
			f.chunks = append(f.chunks, foundChunk{blob: blob, ord: p.ord})
			slots[p.ord] = len(f.chunks)
		}
	}
}

// weighing adds to what was found, and skips other blobs.
func (f *found) weighing(weight func(posting) float64) func(blob int) func(posting) {
	return func(blob int) func(posting) {
		slots := f.slots[blob]
		if slots == nil {
			return nil
		}
		return func(p posting) {
			if p.ord < len(slots) && slots[p.ord] > 0 {
				f.chunks[slots[p.ord]-1].rough += weight(p)
			}
		}
	}
}

// rankAlone ranks a chunk by the occurrences of one word as PostgreSQL's
// ts_rank does (calc_rank_or in tsrank.c, with 1 for the normalisation): a
// place counts by its label, ever less down the list, over the logarithm of
// the chunk's length.
func rankAlone(p posting) float64 {
	weights := [...]float32{1, 0.4, 0.2, 0.1}
	var sum, best float32
	place, bestPlace := 0, 0
	for field, n := range p.counts {
		for range n {
			w := weights[field]
			sum += w / float32((place+1)*(place+1))
			if w > best {
				best, bestPlace = w, place
			}
			place++
		}
	}
	rank := float32(float64(best+sum-best/float32((bestPlace+1)*(bestPlace+1))) / 1.64493406685)
	return float64(float32(float64(rank) / (math.Log(float64(p.length+1)) / math.Ln2)))
}

// at is a chunk at a path of the snapshot: the one in place at of found.
type foundAt struct {
	chunk int
	file  int
}

// best are the n best chunks at paths of a snapshot.
func (f *found) best(ctx context.Context, db DB, s code.Snapshot, n int) ([]foundAt, error) {
	order := make([]int, len(f.chunks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(f.chunks[b].rough, f.chunks[a].rough) })
	for want := n; ; want *= 4 {
		// Equals of the last one belong to it: their paths decide.
		end := min(want, len(order))
		for end > 0 && end < len(order) && f.chunks[order[end]].rough == f.chunks[order[end-1]].rough {
			end++
		}
		at, err := f.visible(ctx, db, s, order[:end])
		if err != nil || len(at) >= n || end == len(order) {
			return at[:min(n, len(at))], err
		}
	}
}

// visible are the paths of a snapshot at which chunks stand, in order of the
// chunks' weight, then of path and place.
func (f *found) visible(ctx context.Context, db DB, s code.Snapshot, chunks []int) ([]foundAt, error) {
	paths := map[int][]int{}
	var blobs []int
	for _, i := range chunks {
		blob := f.chunks[i].blob
		if _, ok := paths[blob]; !ok {
			paths[blob] = nil
			blobs = append(blobs, blob)
		}
	}
	rows, err := db.Query(ctx, "SELECT f.blob_id, f.path_id FROM file f WHERE f.blob_id = ANY($1) AND "+VisibleFile(s, "f"), blobs)
	if err != nil {
		return nil, err
	}
	var blob, path int
	_, err = pgx.ForEachRow(rows, []any{&blob, &path}, func() error {
		paths[blob] = append(paths[blob], path)
		return nil
	})
	var out []foundAt
	for _, i := range chunks {
		for _, path := range paths[f.chunks[i].blob] {
			out = append(out, foundAt{i, path})
		}
	}
	slices.SortFunc(out, func(a, b foundAt) int {
		x, y := f.chunks[a.chunk], f.chunks[b.chunk]
		return cmp.Or(cmp.Compare(y.rough, x.rough), cmp.Compare(a.file, b.file), cmp.Compare(x.ord, y.ord))
	})
	return out, err
}
