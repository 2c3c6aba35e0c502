package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func swiftSymbols(b *builder) {
	s := swiftWalker{b}
	s.children(b.tree.Root, 0)
	markTestClasses(b)
}

func swiftTestPath(filePath string) bool {
	base := strings.TrimSuffix(path.Base(filePath), path.Ext(filePath))
	return strings.HasPrefix(filePath, "Tests/") || strings.Contains(filePath, "/Tests/") || strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "Test")
}

type swiftWalker struct{ b *builder }

func (s swiftWalker) children(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		s.node(c, parent)
	}
}

func (s swiftWalker) node(n *cst.Node, parent int) {
	switch n.Type {
	case "class_declaration", "protocol_declaration", "typealias_declaration", "associatedtype_declaration":
		s.typ(n, parent)
	case "function_declaration", "protocol_function_declaration", "init_declaration", "deinit_declaration", "subscript_declaration":
		s.function(n, parent)
	case "property_declaration", "protocol_property_declaration":
		s.property(n, parent)
	case "enum_entry":
		for _, name := range n.All("name") {
			if name.Is("simple_identifier") {
				s.field(n, name, parent)
			}
		}
		s.children(n, parent)
	default:
		s.children(n, parent)
	}
}

// typ: classes, structs, enums, actors and protocols. An extension is a class
// of the same name that says it is one.
func (s swiftWalker) typ(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		s.children(n, parent)
		return
	}
	what := n.Child("declaration_kind").Text()
	kind := code.Class
	switch what {
	case "enum":
		kind = code.Enum
	case "protocol":
		kind = code.Interface
	}
	i := s.b.addNamed(parent, kind, n, name, typeName(name))
	s.describe(i, n, n.Child("body"))
	switch {
	case what == "extension":
		s.b.set(i, "extension", "true")
	case what == "":
		s.b.set(i, "alias", "true")
	}
	s.children(n, i)
}

// typeName is a type's name without its arguments.
func typeName(n *cst.Node) string {
	name, _, _ := strings.Cut(dotted(n), "<")
	return name
}

func (s swiftWalker) function(n *cst.Node, parent int) {
	at, name := n.Child("name"), ""
	switch {
	case n.Is("init_declaration"):
		name = "init"
	case n.Is("deinit_declaration"):
		name = "deinit"
	case n.Is("subscript_declaration"):
		name, at = "subscript", n
	}
	if at == nil {
		at = n
	}
	if name == "" {
		name = strings.Trim(at.Text(), "`")
	}
	i := s.b.addNamed(parent, callableKind(s.b, parent), n, at, name)
	s.describe(i, n, n.Child("body"))
	if name == "init" {
		s.b.set(i, "constructor", "true")
	}
	if n.Has("class") {
		s.b.set(i, "static", "true")
	}
	s.b.at(i).Test = annotatedAny(n, "Test") || strings.HasPrefix(name, "test") && strings.Contains(s.b.at(parent).Signature, "XCTestCase")
	s.children(n, i)
}

func (s swiftWalker) property(n *cst.Node, parent int) {
	if !n.Parent.Is("class_body", "enum_class_body", "protocol_body", "source_file") && !n.Parent.Error {
		s.children(n, parent)
		return
	}
	in := parent
	for _, p := range n.All("name") {
		if id := p.Child("bound_identifier"); id != nil {
			in = s.field(n, id, parent)
		}
	}
	if in != parent && n.Child("computed_value") != nil {
		s.b.at(in).Kind = callableKind(s.b, parent)
		s.b.set(in, "getter", "true")
	}
	s.children(n, in)
}

func (s swiftWalker) field(n, name *cst.Node, parent int) int {
	i := s.b.add(parent, code.Field, n, name)
	s.describe(i, n, n.Child("computed_value"))
	return i
}

func (s swiftWalker) describe(i int, n, body *cst.Node) {
	describeBy(s.b, i, n, body, []string{"private", "fileprivate"}, "static", "async", "mutating", "lazy", "override", "final")
	if n.Has("async") {
		s.b.set(i, "async", "true")
	}
}
