package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func scalaSymbols(b *builder) {
	s := scalaWalker{b}
	s.children(b.tree.Root, 0)
	markTestClasses(b)
}

// scalaPackage joins the clauses at the top of a file: `package a` and then
// `package b` is a.b.
func scalaPackage(b *builder) string {
	var parts []string
	for c := range b.tree.Root.NamedChildren() {
		if c.Is("package_clause") {
			parts = append(parts, dotted(c.Child("name")))
		}
	}
	return strings.Join(parts, ".")
}

func scalaTestPath(filePath string) bool {
	base := strings.TrimSuffix(path.Base(filePath), path.Ext(filePath))
	return strings.HasSuffix(base, "Spec") || strings.HasSuffix(base, "Suite") || javaTestPath(filePath)
}

type scalaWalker struct{ b *builder }

func (s scalaWalker) children(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		s.node(c, parent)
	}
}

func (s scalaWalker) node(n *cst.Node, parent int) {
	switch n.Type {
	case "class_definition", "object_definition", "package_object":
		s.typ(n, code.Class, parent)
	case "trait_definition":
		s.typ(n, code.Interface, parent)
	case "enum_definition":
		s.typ(n, code.Enum, parent)
	case "type_definition":
		if i := s.typ(n, code.Class, parent); i > 0 {
			s.b.set(i, "alias", "true")
		}
	case "simple_enum_case", "full_enum_case":
		s.children(n, s.field(n, n.Child("name"), parent))
	case "function_definition", "function_declaration":
		s.function(n, parent)
	case "val_definition", "var_definition", "val_declaration", "var_declaration":
		s.value(n, parent)
	case "class_parameter":
		if isCase := n.Parent.Parent.Has("case"); n.Has("val") || n.Has("var") || isCase {
			s.field(n, n.Child("name"), parent)
		}
		s.children(n, parent)
	case "instance_expression":
		s.instance(n, parent)
	default:
		s.children(n, parent)
	}
}

func (s scalaWalker) typ(n *cst.Node, kind code.Kind, parent int) int {
	name := n.Child("name")
	if name == nil {
		s.children(n, parent)
		return 0
	}
	i := s.b.add(parent, kind, n, name)
	s.describe(i, n, n.Child("body"))
	if n.Is("object_definition", "package_object") {
		s.b.set(i, "object", "true")
	}
	if n.Has("case") {
		s.b.set(i, "case", "true")
	}
	s.b.at(i).Test = scalaTestClass(n)
	s.children(n, i)
	return i
}

// scalaTestClass: ScalaTest, specs2 and munit name tests by strings within
// classes that extend theirs.
func scalaTestClass(n *cst.Node) bool {
	found := false
	for t := range n.Child("extend").NamedChildren() {
		name := t.Text()
		found = found || strings.HasSuffix(name, "Spec") || strings.HasSuffix(name, "Suite") || strings.HasPrefix(name, "AnyF") || strings.HasPrefix(name, "Specification")
	}
	return found
}

func (s scalaWalker) function(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		s.children(n, parent)
		return
	}
	text := strings.Trim(name.Text(), "`")
	isConstructor := text == "this" && s.b.at(parent).Kind.TypeLike()
	if isConstructor {
		text = s.b.at(parent).Name
	}
	i := s.b.addNamed(parent, callableKind(s.b, parent), n, name, text)
	s.describe(i, n, n.Child("body"))
	if isConstructor {
		s.b.set(i, "constructor", "true")
	}
	s.b.at(i).Test = annotatedAny(n, "Test")
	s.children(n, i)
}

// value: a val or var of a template or of a file is a field; in a block it is
// local.
func (s scalaWalker) value(n *cst.Node, parent int) {
	if !n.Parent.Is("template_body", "with_template_body", "enum_body", "compilation_unit") && !n.Parent.Error {
		s.children(n, parent)
		return
	}
	in := parent
	for _, p := range append(n.All("pattern"), n.All("name")...) {
		p.Walk(func(id *cst.Node) bool {
			if id.Is("identifier") {
				in = s.field(n, id, parent)
			}
			return true
		})
	}
	s.children(n, in)
}

func (s scalaWalker) instance(n *cst.Node, parent int) {
	body := n.ChildOfType("template_body")
	if body == nil {
		s.children(n, parent)
		return
	}
	i := s.b.addNamed(parent, code.Class, n, n, AnonymousClass)
	s.describe(i, n, body)
	s.b.at(i).Exported = false
	s.children(n, i)
}

func (s scalaWalker) field(n, name *cst.Node, parent int) int {
	if name == nil {
		return parent
	}
	i := s.b.add(parent, code.Field, n, name)
	s.describe(i, n, n.Child("body"))
	return i
}

func (s scalaWalker) describe(i int, n, body *cst.Node) {
	describeBy(s.b, i, n, body, []string{"private"}, "abstract", "override", "implicit", "lazy", "sealed")
}
