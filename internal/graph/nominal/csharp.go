package nominal

import "github.com/plumbline/plumbline/internal/code/cst"

var csharp = language{
	dialect: "csharp", imports: csharpImports, outward: true,
	declarations: set(`class_declaration struct_declaration record_declaration record_struct_declaration interface_declaration enum_declaration
		delegate_declaration method_declaration constructor_declaration destructor_declaration operator_declaration
		conversion_operator_declaration indexer_declaration local_function_statement property_declaration event_declaration field_declaration
		event_field_declaration enum_member_declaration parameter`),
	namespace: csharpNamespace, lambda: csharpLambda,
	supers: csharpSupers, params: csharpParams, receiver: csharpReceiver, locals: csharpLocals,
}

func init() {
	csharp.result, csharp.expression = csharpResult, csharpExpression
}

func csharpImports(root *cst.Node) []importDecl {
	var out []importDecl
	root.Walk(func(n *cst.Node) bool {
		if !n.Is("using_directive") {
			return n == root || n.Is("namespace_declaration", "declaration_list", "file_scoped_namespace_declaration")
		}
		path := lastNamed(n)
		if path == nil {
			return false
		}
		i := importDecl{names: parts(path), node: path, all: true, global: n.Has("global")}
		if name := n.Child("name"); name != nil && name != path {
			i.alias, i.all = name.Text(), false
		}
		out = append(out, i)
		return false
	})
	return out
}

func csharpType(n *cst.Node) *typeRef {
	switch {
	case n == nil:
		return nil
	case n.Is("identifier", "predefined_type"):
		return simpleRef(n)
	case n.Is("generic_name"):
		r := simpleRef(n.ChildOfType("identifier"))
		for a := range n.ChildOfType("type_argument_list").NamedChildren() {
			if t := csharpType(a); t != nil && r != nil {
				r.args = append(r.args, t)
			}
		}
		return r
	case n.Is("qualified_name"):
		left, right := csharpType(n.Child("qualifier")), csharpType(n.Child("name"))
		if left == nil || right == nil {
			return nil
		}
		return &typeRef{names: append(left.names, right.names...), args: right.args, at: right.at}
	case n.Is("nullable_type"):
		return csharpType(n.NamedChild(0))
	case n.Is("array_type"):
		if element := csharpType(n.Child("type")); element != nil {
			return &typeRef{names: []string{"[]"}, args: []*typeRef{element}}
		}
	}
	return nil
}

func csharpSupers(n *cst.Node) []*typeRef {
	var out []*typeRef
	for c := range n.ChildOfType("base_list").NamedChildren() {
		if c.Is("primary_constructor_base_type") {
			c = c.NamedChild(0)
		}
		if t := csharpType(c); t != nil {
			out = append(out, t)
		}
	}
	return out
}

func csharpResult(n *cst.Node) *typeRef {
	switch n.Type {
	case "method_declaration":
		return unwrapTask(csharpType(n.Child("returns")))
	case "field_declaration", "event_field_declaration":
		return csharpType(n.ChildOfType("variable_declaration").Child("type"))
	}
	return csharpType(n.Child("type"))
}

// unwrapTask: what an async method gives is awaited before it is used.
func unwrapTask(t *typeRef) *typeRef {
	if t != nil && len(t.args) == 1 && (t.names[len(t.names)-1] == "Task" || t.names[len(t.names)-1] == "ValueTask") {
		return t.args[0]
	}
	return t
}

func csharpParams(n *cst.Node) []param {
	list := n.Child("parameters")
	if list == nil {
		list = n.ChildOfType("parameter_list")
	}
	var out []param
	for c := range list.Children() {
		switch {
		case c.Is("parameter"):
			if c.Has("this") || c.ChildOfType("modifier").Text() == "this" {
				continue
			}
			out = append(out, param{label: c.Child("name").Text(), typ: csharpType(c.Child("type")), optional: c.Has("=") || c.Has("equals_value_clause")})
		case c.Is("params"):
			return append(out, param{variadic: true})
		}
	}
	return out
}

func csharpArguments(list *cst.Node) []argument {
	var out []argument
	for a := range list.NamedChildren() {
		if a.Is("argument") {
			out = append(out, argument{label: a.Child("name").Text(), value: lastNamed(a)})
		}
	}
	return out
}

func csharpReceiver(n *cst.Node) *typeRef {
	first := n.Child("parameters").ChildOfType("parameter")
	if first.ChildOfType("modifier").Text() == "this" {
		return csharpType(first.Child("type"))
	}
	return nil
}

func csharpExpression(n *cst.Node) expr {
	switch n.Type {
	case "identifier":
		if csharpNames(n) {
			return expr{}
		}
		return expr{kind: eName, name: n}
	case "generic_name":
		if n.Parent.Is("invocation_expression", "member_access_expression") {
			return expr{kind: eName, name: n.ChildOfType("identifier")}
		}
	case "member_access_expression":
		return expr{kind: eMember, recv: n.Child("expression"), name: identifierOf(n.Child("name"))}.complete()
	case "conditional_access_expression":
		if b := n.ChildOfType("member_binding_expression"); b != nil {
			return expr{kind: eMember, recv: n.Child("condition"), name: identifierOf(b.Child("name"))}.complete()
		}
	case "invocation_expression":
		return expr{kind: eCall, recv: n.Child("function"), args: csharpArguments(n.Child("arguments"))}.complete()
	case "constructor_initializer":
		return expr{kind: eCall, recv: n.ChildOfType("this", "base"), args: csharpArguments(n.ChildOfType("argument_list"))}.complete()
	case "object_creation_expression":
		return expr{kind: eNew, typ: csharpType(n.Child("type")), args: csharpArguments(n.Child("arguments"))}
	case "implicit_object_creation_expression":
		if d := n.Parent.Parent; d.Is("variable_declaration") {
			if t := csharpType(d.Child("type")); t != nil {
				return expr{kind: eTyped, typ: t}
			}
		}
	case "this":
		return expr{kind: eThis}
	case "base":
		return expr{kind: eSuper}
	case "cast_expression":
		return expr{kind: eTyped, typ: csharpType(n.Child("type"))}
	case "as_expression":
		return expr{kind: eTyped, typ: csharpType(n.Child("right"))}
	case "parenthesized_expression", "await_expression", "postfix_unary_expression":
		return expr{kind: eInner, recv: n.NamedChild(0)}.complete()
	case "element_access_expression":
		return expr{kind: eElement, recv: n.Child("expression")}.complete()
	case "string_literal", "verbatim_string_literal", "interpolated_string_expression":
		return expr{kind: eTyped, typ: &typeRef{names: []string{"string"}}}
	}
	return expr{}
}

// complete is nothing where a part is missing, as around errors.
func (e expr) complete() expr {
	if e.recv == nil || e.kind == eMember && e.name == nil {
		return expr{}
	}
	return e
}

func identifierOf(n *cst.Node) *cst.Node {
	if n.Is("generic_name") {
		return n.ChildOfType("identifier")
	}
	return n
}

// csharpNames: an identifier that declares something or names a type.
func csharpNames(n *cst.Node) bool {
	switch n.Field {
	case "type", "returns", "left":
		return !n.Parent.Is("assignment_expression", "binary_expression")
	case "name":
		return !n.Parent.Is("argument")
	}
	return n.Parent.Is("base_list", "type_argument_list", "using_directive", "attribute", "qualified_name", "generic_name", "nullable_type",
		"type_parameter_constraint", "type_parameter_constraints_clause", "explicit_interface_specifier")
}

func csharpLocals(n *cst.Node) []local {
	if n.Field == "condition" {
		return csharpPatterns(n)
	}
	switch n.Type {
	case "parameter_list":
		if n.Parent.Is("record_declaration", "record_struct_declaration") {
			return nil // its parameters are properties
		}
		var out []local
		for p := range n.NamedChildren() {
			out = append(out, csharpLocals(p)...)
		}
		return out
	case "parameter", "catch_declaration":
		if name := n.Child("name"); name != nil && n.Child("type") != nil {
			return []local{{name: name, typ: csharpType(n.Child("type"))}}
		}
	case "local_declaration_statement":
		return csharpLocals(n.ChildOfType("variable_declaration"))
	case "variable_declaration":
		return csharpVariables(n)
	case "identifier":
		if loop := n.Parent; loop.Is("foreach_statement") && n.Field == "left" {
			if t := csharpType(loop.Child("type")); t != nil {
				return []local{{name: n, typ: t}}
			}
			return []local{{name: n, value: loop.Child("right"), element: true}}
		}
	}
	return nil
}

func csharpVariables(n *cst.Node) []local {
	var out []local
	for d := range n.NamedChildren() {
		if name := d.Child("name"); d.Is("variable_declarator") && name != nil {
			v := local{name: name, typ: csharpType(n.Child("type"))}
			if value := lastNamed(d); value != name {
				v.value = value
				if value.Is("equals_value_clause") {
					v.value = value.NamedChild(0)
				}
			}
			out = append(out, v)
		}
	}
	return out
}

// csharpPatterns: `x is Foo f` in a condition declares f.
func csharpPatterns(n *cst.Node) []local {
	var out []local
	n.Walk(func(c *cst.Node) bool {
		if name := c.Child("name"); c.Is("declaration_pattern") && name != nil {
			out = append(out, local{name: name, typ: csharpType(c.Child("type"))})
		}
		return !c.Is("block", "lambda_expression")
	})
	return out
}

func csharpNamespace(n *cst.Node) string {
	space := ""
	for p := n.Parent; p != nil; p = p.Parent {
		switch {
		case p.Is("namespace_declaration"):
			space = join2(p.Child("name").Text(), space)
		case p.Is("compilation_unit"):
			if f := p.ChildOfType("file_scoped_namespace_declaration"); f != nil && f.Start <= n.Start {
				space = join2(f.Child("name").Text(), space)
			}
		}
	}
	return space
}

// join2 joins two namespaces of which the inner may be none.
func join2(outer, inner string) string {
	if inner == "" {
		return outer
	}
	return outer + "." + inner
}

func csharpLambda(n *cst.Node) (lambda, bool) {
	if !n.Is("lambda_expression") {
		return lambda{}, false
	}
	var l lambda
	switch list := n.Child("parameters"); {
	case list.Is("implicit_parameter"):
		l.params = append(l.params, list)
	default:
		for p := range list.NamedChildren() {
			if name := p.Child("name"); name != nil && p.Child("type") == nil {
				l.params = append(l.params, name)
			}
		}
	}
	if call := n.Parent.Parent.Parent; n.Parent.Is("argument") && call.Is("invocation_expression") {
		if fn := csharpExpression(call.Child("function")); fn.kind == eMember {
			l.on, l.function = fn.recv, fn.name.Text()
		}
	}
	return l, true
}
