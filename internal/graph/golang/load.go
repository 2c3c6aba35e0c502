package golang

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/graph"
)

const importToken = token.IMPORT

// pkg is a package of the repository as one file's binding sees it: the files
// of one folder that belong together on one platform, and what was reached of
// them.
type pkg struct {
	dir, name string
	members   []*model
	index     *index

	reached map[string]bool         // names looked up: whether there is something
	taken   map[*piece]bool         // what is checked
	whole   map[string]bool         // types that are needed with all they have
	imports map[uint64]map[int]bool // which imports are needed of the member with a content
	deps    map[string]*pkg         // by import path; nil for what lies elsewhere
}

func (p *pkg) needs(m *model, i int) {
	if p.imports[m.content] == nil {
		p.imports[m.content] = map[int]bool{}
	}
	p.imports[m.content][i] = true
}

// loader finds packages through the view of one file.
type loader struct {
	view     *graph.View
	resolver *resolver
	platform platform
	indexes  *indexes
	loaded   map[string]*pkg
	listed   map[string][]*model
	testsOf  string // the folder whose external test is bound; notHere for none
}

func newLoader(v *graph.View, m *model, indexes *indexes) *loader {
	l := &loader{view: v, resolver: newResolver(v), platform: platformOf(m), indexes: indexes,
		loaded: map[string]*pkg{}, listed: map[string][]*model{}, testsOf: notHere}
	if m.test && strings.HasSuffix(m.name, "_test") {
		l.testsOf = m.dir
	}
	return l
}

// unit is the package that m belongs to, with its tests if m is one.
func (l *loader) unit(m *model) *pkg {
	if m.tags != nil && slices.Contains(tagsOf(m.tags), "ignore") {
		return l.newPkg(m.dir, m.name, []*model{m}, nil)
	}
	built, others := l.members(m.dir, m.name, m.test, m)
	return l.newPkg(m.dir, m.name, built, others)
}

func (l *loader) newPkg(dir, name string, built, others []*model) *pkg {
	members := slices.Concat(built, others)
	slices.SortFunc(members, func(a, b *model) int { return cmp.Compare(a.path, b.path) })
	return &pkg{dir: dir, name: name, members: members, index: l.indexes.of(built, others),
		reached: map[string]bool{}, taken: map[*piece]bool{}, whole: map[string]bool{},
		imports: map[uint64]map[int]bool{}, deps: map[string]*pkg{}}
}

// imported is the package that p's files import by a path, nil for one that
// lies elsewhere. An external test sees what the tests of its folder add.
func (l *loader) imported(p *pkg, importPath string) *pkg {
	dep, known := p.deps[importPath]
	if !known {
		if dir, here := l.resolver.dir(p.dir, importPath); here {
			dep = l.load(dir)
		}
		p.deps[importPath] = dep
	}
	return dep
}

func (l *loader) load(dir string) *pkg {
	if p, known := l.loaded[dir]; known {
		return p
	}
	var p *pkg
	if name := l.packageName(dir); name != "" {
		built, others := l.members(dir, name, dir == l.testsOf, nil)
		p = l.newPkg(dir, name, built, others)
	}
	l.loaded[dir] = p
	return p
}

// all are the packages that were loaded, by folder.
func (l *loader) all() []*pkg {
	var out []*pkg
	for _, dir := range slices.Sorted(mapKeys(l.loaded)) {
		if p := l.loaded[dir]; p != nil {
			out = append(out, p)
		}
	}
	return out
}

// files are the Go files of a folder that could be parsed, by path.
func (l *loader) files(dir string) []*model {
	if out, known := l.listed[dir]; known {
		return out
	}
	var out []*model
	for _, p := range l.view.Providers(filesKey(dir)) {
		if f := l.view.File(p); f != nil {
			if m, ok := f.Model().(*model); ok && m.file != nil {
				out = append(out, m)
			}
		}
	}
	l.listed[dir] = out
	return out
}

// packageName is the name that most of a folder's files give, tests left out.
func (l *loader) packageName(dir string) string {
	count := map[string]int{}
	for _, m := range l.files(dir) {
		if !m.test && m.holds(l.platform) {
			count[m.name]++
		}
	}
	best := ""
	for name, n := range count {
		if best == "" || cmp.Or(cmp.Compare(count[best], n), cmp.Compare(name, best)) < 0 {
			best = name
		}
	}
	return best
}

// members are the files of a package: those that are built on the platform,
// self among them, and those of other platforms, so that what only they
// declare is known too.
func (l *loader) members(dir, name string, tests bool, self *model) (built, others []*model) {
	for _, m := range l.files(dir) {
		switch {
		case m.name != name || m.test && !tests:
		case m.holds(l.platform) || self != nil && m.path == self.path:
			built = append(built, m)
		default:
			others = append(others, m)
		}
	}
	return built, others
}

// face is the file that stands for a package where one must: doc.go, the one
// that is named for the package, or the first.
func (p *pkg) face() *model {
	var first *model
	for _, want := range []string{"doc.go", p.name + ".go"} {
		for _, m := range p.members {
			if m.test {
				continue
			}
			if first == nil {
				first = m
			}
			if m.path == want || m.path == p.dir+"/"+want {
				return m
			}
		}
	}
	return first
}
