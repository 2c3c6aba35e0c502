package rust

import (
	"path"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// loc is a module: a file, and a module written inside it ("" for the file's).
type loc struct {
	m      *model
	module string
}

// target is what a path means: a module, an item, or something that is not in
// the repository.
type target struct {
	loc      loc // of a module, or where the item stands
	item     *item
	external bool
}

func (t target) none() bool { return t.loc.m == nil && !t.external }

func (t target) ref() code.SymbolRef { return code.SymbolRef{Path: t.loc.m.path, Local: t.item.local} }

type resolver struct {
	view   *graph.View
	own    *model
	models map[string]*model
	steps  int
}

// maxSteps bounds the work for one file.
const maxSteps = 200_000

func newResolver(v *graph.View, own *model) *resolver {
	return &resolver{view: v, own: own, models: map[string]*model{own.path: own}}
}

func (r *resolver) model(p string) *model {
	if m, known := r.models[p]; known {
		return m
	}
	var m *model
	if f := r.view.File(p); f != nil {
		r.view.Ask(namesKey(p))
		m, _ = f.Model().(*model)
	}
	r.models[p] = m
	return m
}

// maxDepth bounds the use declarations that a name is followed through.
const maxDepth = 16

// resolve finds what a path means in a module.
func (r *resolver) resolve(at loc, segs []string, depth int) target {
	if r.steps++; r.steps > maxSteps || depth > maxDepth || len(segs) == 0 || at.m == nil {
		return target{}
	}
	first, rest := segs[0], segs[1:]
	var t target
	switch first {
	case "crate", "$crate":
		t = target{loc: r.crateRoot(at.m)}
	case "self":
		t = target{loc: at}
	case "super":
		t = target{loc: r.parent(at)}
	case "":
		t = r.crateNamed(rest)
		rest = rest[min(1, len(rest)):]
	default:
		t = r.name(at, first, depth)
		if t.none() {
			t = r.crateNamed(segs[:1])
		}
	}
	for len(rest) > 0 && !t.none() && !t.external {
		t = r.step(t, rest[0], depth)
		rest = rest[1:]
	}
	return t
}

// step goes from a module or type to one of its names.
func (r *resolver) step(t target, name string, depth int) target {
	switch {
	case t.item == nil && name == "super":
		return target{loc: r.parent(t.loc)}
	case t.item == nil:
		return r.name(t.loc, name, depth+1)
	case t.item.kind.TypeLike():
		return r.member(t, name, depth+1)
	}
	return target{}
}

// name finds a name in a module: an item, a child module, what a use brings.
func (r *resolver) name(at loc, name string, depth int) target {
	if at.m == nil || depth > maxDepth {
		return target{}
	}
	if items := at.m.by[at.module+"\x00"+name]; len(items) > 0 {
		i := items[0]
		if i.kind == code.Module {
			return target{loc: loc{at.m, join(at.module, name)}}
		}
		return target{loc: at, item: i}
	}
	if at.m.mods[join(at.module, name)] {
		if m := r.childFile(at, name); m != nil {
			return target{loc: loc{m, ""}}
		}
	}
	for _, u := range at.m.uses {
		if u.module == at.module && u.name == name && !(len(u.path) == 1 && u.path[0] == name) {
			if t := r.resolve(at, u.path, depth+1); !t.none() {
				return t
			}
			return target{external: true}
		}
	}
	for _, u := range at.m.uses {
		if u.module == at.module && u.name == "*" {
			if from := r.resolve(at, u.path, depth+2); !from.none() && !from.external {
				if t := r.step(from, name, depth+2); !t.none() {
					return t
				}
			}
		}
	}
	return target{}
}

// crateNamed is the root module of a crate of the repository.
func (r *resolver) crateNamed(segs []string) target {
	if len(segs) == 0 || segs[0] == "" {
		return target{}
	}
	for _, p := range r.view.Providers(crateKey(segs[0])) {
		if f := r.view.File(p); f != nil {
			if c, ok := f.Model().(*crate); ok {
				if m := r.model(c.root()); m != nil {
					return target{loc: loc{m, ""}}
				}
			}
		}
	}
	return target{}
}

// crateRoot is the root module of the crate that a file belongs to: what is
// under src belongs to lib.rs or main.rs, every other file is its own.
func (r *resolver) crateRoot(m *model) loc {
	for dir := code.Folder(m.path); ; dir = code.Folder(dir) {
		if r.view.Has(path.Join(dir, "Cargo.toml")) {
			rest := strings.TrimPrefix(strings.TrimPrefix(m.path, dir), "/")
			if !strings.HasPrefix(rest, "src/") || strings.HasPrefix(rest, "src/bin/") {
				return loc{m, ""}
			}
			for _, name := range []string{"src/lib.rs", "src/main.rs"} {
				if root := r.model(path.Join(dir, name)); root != nil {
					return loc{root, ""}
				}
			}
			return loc{m, ""}
		}
		if dir == "" {
			return loc{m, ""}
		}
	}
}

func isRoot(p string) bool {
	switch path.Base(p) {
	case "lib.rs", "main.rs", "mod.rs":
		return true
	}
	return false
}

// childFile is the file of "mod name;" in a module.
func (r *resolver) childFile(at loc, name string) *model {
	dir := code.Folder(at.m.path)
	inner := strings.ReplaceAll(at.module, ".", "/")
	dirs := []string{path.Join(dir, strings.TrimSuffix(path.Base(at.m.path), ".rs"), inner)}
	if isRoot(at.m.path) {
		dirs = []string{path.Join(dir, inner)}
	} else if !strings.Contains(at.m.path, "src/") {
		dirs = append(dirs, path.Join(dir, inner))
	}
	for _, d := range dirs {
		for _, p := range []string{path.Join(d, name+".rs"), path.Join(d, name, "mod.rs")} {
			if m := r.model(p); m != nil {
				return m
			}
		}
	}
	return nil
}

// parent is the module around another.
func (r *resolver) parent(at loc) loc {
	if i := strings.LastIndexByte(at.module, '.'); i >= 0 {
		return loc{at.m, at.module[:i]}
	}
	if at.module != "" {
		return loc{at.m, ""}
	}
	dir := code.Folder(at.m.path)
	if path.Base(at.m.path) == "mod.rs" {
		dir = code.Folder(dir)
	}
	for _, p := range []string{path.Join(dir, "mod.rs"), path.Join(dir, "lib.rs"), path.Join(dir, "main.rs"), dir + ".rs"} {
		if m := r.model(p); m != nil && m != at.m {
			return loc{m, ""}
		}
	}
	return loc{}
}

// member finds an associated item, a variant or a field of a type: its own,
// then those of the traits that are implemented for it.
func (r *resolver) member(t target, name string, depth int) target {
	if t.item.typ != "" && t.item.kind == code.Class {
		if alias := r.resolve(t.loc, typePath(t.item.typ), depth+1); alias.item != nil && alias.item.kind.TypeLike() && alias.item != t.item {
			return r.member(alias, name, depth+1)
		}
	}
	if found := r.memberIn(t.loc.m, t, name, depth); !found.none() {
		return found
	}
	for _, p := range r.view.Providers(methodKey(t.item.name, name)) {
		if found := r.memberIn(r.model(p), t, name, depth); !found.none() {
			return found
		}
	}
	if depth > maxDepth {
		return target{}
	}
	for _, trait := range r.traitsOf(t, depth) {
		if found := r.member(trait, name, depth+4); !found.none() {
			return found
		}
	}
	return target{}
}

// memberIn looks in one file. Inherent members come before those of traits.
func (r *resolver) memberIn(m *model, t target, name string, depth int) target {
	if m == nil {
		return target{}
	}
	var ofTrait target
	for _, i := range m.items {
		if i.owner == "" || i.name != name || lastName(i.owner) != t.item.name {
			continue
		}
		at := loc{m, i.module}
		if owner := r.resolve(at, typePath(i.owner), depth+1); owner.item != t.item {
			continue
		}
		if i.trait == "" {
			return target{loc: at, item: i}
		}
		if ofTrait.none() {
			ofTrait = target{loc: at, item: i}
		}
	}
	return ofTrait
}

// traitsOf are the traits of the repository that a type implements or a trait
// extends.
func (r *resolver) traitsOf(t target, depth int) []target {
	files := slices.Clone(r.view.Providers(implKey(t.item.name)))
	if !slices.Contains(files, t.loc.m.path) {
		files = append(files, t.loc.m.path)
	}
	var out []target
	for _, p := range files {
		m := r.model(p)
		if m == nil {
			continue
		}
		for _, i := range m.impls {
			if i.trait == "" || lastName(i.typ) != t.item.name {
				continue
			}
			at := loc{m, i.module}
			if owner := r.resolve(at, typePath(i.typ), depth+1); owner.item != t.item {
				continue
			}
			if trait := r.resolve(at, typePath(i.trait), depth+1); trait.item != nil && trait.item.kind == code.Interface && trait.item != t.item {
				out = append(out, trait)
			}
		}
	}
	return out
}
