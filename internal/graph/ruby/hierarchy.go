package ruby

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// hierarchy links the file's classes to what they extend and include, and
// their methods to those that they override.
func (w *walker) hierarchy() {
	for _, c := range w.own.classes {
		s := w.file.Symbol(c.local)
		if c.local == "" || s == nil {
			continue
		}
		w.from = c.local
		bases := map[string]string{}
		if c.parent != "" {
			bases[c.parent] = w.constant(outer(c.nesting), c.parent)
		}
		for _, name := range append(append([]string{}, c.includes...), c.extends...) {
			bases[name] = w.constant(c.nesting, name)
		}
		for _, full := range bases {
			if parts := w.parts(full); full != "" && len(parts) > 0 {
				w.links = append(w.links, code.Link{From: c.local, Type: code.Extends, Name: s.Name, Pos: s.NamePos, Target: parts[0].ref(parts[0].local), Resolution: code.Exact})
			}
		}
		w.overrides(c)
	}
}

func (w *walker) overrides(c *class) {
	for key, m := range c.members {
		name, singleton := strings.CutPrefix(key, "self.")
		s := w.file.Symbol(m.local)
		if m.kind != code.Method || name == "initialize" || s == nil {
			continue
		}
		if f, ok := w.world.method(c.name, name, singleton, true); ok && f.kind == code.Method {
			w.links = append(w.links, code.Link{From: m.local, Type: code.Overrides, Name: s.Name, Pos: s.NamePos, Target: f.ref(f.local), Resolution: code.Exact})
		}
	}
}

func (w *walker) require(n *cst.Node, word string) {
	arg := n.Child("arguments").NamedChild(0)
	text := arg.ChildOfType("string_content").Text()
	if !arg.Is("string") || text == "" {
		return
	}
	l := code.Link{Type: code.Imports, Name: text, Pos: arg.Pos(), Resolution: code.External, Properties: map[string]string{"external": text}}
	file := strings.TrimSuffix(text, ".rb") + ".rb"
	tries := []string{path.Join("lib", file), path.Clean(file), path.Join("test", file), path.Join("spec", file)}
	if word == "require_relative" {
		tries = []string{path.Join(path.Dir(w.file.Path), file)}
	} else if i := strings.Index(w.file.Path, "/lib/"); i > 0 {
		tries = append([]string{path.Join(w.file.Path[:i], "lib", file)}, tries...)
	}
	for _, p := range tries {
		if !strings.HasPrefix(p, "..") && w.view.Has(p) {
			l.Target, l.Resolution, l.Properties = code.SymbolRef{Path: p}, code.Exact, nil
			break
		}
	}
	w.links = append(w.links, l)
}
