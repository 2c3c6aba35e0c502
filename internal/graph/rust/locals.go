package rust

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

func (w *walker) parameters(params *cst.Node) {
	for p := range params.NamedChildren() {
		pattern := p.Child("pattern")
		switch {
		case p.Type == "parameter" && pattern.Is("identifier"):
			w.locals[pattern.Text()] = local{typ: p.Child("type").Text()}
		case p.Type == "identifier":
			w.locals[p.Text()] = local{}
		default:
			w.bindPattern(pattern, nil, false)
		}
	}
}

// bindPattern declares the variables of a pattern.
func (w *walker) bindPattern(p, value *cst.Node, unwrap bool) {
	switch {
	case p == nil || w.locals == nil:
	case p.Is("identifier"):
		w.locals[p.Text()] = local{value: value, unwrap: unwrap}
	case p.Is("mut_pattern", "ref_pattern", "reference_pattern", "captured_pattern", "match_pattern"):
		for c := range p.NamedChildren() {
			w.bindPattern(c, value, unwrap)
		}
	case p.Is("tuple_struct_pattern"):
		wraps := p.Child("type").Text()
		for c := range p.NamedChildren() {
			if c.Field != "type" {
				if wraps == "Some" || wraps == "Ok" {
					w.bindPattern(c, value, true)
				} else {
					w.bindPattern(c, nil, false)
				}
			}
		}
	default:
		for c := range p.NamedChildren() {
			if c.Is("shorthand_field_identifier") {
				w.locals[c.Text()] = local{}
			} else if c.Field != "type" {
				w.bindPattern(c, nil, false)
			}
		}
	}
}

// declare notes variables before the expressions that use them are walked.
func (w *walker) declare(n *cst.Node) {
	if w.locals == nil {
		return
	}
	switch n.Type {
	case "let_declaration":
		p := n.Child("pattern")
		if t := n.Child("type"); t != nil && p.Is("identifier") {
			w.locals[p.Text()] = local{typ: t.Text()}
			return
		}
		w.bindPattern(p, n.Child("value"), false)
	case "let_condition":
		w.bindPattern(n.Child("pattern"), n.Child("value"), false)
	case "for_expression":
		if p := n.Child("pattern"); p.Is("identifier") {
			w.locals[p.Text()] = local{value: n.Child("value"), element: true}
		} else {
			w.bindPattern(p, nil, false)
		}
	case "closure_expression":
		w.parameters(n.Child("parameters"))
	case "match_arm":
		w.bindPattern(n.Child("pattern"), n.Parent.Parent.Child("value"), false)
	}
}
