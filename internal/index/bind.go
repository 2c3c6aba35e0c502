package index

import (
	"maps"
	"slices"
	"sync"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// bind binds the changed files, and the files that asked a question which
// has another answer now.
func (r *run) bind() error {
	r.settleProviders()
	paths := map[string]bool{}
	gone := map[string]bool{}
	for _, c := range r.changes {
		if c.new.Hash == "" {
			gone[c.path] = true
			continue
		}
		paths[c.path] = true
	}
	if r.old != nil {
		askers, err := r.askers()
		if err != nil {
			return err
		}
		for _, p := range askers {
			if !gone[p] {
				paths[p] = true
			}
		}
	}
	if err := r.addCompiled(paths); err != nil {
		return err
	}
	return r.bindAll(paths)
}

// addCompiled adds the files that the compiler knows: they are bound anew, to
// be refined.
func (r *run) addCompiled(paths map[string]bool) error {
	if r.req.Compiler == nil {
		return nil
	}
	for _, p := range r.req.Compiler.Paths() {
		f, err := r.new.File(p)
		if err != nil {
			return err
		}
		if f != nil {
			paths[p] = true
		}
	}
	return nil
}

func (r *run) bindAll(set map[string]bool) error {
	paths := make([]string, 0, len(set))
	for p := range set {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	r.bindings = make([]code.Binding, len(paths))
	return each(r.ctx, len(paths), func(n int) error {
		// The last files are still in the cache.
		i := len(paths) - 1 - n
		b := code.Binding{Path: paths[i]}
		f, err := r.new.File(paths[i])
		if err != nil {
			return err
		}
		if f != nil {
			links, asked, err := graph.BindFile(r.new, f)
			if err == nil && r.req.Compiler != nil {
				links, err = r.req.Compiler.Refine(f, links, r.new.File)
			}
			if err != nil {
				return err
			}
			b.Links, b.Asked, b.Provided = links, sortedKeys(asked), provided(f)
		}
		r.bindings[i] = b
		if n%100 == 99 {
			r.progress("bind", n+1, len(paths))
		}
		return nil
	})
}

func provided(f *graph.File) []uint64 {
	keys := map[uint64]struct{}{}
	for _, a := range f.Answers() {
		if a.Provided {
			keys[graph.KeyHash(a.Key)] = struct{}{}
		}
	}
	return sortedKeys(keys)
}

// settleProviders notes what the changed files provide now, in place of what
// the base's rows say of them.
func (r *run) settleProviders() {
	r.new.provided, r.new.unsettled = map[uint64][]string{}, map[string]bool{}
	for _, c := range r.changes {
		r.new.unsettled[c.path] = true
		for _, k := range c.provided {
			r.new.provided[k] = append(r.new.provided[k], c.path)
		}
	}
}

// askers are the files whose binding asked a question that the changes answer
// otherwise.
func (r *run) askers() ([]string, error) {
	keys := map[uint64]struct{}{}
	var mu sync.Mutex
	err := each(r.ctx, len(r.changes), func(i int) error {
		changed, err := r.changedKeys(r.changes[i])
		mu.Lock()
		defer mu.Unlock()
		maps.Copy(keys, changed)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := r.changedFolders(keys); err != nil {
		return nil, err
	}
	return r.x.store.Askers(r.ctx, r.base, sortedKeys(keys))
}

// changedKeys are the questions that one change answers otherwise.
func (r *run) changedKeys(c change) (map[uint64]struct{}, error) {
	keys := map[uint64]struct{}{}
	before, err := r.x.loadRegular(r.ctx, r.req.Git, c.path, c.old)
	if err != nil {
		return nil, err
	}
	after, err := r.x.loadRegular(r.ctx, r.req.Git, c.path, c.new)
	if err != nil {
		return nil, err
	}
	graph.ChangedKeys(keys, c.path, before, after)
	return keys, nil
}

// changedFolders adds the keys of folders whose listing differs.
func (r *run) changedFolders(keys map[uint64]struct{}) error {
	seen := map[string]bool{}
	for _, c := range r.changes {
		for dir := code.Folder(c.path); !seen[dir]; dir = code.Folder(dir) {
			seen[dir] = true
			before, err := r.old.Dir(dir)
			if err != nil {
				return err
			}
			after, err := r.new.Dir(dir)
			if err != nil {
				return err
			}
			if !slices.Equal(before, after) {
				keys[graph.DirKey(dir)] = struct{}{}
			}
		}
	}
	return nil
}
