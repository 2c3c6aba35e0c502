package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// build fills the scopes below n.
func (s *scope) build(n *cst.Node) {
	for c := range n.NamedChildren() {
		s.visit(c)
	}
}

func (s *scope) visit(n *cst.Node) {
	switch n.Type {
	case "function_definition", "class_definition":
		s.define(n)
	case "lambda":
		in := s.open(n)
		in.parameters(n.Child("parameters"), s)
		in.build(n)
		return
	case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression":
		in := s.open(n)
		in.build(n)
		return
	case "for_in_clause":
		s.targets(n.Child("left"), &binding{kind: bindFor, node: n, value: n.Child("right")})
	case "global_statement", "nonlocal_statement":
		for c := range n.NamedChildren() {
			s.outer[c.Text()] = n.Type[:len(n.Type)-len("_statement")]
		}
		return
	case "assignment", "augmented_assignment":
		s.assign(n)
	case "named_expression":
		s.function().targets(n.Child("name"), &binding{node: n, value: n.Child("value"), scope: s})
	case "for_statement":
		s.targets(n.Child("left"), &binding{kind: bindFor, node: n, value: n.Child("right")})
	case "as_pattern":
		s.as(n)
	case "import_statement":
		s.importNames(n)
		return
	case "import_from_statement":
		s.importFrom(n)
		return
	case "case_pattern":
		s.capture(n)
	case "type_alias_statement":
		if name := n.NamedChild(0).NamedChild(0); name.Is("identifier") {
			s.bind(&binding{name: name, node: n, value: n.NamedChild(1)})
		}
	}
	if !n.Is("function_definition", "class_definition") {
		s.build(n)
	}
}

func (s *scope) open(n *cst.Node) *scope {
	in := &scope{module: s.module, node: n, parent: s, names: map[string][]*binding{}, outer: map[string]string{}}
	s.module.scopes[n] = in
	return in
}

func (s *scope) define(n *cst.Node) {
	kind := bindFunction
	if n.Type == "class_definition" {
		kind = bindClass
	}
	if name := n.Child("name"); name != nil && name.End > name.Start {
		s.bind(&binding{kind: kind, name: name, node: n})
	}
	in := s.open(n)
	if kind == bindFunction {
		in.parameters(n.Child("parameters"), s)
		s.build(n.Child("parameters"))
	} else {
		in.attrs = map[string][]*binding{}
		s.build(n.Child("superclasses"))
	}
	in.build(n.Child("body"))
}

func (s *scope) parameters(list *cst.Node, outside *scope) {
	for p := range list.NamedChildren() {
		name := p
		for name != nil && name.Type != "identifier" {
			name = name.NamedChild(0)
		}
		if name != nil && p.Type != "comment" {
			s.bind(&binding{kind: bindParam, name: name, node: p, value: p.Child("value"), typ: p.Child("type"), scope: outside})
		}
	}
}

func (s *scope) assign(n *cst.Node) {
	value := n.Child("right")
	for value.Is("assignment") {
		value = value.Child("right")
	}
	kind := bindAssign
	if n.Type == "augmented_assignment" {
		kind = bindOther
	} else if value == nil {
		kind = bindDeclare
	}
	s.targets(n.Child("left"), &binding{kind: kind, node: n, value: value, typ: n.Child("type")})
}

// targets binds every name in a target as like says, each with its place.
func (s *scope) targets(n *cst.Node, like *binding) {
	switch {
	case n == nil:
	case n.Is("identifier"):
		b := *like
		b.name = n
		s.bind(&b)
	case n.Is("attribute"):
		s.attribute(n, like)
	case n.Is("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"):
		i := 0
		for c := range n.NamedChildren() {
			b := *like
			b.path = append(like.path[:len(like.path):len(like.path)], i)
			if c.Type == "list_splat_pattern" {
				b.path[len(b.path)-1] = -1
				c = c.NamedChild(0)
			}
			s.targets(c, &b)
			i++
		}
	case n.Is("as_pattern_target", "parenthesized_expression"):
		s.targets(n.NamedChild(0), like)
	}
}

// attribute notes `self.x = …` in a method as an attribute of its class.
func (s *scope) attribute(n *cst.Node, like *binding) {
	object, name := n.Child("object"), n.Child("attribute")
	f := s.function()
	if f.paths == nil {
		f.paths = map[string][]*binding{}
	}
	at := *like
	at.name, at.scope = n, s
	f.paths[n.Text()] = append(f.paths[n.Text()], &at)
	if !object.Is("identifier") || f.parent == nil || !f.parent.isClass() || firstParam(f.node) != object.Text() || name == nil {
		return
	}
	b := *like
	b.name, b.scope = name, s
	f.parent.attrs[name.Text()] = append(f.parent.attrs[name.Text()], &b)
}

func firstParam(def *cst.Node) string {
	p := def.Child("parameters").NamedChild(0)
	for p != nil && p.Type != "identifier" {
		p = p.NamedChild(0)
	}
	return p.Text()
}

func (s *scope) as(n *cst.Node) {
	kind := bindWith
	if n.Parent.Is("except_clause", "except_group_clause") {
		kind = bindExcept
	}
	target := n.Child("alias")
	if target == nil { // a case pattern
		for c := range n.NamedChildren() {
			if c.Is("identifier") {
				s.bind(&binding{kind: bindOther, name: c, node: n})
			}
		}
		return
	}
	s.targets(target, &binding{kind: kind, node: n, value: n.NamedChild(0)})
}

func (s *scope) capture(n *cst.Node) {
	if c := n.NamedChild(0); c.Is("dotted_name") && c.NamedChild(1) == nil {
		s.bind(&binding{kind: bindOther, name: c.NamedChild(0), node: n})
	}
}

func (s *scope) importNames(n *cst.Node) {
	for c := range n.NamedChildren() {
		switch c.Type {
		case "dotted_name":
			s.bind(&binding{kind: bindImport, name: c.NamedChild(0), node: c, value: c.NamedChild(0)})
		case "aliased_import":
			if c.Child("alias") != nil {
				s.bind(&binding{kind: bindImport, name: c.Child("alias"), node: c, value: c.Child("name")})
			}
		}
	}
}

func (s *scope) importFrom(n *cst.Node) {
	for c := range n.NamedChildren() {
		switch {
		case c.Type == "wildcard_import":
			s.bind(&binding{kind: bindStar, node: n})
		case c.Field != "name":
		case c.Type == "dotted_name":
			s.bind(&binding{kind: bindFrom, name: c.NamedChild(0), node: n, value: c})
		case c.Type == "aliased_import" && c.Child("alias") != nil:
			s.bind(&binding{kind: bindFrom, name: c.Child("alias"), node: n, value: c.Child("name")})
		}
	}
}
