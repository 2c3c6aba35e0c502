package typescript

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// imported adds an IMPORTS link from the module.
func (w *walker) imported(at *cst.Node, f found, source, alias string) {
	l := code.Link{Type: code.Imports, Name: at.Text(), Pos: at.Pos(), Resolution: code.Exact}
	switch id := w.foundName(f); {
	case id != nil:
		l.Target, _ = w.ref(id)
	case f.mod != nil:
		l.Target = code.SymbolRef{Path: f.mod.path}
	case f.b != nil && !f.b.mod.external:
		l.Target = code.SymbolRef{Path: f.b.mod.path}
	case f.value != nil:
		l.Target = code.SymbolRef{Path: w.modOf(f.value).path}
	case w.resolve(w.mod.path, source) != "":
		l.Resolution = code.Unknown
		if w.module(w.resolve(w.mod.path, source)) == nil {
			l = externalImport(l, source)
		}
	case source != "" && source[0] == '.':
		l.Resolution = code.Unknown
	default:
		l = externalImport(l, source)
	}
	if alias != "" {
		if l.Properties == nil {
			l.Properties = map[string]string{}
		}
		l.Properties["alias"] = alias
	}
	w.links = append(w.links, l)
}

func externalImport(l code.Link, source string) code.Link {
	e := externalLink(source)
	l.Resolution, l.Properties = e.Resolution, e.Properties
	return l
}

// foundName is the node that names the symbol of what was found.
func (w *walker) foundName(f found) *cst.Node {
	var ts []target
	switch {
	case f.value != nil:
		ts = w.targetsOfValue(f.value, false)
	case f.b != nil:
		ts = w.declaredIn(f.b)
	}
	for _, t := range ts {
		if t.id != nil {
			return t.id
		}
	}
	return nil
}

func (w *walker) importStatement(n *cst.Node) {
	source := stringText(n.Child("source"))
	if r := n.ChildOfType("import_require_clause"); r != nil {
		source = stringText(r.Child("source"))
		id := r.ChildOfType("identifier")
		w.imported(id, w.findIn(w.mod, source, "*", map[*module]bool{}), source, id.Text())
		return
	}
	clause := n.ChildOfType("import_clause")
	if clause == nil {
		if at := n.Child("source"); at != nil {
			w.imported(at, w.findIn(w.mod, source, "*", map[*module]bool{}), source, "")
		}
		return
	}
	for c := range clause.NamedChildren() {
		switch c.Type {
		case "identifier":
			w.imported(c, w.findIn(w.mod, source, "default", map[*module]bool{}), source, "")
		case "namespace_import":
			id := c.ChildOfType("identifier")
			w.imported(id, w.findIn(w.mod, source, "*", map[*module]bool{}), source, id.Text())
		case "named_imports":
			for s := range c.NamedChildren() {
				if name := s.Child("name"); name != nil {
					w.imported(name, w.findIn(w.mod, source, propertyName(name), map[*module]bool{}), source, s.Child("alias").Text())
				}
			}
		}
	}
}

func (w *walker) exportStatement(n *cst.Node) {
	at := n.Child("source")
	if at == nil {
		return
	}
	source := stringText(at)
	clause := n.ChildOfType("export_clause")
	if clause == nil {
		w.imported(at, w.findIn(w.mod, source, "*", map[*module]bool{}), source, "")
		return
	}
	for s := range clause.NamedChildren() {
		if name := s.Child("name"); name != nil {
			w.imported(name, w.findIn(w.mod, source, propertyName(name), map[*module]bool{}), source, s.Child("alias").Text())
		}
	}
}

func (w *walker) requireCall(n *cst.Node) {
	if at := n.Child("arguments").NamedChild(0); at.Is("string") {
		source := stringText(at)
		w.imported(at, w.findIn(w.mod, source, "*", map[*module]bool{}), source, "")
	}
}

func (w *walker) importCall(n *cst.Node) { w.requireCall(n) }

// types adds what the types of the file extend, implement and override.
func (w *walker) types() {
	w.mod.tree.Root.Walk(func(n *cst.Node) bool {
		w.begin()
		switch {
		case isClass(n):
			w.class(n)
		case n.Type == "interface_declaration":
			w.interfaceBases(n)
		}
		return true
	})
}

func (w *walker) typeLink(typ code.EdgeType, from string, at *cst.Node, t *Type) {
	if t.kind == none {
		return
	}
	l := code.Link{Type: typ, From: from, Name: at.Text(), Pos: at.Pos(), Resolution: code.Exact}
	switch {
	case t.kind == instance && !t.decl.mod.external:
		ts := w.declaredIn(t.decl)
		if len(ts) == 0 || ts[0].id == nil {
			return
		}
		l.Target, _ = w.ref(ts[0].id)
	case t.kind == instance:
		e := externalLink(t.decl.name)
		l.Resolution, l.Properties = e.Resolution, e.Properties
	case t.kind == outside:
		e := externalLink(t.name)
		l.Resolution, l.Properties = e.Resolution, e.Properties
	default:
		return
	}
	w.links = append(w.links, l)
}

// lastName is the last name of a dotted or generic one.
func lastName(n *cst.Node) *cst.Node {
	for {
		next := n.Child("property")
		if n.Is("generic_type", "nested_type_identifier") {
			next = n.Child("name")
		}
		if next == nil {
			return n
		}
		n = next
	}
}

func (w *walker) localOf(n *cst.Node) (string, bool) {
	id := w.symbolNode(n, n.Child("name"))
	if id == nil {
		return "", false
	}
	r, ok := w.ref(id)
	return r.Local, ok
}

func (w *walker) class(n *cst.Node) {
	local, ok := w.localOf(n)
	if !ok {
		return
	}
	super, args := heritage(n)
	var bases []*Type
	if super != nil {
		t := w.constructed(super, args, nil)
		w.typeLink(code.Extends, local, lastName(super), t)
		bases = append(bases, t)
	}
	var interfaces []*Type
	for c := range n.ChildOfType("class_heritage").ChildOfType("implements_clause").NamedChildren() {
		t := w.typ(c, nil)
		w.typeLink(code.Implements, local, lastName(c), t)
		interfaces = append(interfaces, t)
	}
	for m := range n.Child("body").NamedChildren() {
		if id := w.memberName(m); id != nil && m.Is("method_definition", "public_field_definition", "field_definition", "abstract_method_signature") && propertyName(id) != "constructor" && !m.Has("static") {
			w.overrides(id, bases, code.Overrides)
			w.overrides(id, interfaces, code.Implements)
		}
	}
}

// overrides links a member to the nearest of the same name above it.
func (w *walker) overrides(id *cst.Node, above []*Type, typ code.EdgeType) {
	from, _ := w.ref(id)
	if s := w.source.Symbol(from.Local); s == nil || !s.Kind.Callable() {
		return
	}
	for _, t := range above {
		for _, m := range w.members(t, propertyName(id)) {
			for _, n := range m.nodes {
				if w.modOf(n).external {
					break
				}
				if base := w.memberName(n); base != nil {
					r, _ := w.ref(base)
					l := typ
					if typ == code.Overrides && id.Parent.Type != "method_signature" && n.Enclosing("interface_declaration") != nil {
						l = code.Implements
					}
					w.links = append(w.links, code.Link{Type: l, From: from.Local, Name: id.Text(), Pos: id.Pos(), Target: r, Resolution: code.Exact})
					break
				}
			}
		}
	}
}

func (w *walker) interfaceBases(n *cst.Node) {
	local, ok := w.localOf(n)
	if !ok {
		return
	}
	var bases []*Type
	for h := range n.ChildOfType("extends_type_clause", "extends_clause").NamedChildren() {
		t := w.typ(h, nil)
		w.typeLink(code.Extends, local, lastName(h), t)
		bases = append(bases, t)
	}
	for m := range n.Child("body").NamedChildren() {
		if id := w.memberName(m); id != nil && m.Type == "method_signature" {
			w.overrides(id, bases, code.Overrides)
		}
	}
}
