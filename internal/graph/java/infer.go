package java

import "github.com/plumbline/plumbline/internal/code/cst"

// infer fixes the type parameters of a chosen method by the arguments: those
// with a type of their own first, then lambdas and method references, whose
// parameters follow from what is known by then.
//
// b holds what the call's place has fixed already.
func (s *session) infer(c *choice, args []argument, b bindings) bindings {
	p := loosePhase
	if c.best.varargs && !s.passesArray(c, args) {
		p = varargsPhase
	}
	for i, a := range args {
		if n := unparenthesised(a.node); !n.Is("lambda_expression", "method_reference") {
			to := paramAt(c.params, c.best.varargs, i, p)
			s.unify(to, s.closed(a, subst(to, b)), b, 0)
		}
	}
	for i, a := range args {
		to := paramAt(c.params, c.best.varargs, i, p)
		switch n := unparenthesised(a.node); {
		case n.Is("lambda_expression"):
			s.inferLambda(n, to, b)
		case n.Is("method_reference"):
			s.inferReference(n, to, b)
		}
	}
	return b
}

// closed is the type of an argument once the place it stands in has fixed what
// its own call left open: `collect(toList())`.
func (s *session) closed(a argument, to *typ) *typ {
	if a.open == nil {
		return a.typ
	}
	b := bindings{}
	s.unify(a.open, to, b, 0)
	if len(b) > 0 {
		s.retarget(unparenthesised(a.node), b)
	}
	return s.settled(subst(a.open, b))
}

// retarget infers a call again with what its place has fixed: in
// `sort(list, comparing(x -> x.name()))` the type of x follows from list.
func (s *session) retarget(n *cst.Node, b bindings) {
	r := s.calls[n]
	if r == nil || r.choice == nil {
		return
	}
	for _, a := range r.args {
		if x := unparenthesised(a.node); x.Is("lambda_expression") {
			s.forget(x)
		}
	}
	s.conclude(r, s.infer(r.choice, r.args, b))
}

// forget drops what was found out below a node.
func (s *session) forget(n *cst.Node) {
	n.Walk(func(c *cst.Node) bool {
		delete(s.types, c)
		delete(s.calls, c)
		delete(s.lambdaTypes, c)
		return true
	})
}

func (s *session) passesArray(c *choice, args []argument) bool {
	if len(args) != len(c.params) {
		return false
	}
	last := args[len(args)-1].typ
	return last.kind == kArray || last.kind == kNull
}

func (s *session) inferLambda(lambda *cst.Node, to *typ, b bindings) {
	f, _ := s.functionOf(subst(to, b))
	if f == nil {
		return
	}
	params := make([]*typ, len(f.params))
	for i, p := range f.params {
		params[i] = s.settled(p)
	}
	s.lambdaTypes[lambda] = params
	if f.result.kind != kVoid {
		s.unify(f.result, s.lambdaResult(lambda), b, 0)
	}
}

func (s *session) inferReference(ref *cst.Node, to *typ, b bindings) {
	f, _ := s.functionOf(subst(to, b))
	if f == nil || f.result.kind == kVoid {
		return
	}
	params := make([]*typ, len(f.params))
	for i, p := range f.params {
		params[i] = s.settled(p)
	}
	s.unify(f.result, s.referenceTarget(ref, params).typ, b, 0)
}

// settled is a type in which nothing is left to infer.
func (s *session) settled(t *typ) *typ {
	switch t.kind {
	case kInfer:
		return s.leftOpen(t.param)
	case kClass:
		for i, a := range t.args {
			if n := s.settled(a); n != a {
				args := append([]*typ{}, t.args...)
				args[i] = n
				for j := i + 1; j < len(args); j++ {
					args[j] = s.settled(args[j])
				}
				return &typ{kind: kClass, decl: t.decl, args: args}
			}
		}
	case kArray, kWild:
		if t.elem != nil {
			if n := s.settled(t.elem); n != t.elem {
				return &typ{kind: t.kind, name: t.name, elem: n}
			}
		}
	}
	return t
}

// leftOpen is what a parameter stands for that no argument fixes: its bound,
// where it has one of its own.
func (s *session) leftOpen(p *typeParam) *typ {
	if len(p.bounds) == 0 {
		return unknown
	}
	if t := s.boundsOf(p)[0]; t.kind == kClass {
		return &typ{kind: kClass, decl: t.decl}
	}
	return unknown
}

// unify binds the inference variables of formal so that actual fits it.
func (s *session) unify(formal, actual *typ, b bindings, depth int) {
	if formal == nil || actual == nil || depth > 20 {
		return
	}
	switch formal.kind {
	case kInfer:
		s.bindVar(formal.param, bare(actual), b)
	case kWild:
		if formal.elem != nil {
			s.unify(formal.elem, bare(actual), b, depth+1)
		}
	case kArray:
		if actual.kind == kArray {
			s.unify(formal.elem, actual.elem, b, depth+1)
		}
	case kClass:
		if len(formal.args) == 0 {
			return
		}
		found, _ := s.asSuper(s.box(bare(actual)), formal.decl)
		if found == nil || len(found.args) != len(formal.args) {
			return
		}
		for i := range formal.args {
			s.unify(formal.args[i], found.args[i], b, depth+1)
		}
	}
}

func (s *session) bindVar(p *typeParam, actual *typ, b bindings) {
	actual = s.box(actual)
	switch actual.kind {
	case kUnknown, kNull, kVoid, kInfer:
		return
	}
	had := b[p]
	if had == nil || s.strict(had, actual) == yes {
		b[p] = actual
		return
	}
	if s.strict(actual, had) != yes {
		b[p] = s.common(had, actual)
	}
}

// common is a type that both are: the nearest class that they share, else an
// interface.
func (s *session) common(a, b *typ) *typ {
	a, b = bare(a), bare(b)
	var best *typ
	s.walkUp(a, func(x *typ) bool {
		if x.decl.fq == "java.lang.Object" {
			return true
		}
		if found, _ := s.asSuper(b, x.decl); found != nil {
			best = x
		}
		return best == nil
	})
	if best == nil {
		return unknown
	}
	return best
}
