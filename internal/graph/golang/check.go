package golang

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// checked is a file's package after type checking, as far as the file reaches
// it.
type checked struct {
	pkg   *types.Package
	info  *types.Info
	files map[int]*model // every file that an object may lie in, by fileKey
}

// checker checks the packages of a slice, each once, what it imports first.
type checker struct {
	slice    *slice
	out      *checked
	packages map[*pkg]*types.Package
	external map[string]map[string]bool // import path → names used as types
	outside  map[string]*types.Package
}

func check(s *slice) *checked {
	c := &checker{slice: s, packages: map[*pkg]*types.Package{}, outside: map[string]*types.Package{}, external: map[string]map[string]bool{},
		out: &checked{files: map[int]*model{}, info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}}
	c.noteExternal(s.self.external)
	for _, p := range append([]*pkg{s.unit}, s.loader.all()...) {
		for _, m := range p.members {
			c.out.files[fileKey(token.Pos(m.base))] = m
		}
		for one := range p.taken {
			c.noteExternal(one.external)
		}
	}
	c.out.pkg = c.check(s.unit, c.out.info)
	return c.out
}

func (c *checker) noteExternal(names map[string][]string) {
	for p, list := range names {
		if c.external[p] == nil {
			c.external[p] = map[string]bool{}
		}
		for _, name := range list {
			c.external[p][name] = true
		}
	}
}

// check checks a package as far as it can be: errors are expected, since what
// other repositories hold is unknown.
func (c *checker) check(p *pkg, info *types.Info) *types.Package {
	out := types.NewPackage(typesPath(p.dir), p.name)
	// One that imports itself by way of others finds itself empty.
	c.packages[p] = types.NewPackage(typesPath(p.dir), p.name)
	c.packages[p].MarkComplete()
	// The checker is made for source that a parser took without errors; on
	// the rest of what strangers write it may give up. What it found by then
	// stays in info.
	defer func() {
		if recover() != nil {
			out.MarkComplete()
		}
		c.packages[p] = out
	}()
	conf := types.Config{Importer: importer{c, p}, FakeImportC: true, DisableUnusedImportCheck: true,
		Error: func(error) {}}
	_ = types.NewChecker(&conf, fileSet(p.members), out, info).Files(c.slice.files(p)) // errors went to conf.Error
	out.MarkComplete()
	return out
}

// importer finds what the files of a package import.
type importer struct {
	checker *checker
	pkg     *pkg
}

// Import implements types.Importer.
func (i importer) Import(importPath string) (*types.Package, error) {
	if importPath == "" {
		return nil, fmt.Errorf("an import without a path")
	}
	c := i.checker
	if dep := i.pkg.deps[importPath]; dep != nil {
		if known := c.packages[dep]; known != nil {
			return known, nil
		}
		return c.check(dep, &types.Info{}), nil
	}
	known := c.outside[importPath]
	if known == nil {
		known = placeholder(importPath, c.external[importPath])
		c.outside[importPath] = known
	}
	return known, nil
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
