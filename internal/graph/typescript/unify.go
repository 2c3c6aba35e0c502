package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// inference finds what type parameters stand for.
type inference struct {
	s    *session
	open map[*cst.Node]bool
	vars map[*cst.Node]*Type
}

// arguments unifies a signature's parameters with the arguments of a call;
// partial leaves functions out.
func (in *inference) arguments(g sig, n *cst.Node, partial bool) {
	if g.node == nil {
		return
	}
	args := arguments(n)
	for _, lambdas := range []bool{false, true} {
		if lambdas && partial {
			return
		}
		for i, a := range args {
			if isLambda(a) != lambdas {
				continue
			}
			if a.Type == "spread_element" {
				continue
			}
			in.argument(g, i, a, len(args))
		}
	}
}

func (in *inference) argument(g sig, i int, a *cst.Node, count int) {
	ps := parameters(g.node)
	if i >= len(ps)-1 && len(ps) > 0 && restParameter(ps[len(ps)-1]) {
		if i == len(ps)-1 {
			in.rest(g, ps[i], i, a, count)
			return
		}
		if p := in.s.force(in.s.signatureParameter(ps[len(ps)-1], g)); p.kind == param {
			return
		}
	}
	in.unify(in.s.parameterAt(g, i), in.s.typeOf(a), 0)
}

// rest unifies a rest parameter that is itself a type parameter with all that
// is left.
func (in *inference) rest(g sig, p *cst.Node, i int, a *cst.Node, count int) {
	t := in.s.force(in.s.signatureParameter(p, g))
	if t.kind != param {
		in.unify(in.s.parameterAt(g, i), in.s.typeOf(a), 0)
		return
	}
	all := &Type{kind: tuple}
	for c, j := a, i; c != nil && j < count; c = c.Next {
		if c.Named && c.Type != "comment" {
			all.types = append(all.types, in.s.typeOf(c))
			j++
		}
	}
	in.unify(t, all, 0)
}

// unify learns from a, which stands where p is wanted.
func (in *inference) unify(p, a *Type, depth int) {
	if depth > 6 || a == nil || p == nil || len(in.open) == 0 || !in.s.enter() {
		return
	}
	defer in.s.leave()
	p = in.s.force(p)
	if p.kind == param && in.open[p.node] {
		in.learn(p.node, in.s.force(a))
		return
	}
	a = in.s.force(a)
	if a.kind == none {
		return
	}
	switch p.kind {
	case instance:
		in.unifyInstance(p, a, depth)
	case union:
		in.unifyUnion(p, a, depth)
	case inter:
		for _, u := range p.types {
			in.unify(u, a, depth+1)
		}
	case tuple:
		if a = in.s.apparent(a); a.kind == tuple {
			for i := range p.types {
				if i < len(a.types) {
					in.unify(p.types[i], a.types[i], depth+1)
				}
			}
		} else if e := in.s.element(a); !e.unknown() {
			for _, u := range p.types {
				in.unify(u, e, depth+1)
			}
		}
	case function:
		in.unifyFunction(p, a, depth)
	case object:
		in.unifyMembers(p, a, depth)
	case mapped:
		if src := in.s.homomorphic(in.s.mappedKeys(p)); src != nil {
			if src = in.s.force(src); src.kind == param && in.open[src.node] {
				in.learn(src.node, a)
			}
		}
	case keys:
		if t := in.s.force(p.types[0]); t.kind == param && in.open[t.node] && a.kind == primitive {
			return
		}
	}
}

func (in *inference) learn(p *cst.Node, a *Type) {
	old := in.vars[p]
	switch {
	case a.kind == none:
	case old == nil || old.unknown() || old.nullish():
		in.vars[p] = a
	case a.unknown() || a.nullish() || same(old, a):
	case old.kind == primitive && a.kind == primitive:
		in.vars[p] = unite(old, a)
	}
}

func (in *inference) unifyInstance(p, a *Type, depth int) {
	if a.kind == union {
		for _, u := range a.types {
			if !in.s.force(u).nullish() {
				in.unifyInstance(p, in.s.force(u), depth+1)
			}
		}
		return
	}
	if len(p.args) == 0 {
		return
	}
	if args := in.s.asBase(a, p.decl, 0); args != nil {
		for i := range p.args {
			if i < len(args) {
				in.unify(p.args[i], args[i], depth+1)
			}
		}
		return
	}
	if p.decl.mod.external {
		switch p.decl.name {
		case "ReadonlyArray", "Iterable", "ArrayLike", "Array":
			if e := in.s.element(a); !e.unknown() {
				in.unify(p.args[0], e, depth+1)
			}
			return
		case "PromiseLike", "Promise":
			return
		}
	}
	for _, c := range in.s.containers(p) {
		in.membersOf(c.body, c.env, a, depth)
	}
	in.calls(p, a, depth)
}

func (in *inference) calls(p, a *Type, depth int) {
	if want := in.s.signatures(p, false); len(want) > 0 {
		in.unifyFunction(&Type{kind: function, sigs: want[:1]}, a, depth+1)
	}
	if want := in.s.signatures(p, true); len(want) > 0 {
		a = in.s.apparent(a)
		if a.kind == classOf {
			in.unify(in.s.returned(want[0]), in.s.instantiate(a.decl, nil), depth+1)
		} else if have := in.s.signatures(a, true); len(have) > 0 {
			in.unify(in.s.returned(want[0]), in.s.returned(have[0]), depth+1)
		}
	}
}

func (in *inference) unifyUnion(p, a *Type, depth int) {
	var naked *Type
	before := len(in.vars)
	rest := a
	if a.kind == union { // what p names itself is not left for its parameter
		var left []*Type
		for _, u := range a.types {
			if in.named(p, u) {
				continue
			}
			left = append(left, u)
		}
		rest = unite(left...)
	}
	for _, u := range p.types {
		if u = in.s.force(u); u.kind == param && in.open[u.node] {
			naked = u
			continue
		}
		if in.s.assignable(a, u, 1) != no || u.kind == function {
			in.unify(u, a, depth+1)
		}
	}
	if naked != nil && len(in.vars) == before {
		in.learn(naked.node, rest)
	}
}

func (in *inference) named(p, a *Type) bool {
	for _, u := range p.types {
		if same(in.s.force(u), in.s.force(a)) {
			return true
		}
	}
	return false
}

func (in *inference) unifyFunction(p, a *Type, depth int) {
	if len(p.sigs) == 0 {
		return
	}
	construct := p.sigs[0].node.Is("constructor_type")
	a = in.s.apparent(a)
	want := p.sigs[0]
	if construct && a.kind == classOf {
		in.unify(in.s.returned(want), in.s.instantiate(a.decl, nil), depth+1)
		return
	}
	have := in.s.signatures(a, construct)
	if len(have) == 0 {
		return
	}
	got := have[len(have)-1]
	if got.node != nil {
		for i, q := range parameters(got.node) {
			if q.Child("type") != nil {
				in.unify(in.s.parameterAt(want, i), in.s.parameterAt(got, i), depth+1)
			}
		}
	}
	in.unify(in.s.returned(want), in.s.returned(got), depth+1)
}

func (in *inference) unifyMembers(p, a *Type, depth int) {
	if a.kind == union {
		for _, u := range a.types {
			in.unifyMembers(p, in.s.force(u), depth+1)
		}
		return
	}
	in.membersOf(p.node, p.env, a, depth)
	if p.node.Type == "object_type" {
		in.calls(p, a, depth)
	}
}

func (in *inference) membersOf(body *cst.Node, e *env, a *Type, depth int) {
	if depth > 4 {
		return
	}
	for m := range body.NamedChildren() {
		switch m.Type {
		case "property_signature":
			t := m.Child("type")
			if t == nil || !in.mentions(t, e) {
				continue
			}
			if have := in.s.propertyType(a, propertyName(m.Child("name"))); have.kind != none {
				in.unify(in.s.typ(t, e), have, depth+1)
			}
		case "method_signature":
			if have := in.s.propertyType(a, propertyName(m.Child("name"))); have.kind == function {
				in.unifyFunction(&Type{kind: function, sigs: []sig{{node: m, env: e}}}, have, depth+1)
			}
		case "index_signature":
			if m.Has("mapped_type_clause") {
				continue
			}
			v := in.s.indexSignature(a)
			if v.unknown() {
				v = in.s.valuesOf(a)
			}
			in.unify(in.s.typ(m.Child("type"), e), v, depth+1)
		}
	}
}

// mentions reports whether a type's node may speak of an open parameter.
func (in *inference) mentions(n *cst.Node, e *env) bool {
	hit := false
	n.Walk(func(c *cst.Node) bool {
		if c.Is("type_identifier", "infer_type", "this_type") {
			hit = true
		}
		return !hit
	})
	return hit
}
