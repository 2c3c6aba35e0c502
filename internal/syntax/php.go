package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// phpPackage is the first namespace that the file declares, dotted.
func phpPackage(b *builder) string {
	name := b.tree.Root.ChildOfType("namespace_definition").Child("name").Text()
	return strings.ReplaceAll(name, `\`, ".")
}

func phpPrefix(filePath, pkg string) string {
	if pkg != "" {
		return pkg
	}
	return strings.TrimSuffix(filePath, path.Ext(filePath))
}

func phpTestPath(filePath string) bool { return strings.HasSuffix(filePath, "Test.php") }

func phpSymbols(b *builder) {
	p := &phpFile{builder: b}
	p.scope(0, b.tree.Root)
}

type phpFile struct{ *builder }

var phpTypes = map[string]code.Kind{
	"class_declaration": code.Class, "trait_declaration": code.Class,
	"interface_declaration": code.Interface, "enum_declaration": code.Enum,
}

// scope adds what stands in n, at any depth that is no other symbol's: PHP
// lets conditions hold definitions.
func (p *phpFile) scope(parent int, n *cst.Node) {
	for c := range n.NamedChildren() {
		p.definition(parent, c)
	}
}

func (p *phpFile) definition(parent int, n *cst.Node) {
	switch {
	case phpTypes[n.Type] != "":
		p.typeDeclaration(parent, n)
	case n.Type == "function_definition":
		if i := p.callable(0, code.Function, n); i > 0 {
			p.scope(0, n.Child("body"))
		}
	case n.Type == "const_declaration" && n.Enclosing("class_declaration", "interface_declaration", "trait_declaration", "enum_declaration") == nil:
		p.constants(parent, n)
	case n.Type == "function_call_expression" && n.Child("function").Text() == "define":
		p.defined(n)
	default:
		p.scope(parent, n)
	}
}

func (p *phpFile) typeDeclaration(parent int, n *cst.Node) {
	name, body := n.Child("name"), n.Child("body")
	if name == nil {
		return
	}
	i := p.add(parent, phpTypes[n.Type], n, name)
	p.describe(i, n, body)
	if n.Type == "trait_declaration" {
		p.set(i, "trait", "true")
	}
	p.at(i).Test = strings.HasSuffix(name.Text(), "Test") && strings.Contains(n.ChildOfType("base_clause").Text(), "TestCase")
	p.members(i, body)
}

func (p *phpFile) members(parent int, body *cst.Node) {
	for m := range body.NamedChildren() {
		switch m.Type {
		case "method_declaration":
			if i := p.callable(parent, code.Method, m); i > 0 {
				p.promoted(parent, m)
				p.scope(i, m.Child("body"))
			}
		case "property_declaration":
			p.properties(parent, m)
		case "const_declaration":
			p.constants(parent, m)
		case "enum_case":
			if name := m.Child("name"); name != nil {
				p.describe(p.add(parent, code.Field, m, name), m, nil)
			}
		case "ERROR":
			p.members(parent, m)
		}
	}
}

func (p *phpFile) callable(parent int, kind code.Kind, n *cst.Node) int {
	name := n.Child("name")
	if name == nil {
		return 0
	}
	i := p.add(parent, kind, n, name)
	p.describe(i, n, n.Child("body"))
	s := p.at(i)
	s.Test = p.at(parent).Kind == code.Class && s.Exported &&
		(strings.HasPrefix(s.Name, "test") || strings.Contains(s.Doc, "@test") || strings.Contains(s.Signature, "#[Test]"))
	return i
}

func (p *phpFile) properties(parent int, n *cst.Node) {
	for e := range n.NamedChildren() {
		if v := e.ChildOfType("variable_name"); e.Type == "property_element" && v != nil {
			p.variable(parent, n, v)
		}
	}
}

// promoted adds the properties that a constructor's parameters declare.
func (p *phpFile) promoted(parent int, method *cst.Node) {
	for param := range method.Child("parameters").NamedChildren() {
		if v := param.Child("name"); param.Type == "property_promotion_parameter" && v != nil {
			p.variable(parent, param, v)
		}
	}
}

func (p *phpFile) variable(parent int, whole, v *cst.Node) {
	i := p.addNamed(parent, code.Field, whole, v, strings.TrimPrefix(v.Text(), "$"))
	p.describe(i, whole, nil)
}

func (p *phpFile) constants(parent int, n *cst.Node) {
	for e := range n.NamedChildren() {
		if name := e.ChildOfType("name"); e.Type == "const_element" && name != nil {
			i := p.add(parent, code.Field, n, name)
			p.describe(i, n, nil)
			p.set(i, "const", "true")
		}
	}
}

// defined adds the constant of define('NAME', …).
func (p *phpFile) defined(call *cst.Node) {
	first := call.Child("arguments").NamedChild(0).NamedChild(0)
	name := first.ChildOfType("string_content", "string_value")
	if name == nil {
		return
	}
	i := p.add(0, code.Field, call, name)
	p.describe(i, call, nil)
	p.set(i, "const", "true")
}

func (p *phpFile) describe(i int, n, body *cst.Node) {
	s := p.at(i)
	s.Signature = strings.TrimRight(signature(n, body), " ;")
	s.Doc = docBefore(n)
	s.Exported = true
	for m := range n.NamedChildren() {
		switch text := m.Text(); m.Type {
		case "visibility_modifier":
			s.Exported = text == "public"
		case "static_modifier", "abstract_modifier", "final_modifier", "readonly_modifier":
			p.set(i, text, "true")
		}
	}
}
