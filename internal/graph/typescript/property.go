package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// propertyType is the type of t.name.
func (s *session) propertyType(t *Type, name string) *Type {
	k := memberAsk{t, name}
	if p, ok := s.property[k]; ok {
		return p
	}
	before := s.cuts
	p := s.membersType(s.members(t, name))
	if s.cuts == before {
		s.property[k] = p
	}
	return p
}

func (s *session) membersType(ms []member) *Type {
	var ts []*Type
	unions := false
	for _, m := range ms {
		ts = append(ts, s.memberType(m))
		unions = unions || m.unsure
	}
	if unions {
		return unite(ts...)
	}
	if len(ts) > 1 {
		return intersect(ts...)
	}
	return unite(ts...)
}

// memberType is the type of one member.
func (s *session) memberType(m member) *Type {
	switch {
	case m.typ != nil:
		return s.force(m.typ)
	case m.b != nil:
		return s.foundType(s.resolveBinding(m.b))
	case !m.found.nothing():
		return s.foundType(m.found)
	case m.ext != "":
		return external(m.ext)
	case len(m.nodes) == 0:
		return unknownType
	}
	return s.declaredMember(m)
}

func (s *session) declaredMember(m member) *Type {
	var sigs []sig
	for _, n := range m.nodes {
		switch n.Type {
		case "method_signature", "abstract_method_signature", "method_definition":
			if n.Has("get") {
				return subst(s.returned(sig{node: n, env: m.env}), nil)
			}
			if n.Has("set") && len(m.nodes) > 1 {
				continue
			}
			sigs = append(sigs, sig{node: n, env: m.env})
		default:
			return s.fieldType(n, m.env)
		}
	}
	if len(sigs) == 0 {
		return unknownType
	}
	return &Type{kind: function, sigs: overloads(sigs), node: m.nodes[0]}
}

// overloads drops the implementation where there are signatures beside it.
func overloads(sigs []sig) []sig {
	var declared []sig
	for _, s := range sigs {
		if s.node.Child("body") == nil {
			declared = append(declared, s)
		}
	}
	if len(declared) > 0 {
		return declared
	}
	return sigs
}

// fieldType is the type of a property that is not a method.
func (s *session) fieldType(n *cst.Node, e *env) *Type {
	if t := n.Child("type"); t != nil {
		return s.typ(t, e)
	}
	switch n.Type {
	case "pair", "public_field_definition", "field_definition":
		if v := n.Child("value"); v != nil {
			return subst(s.typeOf(v), e)
		}
		if v := s.jsdocType(n, "type"); v != nil {
			return v
		}
		return subst(s.assignedField(n), e)
	case "shorthand_property_identifier":
		return subst(s.typeOf(n), e)
	case "assignment_expression":
		return subst(s.exportedValue(lastAssigned(n)), e)
	case "required_parameter", "optional_parameter":
		return subst(s.parameterType(n), e)
	case "call_expression":
		return s.definedProperty(n)
	case "property_identifier", "enum_assignment", "string":
		return prim("enum")
	}
	return unknownType
}
