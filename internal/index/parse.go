package index

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

// batchFiles is how many files' facts are written at once.
const batchFiles = 1000

// parse reads the changed files and stores the facts of blobs that are new: a
// batch is stored while the next is parsed.
func (r *run) parse() error {
	var saving chan error
	wait := func() error {
		if saving == nil {
			return nil
		}
		return <-saving
	}
	for start := 0; start < len(r.changes); start += batchFiles {
		batch := r.changes[start:min(start+batchFiles, len(r.changes))]
		facts, files, err := r.parseBatch(batch)
		if saveErr := wait(); err != nil || saveErr != nil {
			return errors.Join(err, saveErr)
		}
		saving = make(chan error, 1)
		go func(done chan<- error) { done <- r.save(batch, facts, files) }(saving)
		r.progress("parse", start+len(batch), len(r.changes))
	}
	slices.SortFunc(r.res.Skipped, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	return wait()
}

// parseBatch returns the facts of a batch and its files, nil for those that
// are skipped or gone. The files are kept no longer than the batch: all of a
// large repository's trees would not fit into memory.
func (r *run) parseBatch(batch []change) ([]code.BlobFacts, []*graph.File, error) {
	facts, files := make([]code.BlobFacts, len(batch)), make([]*graph.File, len(batch))
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
		if facts[i] = factsOf(c.new.Hash, l); l.file != nil {
			files[i], c.provided = l.file, provided(l.file)
		}
		c.row = rowOf(c.path, facts[i].Key, l)
		if l.skipped != "" {
			mu.Lock()
			r.res.Skipped = append(r.res.Skipped, Skip{c.path, l.skipped})
			mu.Unlock()
		}
		return nil
	})
	return facts, files, err
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
func (r *run) save(batch []change, facts []code.BlobFacts, files []*graph.File) error {
	start := time.Now()
	defer func() { r.res.Timings.Save += time.Since(start) }()
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
	fresh, err := r.withTerms(facts, files, ids)
	if err != nil {
		return err
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

// withTerms are the facts of blobs that are not stored yet, each once, with
// their chunks' terms.
func (r *run) withTerms(facts []code.BlobFacts, all []*graph.File, known map[code.BlobKey]int) ([]code.BlobFacts, error) {
	var fresh []code.BlobFacts
	var files []*graph.File
	queued := map[code.BlobKey]bool{}
	for i, f := range facts {
		if _, stored := known[f.Key]; f.Facts == nil || stored || queued[f.Key] {
			continue
		}
		queued[f.Key] = true
		fresh, files = append(fresh, f), append(files, all[i])
	}
	err := each(r.ctx, len(fresh), func(i int) error {
		if files[i] == nil {
			return nil
		}
		lines := source(files[i])
		for _, c := range fresh[i].Facts.Chunks {
			fresh[i].Terms = append(fresh[i].Terms, syntax.ChunkTerms(fresh[i].Facts, lines, c))
		}
		return nil
	})
	return fresh, err
}
