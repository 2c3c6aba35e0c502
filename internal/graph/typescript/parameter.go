package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// parameterType is the type of a parameter in its own function.
func (s *session) parameterType(p *cst.Node) *Type {
	if t := p.Child("type"); t != nil {
		return s.typ(t, nil)
	}
	if t, ok := s.params[p]; ok {
		return t
	}
	k := paramKey{p}
	if s.busy[k] || !s.enter() {
		s.cuts++
		return unknownType
	}
	s.busy[k] = true
	before := s.cuts
	t := s.force(s.untypedParameter(p))
	delete(s.busy, k)
	s.leave()
	if s.cuts == before || !t.unknown() {
		s.params[p] = t
	}
	return t
}

type paramKey struct{ n *cst.Node }

// untypedParameter is what doc comments, the context and a default tell.
func (s *session) untypedParameter(p *cst.Node) *Type {
	fn := p.Parent
	if fn.Is("formal_parameters") {
		fn = fn.Parent
	}
	if fn == nil || !isFunction(fn) {
		return unknownType
	}
	if t := s.jsdocParameter(fn, p); t != nil {
		return t
	}
	if t := s.contextParameter(fn, p); !t.unknown() {
		return t
	}
	v := p.Child("value")
	if p.Type == "assignment_pattern" {
		v = p.Child("right")
	}
	if v != nil {
		return s.widen(s.typeOf(v))
	}
	return unknownType
}

func (s *session) contextParameter(fn, p *cst.Node) *Type {
	want := s.functionContext(fn)
	sigs := s.signatures(want, false)
	if len(sigs) == 0 {
		return unknownType
	}
	g := sigs[0]
	if len(sigs) > 1 {
		g = sigs[len(sigs)-1]
		if want.kind == union {
			g = sigs[0]
		}
	}
	for i, q := range parameters(fn) {
		if q != p {
			continue
		}
		if restParameter(p) {
			ps := parameters(orNone(g.node))
			if len(ps) > i && restParameter(ps[i]) {
				return s.force(s.signatureParameter(ps[i], g))
			}
			return s.arrayOf(s.parameterAt(g, i))
		}
		return s.force(s.parameterAt(g, i))
	}
	return unknownType
}

// widen is what a variable takes of a literal's type.
func (s *session) widen(t *Type) *Type {
	if t.kind == primitive && t.lit != "" {
		return prim(t.name)
	}
	return t
}
