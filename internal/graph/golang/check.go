package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"sync"

	"github.com/plumbline/plumbline/internal/graph"
)

// checked is a package after type checking, with the bodies of some of its
// files.
type checked struct {
	models map[string]*model // the files whose bodies were checked, by path
	pkg    *types.Package
	info   *types.Info
	files  map[int]*model // every file that an object may lie in, by fileKey
}

// importable is the package that importers of a pkg share.
type importable struct {
	once sync.Once
	pkg  *types.Package
	own  []*model
	deps []*importable
}

// memo keeps checked packages by the hash of everything that they depend on,
// so that what it gives never depends on what was asked before.
type memo struct {
	mu       sync.Mutex
	imported map[uint64]*importable
	units    map[uint64]*wholeUnit
	order    []uint64 // of units, oldest first
	met      map[uint64]bool
}

type wholeUnit struct {
	once    sync.Once
	checked *checked
}

// The memo forgets beyond these.
const (
	maxImported = 3000
	maxUnits    = 12
	maxMet      = 20000
)

func newMemo() *memo {
	return &memo{imported: map[uint64]*importable{}, units: map[uint64]*wholeUnit{}, met: map[uint64]bool{}}
}

// check checks a unit for the sake of m. In a large one it checks the bodies
// of m alone the first time, as one changed file wants it; the second time, and
// in a small unit at once, those of all files that m's siblings will ask for.
// Bodies change nothing outside them, so both give the same for m.
func (c *memo) check(u *pkg, m *model) *checked {
	key := unitKey(u, m)
	entry := c.unit(key, u.size() <= maxAtOnce)
	if entry == nil {
		return c.run(u, func(o *model) bool { return o == m })
	}
	entry.once.Do(func() { entry.checked = c.run(u, func(o *model) bool { return o.test == m.test }) })
	return entry.checked
}

func unitKey(u *pkg, m *model) uint64 {
	parts := []string{strconv.FormatUint(u.key, 36), strconv.FormatBool(m.test)}
	for _, o := range u.members {
		parts = append(parts, o.path, strconv.FormatUint(o.content, 36))
	}
	return graph.Hash(parts...)
}

// maxAtOnce is the source, in bytes, that is checked whole at first sight.
const maxAtOnce = 96 << 10

// unit is the place of a whole check, nil when a large unit is met first.
func (c *memo) unit(key uint64, small bool) *wholeUnit {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.units[key]; e != nil {
		return e
	}
	if !small && !c.met[key] {
		if len(c.met) >= maxMet {
			clear(c.met)
		}
		c.met[key] = true
		return nil
	}
	e := &wholeUnit{}
	c.units[key] = e
	c.order = append(c.order, key)
	if len(c.order) > maxUnits {
		delete(c.units, c.order[0])
		c.order = c.order[1:]
	}
	return e
}

func (c *memo) run(u *pkg, bodies func(*model) bool) *checked {
	out := &checked{models: map[string]*model{}, files: map[int]*model{}, info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	files := make([]*ast.File, len(u.members))
	for i, m := range u.members {
		files[i] = m.api
		out.files[fileKey(token.Pos(m.base))] = m
		if bodies(m) {
			files[i] = m.file
			out.models[m.path] = m
		}
	}
	imports, deps := c.imports(u)
	seen := map[*importable]bool{}
	for _, d := range deps {
		d.addFiles(out.files, seen)
	}
	out.pkg = typeCheck(u, files, imports, out.info)
	return out
}

func (i *importable) addFiles(files map[int]*model, seen map[*importable]bool) {
	if seen[i] {
		return
	}
	seen[i] = true
	for _, m := range i.own {
		files[fileKey(token.Pos(m.base))] = m
	}
	for _, d := range i.deps {
		d.addFiles(files, seen)
	}
}

// imports are the packages that u imports: those of the repository checked,
// the others as placeholders.
func (c *memo) imports(u *pkg) (map[string]*types.Package, []*importable) {
	names := map[string]map[string]bool{}
	for _, m := range u.members {
		for _, s := range m.imports {
			if names[s.path] == nil {
				names[s.path] = map[string]bool{}
			}
			for _, n := range m.external[s.path] {
				names[s.path][n] = true
			}
		}
	}
	out := map[string]*types.Package{}
	var deps []*importable
	for p, used := range names {
		if dep := u.imports[p]; dep != nil {
			i := c.importable(dep)
			deps = append(deps, i)
			out[p] = i.pkg
		} else {
			out[p] = placeholder(p, used)
		}
	}
	return out, deps
}

func (c *memo) importable(p *pkg) *importable {
	c.mu.Lock()
	i := c.imported[p.key]
	if i == nil {
		if len(c.imported) >= maxImported {
			clear(c.imported)
		}
		i = &importable{own: p.members}
		c.imported[p.key] = i
	}
	c.mu.Unlock()
	i.once.Do(func() {
		files := make([]*ast.File, len(p.members))
		for k, m := range p.members {
			files[k] = m.api
		}
		imports, deps := c.imports(p)
		i.deps = deps
		i.pkg = typeCheck(p, files, imports, &types.Info{})
	})
	return i
}

type importMap map[string]*types.Package

// Import implements types.Importer.
func (i importMap) Import(p string) (*types.Package, error) {
	if pkg := i[p]; pkg != nil {
		return pkg, nil
	}
	return nil, fmt.Errorf("%s is not imported here", p)
}

// typeCheck checks files as far as they can be: errors are expected, since
// what other repositories hold is unknown.
func typeCheck(p *pkg, files []*ast.File, imports importMap, info *types.Info) (out *types.Package) {
	out = types.NewPackage(typesPath(p.dir), p.name)
	// The checker is made for source that a parser took without errors; on
	// the rest of what strangers write it may give up. What it found by then
	// stays in info.
	defer func() {
		if recover() != nil {
			out.MarkComplete()
		}
	}()
	conf := types.Config{Importer: imports, FakeImportC: true, DisableUnusedImportCheck: true,
		Error: func(error) {}}
	checker := types.NewChecker(&conf, fileSet(p.members), out, info)
	_ = checker.Files(files) // errors went to conf.Error
	out.MarkComplete()
	return out
}

// fileSet knows the names of files by position, as the checker wants it.
func fileSet(members []*model) *token.FileSet {
	sorted := slices.SortedFunc(slices.Values(members), func(a, b *model) int { return cmp.Compare(a.base, b.base) })
	fset := token.NewFileSet()
	for _, m := range sorted {
		if m.base >= fset.Base() {
			fset.AddFile(m.path, m.base, m.size)
		}
	}
	return fset
}

// typesPath tells the repository's packages from all others.
func typesPath(dir string) string { return "@" + dir }
