package graph

import (
	"context"
	"sort"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// Memory is a whole snapshot held in memory.
type Memory struct {
	files     map[string]*File
	dirs      map[string][]string
	providers map[string][]string
}

// NewFile extracts the facts of a file and makes its model.
func NewFile(ctx context.Context, binders []Binder, path string, source []byte) *File {
	dialect := syntax.Dialect(path, source)
	facts, tree, err := syntax.Extract(ctx, dialect, source)
	if err != nil {
		dialect = "text"
	}
	f := &File{Path: path, Dialect: dialect, Source: source, Tree: tree, Facts: &facts}
	f.Attach(binders)
	return f
}

// Attach finds the binder that claims f and makes f's model.
func (f *File) Attach(binders []Binder) {
	for _, b := range binders {
		if b.Claims(f.Path, f.Dialect) {
			f.binder = b
			f.Model()
			return
		}
	}
}

// NewMemory makes a snapshot of files.
func NewMemory(files []*File) *Memory {
	m := &Memory{files: map[string]*File{}, dirs: map[string][]string{}, providers: map[string][]string{}}
	for _, f := range files {
		m.files[f.Path] = f
		m.addPath(f.Path)
		if f.model == nil {
			continue
		}
		for _, a := range f.model.Answers() {
			if a.Provided {
				m.providers[a.Key] = append(m.providers[a.Key], f.Path)
			}
		}
	}
	for _, list := range []map[string][]string{m.dirs, m.providers} {
		for _, names := range list {
			sort.Strings(names)
		}
	}
	return m
}

func (m *Memory) addPath(p string) {
	name := p[len(code.Folder(p)):]
	for dir := code.Folder(p); ; dir = code.Folder(dir) {
		if name[0] == '/' {
			name = name[1:]
		}
		known := len(m.dirs[dir]) > 0
		m.dirs[dir] = append(m.dirs[dir], name)
		if known || dir == "" {
			return
		}
		name = dir[len(code.Folder(dir)):] + "/"
	}
}

// File implements Snapshot.
func (m *Memory) File(p string) (*File, error) { return m.files[p], nil }

// Dir implements Snapshot.
func (m *Memory) Dir(dir string) ([]string, error) { return m.dirs[dir], nil }

// Providers implements Snapshot.
func (m *Memory) Providers(key string) ([]string, error) { return m.providers[key], nil }

// BindFile binds one file against a snapshot: its links in source order and
// the hashes of the questions that it asked.
func BindFile(s Snapshot, f *File) ([]code.Link, map[uint64]struct{}, error) {
	if _, text := f.binder.(TextBinder); f.binder == nil || f.Tree == nil && !text {
		return nil, nil, nil
	}
	v := NewView(s)
	links := normalise(f.binder.Bind(f, v))
	return links, v.Asked(), v.Err()
}
