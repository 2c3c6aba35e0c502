package nominal

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

var scala = language{
	dialect: "scala", imports: scalaImports, outward: true, constructs: true,
	declarations: set(`class_definition object_definition package_object trait_definition enum_definition type_definition simple_enum_case
		full_enum_case function_definition function_declaration val_definition var_definition val_declaration var_declaration class_parameter
		instance_expression`),
	lambda: scalaLambda,
	supers: scalaSupers, params: scalaParams, receiver: func(*cst.Node) *typeRef { return nil }, locals: scalaLocals,
}

func init() {
	scala.result, scala.expression = scalaResult, scalaExpression
}

func scalaImports(root *cst.Node) []importDecl {
	var out []importDecl
	root.Walk(func(n *cst.Node) bool {
		if !n.Is("import_declaration") {
			return true
		}
		var path []string
		var last *cst.Node
		for _, p := range n.All("path") {
			if p.Named {
				path, last = append(path, p.Text()), p
			}
		}
		if last == nil {
			return false
		}
		switch selectors := n.ChildOfType("namespace_selectors"); {
		case selectors != nil:
			out = append(out, scalaSelected(path, selectors, last)...)
		case n.Has("namespace_wildcard"):
			out = append(out, importDecl{names: path, all: true, node: last})
		default:
			out = append(out, importDecl{names: path, alias: path[len(path)-1], node: last})
		}
		return false
	})
	return out
}

func scalaSelected(path []string, selectors, last *cst.Node) []importDecl {
	var out []importDecl
	with := func(name string) []string { return append(append([]string{}, path...), name) }
	for c := range selectors.NamedChildren() {
		switch c.Type {
		case "identifier":
			out = append(out, importDecl{names: with(c.Text()), alias: c.Text(), node: c})
		case "arrow_renamed_identifier", "as_renamed_identifier":
			if name := c.Child("name"); name != nil {
				out = append(out, importDecl{names: with(name.Text()), alias: c.Child("alias").Text(), node: name})
			}
		case "namespace_wildcard":
			out = append(out, importDecl{names: path, all: true, node: last})
		}
	}
	return out
}

func scalaType(n *cst.Node) *typeRef {
	switch {
	case n.Is("type_identifier"):
		return simpleRef(n)
	case n.Is("stable_type_identifier"):
		r := &typeRef{names: parts(n), at: lastNamed(n)}
		return r
	case n.Is("generic_type"):
		r := scalaType(n.Child("type"))
		for a := range n.Child("type_arguments").NamedChildren() {
			if t := scalaType(a); t != nil && r != nil {
				r.args = append(r.args, t)
			}
		}
		return r
	}
	return nil
}

func scalaSupers(n *cst.Node) []*typeRef {
	var out []*typeRef
	if n.Is("instance_expression") {
		if t := scalaType(n.NamedChild(0)); t != nil {
			out = append(out, t)
		}
		return out
	}
	for _, c := range n.Child("extend").All("type") {
		if t := scalaType(c); t != nil {
			out = append(out, t)
		}
	}
	return out
}

func scalaResult(n *cst.Node) *typeRef {
	for _, field := range []string{"return_type", "type"} {
		if t := scalaType(n.Child(field)); t != nil {
			return t
		}
	}
	for _, field := range []string{"body", "value"} {
		if c := n.Child(field); c != nil {
			return constructed(&scala, c)
		}
	}
	return nil
}

func scalaParams(n *cst.Node) []param {
	list := n.ChildOfType("parameters", "class_parameters")
	if list.Has("implicit") || list.Has("using") {
		return nil
	}
	var out []param
	for c := range list.NamedChildren() {
		if c.Is("parameter", "class_parameter") {
			out = append(out, param{label: c.Child("name").Text(), typ: scalaType(c.Child("type")),
				optional: c.Child("default_value") != nil, variadic: c.Child("type").Is("repeated_parameter_type")})
		}
	}
	return out
}

func scalaExpression(n *cst.Node) expr {
	switch n.Type {
	case "identifier":
		switch n.Text() {
		case "this":
			return expr{kind: eThis}
		case "super":
			return expr{kind: eSuper}
		}
		if scalaNames(n) {
			return expr{}
		}
		return expr{kind: eName, name: n}
	case "field_expression":
		return expr{kind: eMember, recv: n.Child("value"), name: n.Child("field")}.complete()
	case "call_expression":
		args := []argument{{trailing: true}}
		if list := n.Child("arguments"); list.Is("arguments") {
			args = plainArguments(list)
		}
		return expr{kind: eCall, recv: n.Child("function"), args: args}.complete()
	case "instance_expression":
		return expr{kind: eNew, typ: scalaType(n.NamedChild(0)), args: plainArguments(n.Child("arguments"))}
	case "generic_function":
		return expr{kind: eInner, recv: n.Child("function")}.complete()
	case "parenthesized_expression":
		return expr{kind: eInner, recv: n.NamedChild(0)}.complete()
	case "ascription_expression":
		return expr{kind: eTyped, typ: scalaType(lastNamed(n))}
	case "string":
		return expr{kind: eTyped, typ: &typeRef{names: []string{"String"}}}
	}
	return expr{}
}

// scalaNames: an identifier that declares something.
func scalaNames(n *cst.Node) bool {
	switch n.Field {
	case "name", "pattern", "field", "path", "alias", "operator":
		return true
	case "parameters":
		return n.Parent.Is("lambda_expression")
	}
	return n.Parent.Is("package_identifier", "namespace_selectors", "arrow_renamed_identifier", "self_type", "tuple_pattern", "stable_identifier", "stable_type_identifier") ||
		n.Parent.Is("enumerator") && n.Parent.First == n || strings.HasSuffix(n.Parent.Type, "pattern")
}

func scalaLocals(n *cst.Node) []local {
	switch n.Type {
	case "parameters", "bindings":
		var out []local
		for p := range n.NamedChildren() {
			if name := p.Child("name"); name != nil {
				out = append(out, local{name: name, typ: scalaType(p.Child("type"))})
			}
		}
		return out
	case "class_parameters":
		var out []local
		for p := range n.NamedChildren() {
			if name := p.Child("name"); name != nil && !p.Has("val") && !p.Has("var") && !n.Parent.Has("case") {
				out = append(out, local{name: name, typ: scalaType(p.Child("type"))})
			}
		}
		return out
	case "val_definition", "var_definition":
		if p := n.Child("pattern"); p.Is("identifier") {
			return []local{{name: p, typ: scalaType(n.Child("type")), value: n.Child("value")}}
		}
	case "enumerators":
		var out []local
		for e := range n.NamedChildren() {
			if first := e.NamedChild(0); first.Is("identifier") {
				out = append(out, local{name: first, value: e.NamedChild(1), element: true})
			}
		}
		return out
	case "typed_pattern":
		if p := n.Child("pattern"); p.Is("identifier") {
			return []local{{name: p, typ: scalaType(n.Child("type"))}}
		}
	}
	return nil
}

func scalaLambda(n *cst.Node) (lambda, bool) {
	if !n.Is("lambda_expression") {
		return lambda{}, false
	}
	var l lambda
	for _, p := range n.All("parameters") {
		if p.Is("identifier") {
			l.params = append(l.params, p)
		}
		for b := range p.NamedChildren() {
			if name := b.Child("name"); p.Is("bindings") && name != nil && b.Child("type") == nil {
				l.params = append(l.params, name)
			}
		}
	}
	if call := n.Parent.Parent; n.Parent.Is("arguments", "block") && call.Is("call_expression") {
		if fn := scalaExpression(call.Child("function")); fn.kind == eMember {
			l.on, l.function = fn.recv, fn.name.Text()
		}
	}
	return l, true
}
