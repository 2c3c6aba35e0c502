package typescript

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// name adds a read or a write for an identifier that is no callee and no
// declaration.
func (w *walker) name(n *cst.Node) {
	p := n.Parent
	switch n.Field {
	case "name", "pattern", "parameter", "alias", "label":
		if !p.Is("jsx_attribute") {
			return
		}
	case "function", "constructor":
		if p.Is("call_expression", "new_expression") {
			return
		}
	case "left":
		if p.Is("for_in_statement", "object_assignment_pattern", "assignment_pattern") {
			return
		}
	case "key":
		return
	}
	if p.Is("import_clause", "namespace_import", "import_specifier", "export_specifier", "namespace_export", "formal_parameters", "rest_pattern",
		"object_pattern", "array_pattern", "decorator", "jsx_closing_element", "nested_type_identifier", "nested_identifier", "import_require_clause", "extends_clause", "class_heritage", "type_predicate", "index_signature", "generic_type") {
		return
	}
	if p.Is("pair_pattern") && n.Field == "value" {
		return
	}
	for q, from := p, n; q.Is("parenthesized_expression", "non_null_expression", "as_expression"); q, from = q.Parent, q {
		if q.Parent.Is("call_expression") && (q.Field == "function") {
			return
		}
		_ = from
	}
	typ := code.Reads
	if n.Field == "left" && p.Is("assignment_expression", "augmented_assignment_expression") || p.Is("update_expression") {
		typ = code.Writes
	}
	w.readName(n, typ)
}

// readName links a name to the symbol of a module's variable or a function;
// local variables are no symbols.
func (w *walker) readName(n *cst.Node, typ code.EdgeType) {
	b := w.lookup(n, n.Text(), def.isValue)
	if b == nil || b.mod.external {
		return
	}
	w.accessed(typ, n, w.targetsOfBinding(b, false))
}

// accessed adds links to what is ours; reads of what is not known are no news.
func (w *walker) accessed(typ code.EdgeType, at *cst.Node, ts []target) {
	var ours []target
	for _, t := range ts {
		if t.id != nil && t.id != at {
			if _, ok := w.ref(t.id); ok {
				ours = append(ours, t)
			}
		}
	}
	if len(ours) > 0 {
		w.bound(typ, at, ours)
	}
}

// path adds a read or a write for a member expression that is no callee.
func (w *walker) path(n *cst.Node) {
	p := n.Parent
	if p.Is("call_expression") && n.Field == "function" || p.Is("new_expression") && n.Field == "constructor" ||
		p.Is("decorator", "jsx_opening_element", "jsx_self_closing_element", "jsx_closing_element", "extends_clause", "class_heritage") {
		return
	}
	if p.Is("non_null_expression", "parenthesized_expression") && p.Parent.Is("call_expression") && p.Field == "function" {
		return
	}
	typ := code.Reads
	if n.Field == "left" && p.Is("assignment_expression", "augmented_assignment_expression") || p.Is("update_expression") {
		typ = code.Writes
	}
	w.readMember(n, typ)
}

func (w *walker) readMember(n *cst.Node, typ code.EdgeType) {
	if property := n.Child("property"); property != nil {
		w.accessed(typ, property, w.targetsOfMember(n, property, false))
	}
}
