package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// thisType is the type of "this" at n.
func (s *session) thisType(n *cst.Node) *Type {
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		switch {
		case p.Type == "arrow_function":
			continue
		case isClass(p):
			return s.thisInClass(p, from)
		case p.Type == "class_body":
			if from.Has("static") || from.Type == "class_static_block" {
				return &Type{kind: classOf, decl: s.anonymousOr(p.Parent)}
			}
			return &Type{kind: param, name: "this", node: p.Parent}
		case p.Type == "method_definition" && p.Parent.Is("class_body"):
			continue
		case isFunction(p):
			return s.thisInFunction(p)
		}
	}
	return unknownType
}

func (s *session) thisInClass(class, from *cst.Node) *Type {
	return &Type{kind: param, name: "this", node: class}
}

func (s *session) thisInFunction(fn *cst.Node) *Type {
	if t := thisParameter(fn); t != nil {
		return s.typ(t, nil)
	}
	if want := s.functionContext(fn); !want.unknown() {
		for _, g := range s.signatures(want, false) {
			if t := thisParameter(orNone(g.node)); t != nil {
				return s.typ(t, g.env)
			}
		}
	}
	switch p := fn.Parent; {
	case fn.Type == "method_definition" && p.Is("object"):
		return s.objectThis(p)
	case p.Is("pair"):
		return s.objectThis(p.Parent)
	case p.Is("assignment_expression"):
		return s.assignedThis(p)
	}
	if b := s.constructorOf(fn); b != nil {
		return &Type{kind: instance, decl: b}
	}
	return unknownType
}

func thisParameter(fn *cst.Node) *cst.Node {
	for p := range fn.Child("parameters").NamedChildren() {
		if p.Child("pattern").Is("this") {
			return p.Child("type")
		}
	}
	return nil
}

// objectThis is "this" in the methods of an object literal: what its context
// says by ThisType<T>, else the type wanted, else the object itself.
func (s *session) objectThis(o *cst.Node) *Type {
	c := s.nonNull(s.contextual(o))
	if c.kind == inter {
		for _, u := range c.types {
			if u = s.force(u); u.kind == instance && u.decl.mod.external && u.decl.name == "ThisType" && len(u.args) == 1 {
				return s.force(u.args[0])
			}
		}
	}
	if !c.unknown() && c.kind != param {
		return c
	}
	return s.typeOf(o)
}

// superType is the base that "super" means.
func (s *session) superType(n *cst.Node) *Type {
	static := false
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		if p.Type == "class_body" {
			static = from.Has("static")
		}
		if isClass(p) {
			super, args := heritage(p)
			if super == nil {
				return unknownType
			}
			if static {
				return s.typeOf(super)
			}
			return s.constructed(super, args, nil)
		}
	}
	return unknownType
}
