package index

import (
	"path"
	"slices"
	"sync"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// emptyTree is git's hash of the tree without entries.
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

// snapshot is a commit's files as binding sees them: folders and files are
// read from git when they are asked for, providers from the base's rows and
// the run's own changes.
type snapshot struct {
	run *run
	sha string

	mu      sync.Mutex
	folders map[string]map[string]code.TreeEntry // by folder, then name

	// Of the new snapshot alone: what the changed files provide now.
	provided  map[uint64][]string
	unsettled map[string]bool // paths whose rows in the base no longer count
}

func (r *run) snapshotAt(sha string) *snapshot {
	return &snapshot{run: r, sha: sha, folders: map[string]map[string]code.TreeEntry{}}
}

func (s *snapshot) folder(dir string) (map[string]code.TreeEntry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.folders[dir]; ok {
		return known, nil
	}
	entries, err := s.list(dir)
	if err != nil {
		return nil, err
	}
	s.folders[dir] = entries
	return entries, nil
}

// list reads a folder of the commit by way of the folders above it.
func (s *snapshot) list(dir string) (map[string]code.TreeEntry, error) {
	entries, err := s.run.req.Git.TreeAt(s.sha, dir)
	if err != nil {
		if code.Missing(err) {
			return nil, nil
		}
		return nil, err
	}
	names := make(map[string]code.TreeEntry, len(entries))
	for _, e := range entries {
		e.Path = code.PathText(e.Path)
		if exclude := s.run.req.Exclude; exclude == nil || !exclude(e.Path) {
			names[path.Base(e.Path)] = e
		}
	}
	return names, nil
}

func (s *snapshot) entry(p string) (code.TreeEntry, error) {
	names, err := s.folder(code.Folder(p))
	return names[path.Base(p)], err
}

// File implements graph.Snapshot.
func (s *snapshot) File(p string) (*graph.File, error) {
	e, err := s.entry(p)
	if err != nil {
		return nil, err
	}
	return s.run.x.loadRegular(s.run.ctx, s.run.req.Git, p, e)
}

// Dir implements graph.Snapshot.
func (s *snapshot) Dir(dir string) ([]string, error) {
	entries, err := s.folder(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for name, e := range entries {
		switch {
		case e.Mode == code.ModeTree:
			names = append(names, name+"/")
		case e.Mode.Regular():
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Providers implements graph.Snapshot.
func (s *snapshot) Providers(key string) ([]string, error) {
	hash := graph.KeyHash(key)
	paths := slices.Clone(s.provided[hash])
	if s.run.base.ID != 0 {
		stored, err := s.run.x.store.Providers(s.run.ctx, s.run.base, hash)
		if err != nil {
			return nil, err
		}
		for _, p := range stored {
			if !s.unsettled[p] {
				paths = append(paths, p)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}
