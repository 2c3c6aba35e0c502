package syntax

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// AnonymousClass is the name of a class body without a name of its own.
const AnonymousClass = "anonymous"

func javaSymbols(b *builder) {
	j := javaWalker{b}
	j.children(b.tree.Root, 0)
	markTestClasses(b)
}

func javaPackage(b *builder) string {
	if p := b.tree.Root.ChildOfType("package_declaration"); p != nil {
		return strings.Join(strings.Fields(p.ChildOfType("scoped_identifier", "identifier").Text()), "")
	}
	return ""
}

func javaTestPath(filePath string) bool {
	base := strings.TrimSuffix(path.Base(filePath), path.Ext(filePath))
	return strings.Contains("/"+filePath, "/src/test/") || strings.HasSuffix(base, "Test") ||
		strings.HasSuffix(base, "Tests") || strings.HasSuffix(base, "TestCase")
}

// The grammar knows no annotations on arrays and on what varargs are made of:
// `String @Nullable [] a`, `T @NonNull ... rest`.
var javaArrayAnnotation = regexp.MustCompile(`@[A-Za-z_][\w.]*(\s*(?:\.\.\.|\[\s*\]))`)

// javaPrepare blanks such annotations.
func javaPrepare(source []byte) []byte {
	out := source
	for _, m := range javaArrayAnnotation.FindAllSubmatchIndex(source, -1) {
		if &out[0] == &source[0] {
			out = bytes.Clone(source)
		}
		for i := m[0]; i < m[2]; i++ {
			out[i] = ' '
		}
	}
	return out
}

type javaWalker struct{ b *builder }

func (j javaWalker) children(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		j.node(c, parent)
	}
}

func (j javaWalker) node(n *cst.Node, parent int) {
	switch n.Type {
	case "class_declaration", "record_declaration", "interface_declaration", "annotation_type_declaration", "enum_declaration":
		j.typ(n, parent)
	case "method_declaration", "annotation_type_element_declaration", "constructor_declaration", "compact_constructor_declaration":
		j.method(n, parent)
	case "field_declaration", "constant_declaration":
		j.fields(n, parent)
	case "enum_constant":
		j.enumConstant(n, parent)
	case "object_creation_expression":
		j.creation(n, parent)
	default:
		j.children(n, parent)
	}
}

var javaKinds = map[string]code.Kind{
	"class_declaration": code.Class, "record_declaration": code.Class, "enum_declaration": code.Enum,
	"interface_declaration": code.Interface, "annotation_type_declaration": code.Interface,
}

func (j javaWalker) typ(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		j.children(n, parent)
		return
	}
	body := n.Child("body")
	i := j.b.add(parent, javaKinds[n.Type], n, name)
	j.describe(i, n, body)
	switch n.Type {
	case "record_declaration":
		j.b.set(i, "record", "true")
		j.components(n, i)
	case "annotation_type_declaration":
		j.b.set(i, "annotation", "true")
	}
	j.children(body, i)
}

// components: each component of a record is a field of it.
func (j javaWalker) components(record *cst.Node, parent int) {
	for p := range record.Child("parameters").NamedChildren() {
		if name := p.Child("name"); name != nil {
			i := j.b.add(parent, code.Field, p, name)
			j.b.at(i).Signature = signature(p, nil)
		}
	}
}

func (j javaWalker) method(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		j.children(n, parent)
		return
	}
	body := n.Child("body")
	i := j.b.add(parent, code.Method, n, name)
	j.describe(i, n, body)
	if strings.Contains(n.Type, "constructor") {
		j.b.set(i, "constructor", "true")
	}
	j.b.at(i).Test = javaTestMethod(n, j.b, parent)
	j.endpoints(n)
	j.children(body, i)
}

func (j javaWalker) fields(n *cst.Node, parent int) {
	for _, d := range n.All("declarator") {
		name := d.Child("name")
		if name == nil {
			continue
		}
		i := j.b.add(parent, code.Field, n, name)
		j.describe(i, n, d.Child("value"))
		j.children(d, i)
	}
}

func (j javaWalker) enumConstant(n *cst.Node, parent int) {
	name := n.Child("name")
	if name == nil {
		return
	}
	i := j.b.add(parent, code.Field, n, name)
	j.describe(i, n, n.Child("body"))
	j.b.set(i, "static", "true")
	j.children(n, i)
}

// creation: `new X() { … }` defines a class without a name.
func (j javaWalker) creation(n *cst.Node, parent int) {
	body := n.ChildOfType("class_body")
	if body == nil {
		j.children(n, parent)
		return
	}
	for c := range n.NamedChildren() {
		if c != body {
			j.node(c, parent)
		}
	}
	at := n.Child("type")
	if at == nil {
		at = n
	}
	i := j.b.addNamed(parent, code.Class, n, at, AnonymousClass)
	j.b.at(i).Signature = signature(n, body)
	j.b.at(i).Exported = false
	j.children(body, i)
}

// describe fills in what modifiers and comments say of symbol i.
func (j javaWalker) describe(i int, n, body *cst.Node) {
	s := j.b.at(i)
	s.Doc, s.Signature = docBefore(n), strings.TrimSuffix(signature(n, body), ";")
	modifiers := n.ChildOfType("modifiers")
	for _, m := range []string{"static", "abstract", "final", "default"} {
		if modifiers.Has(m) {
			j.b.set(i, m, "true")
		}
	}
	s = j.b.at(i)
	s.Exported = !modifiers.Has("private") && !n.Is("compact_constructor_declaration") && visibleBelow(j.b, s.Parent)
}

// visibleBelow: what stands in a function, or in a type that is not to be
// seen, cannot be named from another file.
func visibleBelow(b *builder, parent int) bool {
	p := b.at(parent)
	return p.Exported && !p.Kind.Callable()
}

var javaTestAnnotations = []string{"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"}

func javaTestMethod(n *cst.Node, b *builder, parent int) bool {
	for a := range n.ChildOfType("modifiers").NamedChildren() {
		name := a.Child("name").Text()
		if slices.Contains(javaTestAnnotations, name[strings.LastIndexByte(name, '.')+1:]) {
			return true
		}
	}
	// JUnit 3 finds tests by their names.
	return strings.HasPrefix(n.Child("name").Text(), "test") && strings.Contains(b.at(parent).Signature, "extends TestCase")
}

// markTestClasses: a type that holds a test is one.
func markTestClasses(b *builder) {
	for i := len(b.symbols) - 1; i > 0; i-- {
		if p := b.symbols[i].Parent; b.symbols[i].Test && p > 0 && b.symbols[p].Kind.TypeLike() {
			b.symbols[p].Test = true
		}
	}
}
