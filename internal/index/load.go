package index

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

const (
	// maxBlob bounds the files that are read, in bytes.
	maxBlob = 1 << 20
	// maxLine bounds a line in bytes: a file that is mostly longer ones is data
	// or minified code.
	maxLine = 20_000
	// cacheNodes bounds the syntax trees that are kept, some 100 bytes a node.
	cacheNodes = 10_000_000
)

// loaded is one file as it was read: its graph file, or why there is none.
type loaded struct {
	file    *graph.File
	dialect string
	skipped string
}

// load reads and parses the file of a tree entry, or takes it from the cache.
func (x *Indexer) load(ctx context.Context, git Git, path string, e code.TreeEntry) (loaded, error) {
	key := cacheKey{path, e.Hash}
	if l, ok := x.cache.get(key); ok {
		return l, nil
	}
	l, err := x.read(ctx, git, path, e)
	if err != nil {
		return l, fmt.Errorf("%s: %w", path, err)
	}
	x.cache.put(key, l)
	return l, nil
}

// loadRegular is the file of an entry, nil unless it is a plain file that is
// read.
func (x *Indexer) loadRegular(ctx context.Context, git Git, path string, e code.TreeEntry) (*graph.File, error) {
	if !e.Mode.Regular() {
		return nil, nil
	}
	l, err := x.load(ctx, git, path, e)
	return l.file, err
}

func (x *Indexer) read(ctx context.Context, git Git, path string, e code.TreeEntry) (loaded, error) {
	switch {
	case e.Mode == code.ModeSymlink:
		return loaded{dialect: "symlink", skipped: "a symbolic link"}, nil
	case e.Mode == code.ModeSubmodule:
		return loaded{dialect: "submodule", skipped: "a submodule"}, nil
	}
	content, size, err := git.Blob(e.Hash, maxBlob)
	switch {
	case err != nil && code.Missing(err):
		return loaded{dialect: "missing", skipped: "not in this clone"}, nil
	case err != nil:
		return loaded{}, err
	case content == nil && size > maxBlob:
		return loaded{dialect: "large", skipped: fmt.Sprintf("over 1 MB (%d bytes)", size)}, nil
	}
	if reason := unreadable(content); reason != "" {
		return loaded{dialect: "opaque", skipped: reason}, nil
	}
	return x.understand(ctx, path, content)
}

// understand parses a readable file; one that cannot be parsed is text.
func (x *Indexer) understand(ctx context.Context, path string, content []byte) (loaded, error) {
	dialect := syntax.Dialect(path, content)
	facts, tree, err := syntax.Extract(ctx, dialect, content)
	if ctx.Err() != nil {
		return loaded{}, ctx.Err()
	}
	f := &graph.File{Path: path, Dialect: dialect, Source: content, Tree: tree, Facts: &facts}
	l := loaded{file: f, dialect: dialect}
	if err != nil {
		l.skipped = "searched as text only: " + err.Error()
	}
	f.Attach(x.binders)
	return l, nil
}

// unreadable says why content is no text to read, "" if it is.
func unreadable(content []byte) string {
	if bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/")) {
		return "a Git LFS pointer"
	}
	if bytes.IndexByte(content, 0) >= 0 {
		return "binary"
	}
	if long := inLongLines(content); 2*long > len(content) {
		return fmt.Sprintf("mostly lines of over %d bytes: minified or data", maxLine)
	}
	return ""
}

// inLongLines are the bytes of content that stand in lines of over maxLine.
func inLongLines(content []byte) int {
	long := 0
	for line := range bytes.Lines(content) {
		if len(line) > maxLine {
			long += len(line)
		}
	}
	return long
}

// source is a file's text as a tree without nodes, for its lines.
func source(f *graph.File) *cst.Tree {
	if f.Tree != nil {
		return f.Tree
	}
	return cst.NewTree(f.Dialect, f.Source)
}

type cacheKey struct{ path, hash string }

// fileCache keeps the parsed files that were used last, bounded by the nodes
// of their trees.
type fileCache struct {
	mu     sync.Mutex
	budget int
	used   int
	order  *list.List // of *cached, newest first
	byKey  map[cacheKey]*list.Element
}

type cached struct {
	key    cacheKey
	loaded loaded
	cost   int
}

func newFileCache(budget int) *fileCache {
	return &fileCache{budget: budget, order: list.New(), byKey: map[cacheKey]*list.Element{}}
}

func (c *fileCache) get(k cacheKey) (loaded, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[k]
	if !ok {
		return loaded{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).loaded, true
}

func (c *fileCache) put(k cacheKey, l loaded) {
	cost := 10
	if l.file != nil {
		cost += len(l.file.Source) / 50
		if l.file.Tree != nil {
			cost += l.file.Tree.Nodes
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[k]; ok {
		return
	}
	c.byKey[k] = c.order.PushFront(&cached{k, l, cost})
	c.used += cost
	for c.used > c.budget && c.order.Len() > 1 {
		last := c.order.Remove(c.order.Back()).(*cached)
		delete(c.byKey, last.key)
		c.used -= last.cost
	}
}
