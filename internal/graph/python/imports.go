package python

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func (w *walker) imports(n *cst.Node) {
	for c := range n.NamedChildren() {
		name, alias := c, ""
		if c.Type == "aliased_import" {
			name, alias = c.Child("name"), c.Child("alias").Text()
		}
		if name.Is("dotted_name") {
			dotted := strings.Join(strings.Fields(name.Text()), "")
			w.imported(name, w.moduleTarget(w.eval.modulePath(w.module.file.Path, dotted), code.Exact), dotted, alias)
		}
	}
}

func (w *walker) importsFrom(n *cst.Node) {
	from := fromModule(n)
	p := w.eval.modulePath(w.module.file.Path, from)
	for c := range n.NamedChildren() {
		name, alias := c, ""
		switch {
		case c.Type == "wildcard_import":
			w.imported(c, w.moduleTarget(p, code.Exact), from, "")
			continue
		case c.Field != "name":
			continue
		case c.Type == "aliased_import":
			name, alias = c.Child("name"), c.Child("alias").Text()
		}
		t, dotted := w.importedName(p, name.Text()), from+"."+name.Text()
		if t.kind == "" && p != "" {
			dotted = w.outsideName(p, name.Text())
		}
		w.imported(name, t, dotted, alias)
	}
}

func (w *walker) importedName(p, name string) target {
	switch p {
	case "":
		return target{}
	case w.module.file.Path:
		return w.moduleTarget(w.eval.submodule(p, name), code.Exact)
	}
	return w.exported(p, name, code.Exact, 0)
}

// outsideName is what a module of the repository re-exports from outside
// under a name, "" if it does not.
func (w *walker) outsideName(p, name string) string {
	for _, v := range w.eval.exported(p, name) {
		if v.kind == external {
			return v.name
		}
	}
	return ""
}

func (w *walker) imported(name *cst.Node, t target, dotted, alias string) {
	l := code.Link{From: "", Type: code.Imports, Name: name.Text(), Pos: name.Pos(), Target: t.ref, Resolution: t.resolution}
	if alias != "" {
		l.Properties = map[string]string{"alias": alias}
	}
	switch {
	case t.kind != "":
	case dotted == "", strings.HasPrefix(dotted, "."):
		l.Resolution = code.Unknown
	default:
		l.Resolution = code.External
		if l.Properties == nil {
			l.Properties = map[string]string{}
		}
		l.Properties["external"] = dotted
	}
	w.links = append(w.links, l)
}

// hierarchy links each class to its bases and each method to the one that it
// overrides.
func (w *walker) hierarchy() {
	var classes []*scope
	for _, s := range w.module.scopes {
		if s.isClass() && s.symbol() != nil {
			classes = append(classes, s)
		}
	}
	slices.SortFunc(classes, func(a, b *scope) int { return cmp.Compare(a.node.Start, b.node.Start) })
	for _, s := range classes {
		w.eval.begin()
		w.basesOf(s, s.symbol())
		w.overrides(s)
	}
}

func (w *walker) basesOf(s *scope, sym *code.Symbol) {
	for b := range s.node.Child("superclasses").NamedChildren() {
		if b.Is("keyword_argument", "comment") {
			continue
		}
		t := w.eval.expr(b)
		at := nameToken(b)
		l := code.Link{From: sym.Local, Type: code.Extends, Name: at.Text(), Pos: at.Pos(), Resolution: code.Unknown}
		for _, v := range t {
			if v.kind == external {
				l.Resolution, l.Properties = code.External, map[string]string{"external": v.name}
			}
			if v.kind != class {
				continue
			}
			if ref, kind, ok := refOf(v.scope); ok {
				l.Target, l.Resolution, l.Properties = ref, code.Exact, nil
				if v.guess || len(t) > 1 {
					l.Resolution = code.Inferred
				}
				if kind == code.Interface && sym.Kind != code.Interface {
					l.Type = code.Implements
				}
				break
			}
		}
		w.links = append(w.links, l)
	}
}

func (w *walker) overrides(s *scope) {
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		bs := s.names[name]
		last := bs[len(bs)-1]
		if last.kind != bindFunction {
			continue
		}
		m, _ := w.eval.find(s, s, name)
		own := w.module.at[last.name.Start]
		if m == nil || own == nil {
			continue
		}
		t := w.memberTarget(m, code.Exact)
		if t.kind != code.Method {
			continue
		}
		typ := code.Overrides
		if o := m.owner.symbol(); o != nil && o.Kind == code.Interface {
			typ = code.Implements
		}
		w.links = append(w.links, code.Link{From: own.Local, Type: typ, Name: name, Pos: last.name.Pos(), Target: t.ref, Resolution: t.resolution})
	}
}
