package syntax

import (
	"path"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// typescriptSymbols serves TypeScript, TSX and JavaScript: their grammars
// share the names of nearly all nodes.
func typescriptSymbols(b *builder) {
	t := tsWalker{b: b, exports: map[int]bool{}}
	t.children(b.tree.Root, 0)
	t.markExported()
	typescriptEndpoints(b)
}

var typescriptTestName = regexp.MustCompile(`\.(test|spec|test-d|cy|e2e)\.[cm]?[jt]sx?$`)

func typescriptTestPath(filePath string) bool {
	return typescriptTestName.MatchString(path.Base(filePath))
}

// tsWalker adds the symbols of one file.
type tsWalker struct {
	b *builder
	// exports are the symbols whose own declaration exports them.
	exports map[int]bool
}

func (t tsWalker) children(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		t.node(c, parent)
	}
}

func (t tsWalker) node(n *cst.Node, parent int) {
	switch n.Type {
	case "function_declaration", "generator_function_declaration", "function_signature":
		t.function(n, n, parent, code.Function)
	case "class_declaration", "abstract_class_declaration", "interface_declaration", "enum_declaration":
		t.typ(n, n, parent)
	case "type_alias_declaration":
		t.alias(n, parent)
	case "internal_module", "module":
		t.namespace(n, parent)
	case "variable_declarator":
		t.variable(n, parent)
	case "export_statement":
		t.export(n, parent)
	case "assignment_expression":
		t.assignment(n, parent)
	case "call_expression":
		t.call(n, parent)
	case "method_definition":
		t.function(n, n, parent, code.Method)
	case "pair":
		if named := n.Parent.Parent; named.Is("return_statement", "parenthesized_expression", "arrow_function", "as_expression", "satisfies_expression") {
			t.pair(n, parent)
			return
		}
		t.children(n, parent)
	default:
		t.children(n, parent)
	}
}

// whole is the statement that n makes up: with its export, and for the only
// declarator of a declaration with the declaration.
func (t tsWalker) whole(n *cst.Node) *cst.Node {
	if n.Type == "variable_declarator" && len(tsDeclarators(n.Parent)) == 1 {
		n = n.Parent
	}
	for n.Parent.Is("export_statement", "ambient_declaration") || n.Type == "assignment_expression" && n.Parent.Is("expression_statement") || n.Type == "internal_module" && n.Parent.Is("expression_statement") {
		n = n.Parent
	}
	return n
}

func tsDeclarators(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	for c := range n.NamedChildren() {
		if c.Type == "variable_declarator" {
			out = append(out, c)
		}
	}
	return out
}

// define adds a symbol for n, named by the node name.
func (t tsWalker) define(n, name, body *cst.Node, parent int, kind code.Kind) int {
	return t.defineAs(n, name, body, parent, kind, tsName(name))
}

func (t tsWalker) defineAs(n, at, body *cst.Node, parent int, kind code.Kind, name string) int {
	whole := t.whole(n)
	i := t.b.addNamed(parent, kind, whole, at, name)
	t.exports[i] = exportedByStatement(n)
	s := t.b.at(i)
	if body != nil && body.Is("object", "class_body", "interface_body", "object_type", "enum_body", "statement_block") || kind == code.Function || kind == code.Method {
		s.Signature = signature(whole, body)
	} else {
		s.Signature = signature(whole, nil)
	}
	s.Doc = docBefore(whole)
	return i
}

// exportedByStatement reports whether n stands in an export, or is assigned to
// what a CommonJS module exports.
func exportedByStatement(n *cst.Node) bool {
	if n.Type == "assignment_expression" && strings.HasPrefix(n.Child("left").Text(), "module.exports") {
		return true
	}
	for n.Parent.Is("lexical_declaration", "variable_declaration", "ambient_declaration") || n.Is("variable_declarator") {
		n = n.Parent
	}
	return n.Is("export_statement") || n.Parent.Is("export_statement")
}

// tsName is the name that a property or identifier node spells.
func tsName(n *cst.Node) string {
	if n == nil {
		return ""
	}
	if n.Type == "string" {
		return strings.Trim(n.Text(), "\"'`")
	}
	return n.Text()
}

// named reports whether n is a name that can be spelled after a dot.
func named(n *cst.Node) bool {
	return n != nil && !n.Error && n.Type != "computed_property_name" && n.End > n.Start
}

var tsModifiers = []string{"async", "static", "abstract", "readonly", "get", "set"}

func (t tsWalker) modifiers(i int, n *cst.Node) {
	for _, m := range tsModifiers {
		if !n.Has(m) {
			continue
		}
		switch m {
		case "get":
			m = "getter"
		case "set":
			m = "setter"
		}
		t.b.set(i, m, "true")
	}
	if n.Has("*") {
		t.b.set(i, "generator", "true")
	}
	if a := n.ChildOfType("accessibility_modifier"); a != nil && a.Text() != "public" {
		t.b.at(i).Exported = false
		t.b.set(i, a.Text(), "true")
	}
	if strings.HasPrefix(t.b.at(i).Name, "#") {
		t.b.at(i).Exported = false
	}
}

// function adds the function or method n; the definition around it (a
// variable, a property) is outer.
func (t tsWalker) function(n, outer *cst.Node, parent int, kind code.Kind) {
	name := n.Child("name")
	if !named(name) {
		t.children(n, parent)
		return
	}
	t.functionAs(n, outer, name, tsName(name), parent, kind)
}

func (t tsWalker) functionAs(n, outer, at *cst.Node, name string, parent int, kind code.Kind) int {
	i := t.defineAs(outer, at, n.Child("body"), parent, kind, name)
	t.modifiers(i, n)
	if outer != n {
		t.modifiers(i, outer)
	}
	t.parameterFields(n, parent, name)
	t.children(n, i)
	return i
}

// parameterFields: a constructor's parameter with a modifier is a field.
func (t tsWalker) parameterFields(n *cst.Node, class int, name string) {
	if name != "constructor" {
		return
	}
	for p := range n.Child("parameters").NamedChildren() {
		if id := p.Child("pattern"); id.Is("identifier") && (p.Has("accessibility_modifier") || p.Has("readonly")) {
			i := t.b.add(class, code.Field, p, id)
			t.b.at(i).Signature = signature(p, nil)
			t.modifiers(i, p)
		}
	}
}

func isFunction(n *cst.Node) bool {
	return n.Is("arrow_function", "function_expression", "function", "generator_function")
}

// value strips what does not change what an expression is.
func tsValue(n *cst.Node) *cst.Node {
	for n.Is("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion") {
		inner := n.NamedChild(0)
		if n.Type == "type_assertion" {
			inner = n.NamedChild(1)
		}
		for inner.Is("comment") {
			inner = inner.Next
		}
		n = inner
	}
	return n
}

// bind adds what an expression assigned to a name defines: outer is the
// definition, at the node of its name.
func (t tsWalker) bind(outer, at, value *cst.Node, name string, parent int, function code.Kind) int {
	v := tsValue(value)
	switch {
	case isFunction(v):
		return t.functionAs(v, outer, at, name, parent, function)
	case v.Is("class"):
		i := t.defineAs(outer, at, v.Child("body"), parent, code.Class, name)
		t.members(v.Child("body"), i)
		return i
	case v.Is("object"):
		i := t.defineAs(outer, at, v, parent, code.Field, name)
		t.object(v, i)
		return i
	}
	i := t.defineAs(outer, at, nil, parent, code.Field, name)
	if value != nil {
		t.node(value, i)
	}
	return i
}
