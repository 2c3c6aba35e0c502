package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func csharpSymbols(b *builder) {
	c := csharpWalker{b}
	c.children(b.tree.Root, 0)
	markTestClasses(b)
}

// csharpPackage is the first namespace of a file, with those directly in it.
func csharpPackage(b *builder) string {
	var parts []string
	for n := b.tree.Root; n != nil; n = n.Child("body") {
		n = n.ChildOfType("namespace_declaration", "file_scoped_namespace_declaration")
		if n == nil {
			break
		}
		parts = append(parts, dotted(n.Child("name")))
	}
	return strings.Join(parts, ".")
}

func csharpTestPath(filePath string) bool {
	base := strings.TrimSuffix(path.Base(filePath), path.Ext(filePath))
	dir := path.Dir(filePath)
	return strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "Test") || strings.Contains(dir, ".Tests") || strings.Contains(dir, ".Test/") || strings.HasSuffix(dir, ".Test")
}

type csharpWalker struct{ b *builder }

func (c csharpWalker) children(n *cst.Node, parent int) {
	for x := range n.NamedChildren() {
		c.node(x, parent)
	}
}

var csharpKinds = map[string]code.Kind{
	"class_declaration": code.Class, "struct_declaration": code.Class, "record_declaration": code.Class, "record_struct_declaration": code.Class,
	"interface_declaration": code.Interface, "enum_declaration": code.Enum, "delegate_declaration": code.Interface,
}

func (c csharpWalker) node(n *cst.Node, parent int) {
	if kind, ok := csharpKinds[n.Type]; ok && n.Child("name") != nil {
		c.typ(n, kind, parent)
		return
	}
	switch n.Type {
	case "method_declaration", "constructor_declaration", "destructor_declaration", "operator_declaration",
		"conversion_operator_declaration", "indexer_declaration", "local_function_statement":
		c.method(n, parent)
	case "property_declaration", "event_declaration":
		c.property(n, parent)
	case "field_declaration", "event_field_declaration":
		for d := range n.ChildOfType("variable_declaration").NamedChildren() {
			if d.Is("variable_declarator") && d.Child("name") != nil {
				c.children(d, c.field(n, d.Child("name"), parent))
			}
		}
	case "enum_member_declaration":
		if n.Child("name") != nil {
			c.b.set(c.field(n, n.Child("name"), parent), "static", "true")
		}
	default:
		c.children(n, parent)
	}
}

func (c csharpWalker) typ(n *cst.Node, kind code.Kind, parent int) {
	i := c.b.add(parent, kind, n, n.Child("name"))
	body := n.Child("body")
	c.describe(i, n, body)
	switch {
	case n.Is("delegate_declaration"):
		c.b.set(i, "delegate", "true")
	case strings.HasPrefix(n.Type, "record"):
		for p := range n.ChildOfType("parameter_list").NamedChildren() {
			if name := p.Child("name"); name != nil {
				c.field(p, name, i)
			}
		}
	}
	c.children(body, i)
}

func (c csharpWalker) method(n *cst.Node, parent int) {
	at, name := n.Child("name"), n.Child("name").Text()
	switch n.Type {
	case "destructor_declaration":
		name = "Finalize"
	case "operator_declaration":
		at, name = n.Child("operator"), "operator "+n.Child("operator").Text()
	case "conversion_operator_declaration":
		name = "operator " + fold(n.Child("type").Text())
	case "indexer_declaration":
		name = "this[]"
	}
	if at == nil {
		at = n
	}
	if name == "" {
		c.children(n, parent)
		return
	}
	i := c.b.addNamed(parent, callableKind(c.b, parent), n, at, name)
	body := n.Child("body")
	if body == nil {
		body = n.Child("accessors")
	}
	c.describe(i, n, body)
	if n.Is("constructor_declaration") {
		c.b.set(i, "constructor", "true")
	}
	c.b.at(i).Test = annotatedAny(n, "Fact", "Theory", "Test", "TestCase", "TestMethod", "DataTestMethod")
	c.endpoints(n)
	c.children(n, i)
}

// property: one with a body of its own calls others, so it is a method.
func (c csharpWalker) property(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		c.children(n, parent)
		return
	}
	i := c.field(n, name, parent)
	if hasAccessorBody(n) {
		c.b.at(i).Kind = code.Method
		c.b.set(i, "getter", "true")
	}
	c.children(n, i)
}

func hasAccessorBody(n *cst.Node) bool {
	if n.Child("value").Is("arrow_expression_clause") {
		return true
	}
	for a := range n.Child("accessors").NamedChildren() {
		if a.Child("body") != nil {
			return true
		}
	}
	return false
}

func (c csharpWalker) field(n, name *cst.Node, parent int) int {
	i := c.b.add(parent, code.Field, n, name)
	c.describe(i, n, n.Child("accessors"))
	return i
}

func (c csharpWalker) describe(i int, n, body *cst.Node) {
	describeBy(c.b, i, n, body, []string{"private"}, "static", "abstract", "virtual", "override", "async", "partial", "const", "readonly")
}
