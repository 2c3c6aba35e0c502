package syntax

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func goPackage(b *builder) string {
	clause := b.tree.Root.ChildOfType("package_clause")
	return clause.ChildOfType("package_identifier").Text()
}

func goTestPath(filePath string) bool { return strings.HasSuffix(filePath, "_test.go") }

// goSymbols adds types before all else, so that a method finds the type it
// belongs to wherever in the file that stands.
func goSymbols(b *builder) {
	g := &goFile{builder: b, types: map[string]int{}, testing: importsTesting(b.tree.Root)}
	g.each(b.tree.Root, func(n *cst.Node) {
		if n.Type == "type_declaration" {
			g.typeDeclaration(0, n)
		}
	})
	g.each(b.tree.Root, func(n *cst.Node) {
		switch n.Type {
		case "function_declaration":
			g.function(n)
		case "method_declaration":
			g.method(n)
		case "const_declaration", "var_declaration":
			g.variables(n)
		}
	})
	goEndpoints(b)
}

type goFile struct {
	*builder
	types   map[string]int // package-level type → its symbol
	testing bool
}

// each visits the declarations of a file, those inside ERROR nodes too.
func (g *goFile) each(n *cst.Node, visit func(*cst.Node)) {
	for c := range n.NamedChildren() {
		if c.Type == "ERROR" {
			g.each(c, visit)
			continue
		}
		visit(c)
	}
}

func (g *goFile) typeDeclaration(parent int, decl *cst.Node) {
	specs := decl.NamedChildren()
	for spec := range specs {
		if !spec.Is("type_spec", "type_alias") {
			continue
		}
		whole := specOrDeclaration(decl, spec)
		i := g.typeSpec(parent, whole, spec)
		if parent == 0 && i > 0 {
			g.types[g.at(i).Name] = i
		}
	}
}

// specOrDeclaration is the declaration where the spec stands alone in it,
// without parentheses, so that the keyword is part of the definition.
func specOrDeclaration(decl, spec *cst.Node) *cst.Node {
	if bytes.IndexByte(decl.Tree().Source[decl.Start:spec.Start], '(') >= 0 {
		return spec
	}
	return decl
}

func (g *goFile) typeSpec(parent int, whole, spec *cst.Node) int {
	name, typ := spec.Child("name"), spec.Child("type")
	if name == nil || name.Text() == "_" {
		return 0
	}
	kind := code.Class
	if typ.Is("interface_type") {
		kind = code.Interface
	}
	i := g.add(parent, kind, whole, name)
	g.describe(i, whole, typeBody(typ))
	switch {
	case spec.Type == "type_alias":
		g.set(i, "alias", "true")
	case typ.Is("struct_type"):
		g.fields(i, typ)
	case typ.Is("interface_type"):
		g.interfaceMethods(i, typ)
	}
	return i
}

func typeBody(typ *cst.Node) *cst.Node {
	if typ.Is("struct_type") {
		return typ.ChildOfType("field_declaration_list")
	}
	if typ.Is("interface_type") {
		return typ.ChildOfType("method_elem", "type_elem")
	}
	return nil
}

func (g *goFile) fields(parent int, structType *cst.Node) {
	for f := range structType.ChildOfType("field_declaration_list").NamedChildren() {
		if f.Type != "field_declaration" {
			continue
		}
		names := f.All("name")
		if len(names) == 0 {
			g.embedded(parent, f)
		}
		for _, name := range names {
			if name.Text() == "_" {
				continue
			}
			i := g.add(parent, code.Field, f, name)
			g.describe(i, f, nil)
			if t := f.Child("type"); t.Is("struct_type") {
				g.fields(i, t)
			}
		}
	}
}

func (g *goFile) embedded(parent int, f *cst.Node) {
	if name := embeddedName(f.Child("type")); name != nil {
		i := g.add(parent, code.Field, f, name)
		g.describe(i, f, nil)
		g.set(i, "embedded", "true")
	}
}

// embeddedName is the name that an embedded field has: its type's, without
// package and arguments.
func embeddedName(t *cst.Node) *cst.Node {
	switch {
	case t.Is("generic_type", "pointer_type"):
		return embeddedName(t.NamedChild(0))
	case t.Is("qualified_type"):
		return t.Child("name")
	case t.Is("type_identifier"):
		return t
	}
	return nil
}

func (g *goFile) interfaceMethods(parent int, t *cst.Node) {
	for m := range t.NamedChildren() {
		name := m.Child("name")
		if !m.Is("method_elem", "method_spec") || name == nil {
			continue
		}
		i := g.add(parent, code.Method, m, name)
		g.describe(i, m, nil)
		g.set(i, "abstract", "true")
	}
}

func (g *goFile) function(n *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	i := g.add(0, code.Function, n, name)
	g.describe(i, n, n.Child("body"))
	g.at(i).Test = goTestFunction(name.Text(), n)
	g.localTypes(i, n.Child("body"))
}

func (g *goFile) method(n *cst.Node) {
	name := n.Child("name")
	owner := receiverType(n)
	if name == nil {
		return
	}
	var i int
	if parent, here := g.types[owner]; here {
		i = g.add(parent, code.Method, n, name)
	} else if owner != "" {
		i = g.addNamed(0, code.Method, n, name, owner+"."+name.Text())
		g.at(i).Name = name.Text()
		g.at(i).Exported = goExported(name.Text())
	} else {
		i = g.add(0, code.Method, n, name)
	}
	g.describe(i, n, n.Child("body"))
	g.at(i).Test = g.testing && strings.HasPrefix(name.Text(), "Test") && parameterCount(n) == 0
	g.localTypes(i, n.Child("body"))
}

// receiverType is the name of the type that a method belongs to.
func receiverType(n *cst.Node) string {
	p := n.Child("receiver").ChildOfType("parameter_declaration")
	return embeddedName(p.Child("type")).Text()
}

func (g *goFile) localTypes(parent int, body *cst.Node) {
	body.Walk(func(n *cst.Node) bool {
		if n.Type == "type_declaration" {
			g.typeDeclaration(parent, n)
		}
		return true
	})
}

func (g *goFile) variables(decl *cst.Node) {
	visit := func(spec *cst.Node) {
		whole := specOrDeclaration(decl, spec)
		values := expressions(spec.Child("value"))
		for k, name := range spec.All("name") {
			if name.Type != "identifier" || name.Text() == "_" {
				continue
			}
			i := g.add(0, code.Field, whole, name)
			g.describe(i, whole, nil)
			if decl.Type == "const_declaration" {
				g.set(i, "const", "true")
			}
			if k < len(values) && values[k].Type == "func_literal" {
				g.at(i).Kind = code.Function
				g.at(i).Signature = signature(whole, values[k].Child("body"))
				g.set(i, "variable", "true")
			}
		}
	}
	decl.Walk(func(n *cst.Node) bool {
		if n.Is("const_spec", "var_spec") {
			visit(n)
			return false
		}
		return n == decl || n.Is("var_spec_list", "ERROR")
	})
}

func expressions(list *cst.Node) []*cst.Node {
	var out []*cst.Node
	for e := range list.NamedChildren() {
		if e.Type != "comment" {
			out = append(out, e)
		}
	}
	return out
}

// describe notes what every Go symbol has.
func (g *goFile) describe(i int, whole, body *cst.Node) {
	s := g.at(i)
	s.Signature = signature(whole, body)
	s.Doc = docBefore(whole)
	s.Exported = goExported(s.Name)
}

func goExported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// goTestFunction: "go help testfunc".
func goTestFunction(name string, n *cst.Node) bool {
	switch {
	case testName(name, "Test"):
		return parameterCount(n) == 1 && takes(n, ".T") || name == "TestMain"
	case testName(name, "Benchmark"):
		return parameterCount(n) == 1 && takes(n, ".B")
	case testName(name, "Fuzz"):
		return parameterCount(n) == 1 && takes(n, ".F")
	case testName(name, "Example"):
		return parameterCount(n) == 0 && n.Child("result") == nil
	}
	return false
}

func testName(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	r, _ := utf8.DecodeRuneInString(rest)
	return ok && (rest == "" || !unicode.IsLower(r))
}

func parameterCount(n *cst.Node) int {
	count := 0
	for p := range n.Child("parameters").NamedChildren() {
		if p.Is("parameter_declaration", "variadic_parameter_declaration") {
			count += max(1, len(p.All("name")))
		}
	}
	return count
}

func takes(n *cst.Node, suffix string) bool {
	p := n.Child("parameters").ChildOfType("parameter_declaration")
	text := p.Child("type").Text()
	return strings.HasPrefix(text, "*") && strings.HasSuffix(text, suffix)
}

func importsTesting(root *cst.Node) bool {
	found := false
	for n := range root.NamedChildren() {
		if n.Type == "import_declaration" {
			text := n.Text()
			found = found || strings.Contains(text, `"testing"`) || strings.Contains(text, "testify/suite") || strings.Contains(text, "check.v1")
		}
	}
	return found
}
