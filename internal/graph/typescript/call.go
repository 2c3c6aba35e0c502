package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

type callKey struct {
	n       *cst.Node
	partial bool
}

// callResult is the signature that a call chooses, its type parameters
// inferred.
type callResult struct {
	sig sig
	ok  bool
}

// signatures are the ways to call t, or to construct it.
func (s *session) signatures(t *Type, construct bool) []sig {
	t = s.apparent(t)
	want := "call_signature"
	if construct {
		want = "construct_signature"
	}
	switch t.kind {
	case function:
		var out []sig
		for _, g := range t.sigs {
			if g.node == nil || g.node.Is("constructor_type") == construct {
				out = append(out, g)
			}
		}
		return out
	case classOf:
		if construct {
			return s.constructors(t)
		}
	case object:
		e := t.env
		return signaturesIn(t.node, want, e)
	case instance:
		var out []sig
		for _, c := range s.containers(t) {
			out = append(out, signaturesIn(c.body, want, c.env)...)
		}
		if out != nil {
			return out
		}
		for _, c := range s.containers(t) {
			for _, b := range s.bases(c) {
				if out := s.signatures(b, construct); out != nil {
					return out
				}
			}
		}
	case union, inter:
		var out []sig
		for _, u := range t.types {
			out = append(out, s.signatures(u, construct)...)
		}
		return out
	}
	return nil
}

func signaturesIn(body *cst.Node, want string, e *env) []sig {
	var out []sig
	for m := range body.NamedChildren() {
		if m.Type == want {
			out = append(out, sig{node: m, env: e})
		}
	}
	return out
}

// constructors are the constructors of a class, its own or the nearest base's.
func (s *session) constructors(t *Type) []sig {
	for _, d := range t.decl.defs {
		if !isClass(d.node) {
			continue
		}
		var out []sig
		for _, n := range s.body(orNone(d.node.Child("body")))["constructor"] {
			out = append(out, sig{node: n})
		}
		if out != nil {
			return overloads(out)
		}
		if super, _ := heritage(d.node); super != nil {
			if u := s.typeOf(super); u.kind == classOf && s.enter() {
				defer s.leave()
				return s.constructors(u)
			}
		}
	}
	return nil
}

func (s *session) callType(n *cst.Node) *Type {
	f := n.Child("function")
	if f.Is("import") {
		m := s.foundType(s.findIn(s.modOf(n), stringText(n.Child("arguments").NamedChild(0)), "*", map[*module]bool{}))
		return s.libType("Promise", m)
	}
	if f.Is("identifier") && f.Text() == "require" && s.lookup(f, "require", def.isValue) == nil {
		return s.requireType(n)
	}
	if f.Is("super") {
		return prim("void")
	}
	t := s.nonNull(s.typeOf(f))
	switch t.kind {
	case outside:
		return external(t.name)
	case anyType:
		return anything
	}
	if lib := s.libCall(n, f); lib != nil {
		return lib
	}
	r := s.resolveCall(n, false)
	if !r.ok {
		return unknownType
	}
	return s.returned(r.sig)
}

func (s *session) requireType(n *cst.Node) *Type {
	source := stringText(n.Child("arguments").NamedChild(0))
	f := s.findIn(s.modOf(n), source, "*", map[*module]bool{})
	if f.mod != nil {
		f = s.required(f.mod)
	}
	return s.foundType(f)
}

func (s *session) newType(n *cst.Node) *Type {
	c := n.Child("constructor")
	t := s.nonNull(s.typeOf(c))
	switch t.kind {
	case outside:
		return external(t.name)
	case classOf:
		return s.newClass(n, t)
	case function:
		if t.decl != nil && len(s.signatures(t, true)) == 0 {
			return &Type{kind: instance, decl: t.decl}
		}
	}
	if r := s.resolveCall(n, false); r.ok {
		return s.returned(r.sig)
	}
	if lib := s.libInstance(c); lib != nil {
		for a := range n.Child("type_arguments").NamedChildren() {
			lib.args = append(lib.args, s.later(a, nil))
		}
		return lib
	}
	return unknownType
}

// newClass is the instance of a class, its type parameters given, inferred
// from the constructor's arguments, or wanted by the context.
func (s *session) newClass(n *cst.Node, t *Type) *Type {
	var class *cst.Node
	for _, d := range t.decl.defs {
		if isClass(d.node) {
			class = d.node
		}
	}
	params := typeParameters(orNone(class))
	if len(params) == 0 {
		return &Type{kind: instance, decl: t.decl}
	}
	if given := n.Child("type_arguments"); given != nil {
		var args []*Type
		for a := range given.NamedChildren() {
			args = append(args, s.later(a, nil))
		}
		return &Type{kind: instance, decl: t.decl, args: s.fill(class, args)}
	}
	in := &inference{s: s, vars: map[*cst.Node]*Type{}, open: map[*cst.Node]bool{}}
	for _, p := range params {
		in.open[p] = true
	}
	if cs := s.constructors(t); len(cs) > 0 {
		g := s.choose(cs, n, true)
		in.arguments(g, n, false)
	}
	if want := s.contextual(n); len(in.vars) < len(params) && !want.unknown() {
		in.unify(&Type{kind: instance, decl: t.decl, args: s.fillSelf(class)}, want, 0)
	}
	args := make([]*Type, len(params))
	for i, p := range params {
		args[i] = in.vars[p]
	}
	return &Type{kind: instance, decl: t.decl, args: s.fill(class, args)}
}

// resolveCall chooses the signature of a call or a new expression. partial
// leaves functions among the arguments out, for their context.
func (s *session) resolveCall(n *cst.Node, partial bool) *callResult {
	k := callKey{n, partial}
	if r := s.calls[k]; r != nil {
		return r
	}
	if s.busy[k] || !s.enter() {
		s.cuts++
		return &callResult{}
	}
	s.busy[k] = true
	before := s.cuts
	r := s.resolveSignature(n, partial)
	delete(s.busy, k)
	s.leave()
	if s.cuts == before {
		s.calls[k] = r
	}
	return r
}

func (s *session) resolveSignature(n *cst.Node, partial bool) *callResult {
	f, construct := n.Child("function"), false
	if n.Type == "new_expression" {
		f, construct = n.Child("constructor"), true
	}
	sigs := s.signatures(s.nonNull(s.typeOf(f)), construct)
	if len(sigs) == 0 {
		return &callResult{}
	}
	g := s.choose(sigs, n, partial)
	return &callResult{sig: s.inferCall(g, n, partial), ok: true}
}

// inferCall gives a signature's type parameters what a call makes of them.
func (s *session) inferCall(g sig, n *cst.Node, partial bool) sig {
	if g.node == nil {
		return g
	}
	params := typeParameters(g.node)
	if len(params) == 0 {
		return g
	}
	if given := n.Child("type_arguments"); given != nil {
		e := &env{vars: map[*cst.Node]*Type{}}
		i := 0
		for a := range given.NamedChildren() {
			if i < len(params) {
				e.vars[params[i]] = s.later(a, nil)
			}
			i++
		}
		s.defaults(params, e, g.env)
		return sig{node: g.node, env: layer(g.env, e), ret: g.ret}
	}
	in := &inference{s: s, vars: map[*cst.Node]*Type{}, open: map[*cst.Node]bool{}}
	for _, p := range params {
		in.open[p] = true
	}
	in.arguments(g, n, partial)
	if len(in.vars) < len(params) && g.node.Child("return_type") != nil {
		if want := s.contextual(n); !want.unknown() {
			in.unify(s.returned(g), want, 0)
		}
	}
	e := &env{vars: in.vars}
	s.defaults(params, e, g.env)
	return sig{node: g.node, env: layer(g.env, e), ret: g.ret}
}

// layer is inner with the type parameters of a call above it: the call's own
// come first, as their types are those of the place of the call.
func layer(inner, call *env) *env {
	if inner.empty() {
		return call
	}
	flat := flatten(inner)
	for k, v := range call.vars {
		flat.vars[k] = v
	}
	return flat
}

// defaults gives what was not inferred its default, or else its constraint.
func (s *session) defaults(params []*cst.Node, e, outer *env) {
	full := layer(outer, e)
	for _, p := range params {
		if e.vars[p] != nil {
			continue
		}
		switch {
		case p.Child("value") != nil:
			e.vars[p] = &Type{kind: lazy, node: p.Child("value"), env: full}
		case p.Child("constraint") != nil:
			e.vars[p] = &Type{kind: lazy, node: p.Child("constraint"), env: full}
		default:
			e.vars[p] = anything
		}
		full.vars[p] = e.vars[p]
	}
}
