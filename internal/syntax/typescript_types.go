package syntax

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

var tsKinds = map[string]code.Kind{
	"class_declaration": code.Class, "abstract_class_declaration": code.Class, "class": code.Class,
	"interface_declaration": code.Interface, "enum_declaration": code.Enum,
}

// typ adds a class, interface or enum with its members.
func (t tsWalker) typ(n, outer *cst.Node, parent int) {
	name, body := n.Child("name"), n.Child("body")
	if !named(name) {
		t.children(n, parent)
		return
	}
	i := t.define(outer, name, body, parent, tsKinds[n.Type])
	if n.Type == "abstract_class_declaration" {
		t.b.set(i, "abstract", "true")
	}
	t.members(body, i)
}

func (t tsWalker) members(body *cst.Node, parent int) {
	for m := range body.NamedChildren() {
		t.member(m, parent)
	}
}

func (t tsWalker) member(m *cst.Node, parent int) {
	switch m.Type {
	case "method_definition", "method_signature", "abstract_method_signature":
		t.function(m, m, parent, code.Method)
	case "public_field_definition", "field_definition":
		name := m.Child("name")
		if name == nil {
			name = m.Child("property")
		}
		if !named(name) {
			t.children(m, parent)
			return
		}
		i := t.bind(m, name, m.Child("value"), tsName(name), parent, code.Method)
		t.modifiers(i, m)
		t.typeMembers(m.Child("type"), i)
	case "property_signature":
		if name := m.Child("name"); named(name) {
			i := t.define(m, name, nil, parent, code.Field)
			t.modifiers(i, m)
			t.typeMembers(m.Child("type"), i)
		}
	case "property_identifier", "string":
		t.define(m, m, nil, parent, code.Field) // a constant of an enum
	case "enum_assignment":
		if name := m.Child("name"); named(name) {
			t.define(m, name, nil, parent, code.Field)
		}
	case "ERROR":
		t.members(m, parent)
	default:
		t.node(m, parent)
	}
}

// typeMembers adds the members of the object types that a type is made of.
func (t tsWalker) typeMembers(typ *cst.Node, parent int) {
	switch {
	case typ == nil:
	case typ.Type == "object_type":
		t.members(typ, parent)
	case typ.Is("type_annotation", "intersection_type", "union_type", "parenthesized_type", "readonly_type", "array_type"):
		for c := range typ.NamedChildren() {
			t.typeMembers(c, parent)
		}
	}
}

func (t tsWalker) alias(n *cst.Node, parent int) {
	name := n.Child("name")
	if !named(name) {
		return
	}
	i := t.define(n, name, nil, parent, code.Class)
	t.b.set(i, "alias", "true")
	t.typeMembers(n.Child("value"), i)
}

// namespace adds "namespace A.B {…}" as one symbol; a module named by a
// string and the global one only hold what they declare.
func (t tsWalker) namespace(n *cst.Node, parent int) {
	name := n.Child("name")
	if !name.Is("identifier", "nested_identifier") {
		t.children(n, parent)
		return
	}
	i := t.define(n, name, n.Child("body"), parent, code.Class)
	t.b.set(i, "namespace", "true")
	t.children(n.Child("body"), i)
}
