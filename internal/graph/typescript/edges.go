package typescript

import (
	"sort"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// walker turns the references of one file into links.
type walker struct {
	*session
	links []code.Link
	spans []callable // functions and methods, by where they begin
	open  []callable
}

type callable struct {
	start, end uint32
	local      string
}

// callables lists the functions and methods of the file by their places.
func (w *walker) callables() {
	lines := lineOffsets(w.source.Source)
	at := func(p code.Pos) uint32 {
		if p.Line-1 >= len(lines) {
			return uint32(len(w.source.Source))
		}
		return lines[p.Line-1] + uint32(p.Col)
	}
	for _, s := range w.source.Facts.Symbols[1:] {
		if s.Kind.Callable() {
			w.spans = append(w.spans, callable{at(s.Span.Start), at(s.Span.End), s.Local})
		}
	}
	sort.SliceStable(w.spans, func(i, j int) bool { return w.spans[i].start < w.spans[j].start })
}

// from is the innermost function or method around an offset; the walk asks in
// source order.
func (w *walker) from(offset uint32) string {
	for len(w.spans) > 0 && w.spans[0].start <= offset {
		w.open, w.spans = append(w.open, w.spans[0]), w.spans[1:]
	}
	for i := len(w.open) - 1; i >= 0; i-- {
		if offset < w.open[i].end {
			return w.open[i].local
		}
	}
	w.open = w.open[:0]
	return ""
}

func (w *walker) walk(n *cst.Node) {
	w.reference(n)
	for c := n.First; c != nil; c = c.Next {
		if c.Named {
			w.walk(c)
		}
	}
}

func (w *walker) reference(n *cst.Node) {
	w.begin()
	switch n.Type {
	case "call_expression", "new_expression":
		w.call(n)
		w.route(n)
		w.request(n)
	case "method_definition":
		w.controllerRoute(n)
	case "jsx_opening_element", "jsx_self_closing_element":
		w.jsxElement(n)
	case "identifier", "shorthand_property_identifier":
		w.name(n)
	case "member_expression":
		w.path(n)
	case "decorator":
		w.decorator(n)
	case "import_statement":
		w.importStatement(n)
	case "export_statement":
		w.exportStatement(n)
	}
}

func (w *walker) link(typ code.EdgeType, at *cst.Node, l code.Link) {
	l.Type, l.Name, l.Pos, l.From = typ, at.Text(), at.Pos(), w.from(at.Start)
	w.links = append(w.links, l)
}

func externalLink(name string) code.Link {
	l := code.Link{Resolution: code.External}
	if name != "" && len(name) < 120 {
		l.Properties = map[string]string{"external": name}
	}
	return l
}

// callee strips what does not change which function a callee names.
func callee(n *cst.Node) *cst.Node {
	for n.Is("parenthesized_expression", "non_null_expression", "as_expression", "satisfies_expression", "instantiation_expression") {
		n = expressionChild(n)
	}
	return n
}

func (w *walker) call(n *cst.Node) {
	f, construct := callee(n.Child("function")), false
	if n.Type == "new_expression" {
		f, construct = callee(n.Child("constructor")), true
	}
	switch {
	case f.Is("identifier"):
		if f.Text() == "require" && n.Type == "call_expression" && w.lookup(f, "require", def.isValue) == nil {
			w.requireCall(n)
			return
		}
		w.callName(n, f, construct)
	case f.Is("member_expression"):
		w.callMember(f, f.Child("property"), construct)
	case f.Is("super"):
		w.callSuper(f)
	case f.Is("import"):
		w.importCall(n)
	}
}

func (w *walker) callName(n, f *cst.Node, construct bool) {
	b := w.lookup(f, f.Text(), def.isValue)
	if b == nil {
		w.link(code.Calls, f, externalLink(f.Text()))
		return
	}
	if b.mod.external {
		w.link(code.Calls, f, externalLink(b.name))
		return
	}
	w.bound(code.Calls, f, w.targetsOfBinding(b, construct))
}

func (w *walker) callSuper(f *cst.Node) {
	for p := f.Parent; p != nil; p = p.Parent {
		if !isClass(p) {
			continue
		}
		super, _ := heritage(p)
		if super == nil {
			break
		}
		t := w.typeOf(super)
		switch t.kind {
		case outside:
			w.link(code.Calls, f, externalLink(t.name))
		case classOf:
			w.bound(code.Calls, f, w.classTargets(t))
		default:
			if super.Is("identifier") {
				if b := w.lookup(super, super.Text(), def.isValue); b != nil && b.mod.external {
					w.link(code.Calls, f, externalLink(b.name))
					return
				}
			}
			w.link(code.Calls, f, code.Link{Resolution: code.Unknown})
		}
		return
	}
	w.link(code.Calls, f, code.Link{Resolution: code.Unknown})
}

func (w *walker) callMember(f, property *cst.Node, construct bool) {
	if property == nil {
		return
	}
	w.bound(code.Calls, property, w.targetsOfMember(f, property, construct))
}

// bound adds links for what a reference may mean.
func (w *walker) bound(typ code.EdgeType, at *cst.Node, ts []target) {
	refs := map[code.SymbolRef]bool{}
	var order []target
	ext := ""
	for _, t := range ts {
		if t.id == nil {
			ext = t.ext
			continue
		}
		r, ok := w.ref(t.id)
		if ok && !refs[r] {
			refs[r] = true
			order = append(order, t)
		}
	}
	switch {
	case len(order) == 0 && ext != "":
		w.link(typ, at, externalLink(ext))
	case len(order) == 0:
		w.link(typ, at, code.Link{Resolution: code.Unknown})
	case len(order) > 8:
		l := code.Link{Resolution: code.Ambiguous}
		for _, t := range order {
			r, _ := w.ref(t.id)
			l.Candidates = append(l.Candidates, r)
		}
		w.link(typ, at, l)
	default:
		for _, t := range order {
			r, _ := w.ref(t.id)
			l := code.Link{Resolution: code.Exact, Target: r}
			if len(order) > 1 || t.unsure {
				l.Resolution = code.Inferred
			}
			w.link(typ, at, l)
		}
	}
}

func (w *walker) jsxElement(n *cst.Node) {
	name := n.Child("name")
	switch {
	case name.Is("identifier") && name.Text() != "" && name.Text()[0] >= 'A' && name.Text()[0] <= 'Z':
		w.callName(n, name, false)
	case name.Is("member_expression", "nested_identifier"):
		p := name.Child("property")
		if p == nil {
			return
		}
		o := name.Child("object")
		if o.Is("identifier") {
			w.bound(code.Calls, p, w.targetsOfMember(name, p, false))
		}
	}
}

func (w *walker) decorator(n *cst.Node) {
	switch c := n.NamedChild(0); {
	case c.Is("identifier"):
		w.readName(c, code.Reads)
	case c.Is("member_expression"):
		w.readMember(c, code.Reads)
	}
}
