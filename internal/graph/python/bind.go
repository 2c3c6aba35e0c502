package python

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// walker makes the links of one file.
type walker struct {
	eval   *evaluator
	module *module
	links  []code.Link
}

func (w *walker) walk(n *cst.Node) {
	w.eval.begin()
	switch n.Type {
	case "import_statement":
		w.imports(n)
		return
	case "import_from_statement":
		w.importsFrom(n)
		return
	case "future_import_statement", "global_statement", "nonlocal_statement", "comment":
		return
	case "call":
		w.call(n)
		w.route(n)
	case "decorator":
		if d := n.NamedChild(0); !d.Is("call") {
			w.read(d)
		}
	case "assignment", "augmented_assignment":
		w.writes(n.Child("left"))
	case "identifier", "attribute":
		if w.isLoad(n) {
			w.read(n)
		}
	}
	for c := range n.Children() {
		w.walk(c)
	}
}

// isLoad reports whether a name or attribute is read where it stands, and not
// called, bound, or a mere label.
func (w *walker) isLoad(n *cst.Node) bool {
	p := n.Parent
	switch p.Type {
	case "call":
		return n.Field != "function"
	case "decorator", "dotted_name", "global_statement", "lambda_parameters", "parameters", "list_splat_pattern",
		"dictionary_splat_pattern", "pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target", "keyword_pattern", "typed_parameter":
		return false
	case "function_definition", "class_definition", "default_parameter", "typed_default_parameter", "keyword_argument", "named_expression":
		return n.Field != "name"
	case "attribute":
		return n.Field == "object"
	case "argument_list": // a base class has its own edge
		return !p.Parent.Is("class_definition")
	case "assignment", "augmented_assignment", "for_statement", "for_in_clause":
		return n.Field != "left"
	}
	return true
}

func (w *walker) add(at *cst.Node, typ code.EdgeType, t target) {
	w.links = append(w.links, code.Link{From: w.from(at), Type: typ, Name: at.Text(), Pos: at.Pos(), Target: t.ref, Resolution: t.resolution})
}

// unbound notes a reference without a target.
func (w *walker) unbound(at *cst.Node, typ code.EdgeType, t Type) {
	l := code.Link{From: w.from(at), Type: typ, Name: at.Text(), Pos: at.Pos(), Resolution: code.Unknown}
	for _, v := range t {
		if v.kind == external || v.kind == container {
			l.Resolution = code.External
			if v.name != "" {
				l.Properties = map[string]string{"external": v.name}
			}
			break
		}
	}
	w.links = append(w.links, l)
}

// from is the innermost function or method around a node.
func (w *walker) from(n *cst.Node) string {
	for s := w.module.scopeOf(n); s != nil; s = s.parent {
		if s.isModule() {
			return ""
		}
		if sym := s.symbol(); sym != nil && sym.Kind.Callable() {
			return sym.Local
		}
	}
	return ""
}

func nameToken(n *cst.Node) *cst.Node {
	if n.Is("attribute") {
		if a := n.Child("attribute"); a != nil {
			return a
		}
	}
	for n.Is("parenthesized_expression", "await") && n.NamedChild(0) != nil {
		n = n.NamedChild(0)
	}
	if n.Is("call", "subscript") {
		return nameToken(n.NamedChild(0))
	}
	if n.Is("attribute") {
		return nameToken(n)
	}
	return n
}

var keywords = map[string]bool{"def": true, "class": true, "return": true, "if": true, "elif": true, "while": true, "for": true, "in": true,
	"not": true, "and": true, "or": true, "with": true, "lambda": true, "yield": true, "del": true, "assert": true, "import": true, "from": true}

func (w *walker) call(n *cst.Node) {
	callee := n.Child("function")
	if callee == nil || callee.Is("lambda") {
		return
	}
	at := nameToken(callee)
	if keywords[at.Text()] { // what an error node left of a statement
		return
	}
	if props := w.properties(callee); len(props) > 0 {
		for _, t := range props {
			w.add(at, code.Calls, t)
		}
		return
	}
	direct := w.isDirect(callee)
	t := w.eval.expr(callee)
	found := w.callees(t, direct)
	for _, f := range found {
		w.add(at, code.Calls, f)
	}
	if len(found) == 0 {
		w.unbound(at, code.Calls, t)
		w.request(n, at, t)
	}
}

// properties are the getters that a called attribute runs.
func (w *walker) properties(callee *cst.Node) []target {
	var out []target
	for _, t := range w.members(callee) {
		if s := w.symbolOf(t.ref); t.kind == code.Method && s != nil && s.Properties["getter"] != "" {
			out = append(out, t)
		}
	}
	return out
}

// isDirect reports whether a callee's name is that of the definition itself,
// not of a variable that holds it.
func (w *walker) isDirect(callee *cst.Node) bool {
	switch {
	case callee.Is("identifier"):
		bs := w.bindingsOf(callee)
		for _, b := range bs {
			if b.kind != bindFunction && b.kind != bindClass && b.kind != bindFrom && b.kind != bindImport {
				return b.kind == bindParam && w.isSelf(callee)
			}
		}
		return true
	case callee.Is("attribute"):
		for _, t := range w.members(callee) {
			if t.kind == code.Field {
				return false
			}
		}
		return true
	}
	return false
}

func (w *walker) isSelf(n *cst.Node) bool {
	f := w.module.scopeOf(n).function()
	return f.parent != nil && f.parent.isClass() && firstParam(f.node) == n.Text()
}

// bindingsOf are the bindings of a name in the scope that has it.
func (w *walker) bindingsOf(n *cst.Node) []*binding {
	first := w.module.scopeOf(n)
	for s := first; s != nil; s = s.parent {
		if s.isClass() && s != first {
			continue
		}
		if bs := s.names[n.Text()]; len(bs) > 0 {
			return bs
		}
	}
	return nil
}

// read links a name or attribute that is read to its symbol, if it has one.
func (w *walker) read(n *cst.Node) {
	for n.Is("parenthesized_expression") {
		n = n.NamedChild(0)
	}
	for _, t := range w.named(n) {
		if t.kind != "" && t.kind != code.Module {
			w.add(nameToken(n), code.Reads, t)
		}
	}
}

func (w *walker) writes(n *cst.Node) {
	switch {
	case n.Is("identifier", "attribute"):
		for _, t := range w.named(n) {
			if t.kind == code.Field || t.kind == code.Method && n.Is("attribute") {
				w.add(nameToken(n), code.Writes, t)
			}
		}
	case n.Is("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"):
		for c := range n.NamedChildren() {
			w.writes(c)
		}
	}
}
