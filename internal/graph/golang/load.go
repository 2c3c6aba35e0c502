package golang

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/plumbline/plumbline/internal/graph"
)

// pkg is a package of the repository: the files of one folder that belong
// together on one platform, and what they import from the repository.
type pkg struct {
	dir, name string
	members   []*model
	imports   map[string]*pkg // by import path; what is missing is external
	// key is a hash over all that checking the declarations depends on.
	key uint64
}

// loader finds packages through the view of one file.
type loader struct {
	view     *graph.View
	resolver *resolver
	platform platform
	memo     *memo
	loaded   map[string]*pkg // nil while it is being loaded
	listed   map[string][]*model
}

func newLoader(v *graph.View, m *model, memo *memo) *loader {
	return &loader{view: v, resolver: newResolver(v), platform: platformOf(m), memo: memo, loaded: map[string]*pkg{}, listed: map[string][]*model{}}
}

// unit is the package that is checked to bind m: m's package, with its tests
// if m is one.
func (l *loader) unit(m *model) *pkg {
	p := &pkg{dir: m.dir, name: m.name}
	if m.tags != nil && slices.Contains(tagsOf(m.tags), "ignore") {
		p.members = []*model{m}
	} else {
		p.members = l.members(m.dir, m.name, m.test, m)
	}
	l.link(p, func(member *model, s importSpec) bool { return s.inAPI || member.test == m.test })
	return p
}

// load is the package that others import from a folder, nil for none. With
// tests it is what the folder's external tests see.
func (l *loader) load(dir string, tests bool) *pkg {
	key := dir
	if tests {
		key += "\x00tests"
	}
	if p, known := l.loaded[key]; known {
		return p
	}
	l.loaded[key] = nil
	name := l.packageName(dir)
	if name == "" {
		return nil
	}
	p := &pkg{dir: dir, name: name, members: l.members(dir, name, tests, nil)}
	l.link(p, func(_ *model, s importSpec) bool { return s.inAPI })
	l.loaded[key] = p
	return p
}

// link finds the imports of p's members, those that wanted picks.
func (l *loader) link(p *pkg, wanted func(*model, importSpec) bool) {
	p.imports = map[string]*pkg{}
	parts := []string{p.dir, p.name}
	for _, m := range p.members {
		parts = append(parts, m.path, strconv.FormatUint(m.apiHash, 36))
		for _, s := range m.imports {
			if !wanted(m, s) {
				continue
			}
			dep, known := p.imports[s.path]
			if !known {
				dep = l.imported(p, s.path)
				p.imports[s.path] = dep
			}
			if dep != nil {
				parts = append(parts, s.path, strconv.FormatUint(dep.key, 36))
			}
		}
	}
	p.key = graph.Hash(parts...)
}

func (l *loader) imported(by *pkg, importPath string) *pkg {
	dir, here := l.resolver.dir(by.dir, importPath)
	if !here {
		return nil
	}
	externalTest := dir == by.dir && len(by.members) > 0 && by.members[0].test
	return l.load(dir, externalTest)
}

// files are the Go files of a folder that could be parsed, by path.
func (l *loader) files(dir string) []*model {
	if out, known := l.listed[dir]; known {
		return out
	}
	var out []*model
	for _, p := range l.view.Providers(apiKey(dir)) {
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
// self before all, then those of other platforms that declare nothing twice,
// so that what only they declare is known too.
func (l *loader) members(dir, name string, tests bool, self *model) []*model {
	var built, others []*model
	for _, m := range l.files(dir) {
		switch {
		case m.name != name || m.test && !tests || self != nil && m.path == self.path:
		case m.holds(l.platform):
			built = append(built, m)
		default:
			others = append(others, m)
		}
	}
	if self != nil {
		built = append([]*model{self}, built...)
	}
	taken := map[string]bool{}
	for _, m := range built {
		take(taken, m)
	}
	for _, m := range others {
		if !clashes(taken, m) {
			built = append(built, m)
			take(taken, m)
		}
	}
	slices.SortFunc(built, func(a, b *model) int { return cmp.Compare(a.path, b.path) })
	return built
}

func take(taken map[string]bool, m *model) {
	for _, name := range m.declared {
		taken[name] = true
	}
}

func clashes(taken map[string]bool, m *model) bool {
	for _, name := range m.declared {
		if taken[name] {
			return true
		}
	}
	return false
}

// size is the length of the package's source.
func (p *pkg) size() int {
	total := 0
	for _, m := range p.members {
		total += m.size
	}
	return total
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
