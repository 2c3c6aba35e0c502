package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// contextual is the type that the place of an expression wants, unknown where
// it wants none.
func (s *session) contextual(n *cst.Node) *Type {
	if t, ok := s.contexts[n]; ok {
		return t
	}
	k := contextKey{n}
	if s.busy[k] || !s.enter() {
		s.cuts++
		return unknownType
	}
	s.busy[k] = true
	before := s.cuts
	t := s.force(s.wantedAt(n))
	delete(s.busy, k)
	s.leave()
	if s.cuts == before || !t.unknown() {
		s.contexts[n] = t
	}
	return t
}

type contextKey struct{ n *cst.Node }

func (s *session) wantedAt(n *cst.Node) *Type {
	p := n.Parent
	if p == nil {
		return unknownType
	}
	switch p.Type {
	case "variable_declarator", "public_field_definition", "field_definition", "required_parameter", "optional_parameter":
		if n.Field == "value" {
			if t := p.Child("type"); t != nil {
				return s.typ(t, nil)
			}
			if t := s.jsdocType(p, "type"); t != nil {
				return t
			}
		}
	case "arguments":
		return s.argumentContext(n, p)
	case "return_statement":
		return s.returnContext(n)
	case "arrow_function":
		if n.Field == "body" {
			return s.returnOf(p)
		}
	case "pair":
		if n.Field == "value" {
			return s.memberContext(p.Parent, propertyName(p.Child("key")))
		}
	case "object":
		if n.Type == "method_definition" {
			return s.memberContext(p, propertyName(n.Child("name")))
		}
	case "array":
		return s.elementContext(n, p)
	case "assignment_expression":
		if n.Field == "right" {
			return s.typeOf(p.Child("left"))
		}
	case "parenthesized_expression", "await_expression", "non_null_expression", "spread_element":
		return s.contextual(p)
	case "ternary_expression":
		if n.Field != "condition" {
			return s.contextual(p)
		}
	case "binary_expression":
		if n.Field == "right" {
			if c := s.contextual(p); !c.unknown() {
				return c
			}
			switch p.Child("operator").Text() {
			case "||", "??":
				return s.typeOf(p.Child("left"))
			}
		}
	case "as_expression", "satisfies_expression":
		t := p.NamedChild(1)
		if t == nil || t.Text() == "const" {
			return s.contextual(p)
		}
		if p.Type == "as_expression" && t.Text() == "any" {
			return unknownType
		}
		return s.typ(t, nil)
	}
	return unknownType
}

// argumentContext is the type of the parameter that an argument is for.
func (s *session) argumentContext(n, args *cst.Node) *Type {
	call := args.Parent
	r := s.resolveCall(call, true)
	if !r.ok {
		return unknownType
	}
	for i, a := range arguments(call) {
		if a == n {
			return s.force(s.parameterAt(r.sig, i))
		}
	}
	return unknownType
}

func (s *session) returnContext(n *cst.Node) *Type {
	for p := n.Parent; p != nil; p = p.Parent {
		if isFunction(p) {
			t := s.returnOf(p)
			if p.Has("async") {
				return s.awaited(t)
			}
			return t
		}
	}
	return unknownType
}

// returnOf is what a function is to return: by annotation, or by its context.
func (s *session) returnOf(fn *cst.Node) *Type {
	if t := fn.Child("return_type"); t != nil {
		return s.typ(t, nil)
	}
	wanted := s.signatures(s.functionContext(fn), false)
	if len(wanted) == 0 {
		return unknownType
	}
	t := s.returned(wanted[0])
	if fn.Has("async") {
		t = s.awaited(t)
	}
	return t
}

// functionContext is the function type that a function's place wants.
func (s *session) functionContext(fn *cst.Node) *Type {
	if fn.Is("arrow_function", "function_expression", "function", "generator_function") || fn.Type == "method_definition" && fn.Parent.Is("object") {
		return s.nonNull(s.contextual(fn))
	}
	return unknownType
}

func (s *session) memberContext(o *cst.Node, name string) *Type {
	c := s.nonNull(s.contextual(o))
	if c.unknown() || c.kind == param && s.apparent(c).kind == param {
		return unknownType
	}
	if c.kind == union {
		c = s.discriminate(c, o)
	}
	if t := s.propertyType(c, name); !t.unknown() {
		return t
	}
	return s.indexSignature(c)
}

// discriminate keeps the members of a union that agree with the literal
// properties of an object.
func (s *session) discriminate(c *Type, o *cst.Node) *Type {
	var left []*Type
	for _, u := range c.types {
		u = s.force(u)
		agrees := u.kind != primitive
		for m := range o.NamedChildren() {
			if v := m.Child("value"); m.Type == "pair" && v.Is("string", "true", "false", "number") {
				want := s.propertyType(u, propertyName(m.Child("key")))
				if want.kind == primitive && s.assignable(s.typeOf(v), want, 0) == no {
					agrees = false
				}
			}
		}
		if agrees {
			left = append(left, u)
		}
	}
	if len(left) == 0 {
		return c
	}
	return unite(left...)
}

func (s *session) elementContext(n, array *cst.Node) *Type {
	c := s.nonNull(s.contextual(array))
	if c.kind == tuple {
		i := 0
		for e := range array.NamedChildren() {
			if e == n && i < len(c.types) {
				return s.force(c.types[i])
			}
			i++
		}
	}
	return s.element(c)
}
