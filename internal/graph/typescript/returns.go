package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// returned is what calling a signature gives.
func (s *session) returned(g sig) *Type {
	if g.ret != nil {
		return s.force(g.ret)
	}
	if g.node == nil {
		return unknownType
	}
	t := g.node.Child("return_type")
	if t == nil && g.node.Is("construct_signature") {
		t = g.node.Child("type")
	}
	if t != nil {
		return s.typ(t, g.env)
	}
	if t := s.jsdocType(g.node, "returns"); t != nil {
		return t
	}
	return subst(s.inferredReturn(g.node), g.env)
}

// inferredReturn is the type that a function without annotation returns.
func (s *session) inferredReturn(fn *cst.Node) *Type {
	if t, ok := s.returns[fn]; ok {
		return t
	}
	k := returnKey{fn}
	if s.busy[k] || !s.enter() {
		s.cuts++
		return unknownType
	}
	s.busy[k] = true
	before := s.cuts
	t := s.force(s.readReturn(fn))
	delete(s.busy, k)
	s.leave()
	if s.cuts == before || !t.unknown() {
		s.returns[fn] = t
	}
	return t
}

type returnKey struct{ n *cst.Node }

func (s *session) readReturn(fn *cst.Node) *Type {
	body := fn.Child("body")
	if body == nil {
		return unknownType
	}
	var t *Type
	if body.Type != "statement_block" {
		t = s.typeOf(body)
	} else {
		t = s.returnStatements(body)
	}
	if fn.Has("async") {
		if fn.Has("*") {
			return unknownType
		}
		return s.libType("Promise", s.awaited(t))
	}
	if fn.Has("*") || fn.Is("generator_function", "generator_function_declaration") {
		return s.libType("Generator", s.yielded(body))
	}
	return t
}

func (s *session) returnStatements(body *cst.Node) *Type {
	var ts []*Type
	empty := true
	body.Walk(func(n *cst.Node) bool {
		if n != body && (isFunction(n) || isClass(n)) {
			return false
		}
		if n.Type == "return_statement" {
			if v := expressionChild(n); v != nil {
				empty = false
				if t := s.typeOf(v); t.kind != none {
					ts = append(ts, t)
				}
			}
		}
		return true
	})
	if empty {
		return prim("void")
	}
	return unite(ts...)
}

func (s *session) yielded(body *cst.Node) *Type {
	var ts []*Type
	body.Walk(func(n *cst.Node) bool {
		if n != body && isFunction(n) {
			return false
		}
		if n.Type == "yield_expression" {
			if v := expressionChild(n); v != nil {
				t := s.typeOf(v)
				if n.Has("*") {
					t = s.element(t)
				}
				ts = append(ts, t)
			}
		}
		return true
	})
	return unite(ts...)
}
