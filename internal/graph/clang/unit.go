package clang

import (
	"path"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// unit is a file with what it includes from the repository, directly or not.
type unit struct {
	view     *graph.View
	own      *model
	models   []*model // own first
	resolved map[string]string
}

// found is what a name means: one of targets, when there are several
// ambiguous.
type found struct {
	targets []*name
	// declared: the unit declares the name, so that it is the repository's.
	declared bool
}

// maxIncluded bounds a unit.
const maxIncluded = 400

func newUnit(v *graph.View, own *model) *unit {
	u := &unit{view: v, own: own, models: []*model{own}, resolved: map[string]string{}}
	seen := map[string]bool{own.path: true}
	for i := 0; i < len(u.models) && i < maxIncluded; i++ {
		for _, inc := range u.models[i].includes {
			p := u.resolve(u.models[i].path, inc)
			if p == "" || seen[p] {
				continue
			}
			seen[p] = true
			if m := u.model(p); m != nil {
				u.models = append(u.models, m)
			}
		}
	}
	return u
}

func (u *unit) model(p string) *model {
	f := u.view.File(p)
	if f == nil {
		return nil
	}
	u.view.Ask(namesKey(p))
	m, _ := f.Model().(*model)
	return m
}

// resolve finds the file that an include means: beside the including file, at
// the root, else the one file in the repository whose path ends so. A name in
// angle brackets needs a folder before it to be looked for.
func (u *unit) resolve(from string, inc include) string {
	key := path.Dir(from) + "\x00" + inc.path
	if p, known := u.resolved[key]; known {
		return p
	}
	p := u.find(from, inc)
	u.resolved[key] = p
	return p
}

func (u *unit) find(from string, inc include) string {
	if !inc.system {
		if p := path.Join(path.Dir(from), inc.path); u.view.Has(p) {
			return p
		}
	}
	wanted := path.Clean(inc.path)
	for strings.HasPrefix(wanted, "../") {
		wanted = wanted[3:]
	}
	if inc.system && standardHeader[wanted] {
		return ""
	}
	var ends []string
	for _, p := range u.view.Providers(headerKey(path.Base(wanted))) {
		if p == wanted || strings.HasSuffix(p, "/"+wanted) {
			ends = append(ends, p)
		}
	}
	return nearest(from, ends)
}

// nearest is the path that shares most folders with from, "" when there is
// none or two are as near.
func nearest(from string, paths []string) string {
	best, most, tie := "", -1, false
	for _, p := range paths {
		n := shared(from, p)
		if n > most {
			best, most, tie = p, n, false
		} else if n == most && len(p) < len(best) {
			best, tie = p, false
		} else if n == most && len(p) == len(best) {
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}

func shared(a, b string) int {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// visible are the names of the unit whose last part is last and that accept
// takes, those of active branches where there are any.
func (u *unit) visible(last string, accept func(*name) bool) []*name {
	var active, inactive []*name
	for _, m := range u.models {
		for _, n := range m.byLast[last] {
			if !accept(n) {
				continue
			}
			if n.inactive {
				inactive = append(inactive, n)
			} else {
				active = append(active, n)
			}
		}
	}
	if len(active) > 0 {
		return active
	}
	return inactive
}

// function is what a call of a free name means: a definition of the unit, a
// macro, or the definition that a linker finds for a declaration.
func (u *unit) function(last string, accept func(*name) bool) found {
	all := u.visible(last, accept)
	var definitions, macros, prototypes []*name
	for _, n := range all {
		switch {
		case n.macro:
			macros = append(macros, n)
		case n.prototype:
			prototypes = append(prototypes, n)
		default:
			definitions = append(definitions, n)
		}
	}
	switch {
	case len(macros) > 0 && !ownDefinition(definitions, u.own):
		return found{macros[:1], true}
	case len(definitions) > 0:
		return found{ownFirst(definitions, u.own), true}
	case len(prototypes) > 0:
		return found{u.link(prototypes), true}
	}
	return found{}
}

func ownDefinition(names []*name, own *model) bool {
	for _, n := range names {
		if n.path == own.path {
			return true
		}
	}
	return false
}

// ownFirst keeps the names of the unit's own file where there are any.
func ownFirst(names []*name, own *model) []*name {
	var mine []*name
	for _, n := range names {
		if n.path == own.path {
			mine = append(mine, n)
		}
	}
	if len(mine) > 0 {
		return mine
	}
	return names
}

// link finds the definitions of declarations, the declarations themselves
// where the repository has none.
func (u *unit) link(prototypes []*name) []*name {
	var out []*name
	seen := map[string]bool{}
	for _, p := range prototypes {
		if seen[p.qualified] {
			continue
		}
		seen[p.qualified] = true
		defined := u.defined(p)
		if len(defined) == 0 {
			defined = []*name{p}
		}
		out = append(out, defined...)
	}
	return out
}

func (u *unit) defined(p *name) []*name {
	var out, inactive []*name
	for _, file := range u.view.Providers(definitionKey(p.qualified)) {
		f := u.view.File(file)
		if f == nil {
			continue
		}
		m, ok := f.Model().(*model)
		if !ok {
			continue
		}
		for _, n := range m.byLast[p.last()] {
			if !n.linked() || n.qualified != p.qualified {
				continue
			}
			if n.inactive {
				inactive = append(inactive, n)
			} else {
				out = append(out, n)
			}
		}
	}
	if len(out) == 0 {
		out = inactive
	}
	return u.nearestOf(p, out)
}

// nearestOf keeps, of definitions in several files, those of the file that is
// nearest to the declaration: programs of one repository may share a name.
func (u *unit) nearestOf(p *name, names []*name) []*name {
	var paths []string
	for _, n := range names {
		if !slices.Contains(paths, n.path) {
			paths = append(paths, n.path)
		}
	}
	if len(paths) < 2 {
		return names
	}
	for _, from := range []string{u.own.path, p.path} {
		best, most, tie := "", -1, false
		for _, q := range paths {
			if n := shared(from, q); n > most {
				best, most, tie = q, n, false
			} else if n == most {
				tie = true
			}
		}
		if !tie {
			return slices.DeleteFunc(slices.Clone(names), func(n *name) bool { return n.path != best })
		}
	}
	return names
}

func (n *name) callable() bool { return n.kind == code.Function || n.kind == code.Method }

// standardHeader are C's own headers: in angle brackets they are never the
// repository's.
var standardHeader = map[string]bool{}

func init() {
	for _, h := range strings.Fields("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype unistd fcntl pthread") {
		standardHeader[h+".h"] = true
	}
}
