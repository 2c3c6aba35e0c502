package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// choose is the first overload that the arguments fit.
func (s *session) choose(sigs []sig, n *cst.Node, partial bool) sig {
	if len(sigs) == 1 {
		return sigs[0]
	}
	args := arguments(n)
	var byCount []sig
	for _, g := range sigs {
		if fitsCount(g, args) {
			byCount = append(byCount, g)
		}
	}
	for _, g := range byCount {
		if s.fits(g, args) {
			return g
		}
	}
	if len(byCount) > 0 {
		return byCount[len(byCount)-1]
	}
	return sigs[0]
}

func arguments(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	a := n.Child("arguments")
	if a.Is("template_string") {
		return nil
	}
	for c := range a.NamedChildren() {
		if c.Type != "comment" {
			out = append(out, c)
		}
	}
	return out
}

// parameters are a function's parameters without "this".
func parameters(fn *cst.Node) []*cst.Node {
	var out []*cst.Node
	if p := fn.Child("parameter"); p != nil {
		return []*cst.Node{p}
	}
	for p := range fn.Child("parameters").NamedChildren() {
		if p.Type != "comment" && !p.Child("pattern").Is("this") && !p.Child("name").Is("this") {
			out = append(out, p)
		}
	}
	return out
}

func restParameter(p *cst.Node) bool {
	return p.Is("rest_pattern") || p.Child("pattern").Is("rest_pattern") || p.Child("name").Is("rest_pattern")
}

func fitsCount(g sig, args []*cst.Node) bool {
	if g.node == nil {
		return true
	}
	least, most := 0, 0
	for _, p := range parameters(g.node) {
		if restParameter(p) {
			most = 1 << 20
			continue
		}
		most++
		if !p.Is("optional_parameter", "assignment_pattern") && p.Child("value") == nil {
			least = most
		}
	}
	for _, a := range args {
		if a.Type == "spread_element" {
			return len(args)-1 <= most
		}
	}
	return len(args) >= least && len(args) <= most
}

func isLambda(n *cst.Node) bool {
	for n.Is("parenthesized_expression") {
		n = expressionChild(n)
	}
	return n.Is("arrow_function", "function_expression", "function")
}

// fits reports whether no argument is clearly of another type.
func (s *session) fits(g sig, args []*cst.Node) bool {
	for i, a := range args {
		want := s.force(s.parameterAt(g, i))
		if want.unknown() {
			continue
		}
		if isLambda(a) {
			if want.kind == primitive || want.kind == tuple || want.kind == object && len(s.signatures(want, false)) == 0 {
				return false
			}
			if want.kind == union && len(s.signatures(want, false)) == 0 {
				return false
			}
			continue
		}
		if s.assignable(s.typeOf(a), want, 0) == no {
			return false
		}
	}
	return true
}

// parameterAt is the type of the i-th argument that a signature wants.
func (s *session) parameterAt(g sig, i int) *Type {
	if g.node == nil {
		return unknownType
	}
	ps := parameters(g.node)
	if len(ps) == 0 {
		return unknownType
	}
	if i >= len(ps) {
		if !restParameter(ps[len(ps)-1]) {
			return unknownType
		}
		i = len(ps) - 1
	}
	p := ps[i]
	t := s.signatureParameter(p, g)
	if restParameter(p) {
		rest := s.force(t)
		if rest.kind == tuple {
			return unite(rest.types...)
		}
		return s.element(rest)
	}
	return t
}

func (s *session) signatureParameter(p *cst.Node, g sig) *Type {
	if t := p.Child("type"); t != nil {
		return s.later(typeOrSelf(t), g.env)
	}
	return subst(s.parameterType(p), g.env)
}

func typeOrSelf(t *cst.Node) *cst.Node {
	if t.Type == "type_annotation" {
		if c := typeChild(t); c != nil {
			return c
		}
	}
	return t
}
