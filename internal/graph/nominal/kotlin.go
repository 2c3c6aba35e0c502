package nominal

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

var kotlin = language{
	dialect: "kotlin", imports: kotlinImports, constructs: true,
	declarations: set(`class_declaration object_declaration companion_object type_alias function_declaration secondary_constructor
		property_declaration class_parameter enum_entry object_literal`),
	lambda: kotlinLambda,
	supers: kotlinSupers, params: kotlinParams, receiver: kotlinReceiver, locals: kotlinLocals,
}

func init() {
	kotlin.result, kotlin.expression = kotlinResult, kotlinExpression
}

func kotlinImports(root *cst.Node) []importDecl {
	var out []importDecl
	for h := range root.ChildOfType("import_list").NamedChildren() {
		out = kotlinImport(out, h)
	}
	for list := range root.NamedChildren() {
		if list.Is("import_header") {
			out = kotlinImport(out, list)
		}
	}
	return out
}

func kotlinImport(out []importDecl, h *cst.Node) []importDecl {
	path := h.ChildOfType("identifier")
	if path == nil {
		return out
	}
	i := importDecl{names: parts(path), node: lastNamed(path), all: h.Has("wildcard_import")}
	i.alias = i.names[len(i.names)-1]
	if a := h.ChildOfType("import_alias"); a != nil {
		i.alias = lastNamed(a).Text()
	}
	if i.node == nil {
		i.node = path
	}
	return append(out, i)
}

func kotlinType(n *cst.Node) *typeRef {
	switch {
	case n.Is("user_type"):
		r := &typeRef{}
		for c := range n.NamedChildren() {
			switch {
			case c.Is("type_identifier", "simple_identifier"):
				r.names, r.at, r.args = append(r.names, c.Text()), c, nil
			case c.Is("type_arguments"):
				for p := range c.NamedChildren() {
					if t := kotlinTypeIn(p); t != nil {
						r.args = append(r.args, t)
					}
				}
			}
		}
		if len(r.names) > 0 {
			return r
		}
	case n.Is("nullable_type", "type_projection", "parenthesized_type"):
		return kotlinTypeIn(n)
	}
	return nil
}

// kotlinTypeIn is the last type among a node's children.
func kotlinTypeIn(n *cst.Node) *typeRef {
	var out *typeRef
	for c := range n.NamedChildren() {
		if t := kotlinType(c); t != nil {
			out = t
		}
	}
	return out
}

func kotlinSupers(n *cst.Node) []*typeRef {
	var out []*typeRef
	for c := range n.NamedChildren() {
		if !c.Is("delegation_specifier") {
			continue
		}
		t := kotlinTypeIn(c)
		for x := range c.NamedChildren() {
			if x.Is("constructor_invocation", "explicit_delegation") {
				t = kotlinTypeIn(x)
			}
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

func kotlinResult(n *cst.Node) *typeRef {
	switch n.Type {
	case "function_declaration":
		after := false
		for c := range n.NamedChildren() {
			if t := kotlinType(c); t != nil && after {
				return t
			}
			after = after || c.Is("function_value_parameters")
		}
		if body := n.ChildOfType("function_body"); body.Has("=") {
			return constructed(&kotlin, lastNamed(body))
		}
	case "property_declaration":
		if t := kotlinTypeIn(n.ChildOfType("variable_declaration")); t != nil {
			return t
		}
		if value := lastNamed(n); value != nil {
			return constructed(&kotlin, value)
		}
	case "class_parameter":
		return kotlinTypeIn(n)
	}
	return nil
}

func kotlinParams(n *cst.Node) []param {
	var out []param
	list := n.ChildOfType("function_value_parameters", "primary_constructor")
	variadic := false
	for c := range list.Children() {
		switch {
		case c.Is("parameter_modifiers"):
			variadic = strings.Contains(c.Text(), "vararg")
		case c.Is("parameter"):
			out = append(out, param{label: c.ChildOfType("simple_identifier").Text(), typ: kotlinTypeIn(c), optional: c.Next.Is("="), variadic: variadic})
			variadic = false
		case c.Is("class_parameter"):
			out = append(out, param{label: c.ChildOfType("simple_identifier").Text(), typ: kotlinTypeIn(c), optional: c.Has("="), variadic: strings.HasPrefix(c.Text(), "vararg ")})
		}
	}
	return out
}

func kotlinArguments(list *cst.Node) []argument {
	var out []argument
	for a := range list.NamedChildren() {
		if !a.Is("value_argument") {
			continue
		}
		x := argument{value: lastNamed(a)}
		if a.Has("=") {
			x.label = a.ChildOfType("simple_identifier").Text()
		}
		out = append(out, x)
	}
	return out
}

func kotlinReceiver(n *cst.Node) *typeRef {
	if !n.Is("function_declaration") {
		return nil
	}
	for c := range n.NamedChildren() {
		if c.Is("simple_identifier", "function_value_parameters") {
			return nil
		}
		if t := kotlinType(c); t != nil {
			return t
		}
	}
	return nil
}

func kotlinExpression(n *cst.Node) expr {
	switch n.Type {
	case "simple_identifier":
		if kotlinNames(n) {
			return expr{}
		}
		return expr{kind: eName, name: n}
	case "navigation_expression":
		suffix := n.ChildOfType("navigation_suffix")
		return expr{kind: eMember, recv: n.NamedChild(0), name: suffix.ChildOfType("simple_identifier")}.complete()
	case "directly_assignable_expression":
		if suffix := n.ChildOfType("navigation_suffix"); suffix != nil {
			return expr{kind: eMember, recv: n.NamedChild(0), name: suffix.ChildOfType("simple_identifier")}.complete()
		}
	case "call_expression":
		suffix := n.ChildOfType("call_suffix")
		args := kotlinArguments(suffix.ChildOfType("value_arguments"))
		if suffix.Has("annotated_lambda") {
			args = append(args, argument{trailing: true})
		}
		return expr{kind: eCall, recv: n.NamedChild(0), args: args}.complete()
	case "constructor_invocation":
		return expr{kind: eNew, typ: kotlinTypeIn(n), args: kotlinArguments(n.ChildOfType("value_arguments"))}
	case "constructor_delegation_call":
		return expr{kind: eCall, recv: n.ChildOfType("this", "super"), args: kotlinArguments(n.ChildOfType("value_arguments"))}.complete()
	case "this_expression", "this":
		return expr{kind: eThis}
	case "super_expression", "super":
		return expr{kind: eSuper}
	case "as_expression":
		return expr{kind: eTyped, typ: kotlinTypeIn(n)}
	case "parenthesized_expression", "postfix_expression":
		return expr{kind: eInner, recv: n.NamedChild(0)}.complete()
	case "indexing_expression":
		return expr{kind: eElement, recv: n.NamedChild(0)}.complete()
	case "string_literal":
		return expr{kind: eTyped, typ: &typeRef{names: []string{"String"}}}
	}
	return expr{}
}

// kotlinNames: an identifier that declares something, or names an argument.
func kotlinNames(n *cst.Node) bool {
	switch n.Parent.Type {
	case "function_declaration", "class_declaration", "object_declaration", "class_parameter", "parameter", "variable_declaration", "enum_entry",
		"identifier", "navigation_suffix", "type_alias", "catch_block", "import_alias", "label", "companion_object":
		return true
	case "value_argument":
		return n.Next.Is("=")
	}
	return false
}

func kotlinLocals(n *cst.Node) []local {
	switch n.Type {
	case "primary_constructor":
		var out []local
		for p := range n.NamedChildren() {
			if name := p.ChildOfType("simple_identifier"); name != nil && !p.Has("binding_pattern_kind") {
				out = append(out, local{name: name, typ: kotlinTypeIn(p)})
			}
		}
		return out
	case "lambda_parameters":
		var out []local
		for p := range n.NamedChildren() {
			if kotlinTypeIn(p) != nil {
				out = append(out, kotlinLocals(p)...)
			}
		}
		return out
	case "function_value_parameters":
		var out []local
		for p := range n.NamedChildren() {
			out = append(out, kotlinLocals(p)...)
		}
		return out
	case "parameter":
		if name := n.ChildOfType("simple_identifier"); name != nil {
			return []local{{name: name, typ: kotlinTypeIn(n)}}
		}
	case "property_declaration":
		return kotlinVariable(n)
	case "variable_declaration":
		name := n.ChildOfType("simple_identifier")
		switch {
		case name == nil:
		case n.Parent.Is("for_statement"):
			return []local{{name: name, typ: kotlinTypeIn(n), value: kotlinLoopOver(n), element: true}}
		default:
			return []local{{name: name, typ: kotlinTypeIn(n)}}
		}
	case "multi_variable_declaration":
		var out []local
		for v := range n.NamedChildren() {
			if name := v.ChildOfType("simple_identifier"); name != nil {
				out = append(out, local{name: name, typ: kotlinTypeIn(v)})
			}
		}
		return out
	case "simple_identifier":
		if n.Parent.Is("catch_block") {
			return []local{{name: n, typ: kotlinTypeIn(n.Parent)}}
		}
	}
	return nil
}

func kotlinVariable(n *cst.Node) []local {
	if multi := n.ChildOfType("multi_variable_declaration"); multi != nil {
		return kotlinLocals(multi)
	}
	v := n.ChildOfType("variable_declaration")
	name := v.ChildOfType("simple_identifier")
	if name == nil {
		return nil
	}
	out := local{name: name, typ: kotlinTypeIn(v)}
	if value := lastNamed(n); value != v && n.Has("=") {
		out.value = value
	}
	return []local{out}
}

// kotlinLoopOver is what a loop's variable runs over.
func kotlinLoopOver(n *cst.Node) *cst.Node {
	for c := n.Next; c != nil; c = c.Next {
		if c.Named {
			return c
		}
	}
	return nil
}

func kotlinLambda(n *cst.Node) (lambda, bool) {
	if !n.Is("lambda_literal") {
		return lambda{}, false
	}
	l := lambda{implicit: "it"}
	for p := range n.ChildOfType("lambda_parameters").NamedChildren() {
		for v := range p.NamedChildren() {
			if p.Is("variable_declaration") && v.Is("simple_identifier") || v.Is("variable_declaration") {
				if v.Is("variable_declaration") {
					v = v.ChildOfType("simple_identifier")
				}
				l.params = append(l.params, v)
			}
		}
	}
	call := n.Enclosing("call_expression", "statements", "function_body", "value_argument")
	if call.Is("value_argument") {
		call = call.Enclosing("call_expression", "statements")
	}
	if call.Is("call_expression") {
		if fn := kotlinExpression(call.NamedChild(0)); fn.kind == eMember {
			l.on, l.function = fn.recv, fn.name.Text()
		}
	}
	return l, true
}
