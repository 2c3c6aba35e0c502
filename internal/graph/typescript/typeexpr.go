package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// later is the type at a node, read when it is needed.
func (s *session) later(n *cst.Node, e *env) *Type {
	if n == nil {
		return unknownType
	}
	if n.Is("predefined_type", "literal_type", "type_identifier") {
		return s.typ(n, e)
	}
	return &Type{kind: lazy, node: n, env: e}
}

// force reads a type that was put off.
func (s *session) force(t *Type) *Type {
	if t == nil {
		return unknownType
	}
	for i := 0; t.kind == lazy; i++ {
		if t.val == nil {
			k := lazyKey{t}
			if s.busy[k] || i > 20 {
				s.cuts++
				return unknownType
			}
			s.busy[k] = true
			before := s.cuts
			val := s.typ(t.node, t.env)
			delete(s.busy, k)
			if s.cuts != before {
				if val.kind == lazy {
					t = val
					continue
				}
				return val
			}
			t.val = val
		}
		t = t.val
	}
	return t
}

type lazyKey struct{ t *Type }

// typ is the type that a type's node means under e.
func (s *session) typ(n *cst.Node, e *env) *Type {
	if n == nil {
		return unknownType
	}
	if !e.empty() {
		return s.readType(n, e)
	}
	if t, ok := s.types[n]; ok {
		return t
	}
	before := s.cuts
	t := s.readType(n, e)
	if s.cuts == before {
		s.types[n] = t
	}
	return t
}

func (s *session) readType(n *cst.Node, e *env) *Type {
	if !s.enter() {
		return unknownType
	}
	defer s.leave()
	switch n.Type {
	case "type_annotation", "opting_type_annotation", "omitting_type_annotation", "adding_type_annotation", "parenthesized_type", "readonly_type", "optional_type", "constraint", "default_type", "rest_type":
		return s.typ(typeChild(n), e)
	case "predefined_type":
		return predefined(n.Text())
	case "type_identifier", "identifier":
		return s.namedType(n, n.Text(), nil, e)
	case "nested_type_identifier", "nested_identifier":
		return s.foundAsType(s.qualified(n), nil, n.Text())
	case "generic_type":
		return s.genericType(n, e)
	case "union_type":
		var ts []*Type
		for c := range n.NamedChildren() {
			ts = append(ts, s.later(c, e))
		}
		return s.flatten(ts)
	case "intersection_type":
		var ts []*Type
		for c := range n.NamedChildren() {
			ts = append(ts, s.force(s.later(c, e)))
		}
		return intersect(ts...)
	case "array_type":
		return s.arrayOf(s.later(n.NamedChild(0), e))
	case "tuple_type":
		return s.tupleType(n, e)
	case "object_type", "interface_body":
		if sign := n.ChildOfType("index_signature"); sign != nil && sign.Has("mapped_type_clause") {
			return &Type{kind: mapped, node: sign, env: e}
		}
		return &Type{kind: object, node: n, env: e}
	case "function_type", "constructor_type":
		return &Type{kind: function, sigs: []sig{{node: n, env: e}}}
	case "literal_type":
		return literalType(n)
	case "this_type", "this":
		if r := e.receiver(); r != nil {
			return r
		}
		return s.thisParam(n)
	case "type_query":
		return subst(s.typeOf(n.NamedChild(0)), e)
	case "index_type_query":
		return &Type{kind: keys, types: []*Type{s.later(n.NamedChild(0), e)}}
	case "lookup_type":
		return s.indexed(s.typ(n.NamedChild(0), e), s.typ(n.NamedChild(1), e))
	case "conditional_type":
		return s.conditional(n, e)
	case "infer_type":
		if v := e.lookup(n); v != nil {
			return v
		}
		return &Type{kind: param, node: n, name: n.NamedChild(0).Text()}
	case "template_literal_type":
		return prim("string")
	case "type_predicate", "type_predicate_annotation":
		return prim("boolean")
	case "asserts", "asserts_annotation":
		return prim("void")
	case "member_expression", "call_expression":
		return s.importType(n)
	case "required_parameter", "optional_parameter":
		return s.typ(n.Child("type"), e)
	}
	return unknownType
}

func typeChild(n *cst.Node) *cst.Node {
	for c := range n.NamedChildren() {
		if c.Type != "comment" {
			return c
		}
	}
	return nil
}

func predefined(name string) *Type {
	if name == "any" || name == "unknown" {
		return anything
	}
	return prim(name)
}

func literalType(n *cst.Node) *Type {
	c := n.NamedChild(0)
	switch {
	case c.Is("string"):
		return literal("string", stringText(c))
	case c.Is("number", "unary_expression"):
		return literal("number", c.Text())
	}
	switch t := n.Text(); t {
	case "true", "false":
		return literal("boolean", t)
	default:
		return prim(t) // null, undefined
	}
}

// flatten unites types, reading those that were put off.
func (s *session) flatten(ts []*Type) *Type {
	out := make([]*Type, len(ts))
	for i, t := range ts {
		out[i] = s.force(t)
	}
	return unite(out...)
}

func (s *session) arrayOf(elem *Type) *Type {
	return &Type{kind: instance, decl: prelude().top["Array"], args: []*Type{elem}}
}

func (s *session) libType(name string, args ...*Type) *Type {
	return &Type{kind: instance, decl: prelude().top[name], args: args}
}

func (s *session) tupleType(n *cst.Node, e *env) *Type {
	t := &Type{kind: tuple}
	for c := range n.NamedChildren() {
		if c.Is("comment") {
			continue
		}
		if c.Is("rest_type") || c.Child("name").Is("rest_pattern") {
			return s.arrayOf(unite(append(t.types, s.element(s.typ(c, e)))...))
		}
		t.types = append(t.types, s.later(c, e))
	}
	return t
}

// thisParam is the polymorphic "this" of the type around n.
func (s *session) thisParam(n *cst.Node) *Type {
	for p := n.Parent; p != nil; p = p.Parent {
		if isClass(p) || p.Type == "interface_declaration" {
			return &Type{kind: param, name: "this", node: p}
		}
	}
	return unknownType
}

func (s *session) genericType(n *cst.Node, e *env) *Type {
	var args []*Type
	for a := range n.Child("type_arguments").NamedChildren() {
		if a.Type != "comment" {
			args = append(args, s.later(a, e))
		}
	}
	name := n.Child("name")
	if name == nil {
		name = n.NamedChild(0)
	}
	if name.Is("nested_type_identifier", "nested_identifier", "member_expression") {
		return s.foundAsType(s.qualified(name), args, name.Text())
	}
	return s.namedType(name, name.Text(), args, e)
}

// importType is import("x") or import("x").Name in a type.
func (s *session) importType(n *cst.Node) *Type {
	if n.Type == "call_expression" {
		if n.Child("function").Is("import") {
			return s.foundType(s.findIn(s.modOf(n), stringText(n.Child("arguments").NamedChild(0)), "*", map[*module]bool{}))
		}
		return unknownType
	}
	if in := s.importType(orNone(n.Child("object"))); in.kind == moduleOf {
		return s.foundAsType(s.export(in.mod, n.Child("property").Text()), nil, n.Text())
	}
	return unknownType
}
