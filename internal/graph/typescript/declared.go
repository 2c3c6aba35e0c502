package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// valueType is the type of what a binding declares as a value.
func (s *session) valueType(b *binding) *Type {
	if t, ok := s.values[b]; ok {
		return t
	}
	if s.busy[b] || !s.enter() {
		s.cuts++
		return unknownType
	}
	s.busy[b] = true
	before := s.cuts
	t := s.force(s.declaredValue(b))
	delete(s.busy, b)
	s.leave()
	if s.cuts == before || !t.unknown() {
		s.values[b] = t
	}
	return t
}

func (s *session) declaredValue(b *binding) *Type {
	var sigs []sig
	for _, d := range b.defs {
		switch {
		case isFunction(d.node):
			sigs = append(sigs, sig{node: d.node})
		case isClass(d.node):
			return &Type{kind: classOf, decl: b}
		}
	}
	if sigs != nil {
		return &Type{kind: function, sigs: overloads(sigs), decl: b, node: sigs[0].node}
	}
	var flows []*Type
	for _, d := range b.defs {
		switch {
		case d.node.Is("enum_declaration", "internal_module", "module"):
			return &Type{kind: space, decl: b}
		case d.isValue():
			t := s.defType(b, d)
			if !t.unknown() {
				return t
			}
			flows = append(flows, t)
		}
	}
	if len(flows) > 0 {
		return flows[0]
	}
	return unknownType
}

// defType is the type that one declaration gives a variable or parameter.
func (s *session) defType(b *binding, d def) *Type {
	switch {
	case d.node.Type == "variable_declarator" && d.id == d.node.Child("name"):
		return s.declarator(b, d.node)
	case d.node.Type == "for_in_statement" || d.node.Type == "variable_declarator" || d.node.Type == "catch_clause":
		return s.patternType(d.id, d.node)
	}
	return s.patternType(d.id, d.node)
}

func (s *session) declarator(b *binding, n *cst.Node) *Type {
	if t := n.Child("type"); t != nil {
		return s.typ(t, nil)
	}
	if t := s.jsdocType(n, "type"); t != nil {
		return t
	}
	if v := n.Child("value"); v != nil && !v.Is("null", "undefined") && !(v.Is("array") && v.NamedChild(0) == nil) {
		if v.Is("arrow_function", "function_expression", "function", "generator_function", "class") {
			t := *s.typeOf(v)
			t.decl = b
			if v.Type == "class" {
				t.decl = s.anonymous(v)
			}
			return &t
		}
		t := s.typeOf(lastAssigned(v))
		if t.kind == none {
			return t
		}
		return t
	}
	return s.assignedLater(b, n)
}

// assignedLater unites what is assigned to a variable declared without a value.
func (s *session) assignedLater(b *binding, n *cst.Node) *Type {
	block := n.Parent.Parent
	if block == nil || n.Parent.Has("const") {
		return unknownType
	}
	var ts []*Type
	block.Walk(func(c *cst.Node) bool {
		if c.Type == "assignment_expression" && len(ts) < 8 {
			if left := c.Child("left"); left.Is("identifier") && left.Text() == b.name && s.lookup(left, b.name, def.isValue) == b {
				ts = append(ts, s.typeOf(c.Child("right")))
			}
		}
		return true
	})
	if len(ts) == 0 {
		if v := n.Child("value"); v.Is("array") {
			return s.pushed(b, block)
		}
		return unknownType
	}
	var known []*Type
	for _, t := range ts {
		if !t.unknown() && !t.nullish() {
			known = append(known, t)
		}
	}
	return unite(known...)
}

// pushed is the type of an array that is filled later.
func (s *session) pushed(b *binding, block *cst.Node) *Type {
	elem := unknownType
	block.Walk(func(c *cst.Node) bool {
		if c.Type == "call_expression" && elem.unknown() {
			if f := c.Child("function"); f.Is("member_expression") && f.Child("property").Text() == "push" && f.Child("object").Text() == b.name &&
				s.lookup(f, b.name, def.isValue) == b {
				elem = s.typeOf(c.Child("arguments").NamedChild(0))
			}
		}
		return true
	})
	return s.arrayOf(elem)
}

// patternType is the type at a place of a pattern that node declares.
func (s *session) patternType(p, node *cst.Node) *Type {
	if p == nil || !s.enter() {
		return unknownType
	}
	defer s.leave()
	if p == node || p.Parent == node {
		return s.declaredBy(node, p)
	}
	parent := p.Parent
	switch parent.Type {
	case "object_assignment_pattern", "assignment_pattern":
		t := s.patternPart(parent, node, p)
		if t.unknown() {
			return s.typeOf(parent.Child("right"))
		}
		return s.nonNull(t)
	case "pair_pattern":
		return s.propertyType(s.nonNull(s.patternType(parent.Parent, node)), propertyName(parent.Child("key")))
	case "rest_pattern":
		if parent.Parent == node {
			return s.declaredBy(node, parent)
		}
		whole := s.patternType(parent.Parent, node)
		if parent.Parent.Is("array_pattern") {
			return s.arrayOf(s.element(whole))
		}
		return whole
	}
	return s.patternPart(p, node, p)
}

// patternPart is the type of the part that p stands for in the pattern above.
func (s *session) patternPart(p, node, id *cst.Node) *Type {
	switch up := p.Parent; {
	case p == node || up == node:
		return s.declaredBy(node, p)
	case up.Is("pair_pattern"):
		return s.propertyType(s.nonNull(s.patternType(up.Parent, node)), propertyName(up.Child("key")))
	case up.Is("object_pattern"):
		return s.propertyType(s.nonNull(s.patternType(up, node)), id.Text())
	case up.Is("array_pattern"):
		i := 0
		for c := range up.NamedChildren() {
			if c == p {
				break
			}
			i++
		}
		whole := s.nonNull(s.patternType(up, node))
		if whole.kind == tuple && i < len(whole.types) {
			return s.force(whole.types[i])
		}
		return s.element(whole)
	}
	return unknownType
}

// declaredBy is the type of the whole that a declaration binds.
func (s *session) declaredBy(node, p *cst.Node) *Type {
	switch node.Type {
	case "variable_declarator":
		if t := node.Child("type"); t != nil {
			return s.typ(t, nil)
		}
		return s.typeOf(node.Child("value"))
	case "for_in_statement":
		if node.Child("operator").Text() == "in" {
			return prim("string")
		}
		t := s.element(s.typeOf(node.Child("right")))
		if node.Has("await") {
			return s.awaited(t)
		}
		return t
	case "catch_clause":
		return anything
	}
	return s.parameterType(node)
}
