package index

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// batchFiles is how many files' facts are written at once.
const batchFiles = 1000

// parse reads the changed files and stores the facts of blobs that are new.
func (r *run) parse() error {
	for start := 0; start < len(r.changes); start += batchFiles {
		batch := r.changes[start:min(start+batchFiles, len(r.changes))]
		if err := r.parseBatch(start, batch); err != nil {
			return err
		}
		r.progress("parse", start+len(batch), len(r.changes))
	}
	slices.SortFunc(r.res.Skipped, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

func (r *run) parseBatch(start int, batch []change) error {
	facts := make([]code.BlobFacts, len(batch))
	var mu sync.Mutex
	err := each(r.ctx, len(batch), func(i int) error {
		c := &batch[i]
		if c.new.Hash == "" {
			return nil
		}
		l, err := r.x.load(r.ctx, r.req.Git, c.path, c.new)
		if err != nil {
			return err
		}
		c.file = l.file
		facts[i] = factsOf(c.new.Hash, l)
		c.row = rowOf(c.path, facts[i].Key, l)
		if l.skipped != "" {
			mu.Lock()
			r.res.Skipped = append(r.res.Skipped, Skip{c.path, l.skipped})
			mu.Unlock()
		}
		return nil
	})
	if err != nil {
		return err
	}
	saving := time.Now()
	err = r.save(batch, facts)
	r.res.Timings.Save += time.Since(saving)
	return err
}

func factsOf(hash string, l loaded) code.BlobFacts {
	b := code.BlobFacts{Key: code.BlobKey{Hash: hash, Dialect: l.dialect}, Facts: &code.Facts{Dialect: l.dialect}, Skipped: l.skipped}
	if l.file != nil {
		b.Facts = l.file.Facts
	}
	return b
}

func rowOf(path string, key code.BlobKey, l loaded) code.FileRow {
	row := code.FileRow{Path: path, Blob: key, Test: syntax.TestPath(l.dialect, path)}
	if f := l.file; f != nil {
		row.Prefix = syntax.Prefix(l.dialect, path, f.Facts.Package)
		lines := source(f)
		for _, c := range f.Facts.Chunks {
			row.Cards = append(row.Cards, syntax.Card(path, row.Prefix, f.Facts, lines, c))
		}
	}
	return row
}

// save stores the batch's new facts and notes the blobs' ids.
func (r *run) save(batch []change, facts []code.BlobFacts) error {
	var keys []code.BlobKey
	for _, f := range facts {
		if f.Facts != nil {
			keys = append(keys, f.Key)
		}
	}
	ids, err := r.x.store.Known(r.ctx, r.req.Repo, syntax.Version, keys)
	if err != nil {
		return err
	}
	var fresh []code.BlobFacts
	queued := map[code.BlobKey]bool{}
	for i, f := range facts {
		if _, known := ids[f.Key]; f.Facts == nil || known || queued[f.Key] {
			continue
		}
		queued[f.Key] = true
		if file := batch[i].file; file != nil {
			lines := source(file)
			for _, c := range f.Facts.Chunks {
				f.Terms = append(f.Terms, syntax.ChunkTerms(f.Facts, lines, c))
			}
		}
		fresh = append(fresh, f)
	}
	r.res.Parsed += len(fresh)
	saved, err := r.x.store.Save(r.ctx, r.req.Repo, syntax.Version, fresh)
	if err != nil {
		return err
	}
	for i := range batch {
		key := facts[i].Key
		if id, ok := ids[key]; ok {
			batch[i].row.BlobID = id
		} else {
			batch[i].row.BlobID = saved[key]
		}
	}
	return nil
}
