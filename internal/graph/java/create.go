package java

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// creation is `new T(…)`.
func (s *session) creation(n *cst.Node) *callResult {
	args := s.argumentsOf(n)
	r := s.construct(n, s.openDiamond(n, s.createdType(n)), args)
	if d := s.m.byNode[n]; d != nil {
		r.typ = &typ{kind: kClass, decl: d}
	}
	return r
}

func (s *session) createdType(n *cst.Node) *typ {
	node := n.Child("type")
	if outer := n.NamedChild(0); outer != nil && outer != node && !outer.Is("type_arguments", "marker_annotation", "annotation") {
		if on := bare(s.typeOf(outer)); on.kind == kClass {
			if e := typeExprOf(node); e != nil && len(e.names) == 1 {
				return s.withArgs(s.memberOf(on, e.names[0]), e, s.scopeAt(n))
			}
		}
	}
	return s.typeAt(node)
}

// openDiamond is the type of `new T<>(…)` with what its place fixes of its
// arguments; the rest is left to the constructor's.
func (s *session) openDiamond(n *cst.Node, t *typ) *typ {
	if node := n.Child("type"); t.kind != kClass || !node.Is("generic_type") || !typeExprOf(node).diamond {
		return t
	}
	open := &typ{kind: kClass, decl: t.decl}
	for _, p := range s.head(t.decl).params {
		open.args = append(open.args, &typ{kind: kInfer, param: p})
	}
	b := bindings{}
	if n.Parent.Is("variable_declarator", "assignment_expression", "return_statement") {
		if to := s.expected(n); to.kind == kClass {
			if as, _ := s.asSuper(open, to.decl); as != nil {
				s.unify(as, to, b, 0)
			}
		}
	}
	return subst(open, b)
}

func (s *session) construct(n *cst.Node, t *typ, args []argument) *callResult {
	switch t.kind {
	case kClass:
	case kExternal:
		return &callResult{resolution: code.External, external: t.name, typ: t}
	default:
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	if s.head(t.decl).isInterface() {
		return &callResult{resolution: code.External, external: "java.lang.Object", typ: t}
	}
	var found []candidate
	for _, m := range s.methods(t.decl, constructorName) {
		found = append(found, candidate{m, t})
	}
	if len(found) == 0 {
		return &callResult{class: t.decl, resolution: code.Exact, typ: s.settled(t)}
	}
	r := s.pick(n, found, args, true)
	r.typ = s.settled(t)
	if r.choice != nil {
		r.typ = s.settled(subst(t, s.infer(r.choice, args, bindings{})))
	}
	return r
}

// explicit is `this(…)` or `super(…)`.
func (s *session) explicit(n *cst.Node) *callResult {
	sc := s.scopeAt(n)
	if sc.typ == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	t := s.thisType(sc.typ)
	if n.Child("constructor").Is("super") {
		t = s.superclass(t)
	}
	return s.construct(n, t, s.argumentsOf(n))
}

func (s *session) enumConstant(n *cst.Node) *callResult {
	sc := s.scopeAt(n)
	if sc.typ == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	return s.construct(n, s.thisType(sc.typ), s.argumentsOf(n))
}
