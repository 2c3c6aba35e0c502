package java

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// argument is an argument of a call. A lambda or a method reference has no
// type of its own.
type argument struct {
	node *cst.Node
	typ  *typ
	open *typ // with what its own call left to infer, nil for nothing
}

// choice is what overload resolution found: one method, or several that it
// could not tell apart. sure is false when an unknown type had a say.
type choice struct {
	best   *candidate
	params []*typ // of best, inference variables in place of its type parameters
	among  []candidate
	sure   bool
}

// phase is one of the three of JLS 15.12.2.
type phase uint8

const (
	strictPhase phase = iota
	loosePhase
	varargsPhase
)

// choose picks among methods of one name by the arguments. all: there are no
// others, so that one with the right number of parameters must be meant.
func (s *session) choose(candidates []candidate, args []argument, all bool) choice {
	var fitting []candidate
	for _, c := range candidates {
		if arityFits(c, len(args)) {
			fitting = append(fitting, c)
		}
	}
	if len(fitting) == 1 {
		sure := all || s.anyPhase(fitting[0], args) != no
		return choice{best: &fitting[0], params: s.openParams(fitting[0]), sure: sure}
	}
	var doubtful []candidate
	for p := strictPhase; p <= varargsPhase; p++ {
		var certain []candidate
		for _, c := range fitting {
			switch s.applicable(c, args, p) {
			case yes:
				certain = append(certain, c)
			case maybe:
				doubtful = append(doubtful, c)
			}
		}
		if len(certain) > 0 {
			return s.settle(certain, doubtful, args, p)
		}
	}
	return s.settle(nil, doubtful, args, loosePhase)
}

func arityFits(c candidate, n int) bool {
	if c.varargs {
		return n >= len(c.params)-1
	}
	return n == len(c.params)
}

func (s *session) anyPhase(c candidate, args []argument) verdict {
	v := no
	for p := strictPhase; p <= varargsPhase; p++ {
		v = max(v, s.applicable(c, args, p))
	}
	return v
}

func (s *session) settle(certain, doubtful []candidate, args []argument, p phase) choice {
	all := dedupe(append(append([]candidate{}, certain...), doubtful...))
	if len(all) == 0 {
		return choice{}
	}
	best := s.mostSpecific(all, args, p)
	if best == nil {
		return choice{among: all}
	}
	// A doubtful method that is more specific than the certain one might be
	// meant; a less specific one cannot be.
	sure := len(doubtful) == 0 || len(all) == 1
	if !sure && !isAmong(*best, certain) {
		return choice{among: all}
	}
	return choice{best: best, params: s.openParams(*best), sure: sure || isAmong(*best, certain)}
}

func isAmong(c candidate, list []candidate) bool {
	for _, o := range list {
		if o.methodDecl == c.methodDecl {
			return true
		}
	}
	return false
}

func dedupe(list []candidate) []candidate {
	var out []candidate
	for _, c := range list {
		if !isAmong(c, out) {
			out = append(out, c)
		}
	}
	return out
}

// openParams are a candidate's parameter types with inference variables in
// place of its own type parameters.
func (s *session) openParams(c candidate) []*typ {
	params := s.paramTypes(c)
	own := inferenceVars(c)
	if len(own) == 0 {
		return params
	}
	out := make([]*typ, len(params))
	for i, p := range params {
		out[i] = subst(p, own)
	}
	return out
}

// inferenceVars: a constructor called with a diamond fixes its class's
// parameters, too; those are marked by unknown arguments of the owner.
func inferenceVars(c candidate) bindings {
	b := bindings{}
	for _, p := range c.typeParams {
		b[p] = &typ{kind: kInfer, param: p}
	}
	return b
}

// paramAt is the type that argument i of n must have.
func paramAt(params []*typ, varargs bool, i int, p phase) *typ {
	if p == varargsPhase && varargs && i >= len(params)-1 {
		last := params[len(params)-1]
		if last.kind == kArray {
			return last.elem
		}
		return unknown
	}
	if i < len(params) {
		return params[i]
	}
	return unknown
}

func (s *session) applicable(c candidate, args []argument, p phase) verdict {
	if p == varargsPhase && !c.varargs || p != varargsPhase && len(c.params) != len(args) {
		return no
	}
	params := s.openParams(c)
	v := yes
	for i, a := range args {
		v = v.and(s.fits(a, paramAt(params, c.varargs, i, p), p))
		if v == no {
			return no
		}
	}
	return v
}

func (s *session) fits(a argument, to *typ, p phase) verdict {
	switch n := unparenthesised(a.node); {
	case n.Is("lambda_expression"):
		return s.lambdaFits(n, to)
	case n.Is("method_reference"):
		return s.referenceFits(n, to)
	case n.Is("ternary_expression") && a.typ.kind == kUnknown:
		return s.fits(argument{node: n.Child("consequence"), typ: s.typeOf(n.Child("consequence"))}, to, p).and(
			s.fits(argument{node: n.Child("alternative"), typ: s.typeOf(n.Child("alternative"))}, to, p))
	}
	if p == strictPhase {
		return s.strict(a.typ, to)
	}
	return s.loose(a.typ, to)
}

func unparenthesised(n *cst.Node) *cst.Node {
	for n.Is("parenthesized_expression") {
		inner := n.NamedChild(0)
		if inner == nil {
			return n
		}
		n = inner
	}
	return n
}

func (s *session) referenceFits(ref *cst.Node, to *typ) verdict {
	if to.kind == kInfer {
		return yes
	}
	f, known := s.functionOf(to)
	switch {
	case f != nil && !s.takes(ref, len(f.params)):
		return no
	case f != nil:
		return yes
	case known:
		return no
	}
	return maybe
}

// takes reports whether a method reference may stand for a function of n
// parameters: whether there is a method that takes as many (JLS 15.12.2.1).
func (s *session) takes(ref *cst.Node, n int) bool {
	name := referenceName(ref)
	on := s.classify(ref.NamedChild(0))
	if name == nil || on.typ == nil {
		return true
	}
	t := bare(on.typ)
	if t.kind == kArray && name.Is("new") {
		return n == 1
	}
	if t.kind != kClass || name.Is("new") {
		return true
	}
	found, known := s.findMethods(t, name.Text())
	for _, c := range found {
		if arityFits(c, n) && (c.static || !on.isType) || on.isType && !c.static && n > 0 && arityFits(c, n-1) {
			return true
		}
	}
	return !known
}

// lambdaFits: JLS 15.12.2.1, potential compatibility.
func (s *session) lambdaFits(lambda *cst.Node, to *typ) verdict {
	if to.kind == kInfer {
		return yes
	}
	f, known := s.functionOf(to)
	if f == nil {
		if known {
			return no
		}
		return maybe
	}
	if len(f.params) != len(lambdaParams(lambda)) {
		return no
	}
	void, value := lambdaShape(lambda)
	if f.result.kind == kVoid && !void || f.result.kind != kVoid && !value {
		return no
	}
	return yes
}

// mostSpecific is the method whose parameters fit all the others' (JLS
// 15.12.2.5), nil when there is none.
func (s *session) mostSpecific(list []candidate, args []argument, p phase) *candidate {
	for i := range list {
		best := true
		for j := range list {
			if i != j && !s.moreSpecific(list[i], list[j], args, p) {
				best = false
				break
			}
		}
		if best {
			return &list[i]
		}
	}
	return nil
}

func (s *session) moreSpecific(a, b candidate, args []argument, p phase) bool {
	x, y := s.paramTypes(a), s.openParams(b)
	for i, arg := range args {
		from, to := paramAt(x, a.varargs, i, p), paramAt(y, b.varargs, i, p)
		if sameErasure(bare(from), bare(to)) {
			continue
		}
		if n := unparenthesised(arg.node); n.Is("lambda_expression", "method_reference") && s.moreSpecificFunction(n, from, to) {
			continue
		}
		if s.strict(s.boundIfVar(from), to) != yes {
			return false
		}
	}
	return true
}

func (s *session) boundIfVar(t *typ) *typ {
	if t.kind == kVar {
		return s.boundsOf(t.param)[0]
	}
	return t
}

// moreSpecificFunction prefers the interface whose function returns a value of
// the lambda's own kind: a primitive for a primitive.
func (s *session) moreSpecificFunction(n *cst.Node, from, to *typ) bool {
	f, _ := s.functionOf(from)
	g, _ := s.functionOf(to)
	if f == nil || g == nil || len(f.params) != len(g.params) {
		return false
	}
	if g.result.kind == kVoid {
		return true
	}
	if f.result.kind == kVoid || !n.Is("lambda_expression") {
		return false
	}
	if (f.result.kind == kPrim) != (g.result.kind == kPrim) {
		body := s.lambdaResult(n)
		return body.kind != kUnknown && (body.kind == kPrim) == (f.result.kind == kPrim)
	}
	return s.strict(f.result, g.result) == yes
}
