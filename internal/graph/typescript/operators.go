package typescript

import (
	"strconv"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// indexed is the type T[K].
func (s *session) indexed(t, k *Type) *Type {
	k = s.force(k)
	switch {
	case k.kind == union:
		var out []*Type
		for _, one := range k.types {
			out = append(out, s.indexed(t, one))
		}
		return unite(out...)
	case k.kind == primitive && k.lit != "":
		t = s.force(t)
		if t.kind == tuple {
			return s.tupleElement(t, k.lit)
		}
		if p := s.propertyType(t, k.lit); !p.unknown() {
			return p
		}
		return s.indexSignature(t)
	case k.kind == primitive && k.name == "number":
		return s.element(t)
	case k.kind == keys:
		return s.valuesOf(s.force(t))
	}
	if t := s.indexSignature(s.force(t)); !t.unknown() {
		return t
	}
	return s.valuesOf(s.force(t))
}

func (s *session) tupleElement(t *Type, index string) *Type {
	if i, err := strconv.Atoi(index); err == nil && i >= 0 && i < len(t.types) {
		return s.force(t.types[i])
	}
	return s.propertyType(t, index)
}

// valuesOf unites the types of all members of an object type.
func (s *session) valuesOf(t *Type) *Type {
	t = s.apparent(t)
	if t.kind == mapped {
		return s.indexSignature(t)
	}
	if t.kind != object {
		return unknownType
	}
	var out []*Type
	for _, name := range s.names(t) {
		out = append(out, s.propertyType(t, name))
	}
	return unite(out...)
}

// names are the property names of an object type or literal, in order.
func (s *session) names(t *Type) []string {
	var out []string
	switch t.kind {
	case object:
		for c := range t.node.NamedChildren() {
			id := c.Child("name")
			if id == nil {
				id = c.Child("key")
			}
			if c.Type == "shorthand_property_identifier" {
				id = c
			}
			if c.Type == "spread_element" {
				out = append(out, s.names(s.apparent(s.typeOf(c.NamedChild(0))))...)
				continue
			}
			if name := propertyName(id); name != "" {
				out = append(out, name)
			}
		}
	case mapped:
		for _, k := range s.keysOf(s.mappedKeys(t)) {
			out = append(out, k)
		}
	case inter:
		for _, u := range t.types {
			out = append(out, s.names(s.apparent(u))...)
		}
	}
	return out
}

func (s *session) mappedKeys(t *Type) *Type {
	clause := t.node.ChildOfType("mapped_type_clause")
	return s.typ(clause.Child("type"), t.env)
}

// keysOf are the literal names in a type of keys.
func (s *session) keysOf(t *Type) []string {
	t = s.force(t)
	switch t.kind {
	case primitive:
		if t.lit != "" {
			return []string{t.lit}
		}
	case union:
		var out []string
		for _, u := range t.types {
			out = append(out, s.keysOf(u)...)
		}
		return out
	case keys:
		return s.names(s.apparent(t.types[0]))
	}
	return nil
}

// indexSignature is what any key of t leads to.
func (s *session) indexSignature(t *Type) *Type {
	t = s.apparent(t)
	switch t.kind {
	case instance:
		if n, ok := elementArg(t); ok {
			return s.force(n)
		}
		for _, c := range s.containers(t) {
			for m := range c.body.NamedChildren() {
				if m.Type == "index_signature" {
					return s.typ(m.Child("type"), c.env)
				}
			}
		}
	case object:
		for m := range t.node.NamedChildren() {
			if m.Type == "index_signature" {
				return s.typ(m.Child("type"), t.env)
			}
		}
	case mapped:
		clause := t.node.ChildOfType("mapped_type_clause")
		return s.typ(t.node.Child("type"), compose(t.env, &env{vars: map[*cst.Node]*Type{clause: prim("string")}}))
	case inter:
		for _, u := range t.types {
			if e := s.indexSignature(u); !e.unknown() {
				return e
			}
		}
	case union:
		var out []*Type
		for _, u := range t.types {
			out = append(out, s.indexSignature(u))
		}
		return unite(out...)
	}
	return unknownType
}

func elementArg(t *Type) (*Type, bool) {
	if t.decl != nil && t.decl.mod.external && (t.decl.name == "Array" || t.decl.name == "ReadonlyArray") && len(t.args) == 1 {
		return t.args[0], true
	}
	return nil, false
}

// element is what iterating over t, or t[number], gives.
func (s *session) element(t *Type) *Type {
	t = s.apparent(t)
	switch t.kind {
	case tuple:
		return s.flatten(t.types)
	case union:
		var out []*Type
		for _, u := range t.types {
			if !u.nullish() {
				out = append(out, s.element(u))
			}
		}
		return unite(out...)
	case primitive:
		if t.name == "string" {
			return prim("string")
		}
	case inter:
		for _, u := range t.types {
			if e := s.element(u); !e.unknown() {
				return e
			}
		}
	case instance:
		if e, ok := elementArg(t); ok {
			return s.force(e)
		}
		if args := s.asBase(t, prelude().top["Iterable"], 0); len(args) > 0 {
			return s.force(args[0])
		}
		if args := s.asBase(t, prelude().top["Array"], 0); len(args) > 0 {
			return s.force(args[0])
		}
		if args := s.asBase(t, prelude().top["AsyncIterable"], 0); len(args) > 0 {
			return s.force(args[0])
		}
		return s.indexSignature(t)
	case outside:
		return external(t.name)
	}
	return unknownType
}

// awaited is what awaiting t gives.
func (s *session) awaited(t *Type) *Type {
	t = s.force(t)
	switch t.kind {
	case union:
		out := make([]*Type, len(t.types))
		for i, u := range t.types {
			out[i] = s.awaited(u)
		}
		return unite(out...)
	case instance:
		for _, name := range []string{"Promise", "PromiseLike"} {
			if args := s.asBase(t, prelude().top[name], 0); len(args) > 0 {
				return s.awaited(args[0])
			}
		}
	}
	return t
}

// nonNull is t without null and undefined.
func (s *session) nonNull(t *Type) *Type {
	t = s.force(t)
	if t.kind != union {
		return t
	}
	var out []*Type
	for _, u := range t.types {
		if !s.force(u).nullish() {
			out = append(out, u)
		}
	}
	return unite(out...)
}

// conditional is the type that "L extends R ? C : A" comes to.
func (s *session) conditional(n *cst.Node, e *env) *Type {
	if s.active[n] >= maxRecursion {
		return unknownType
	}
	s.active[n]++
	defer func() { s.active[n]-- }()
	left, right := n.Child("left"), n.Child("right")
	l := s.typ(left, e)
	if l.kind == union && left.Is("type_identifier") {
		p := s.namedParam(left)
		var out []*Type
		for _, u := range l.types {
			out = append(out, s.branch(n, right, u, with(e, p, u)))
		}
		return unite(out...)
	}
	return s.branch(n, right, l, e)
}

// namedParam is the type parameter that a name means.
func (s *session) namedParam(n *cst.Node) *cst.Node {
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		if tp := typeParameter(p, from, n.Text()); tp != nil {
			return tp
		}
	}
	return nil
}

func with(e *env, p *cst.Node, t *Type) *env {
	if p == nil {
		return e
	}
	flat := flatten(e)
	flat.vars[p] = t
	return flat
}

// flatten is e in one layer.
func flatten(e *env) *env {
	flat := &env{vars: map[*cst.Node]*Type{}, this: e.receiver()}
	for x := e; x != nil; x = x.outer {
		for k := range x.vars {
			if _, ok := flat.vars[k]; !ok {
				flat.vars[k] = e.lookup(k)
			}
		}
	}
	return flat
}

func (s *session) branch(n, right *cst.Node, l *Type, e *env) *Type {
	in := &inference{s: s, vars: map[*cst.Node]*Type{}, open: map[*cst.Node]bool{}}
	right.Walk(func(c *cst.Node) bool {
		if c.Type == "infer_type" {
			in.open[c] = true
		}
		return true
	})
	r := s.typ(right, e)
	if l.kind == none {
		return unknownType
	}
	in.unify(r, l, 0)
	inner := e
	for p := range in.open {
		t := in.vars[p]
		if t == nil {
			t = anything
		}
		inner = with(inner, p, t)
	}
	switch s.assignable(l, r, 0) {
	case yes:
		return s.typ(n.Child("consequence"), inner)
	case no:
		return s.typ(n.Child("alternative"), e)
	}
	if len(in.open) > 0 && len(in.vars) > 0 {
		return s.typ(n.Child("consequence"), inner)
	}
	if s.undecided >= maxUndecided {
		return unknownType
	}
	s.undecided++
	defer func() { s.undecided-- }()
	return unite(s.typ(n.Child("consequence"), inner), s.typ(n.Child("alternative"), e))
}

// A conditional type that leads to itself is followed maxRecursion times; of
// nested ones whose condition cannot be decided, both branches are read
// maxUndecided deep. Without these bounds the work is exponential.
const (
	maxRecursion = 6
	maxUndecided = 2
)

type truth int

const (
	maybe truth = iota
	yes
	no
)

// assignable reports whether a can stand where b is wanted.
func (s *session) assignable(a, b *Type, depth int) truth {
	a, b = s.force(a), s.force(b)
	switch {
	case a == b, b.kind == anyType, same(a, b):
		return yes
	case a.unknown() || b.kind == none || a.kind == outside || b.kind == outside || depth > 4 || !s.enter():
		return maybe
	}
	defer s.leave()
	switch {
	case b.kind == param:
		return maybe
	case a.kind == union:
		return s.every(a.types, func(u *Type) truth { return s.assignable(u, b, depth+1) })
	case b.kind == union:
		return s.some(b.types, func(u *Type) truth { return s.assignable(a, u, depth+1) })
	case b.kind == inter:
		return s.every(b.types, func(u *Type) truth { return s.assignable(a, u, depth+1) })
	case a.kind == param:
		if c := s.apparent(a); c.kind != param && c.kind != none {
			if s.assignable(c, b, depth+1) == yes {
				return yes
			}
		}
		return maybe
	case a.kind == inter:
		return s.some(a.types, func(u *Type) truth { return s.assignable(u, b, depth+1) })
	case b.kind == primitive:
		return s.toPrimitive(a, b)
	case b.kind == keys:
		return maybe
	case b.kind == function:
		if len(s.signatures(a, false)) > 0 || a.kind == classOf {
			return yes
		}
		return no
	case b.kind == tuple:
		if _, ok := elementArg(a); a.kind == tuple || ok {
			return yes
		}
		return no
	}
	return s.structural(a, b, depth)
}

func (s *session) toPrimitive(a, b *Type) truth {
	if b.name == "object" {
		if a.kind == primitive {
			return no
		}
		return yes
	}
	if a.kind != primitive {
		return no
	}
	if a.name == "undefined" && b.name == "void" || a.name == "never" {
		return yes
	}
	if a.name != b.name || b.lit != "" && a.lit != "" && a.lit != b.lit {
		return no
	}
	if b.lit != "" && a.lit == "" {
		return maybe
	}
	return yes
}

// structural compares members; classes and interfaces first by descent.
func (s *session) structural(a, b *Type, depth int) truth {
	if b.kind == instance {
		if a.kind == instance && (a.decl == b.decl || s.asBase(a, b.decl, 0) != nil) {
			return yes
		}
		if _, ok := elementArg(b); ok {
			if _, ok := elementArg(a); a.kind == tuple || ok {
				return yes
			}
			return no
		}
		if b.decl.mod.external && (b.decl.name == "Function") {
			if len(s.signatures(a, false)) > 0 || a.kind == classOf {
				return yes
			}
			return no
		}
		if a.kind == instance && a.decl.mod.external != b.decl.mod.external {
			return no
		}
		if a.kind == primitive {
			return no
		}
		return s.hasMembers(a, b, depth)
	}
	if b.kind == object {
		if a.kind == primitive && a.nullish() {
			return no
		}
		return s.hasMembers(a, b, depth)
	}
	return maybe
}

// hasMembers: a must have what b requires.
func (s *session) hasMembers(a, b *Type, depth int) truth {
	names := s.wanted(b)
	if names == nil {
		return maybe
	}
	out := yes
	for _, name := range names {
		got := s.members(a, name)
		if len(got) == 0 {
			if a.kind == object || a.kind == instance || a.kind == primitive || a.kind == function || a.kind == tuple {
				return no
			}
			return maybe
		}
		if depth < 2 {
			have, want := s.membersType(got), s.propertyType(b, name)
			switch s.assignable(have, want, depth+2) {
			case no:
				return no
			case maybe:
				if !have.unknown() && !want.unknown() {
					out = maybe
				}
			}
		}
	}
	return out
}

// wanted are the names that a value of type t must have, nil when they
// cannot be listed.
func (s *session) wanted(t *Type) []string {
	out := []string{}
	var bodies []*cst.Node
	if t.kind == object {
		bodies = []*cst.Node{t.node}
	} else {
		for _, c := range s.containers(t) {
			bodies = append(bodies, c.body)
		}
	}
	for _, body := range bodies {
		for m := range body.NamedChildren() {
			switch m.Type {
			case "property_signature", "method_signature", "public_field_definition", "method_definition", "pair":
				id := m.Child("name")
				if id == nil {
					id = m.Child("key")
				}
				name := propertyName(id)
				if name != "" && name != "constructor" && !m.Has("?") && !m.Has("static") {
					out = append(out, name)
				}
			}
			if len(out) > 40 {
				return out
			}
		}
	}
	return out
}

func (s *session) every(ts []*Type, is func(*Type) truth) truth {
	ys, ns := 0, 0
	for _, t := range ts {
		switch is(t) {
		case yes:
			ys++
		case no:
			ns++
		}
	}
	switch {
	case ys == len(ts):
		return yes
	case ns > 0:
		return no
	}
	return maybe
}

func (s *session) some(ts []*Type, is func(*Type) truth) truth {
	ns := 0
	for _, t := range ts {
		switch is(t) {
		case yes:
			return yes
		case no:
			ns++
		}
	}
	if ns == len(ts) {
		return no
	}
	return maybe
}
