package rust

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker links the references of one file.
type walker struct {
	*resolver
	file  *graph.File
	links []code.Link

	loc    loc
	from   string
	self   string            // the type of the impl block or trait
	bounds map[string]string // type parameters in scope → first bound
	locals map[string]local
	// flowed: the last type was followed through a variable without one.
	flowed bool
}

// local is a variable: its written type, or the expression that it holds.
type local struct {
	typ   string
	value *cst.Node
	// unwrap: it is what an Option or Result in value holds.
	unwrap bool
	// element: it is one of what value holds.
	element bool
	busy    bool
}

func (w *walker) walk(n *cst.Node) {
	w.declare(n)
	switch n.Type {
	case "mod_item":
		if body := n.Child("body"); body != nil {
			at := w.loc
			w.loc = loc{at.m, join(at.module, n.Child("name").Text())}
			w.children(body)
			w.loc = at
		}
		return
	case "impl_item", "trait_item":
		w.block(n)
		return
	case "function_item":
		w.function(n)
		return
	case "use_declaration":
		w.imports(n)
		return
	case "call_expression":
		w.call(n)
		w.route(n)
	case "macro_invocation":
		w.macro(n)
		return
	case "field_expression":
		w.field(n)
	case "scoped_identifier":
		if n.Field != "function" {
			w.path(n)
		}
		return
	case "identifier":
		w.identifier(n)
	case "type_identifier", "scoped_type_identifier":
		w.typeName(n)
		if n.Type == "scoped_type_identifier" {
			return
		}
	}
	w.children(n)
}

func (w *walker) children(n *cst.Node) {
	for c := range n.NamedChildren() {
		w.walk(c)
	}
}

func (w *walker) localAt(name *cst.Node) string {
	pos := name.Pos()
	for i := range w.file.Facts.Symbols {
		if s := &w.file.Facts.Symbols[i]; s.NamePos == pos && i > 0 {
			return s.Local
		}
	}
	return ""
}

func (w *walker) function(n *cst.Node) {
	from, bs, locals := w.from, w.bounds, w.locals
	if l := w.localAt(n.Child("name")); l != "" {
		w.from = l
	}
	w.bounds, w.locals = merged(bs, genericBounds(n)), map[string]local{}
	w.parameters(n.Child("parameters"))
	w.attributeRoutes(n)
	w.children(n)
	w.from, w.bounds, w.locals = from, bs, locals
}

func (w *walker) call(n *cst.Node) {
	f := n.Child("function")
	if f.Is("generic_function") {
		f = f.Child("function")
	}
	switch {
	case f.Is("identifier"):
		if _, shadowed := w.locals[f.Text()]; shadowed {
			w.none(f, code.Unknown, "")
			return
		}
		w.callPath(f, f)
	case f.Is("scoped_identifier"):
		w.callPath(f, f.Child("name"))
	case f.Is("field_expression"):
		w.method(f)
	case f != nil:
		w.none(f, code.Unknown, "")
	}
}

func (w *walker) callPath(f, at *cst.Node) {
	t := w.pathTarget(f)
	switch {
	case t.item != nil:
		w.add(at, code.Calls, t, code.Exact)
	case t.none() && f.Is("identifier") && w.file.Tree.Errors > 0:
		w.none(at, code.Unknown, "")
	default:
		w.none(at, code.External, strings.Join(segments(f), "::"))
	}
}

// pathTarget resolves a path that may begin with Self or a type parameter.
func (w *walker) pathTarget(f *cst.Node) target {
	return w.resolve(w.loc, w.expandSelf(segments(f)), 0)
}

func (w *walker) expandSelf(segs []string) []string {
	if len(segs) == 0 {
		return segs
	}
	if segs[0] == "Self" && w.self != "" {
		return append(typePath(w.self), segs[1:]...)
	}
	if b, ok := w.bounds[segs[0]]; ok {
		return append(typePath(b), segs[1:]...)
	}
	return segs
}

func (w *walker) method(f *cst.Node) {
	name := f.Child("field")
	if !name.Is("field_identifier") {
		return
	}
	t, known, sure := w.receiver(f.Child("value"))
	if !known {
		w.none(name, code.Unknown, "")
		return
	}
	owner := w.typeTarget(t)
	if owner.item == nil {
		if w.outside(t) {
			w.none(name, code.External, "")
		} else {
			w.none(name, code.Unknown, "")
		}
		return
	}
	found := w.member(owner, name.Text(), 0)
	if found.item != nil && found.item.kind == code.Method {
		w.add(name, code.Calls, found, sure)
		return
	}
	w.none(name, code.Unknown, "")
}

func primitive(t string) bool {
	switch head(t) {
	case "str", "String", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64", "bool", "char", "Vec", "Option", "Result", "HashMap":
		return true
	}
	return false
}

func (w *walker) field(f *cst.Node) {
	if f.Field == "function" || f.Parent.Is("generic_function") {
		return
	}
	if t, known, sure := w.receiver(f.Child("value")); known {
		if owner := w.typeTarget(t); owner.item != nil {
			if found := w.member(owner, f.Child("field").Text(), 0); found.item != nil && found.item.kind == code.Field {
				edge := code.Reads
				if f.Field == "left" {
					edge = code.Writes
				}
				w.add(f.Child("field"), edge, found, sure)
			}
		}
	}
}

func (w *walker) identifier(n *cst.Node) {
	if n.Field == "name" || n.Field == "pattern" || n.Field == "function" || n.Field == "macro" || n.Parent.Is("attribute", "generic_function") {
		return
	}
	if _, shadowed := w.locals[n.Text()]; shadowed {
		return
	}
	w.path(n)
}

// path links a path that is no call: a function as a value, a constant, a
// unit struct, a variant.
func (w *walker) path(n *cst.Node) {
	t := w.pathTarget(n)
	if t.item == nil {
		return
	}
	at := n
	if n.Is("scoped_identifier") {
		at = n.Child("name")
	}
	w.add(at, code.Reads, t, code.Exact)
}

func (w *walker) typeName(n *cst.Node) {
	if n.Field == "name" && n.Parent.Is("struct_item", "enum_item", "trait_item", "union_item", "type_item", "associated_type") {
		return
	}
	at := n
	if n.Is("scoped_type_identifier") {
		at = n.Child("name")
	}
	if n.Text() == "Self" || w.bounds[n.Text()] != "" || at == nil {
		return
	}
	if t := w.resolve(w.loc, segments(n), 0); t.item != nil {
		w.add(at, code.Reads, t, code.Exact)
	}
}

func (w *walker) add(at *cst.Node, t code.EdgeType, to target, r code.Resolution) {
	w.links = append(w.links, code.Link{From: w.from, Type: t, Name: at.Text(), Pos: at.Pos(), Target: to.ref(), Resolution: r})
}

func (w *walker) none(at *cst.Node, r code.Resolution, external string) {
	l := code.Link{From: w.from, Type: code.Calls, Name: at.Text(), Pos: at.Pos(), Resolution: r}
	if external != "" {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}
