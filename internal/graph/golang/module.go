package golang

import (
	"path"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// module is what a go.mod file tells.
type module struct {
	file     string // where it stands
	dir      string
	path     string
	replaced []replacement
}

// replacement leads a module's path to a folder of the repository.
type replacement struct{ old, dir string }

func newModule(p string, source []byte) *module {
	m := &module{file: p, dir: code.Folder(p)}
	f, err := modfile.ParseLax(p, source, nil)
	if err != nil || f.Module == nil {
		m.path = modfile.ModulePath(source)
		return m
	}
	m.path = f.Module.Mod.Path
	for _, r := range f.Replace {
		if r.New.Version == "" && strings.HasPrefix(r.New.Path, ".") {
			if dir := path.Join(m.dir, r.New.Path); !strings.HasPrefix(dir, "..") {
				m.replaced = append(m.replaced, replacement{r.Old.Path, root(dir)})
			}
		}
	}
	return m
}

// Answers implements graph.Model.
func (m *module) Answers() []graph.Answer {
	parts := []string{m.path}
	for _, r := range m.replaced {
		parts = append(parts, r.old, r.dir)
	}
	out := []graph.Answer{{Key: modKey(m.file), Hash: graph.Hash(parts...)}}
	if m.path != "" {
		out = append(out, graph.Answer{Key: moduleKey(m.path), Hash: graph.Hash(m.file), Provided: true})
	}
	return out
}

// modKey asks what the go.mod file at a path says.
func modKey(p string) string { return "go.mod:" + p }

// moduleKey asks where a module lies.
func moduleKey(modulePath string) string { return "go.module:" + modulePath }

// resolver finds the folders of import paths.
type resolver struct {
	view    *graph.View
	modules map[string]*module // by folder; nil where there is none
	dirs    map[string]string  // module's folder and import path → folder
}

func newResolver(v *graph.View) *resolver {
	return &resolver{view: v, modules: map[string]*module{}, dirs: map[string]string{}}
}

// moduleOf is the module that a folder belongs to, nil for none.
func (r *resolver) moduleOf(dir string) *module {
	if m, known := r.modules[dir]; known {
		return m
	}
	m := r.read(path.Join(dir, "go.mod"))
	if m == nil && dir != "" {
		m = r.moduleOf(code.Folder(dir))
	}
	r.modules[dir] = m
	return m
}

func (r *resolver) read(p string) *module {
	f := r.view.File(p)
	if f == nil {
		return nil
	}
	r.view.Ask(modKey(p))
	m, _ := f.Model().(*module)
	return m
}

// notHere stands for the folder of what is not in the repository.
const notHere = "\x00"

// dir is the folder of an import path as the files in folder from see it.
func (r *resolver) dir(from, importPath string) (string, bool) {
	m := r.moduleOf(from)
	key := importPath
	if m != nil {
		key = m.dir + "\x00" + importPath
	}
	d, known := r.dirs[key]
	if !known {
		d = r.find(m, from, importPath)
		r.dirs[key] = d
	}
	return d, d != notHere
}

func (r *resolver) find(m *module, from, importPath string) string {
	if strings.HasPrefix(importPath, "./") || strings.HasPrefix(importPath, "../") {
		return root(path.Join(from, importPath))
	}
	if m != nil {
		for _, rep := range m.replaced {
			if rest, ok := below(rep.old, importPath); ok {
				return path.Join(rep.dir, rest)
			}
		}
		if rest, ok := below(m.path, importPath); ok && m.path != "" {
			return path.Join(m.dir, rest)
		}
	}
	first, _, _ := strings.Cut(importPath, "/")
	if !strings.Contains(first, ".") {
		return r.inModule("std", importPath)
	}
	for prefix := importPath; prefix != "."; prefix = path.Dir(prefix) {
		if d := r.inModule(prefix, importPath); d != notHere {
			return d
		}
	}
	return notHere
}

// inModule is the folder of an import path in a module of the repository.
func (r *resolver) inModule(modulePath, importPath string) string {
	for _, p := range r.view.Providers(moduleKey(modulePath)) {
		m := r.read(p)
		if m == nil {
			continue
		}
		if rest, ok := below(m.path, importPath); ok {
			return path.Join(m.dir, rest)
		}
	}
	return notHere
}

// below cuts a module's path from an import path. The standard library's
// module is called std, and its packages do without it.
func below(modulePath, importPath string) (string, bool) {
	if modulePath == "std" {
		first, _, _ := strings.Cut(importPath, "/")
		return importPath, !strings.Contains(first, ".")
	}
	rest, ok := strings.CutPrefix(importPath, modulePath)
	if !ok || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}

// root spells the repository's root as the rest does.
func root(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}
