package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func kotlinSymbols(b *builder) {
	k := kotlinWalker{b}
	k.children(b.tree.Root, 0)
	markTestClasses(b)
}

func kotlinPackage(b *builder) string {
	return dotted(b.tree.Root.ChildOfType("package_header").ChildOfType("identifier"))
}

type kotlinWalker struct{ b *builder }

func (k kotlinWalker) children(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		k.node(c, parent)
	}
}

func (k kotlinWalker) node(n *cst.Node, parent int) {
	switch n.Type {
	case "class_declaration", "object_declaration", "companion_object", "type_alias":
		k.typ(n, parent)
	case "function_declaration":
		k.function(n, parent)
	case "secondary_constructor":
		i := k.b.addNamed(parent, code.Method, n, n, k.b.at(parent).Name)
		k.describe(i, n, n.ChildOfType("statements"))
		k.b.set(i, "constructor", "true")
		k.children(n, i)
	case "property_declaration":
		k.property(n, parent)
	case "class_parameter":
		if n.Has("binding_pattern_kind") {
			k.field(n, n.ChildOfType("simple_identifier"), parent)
		}
		k.children(n, parent)
	case "enum_entry":
		k.children(n, k.field(n, n.ChildOfType("simple_identifier"), parent))
	case "object_literal":
		i := k.b.addNamed(parent, code.Class, n, n, AnonymousClass)
		k.describe(i, n, n.ChildOfType("class_body"))
		k.b.at(i).Exported = false
		k.children(n, i)
	default:
		k.children(n, parent)
	}
}

func (k kotlinWalker) typ(n *cst.Node, parent int) {
	kind := code.Class
	switch {
	case n.Has("interface"):
		kind = code.Interface
	case n.Has("enum"):
		kind = code.Enum
	}
	name, at := "Companion", n
	if id := n.ChildOfType("type_identifier", "simple_identifier"); id != nil {
		name, at = id.Text(), id
	}
	i := k.b.addNamed(parent, kind, n, at, name)
	k.describe(i, n, n.ChildOfType("class_body", "enum_class_body"))
	switch n.Type {
	case "object_declaration", "companion_object":
		k.b.set(i, "object", "true")
	case "type_alias":
		k.b.set(i, "alias", "true")
	}
	if n.Type == "companion_object" {
		k.b.set(i, "companion", "true")
	}
	k.children(n, i)
}

func (k kotlinWalker) function(n *cst.Node, parent int) {
	name := n.ChildOfType("simple_identifier")
	if name == nil {
		k.children(n, parent)
		return
	}
	i := k.b.addNamed(parent, callableKind(k.b, parent), n, name, strings.Trim(name.Text(), "`"))
	body := n.ChildOfType("function_body")
	k.describe(i, n, body)
	if receiver := kotlinReceiver(n, name); receiver != nil {
		k.b.set(i, "receiver", fold(receiver.Text()))
	}
	k.b.at(i).Test = annotatedAny(n, "Test", "ParameterizedTest", "RepeatedTest")
	k.children(n, i)
}

// kotlinReceiver is the type before the name of an extension, or nil.
func kotlinReceiver(n, name *cst.Node) *cst.Node {
	for c := range n.NamedChildren() {
		if c == name {
			return nil
		}
		if c.Is("user_type", "nullable_type") {
			return c
		}
	}
	return nil
}

// property: of a class or a file, a field; one that is computed has a body
// that calls, so it is a method.
func (k kotlinWalker) property(n *cst.Node, parent int) {
	if !n.Parent.Is("class_body", "enum_class_body", "source_file") && !n.Parent.Error {
		k.children(n, parent)
		return
	}
	in := parent
	for v := range n.Children() {
		if v.Is("variable_declaration") {
			in = k.field(n, v.ChildOfType("simple_identifier"), parent)
		}
	}
	if in != parent && computed(n) {
		k.b.at(in).Kind = callableKind(k.b, parent)
		k.b.set(in, "getter", "true")
	}
	k.children(n, in)
}

// computed: its getter stands in the property's node or right behind it.
func computed(n *cst.Node) bool { return n.Has("getter") || n.Next.Is("getter") }

func (k kotlinWalker) field(n, name *cst.Node, parent int) int {
	if name == nil {
		return parent
	}
	i := k.b.add(parent, code.Field, n, name)
	k.describe(i, n, n.ChildOfType("class_body"))
	return i
}

func (k kotlinWalker) describe(i int, n, body *cst.Node) {
	describeBy(k.b, i, n, body, []string{"private"}, "suspend", "abstract", "override", "open", "data", "sealed")
}
