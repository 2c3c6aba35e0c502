package python

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// modulePath finds a dotted module for a file: relative to its package, or
// absolute below one of its source roots. It is the path of a file, or that
// of a folder with a '/' at its end for a namespace package, "" for none.
func (e *evaluator) modulePath(from, dotted string) string {
	rest := strings.TrimLeft(dotted, ".")
	parts := strings.ReplaceAll(rest, ".", "/")
	if dots := len(dotted) - len(rest); dots > 0 {
		dir := folder(from)
		for range dots - 1 {
			dir = folder(dir)
		}
		return e.moduleIn(dir, parts)
	}
	key := from + "\x00" + dotted
	if p, ok := e.modules[key]; ok {
		return p
	}
	found := ""
	for _, root := range e.roots(from) {
		if found = e.moduleIn(root, parts); found != "" {
			break
		}
	}
	e.modules[key] = found
	return found
}

// roots are the folders that absolute imports of a file start from: those
// above it that are not packages themselves, each with its "src" and "lib".
func (e *evaluator) roots(from string) []string {
	dir := folder(from)
	var out []string
	for {
		if dir != "" && e.view.Has(join(dir, "__init__.py")) {
			dir = folder(dir)
			continue
		}
		out = append(out, dir)
		for _, sub := range []string{"src", "lib"} {
			if d := join(dir, sub); e.isDir(dir, sub) {
				out = append(out, d)
			}
		}
		if dir == "" {
			return out
		}
		dir = folder(dir)
	}
}

func (e *evaluator) isDir(dir, name string) bool {
	for _, n := range e.view.Dir(dir) {
		if n == name+"/" {
			return true
		}
	}
	return false
}

func (e *evaluator) moduleIn(root, parts string) string {
	base := join(root, parts)
	if base != "" {
		for _, p := range []string{base + "/__init__.py", base + ".py", base + "/__init__.pyi", base + ".pyi"} {
			if e.view.Has(p) {
				return p
			}
		}
	} else if e.view.Has("__init__.py") {
		return "__init__.py"
	}
	if parts != "" && !e.isDir(folder(base), path.Base(base)) {
		return ""
	}
	if e.holdsPython(base) {
		return base + "/"
	}
	return ""
}

// holdsPython: a folder is a namespace package when modules lie in it or
// right below.
func (e *evaluator) holdsPython(dir string) bool {
	for _, n := range e.view.Dir(dir) {
		if strings.HasSuffix(n, ".py") {
			return true
		}
		if sub, ok := strings.CutSuffix(n, "/"); ok && e.view.Has(join(join(dir, sub), "__init__.py")) {
			return true
		}
	}
	return false
}

// submodule is a module directly below a package.
func (e *evaluator) submodule(pkg, name string) string {
	if dir, ok := strings.CutSuffix(pkg, "/"); ok {
		return e.moduleIn(dir, name)
	}
	if base := path.Base(pkg); base != "__init__.py" && base != "__init__.pyi" {
		return ""
	}
	return e.moduleIn(folder(pkg), name)
}

// fromModule is the module that an import-from statement names, as written.
func fromModule(n *cst.Node) string {
	return strings.Join(strings.Fields(n.Child("module_name").Text()), "")
}

func folder(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

func join(dir, name string) string {
	if dir == "" || name == "" {
		return dir + name
	}
	return dir + "/" + name
}
