package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func cTestPath(filePath string) bool {
	name := strings.ToLower(strings.TrimSuffix(path.Base(filePath), path.Ext(filePath)))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, "_tests") || strings.HasSuffix(name, "_unittest")
}

func cSymbols(b *builder) {
	c := &cFile{builder: b, bodies: map[string]bool{}}
	c.noteBodies()
	c.scope(0, b.tree.Root)
}

// cFile gathers the symbols of a C or C++ file. A parent of 0 is the file; in
// C++ it may be a namespace or a class.
type cFile struct {
	*builder
	cpp    bool
	bodies map[string]bool // tags that the file defines with a body
}

func (c *cFile) noteBodies() {
	c.tree.Root.Walk(func(n *cst.Node) bool {
		if n.Is(cTypes...) && n.Child("body") != nil {
			c.bodies[n.Child("name").Text()] = true
		}
		return true
	})
}

var cTypes = []string{"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"}

// scope adds what the children of n define in parent. Conditionals, linkage
// blocks and ERROR nodes are no scopes of their own.
func (c *cFile) scope(parent int, n *cst.Node) {
	for child := range n.NamedChildren() {
		c.definition(parent, child, child)
	}
}

// definition adds what n defines; whole is n with a template's head.
func (c *cFile) definition(parent int, n, whole *cst.Node) {
	switch n.Type {
	case "function_definition":
		c.function(parent, n, whole)
	case "declaration", "field_declaration":
		c.declaration(parent, n, whole)
	case "type_definition":
		c.typedef(parent, n)
	case "struct_specifier", "union_specifier", "class_specifier", "enum_specifier":
		c.typeSpecifier(parent, n, whole, nil)
	case "preproc_function_def", "preproc_def":
		c.macro(n)
	case "namespace_definition":
		c.namespace(parent, n)
	case "template_declaration":
		for child := range n.NamedChildren() {
			c.definition(parent, child, whole)
		}
	case "alias_declaration":
		c.alias(parent, n, whole)
	case "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "preproc_elifdef", "linkage_specification", "declaration_list":
		c.scope(parent, n)
	default:
		c.inBody(parent, n)
	}
}

func (c *cFile) function(parent int, n, whole *cst.Node) {
	c.typeOf(parent, n, whole)
	name := declaredName(n.Child("declarator"))
	body := n.Child("body")
	if name == nil || cKeyword[name.Text()] {
		c.scope(parent, body)
		return
	}
	i := c.callable(parent, n, whole, name)
	c.at(i).Signature = cSignature(whole, firstOf(n.ChildOfType("field_initializer_list"), body))
	if n.ChildOfType("pure_virtual_clause") != nil {
		c.set(i, "abstract", "true")
	}
	c.inBody(i, body)
}

// cSignature is signature without the semicolon of a declaration.
func cSignature(whole, body *cst.Node) string {
	return strings.TrimRight(signature(whole, body), " ;")
}

// inBody adds the types inside a function, and the functions and macros that
// ended up there because a brace is missing to the parser.
func (c *cFile) inBody(parent int, body *cst.Node) {
	body.Walk(func(n *cst.Node) bool {
		switch {
		case n.Type == "function_definition":
			c.function(0, n, n)
			return false
		case n.Is("preproc_function_def", "preproc_def"):
			c.macro(n)
			return false
		case n.Is(cTypes...) && n.Child("body") != nil:
			c.typeSpecifier(parent, n, n, nil)
			return false
		}
		return true
	})
}

// callable adds a function or method whose name may be qualified
// ("ns::Type::name").
func (c *cFile) callable(parent int, n, whole, name *cst.Node) int {
	last, path := splitQualified(name)
	kind := code.Function
	if c.at(parent).Kind.TypeLike() || len(path) > 0 {
		kind = code.Method
	}
	i := c.qualified(parent, kind, whole, last, path)
	s := c.at(i)
	s.Doc = docBefore(whole)
	s.Test = gtest[last.Text()]
	for _, word := range []string{"static", "virtual", "inline", "extern"} {
		if hasSpecifier(n, word) {
			c.set(i, word, "true")
		}
	}
	if kind == code.Function && hasSpecifier(n, "static") {
		s.Exported = false
	}
	return i
}

// qualified adds a symbol below parent under the names in path, which are
// types or namespaces that may stand in other files.
func (c *cFile) qualified(parent int, kind code.Kind, whole, at *cst.Node, path []string) int {
	name := squeeze(at.Text())
	if len(path) == 0 {
		return c.addNamed(parent, kind, whole, at, name)
	}
	i := c.addNamed(parent, kind, whole, at, strings.Join(append(path, name), "."))
	c.at(i).Name = name
	return i
}

// squeeze folds white space and cuts the parameters that the name of a
// conversion operator holds.
func squeeze(name string) string {
	name, _, _ = strings.Cut(name, "(")
	return fold(name)
}

var gtest = map[string]bool{"TEST": true, "TEST_F": true, "TEST_P": true, "TEST_CASE": true}

func hasSpecifier(n *cst.Node, word string) bool {
	for child := range n.Children() {
		if child.Is("storage_class_specifier", "virtual_function_specifier", "virtual", "type_qualifier", "function_specifier") && child.Text() == word {
			return true
		}
	}
	return false
}

// declaration adds prototypes, variables and fields.
func (c *cFile) declaration(parent int, n, whole *cst.Node) {
	anonymous := c.typeOf(parent, n, whole)
	for _, d := range cDeclarators(n) {
		name := declaredName(d)
		if name == nil || cKeyword[name.Text()] {
			continue
		}
		if isPrototype(d) {
			i := c.callable(parent, n, whole, name)
			c.at(i).Signature = cSignature(whole, nil)
			c.set(i, "prototype", "true")
			continue
		}
		i := c.variable(parent, n, whole, name)
		if anonymous != nil {
			c.members(i, anonymous)
			anonymous = nil
		}
	}
}

func (c *cFile) variable(parent int, n, whole, name *cst.Node) int {
	last, path := splitQualified(name)
	i := c.qualified(parent, code.Field, whole, last, path)
	s := c.at(i)
	s.Signature, s.Doc = cSignature(whole, initialiser(n)), docBefore(whole)
	if hasSpecifier(n, "static") {
		c.set(i, "static", "true")
		s.Exported = parent != 0
	}
	if hasSpecifier(n, "extern") {
		c.set(i, "extern", "true")
	}
	return i
}

func initialiser(n *cst.Node) *cst.Node {
	return n.ChildOfType("init_declarator").Child("value")
}

// typeOf adds the type that a declaration defines on its way. It returns the
// body of one without a name, whose members belong to what is declared.
func (c *cFile) typeOf(parent int, n, whole *cst.Node) (anonymous *cst.Node) {
	t := n.Child("type")
	body := t.Child("body")
	if !t.Is(cTypes...) || body == nil {
		return nil
	}
	if t.Child("name") == nil && len(cDeclarators(n)) > 0 && body.Type != "enumerator_list" {
		return body
	}
	c.typeSpecifier(parent, t, whole, nil)
	return nil
}

// typedef adds the struct that it defines, and the name it gives to a type.
func (c *cFile) typedef(parent int, n *cst.Node) {
	t := n.Child("type")
	names := cDeclarators(n)
	tag := t.Child("name").Text()
	if t.Is(cTypes...) && t.Child("body") != nil && len(names) > 0 {
		named := t.Child("name")
		if named == nil {
			c.typeSpecifier(parent, t, n, declaredName(names[0]))
			names = names[1:]
		} else {
			c.typeSpecifier(parent, t, n, named)
		}
	}
	for _, d := range names {
		name := declaredName(d)
		if name == nil || name.Text() == tag && c.bodies[tag] {
			continue
		}
		i := c.add(parent, code.Class, n, name)
		c.at(i).Signature, c.at(i).Doc = cSignature(n, t.Child("body")), docBefore(n)
		c.set(i, "alias", "true")
	}
}

// typeSpecifier adds a struct, union, enum or class that has a body. name is
// what names it from outside when it has no tag.
func (c *cFile) typeSpecifier(parent int, t, whole, name *cst.Node) {
	body := t.Child("body")
	if body == nil {
		return
	}
	if own := t.Child("name"); own != nil {
		name = own
	}
	if name == nil {
		c.members(parent, body)
		return
	}
	kind := code.Class
	if t.Type == "enum_specifier" {
		kind = code.Enum
	}
	last, path := splitQualified(name)
	i := c.qualified(parent, kind, whole, last, path)
	c.at(i).Signature, c.at(i).Doc = cSignature(whole, body), docBefore(whole)
	c.members(i, body)
}

func (c *cFile) members(parent int, body *cst.Node) {
	if body.Type != "enumerator_list" {
		c.classMembers(parent, body)
		return
	}
	for e := range body.NamedChildren() {
		if name := e.Child("name"); e.Type == "enumerator" && name != nil {
			i := c.add(parent, code.Field, e, name)
			c.at(i).Signature, c.at(i).Doc = signature(e, nil), docBefore(e)
			c.set(i, "const", "true")
		}
	}
}

// macro adds a macro that has parameters or a value; an include guard has none.
func (c *cFile) macro(n *cst.Node) {
	name := n.Child("name")
	if name == nil || n.Type == "preproc_def" && n.Child("value") == nil {
		return
	}
	kind := code.Field
	if n.Type == "preproc_function_def" {
		kind = code.Function
	}
	i := c.add(0, kind, n, name)
	c.at(i).Signature, c.at(i).Doc = signature(n, n.Child("value")), docBefore(n)
	if kind == code.Field {
		c.at(i).Signature = signature(n, nil)
	}
	c.set(i, "macro", "true")
}

func firstOf(nodes ...*cst.Node) *cst.Node {
	for _, n := range nodes {
		if n != nil {
			return n
		}
	}
	return nil
}
