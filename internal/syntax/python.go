package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func pythonSymbols(b *builder) {
	b.at(0).Doc = pythonDoc(b.tree.Root)
	p := &pythonWalker{b: b, fields: map[pythonField]bool{}}
	p.block(b.tree.Root, 0)
	pythonEndpoints(b)
}

// pythonPrefix is the module's dotted name below the source root that its
// path shows: the last "src" folder, or a "lib" at the root.
func pythonPrefix(filePath, _ string) string {
	p := strings.TrimSuffix(filePath, path.Ext(filePath))
	if i := strings.LastIndex("/"+p, "/src/"); i >= 0 {
		p = p[i+len("src/"):]
	}
	p = strings.TrimPrefix(p, "lib/")
	p = strings.TrimSuffix(p, "/__init__")
	return strings.ReplaceAll(p, "/", ".")
}

func pythonTestPath(filePath string) bool {
	name := path.Base(filePath)
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test.py") || name == "conftest.py" || name == "tests.py"
}

type pythonField struct {
	parent int
	name   string
}

type pythonWalker struct {
	b      *builder
	fields map[pythonField]bool
}

// block adds what the statements under n define, as members of parent.
func (p *pythonWalker) block(n *cst.Node, parent int) {
	for c := range n.NamedChildren() {
		switch c.Type {
		case "decorated_definition":
			if def := c.Child("definition"); def != nil {
				p.definition(c, def, parent)
			}
		case "function_definition", "class_definition":
			p.definition(c, c, parent)
		case "assignment":
			p.assignment(c, parent)
		case "named_expression":
			p.field(c.Child("name"), c, parent)
		case "type_alias_statement":
			p.alias(c, parent)
		case "lambda":
		default:
			p.block(c, parent)
		}
	}
}

func (p *pythonWalker) definition(whole, def *cst.Node, parent int) {
	name := def.Child("name")
	if name == nil || name.Start == name.End {
		p.block(def, parent)
		return
	}
	kind := code.Function
	switch {
	case def.Type == "class_definition":
		kind = pythonClassKind(def)
	case p.b.at(parent).Kind.TypeLike():
		kind = code.Method
	}
	i := p.b.add(parent, kind, whole, name)
	s, body := p.b.at(i), def.Child("body")
	s.Signature = signature(def, body)
	s.Doc = pythonDoc(body)
	s.Exported = p.exported(s.Name, parent)
	s.Test = p.isTest(s, def, parent)
	if def.Has("async") {
		p.b.set(i, "async", "true")
	}
	for c := range whole.NamedChildren() {
		if c.Type == "decorator" {
			p.decorator(i, c)
		}
	}
	p.block(body, i)
}

var pythonDecorators = map[string]string{
	"staticmethod": "static", "classmethod": "class", "property": "getter", "cached_property": "getter",
	"abstractmethod": "abstract", "abstractproperty": "abstract", "overload": "overload",
	"setter": "setter", "deleter": "deleter", "fixture": "fixture", "dataclass": "dataclass",
}

func (p *pythonWalker) decorator(symbol int, n *cst.Node) {
	e := n.NamedChild(0)
	if e.Is("call") {
		e = e.Child("function")
	}
	name := e.Text()
	name = name[strings.LastIndexByte(name, '.')+1:]
	if property := pythonDecorators[name]; property != "" {
		p.b.set(symbol, property, "true")
	}
}

func pythonClassKind(def *cst.Node) code.Kind {
	for base := range def.Child("superclasses").NamedChildren() {
		name, _, _ := strings.Cut(base.Text(), "[")
		switch name[strings.LastIndexByte(name, '.')+1:] {
		case "Protocol":
			return code.Interface
		case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
			return code.Enum
		}
	}
	return code.Class
}

// exported: an underscore at the front keeps a name in its module or class;
// what lies in a function is nobody's else.
func (p *pythonWalker) exported(name string, parent int) bool {
	if p.b.at(parent).Kind.Callable() {
		return false
	}
	return !strings.HasPrefix(name, "_") || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// isTest follows pytest and unittest: functions and methods called test…,
// classes called Test… or derived from a TestCase.
func (p *pythonWalker) isTest(s *code.Symbol, def *cst.Node, parent int) bool {
	if s.Kind.TypeLike() {
		return strings.HasPrefix(s.Name, "Test") || strings.Contains(def.Child("superclasses").Text(), "TestCase")
	}
	if !strings.HasPrefix(s.Name, "test") {
		return false
	}
	return parent == 0 || p.b.at(parent).Test
}

func (p *pythonWalker) assignment(n *cst.Node, parent int) {
	for _, target := range pythonTargets(n.Child("left")) {
		p.target(target, n, parent)
	}
	if right := n.Child("right"); right.Is("assignment") {
		p.assignment(right, parent)
	} else {
		p.block(right, parent)
	}
}

// target adds the field that an assignment makes: a variable of a module or a
// class, or an attribute set on a method's first parameter.
func (p *pythonWalker) target(target, whole *cst.Node, parent int) {
	if target.Type == "identifier" {
		p.field(target, whole, parent)
		return
	}
	if p.b.at(parent).Kind != code.Method || target.Child("object").Text() != pythonSelf(target) {
		return
	}
	p.field(target.Child("attribute"), whole, p.b.at(parent).Parent)
}

func (p *pythonWalker) field(name, whole *cst.Node, parent int) {
	key := pythonField{parent, name.Text()}
	if name == nil || p.b.at(parent).Kind.Callable() || p.fields[key] {
		return
	}
	p.fields[key] = true
	i := p.b.add(parent, code.Field, whole, name)
	s := p.b.at(i)
	s.Signature = signature(whole, nil)
	s.Exported = p.exported(s.Name, parent)
}

func (p *pythonWalker) alias(n *cst.Node, parent int) {
	name := n.NamedChild(0).NamedChild(0)
	if name.Is("generic_type") {
		name = name.NamedChild(0)
	}
	if !name.Is("identifier") {
		return
	}
	i := p.b.add(parent, code.Class, n, name)
	p.b.at(i).Signature = signature(n, nil)
	p.b.set(i, "alias", "true")
}

// pythonTargets are the names and attributes that a target binds.
func pythonTargets(n *cst.Node) []*cst.Node {
	switch {
	case n == nil:
		return nil
	case n.Is("identifier", "attribute"):
		return []*cst.Node{n}
	case n.Is("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"):
		var out []*cst.Node
		for c := range n.NamedChildren() {
			out = append(out, pythonTargets(c)...)
		}
		return out
	}
	return nil
}

// pythonSelf is the name of the first parameter of the function around n.
func pythonSelf(n *cst.Node) string {
	first := n.Enclosing("function_definition").Child("parameters").NamedChild(0)
	for first != nil && first.Type != "identifier" {
		first = first.NamedChild(0)
	}
	if first == nil {
		return "self"
	}
	return first.Text()
}

func pythonDoc(body *cst.Node) string {
	for c := range body.NamedChildren() {
		if c.Type == "comment" {
			continue
		}
		if s := c.NamedChild(0); c.Type == "expression_statement" && s.Is("string") {
			return docstring(s.Text())
		}
		return ""
	}
	return ""
}

func docstring(text string) string {
	text = strings.TrimLeft(text, "rRuUbB")
	text = strings.Trim(text, `"'`)
	var lines []string
	for l := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(l))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
