package nominal

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

var swift = language{
	dialect: "swift", imports: swiftImports, constructs: true, global: true, constructor: "init",
	declarations: set(`class_declaration protocol_declaration typealias_declaration associatedtype_declaration function_declaration
		protocol_function_declaration init_declaration deinit_declaration subscript_declaration property_declaration
		protocol_property_declaration enum_entry`),
	lambda: swiftLambda,
	supers: swiftSupers, labelled: true, params: swiftParams, receiver: func(*cst.Node) *typeRef { return nil }, locals: swiftLocals,
}

func init() {
	swift.result, swift.expression = swiftResult, swiftExpression
}

func swiftImports(root *cst.Node) []importDecl {
	var out []importDecl
	for n := range root.NamedChildren() {
		if path := n.ChildOfType("identifier"); n.Is("import_declaration") && path != nil {
			out = append(out, importDecl{names: parts(path), node: path, all: true})
		}
	}
	return out
}

func swiftType(n *cst.Node) *typeRef {
	switch {
	case n.Is("type_identifier"):
		return simpleRef(n)
	case n.Is("user_type"):
		r := &typeRef{}
		for c := range n.NamedChildren() {
			switch {
			case c.Is("type_identifier"):
				r.names, r.at, r.args = append(r.names, c.Text()), c, nil
			case c.Is("type_arguments"):
				for a := range c.NamedChildren() {
					if t := swiftType(a); t != nil {
						r.args = append(r.args, t)
					}
				}
			}
		}
		if len(r.names) > 0 {
			return r
		}
	case n.Is("optional_type"):
		return swiftType(n.Child("wrapped"))
	case n.Is("array_type"):
		if t := swiftType(n.Child("name")); t != nil {
			return &typeRef{names: []string{"Array"}, args: []*typeRef{t}}
		}
	case n.Is("type_annotation"):
		return swiftType(n.Child("name"))
	}
	return nil
}

func swiftSupers(n *cst.Node) []*typeRef {
	var out []*typeRef
	for c := range n.NamedChildren() {
		if t := swiftType(c.Child("inherits_from")); c.Is("inheritance_specifier") && t != nil {
			out = append(out, t)
		}
	}
	return out
}

func swiftResult(n *cst.Node) *typeRef {
	if t := swiftType(n.ChildOfType("type_annotation")); t != nil {
		return t
	}
	if n.Is("property_declaration") {
		if value := n.Child("value"); value != nil {
			return constructed(&swift, value)
		}
		return nil
	}
	for _, c := range n.All("name") {
		if t := swiftType(c); t != nil {
			return t
		}
	}
	return nil
}

func swiftParams(n *cst.Node) []param {
	var out []param
	for c := range n.Children() {
		if !c.Is("parameter") {
			continue
		}
		p := param{optional: c.Next.Is("="), variadic: c.Has("...") || c.Next.Is("...")}
		for _, v := range swiftParameter(c) {
			p.label, p.typ = v.name.Text(), v.typ
		}
		if label := c.Child("external_name"); label != nil {
			p.label = strings.Trim(label.Text(), "_")
		}
		out = append(out, p)
	}
	if n.Is("subscript_declaration") {
		for i := range out {
			out[i].label = ""
		}
	}
	return out
}

func swiftArguments(list *cst.Node) []argument {
	var out []argument
	for a := range list.NamedChildren() {
		if a.Is("value_argument") {
			out = append(out, argument{label: a.ChildOfType("value_argument_label").Text(), value: a.Child("value")})
		}
	}
	return out
}

func swiftExpression(n *cst.Node) expr {
	switch n.Type {
	case "simple_identifier":
		if swiftNames(n) {
			return expr{}
		}
		return expr{kind: eName, name: n}
	case "navigation_expression":
		return expr{kind: eMember, recv: n.Child("target"), name: n.Child("suffix").Child("suffix")}.complete()
	case "call_expression":
		suffix := n.ChildOfType("call_suffix")
		args := swiftArguments(suffix.ChildOfType("value_arguments"))
		for c := range suffix.NamedChildren() {
			if c.Is("lambda_literal") {
				args = append(args, argument{trailing: true})
			}
		}
		return expr{kind: eCall, recv: n.NamedChild(0), args: args}.complete()
	case "self_expression":
		return expr{kind: eThis}
	case "super_expression":
		return expr{kind: eSuper}
	case "as_expression":
		return expr{kind: eTyped, typ: swiftType(n.Child("name"))}
	case "try_expression", "await_expression":
		return expr{kind: eInner, recv: n.Child("expr")}.complete()
	case "postfix_expression":
		return expr{kind: eInner, recv: n.Child("target")}.complete()
	case "line_string_literal":
		return expr{kind: eTyped, typ: &typeRef{names: []string{"String"}}}
	}
	return expr{}
}

// swiftNames: an identifier that declares something, or labels an argument.
func swiftNames(n *cst.Node) bool {
	switch n.Field {
	case "name", "bound_identifier", "external_name", "suffix":
		return true
	}
	return n.Parent.Is("value_argument_label", "identifier", "pattern", "enum_type_parameters", "lambda_parameter")
}

func swiftLocals(n *cst.Node) []local {
	switch n.Type {
	case "parameter":
		return swiftParameter(n)
	case "lambda_parameter":
		if list := swiftParameter(n); len(list) > 0 && list[0].typ != nil {
			return list
		}
	case "lambda_function_type", "lambda_function_type_parameters":
		var out []local
		for c := range n.NamedChildren() {
			out = append(out, swiftLocals(c)...)
		}
		return out
	case "property_declaration":
		name := n.Child("name").Child("bound_identifier")
		if name != nil {
			return []local{{name: name, typ: swiftType(n.ChildOfType("type_annotation")), value: n.Child("value")}}
		}
	case "pattern":
		if name := n.Child("bound_identifier"); name != nil && n.Parent.Is("for_statement") {
			return []local{{name: name, value: n.Parent.Child("collection"), element: true}}
		}
	case "guard_statement":
		var out []local
		for c := range n.NamedChildren() {
			out = append(out, swiftLocals(c)...)
		}
		return out
	case "simple_identifier":
		if n.Field == "bound_identifier" && n.Parent.Is("if_statement", "guard_statement", "while_statement") {
			return []local{{name: n, value: boundTo(n)}}
		}
	}
	return nil
}

func swiftParameter(n *cst.Node) []local {
	var name *cst.Node
	var t *typeRef
	for _, c := range n.All("name") {
		if c.Is("simple_identifier") {
			name = c
		} else if x := swiftType(c); x != nil {
			t = x
		}
	}
	if name == nil {
		return nil
	}
	return []local{{name: name, typ: t}}
}

// boundTo is the value in `if let x = value`; x itself in `if let x`.
func boundTo(n *cst.Node) *cst.Node {
	if n.Next.Is("=") {
		return n.Next.Next
	}
	return nil
}

func swiftLambda(n *cst.Node) (lambda, bool) {
	if !n.Is("lambda_literal") {
		return lambda{}, false
	}
	l := lambda{implicit: "$0"}
	for p := range n.Child("type").ChildOfType("lambda_function_type_parameters").NamedChildren() {
		if list := swiftParameter(p); len(list) > 0 {
			l.params = append(l.params, list[0].name)
		}
	}
	call := n.Enclosing("call_expression", "statements")
	if call.Is("call_expression") {
		if fn := swiftExpression(call.NamedChild(0)); fn.kind == eMember {
			l.on, l.function = fn.recv, fn.name.Text()
		}
	}
	return l, true
}
