package nominal

import "github.com/plumbline/plumbline/internal/code/cst"

// typeOf is the type of an expression, nil when it is not known.
func (s *session) typeOf(n *cst.Node) *typ {
	if n == nil || s.depth > maxDepth {
		return nil
	}
	if t, ok := s.types[n]; ok {
		return t
	}
	s.types[n] = nil
	s.depth++
	t := s.typeOfNew(n)
	s.depth--
	s.types[n] = t
	return t
}

func (s *session) typeOfNew(n *cst.Node) *typ {
	switch e := s.expression(n); e.kind {
	case eThis:
		return s.selfAt(n)
	case eSuper:
		return s.superAt(n)
	case eTyped, eNew:
		return s.resolve(e.typ, s.placeAt(n))
	case eInner:
		return s.typeOf(e.recv)
	case eElement:
		return elementOf(s.typeOf(e.recv))
	case eCall:
		return s.typeOfCall(e)
	case eName, eMember:
		return s.typeOfMeaning(s.meaning(n))
	}
	return nil
}

func elementOf(t *typ) *typ {
	if t == nil || len(t.args) == 0 {
		return nil
	}
	return t.args[len(t.args)-1]
}

// placeAt is the file and the innermost type around a node.
func (s *session) placeAt(n *cst.Node) place {
	for p := n.Parent; p != nil; p = p.Parent {
		if t := s.m.byNode[p]; t != nil {
			return place{s.m, t}
		}
	}
	return place{s.m, nil}
}

// selfAt is the type of `this`: that of the type around, or what an extension
// function extends.
func (s *session) selfAt(n *cst.Node) *typ {
	for p := n.Parent; p != nil; p = p.Parent {
		if m := s.m.callables[p]; m != nil && m.receiver != nil {
			return s.resolve(m.receiver, place{s.m, m.owner})
		}
		if t := s.m.byNode[p]; t != nil {
			return s.typeOfSelf(t)
		}
	}
	return nil
}

func (s *session) typeOfSelf(t *typeInfo) *typ {
	if t.extension {
		if x := s.resolveNames([]string{t.name}, place{s.m, t.outer}); x != nil {
			return x
		}
	}
	return s.withExtensions(&typ{parts: []*typeInfo{t}})
}

func (s *session) superAt(n *cst.Node) *typ {
	t := s.placeAt(n).typ
	if t == nil {
		return nil
	}
	for _, super := range s.supertypes(t) {
		if super != nil {
			return super
		}
	}
	return nil
}

// meaning is what a name or a member access stands for.
type meaning struct {
	local   *local
	names   *names
	on      *typ // the type that has the names
	unknown bool // a receiver that is not known
	outside string
	open    bool
}

func (s *session) meaning(n *cst.Node) meaning {
	e := s.expression(n)
	if e.kind == eMember {
		return s.memberMeaning(e)
	}
	name := e.name.Text()
	if v, ok := s.localNamed(name, e.name); ok {
		return meaning{local: &v}
	}
	at := s.placeAt(n)
	if x, on := s.inScopeFunction(name, n); x != nil {
		return meaning{names: x, on: on}
	}
	if self := s.selfAt(n); self != nil && len(self.parts) > 0 {
		if x, _ := s.members(self, name); x != nil {
			return meaning{names: x, on: self}
		}
	}
	x, on := s.lookup(name, at)
	if x == nil {
		return meaning{open: s.openAround(at)}
	}
	if on == nil {
		if self := s.selfAt(n); self != nil {
			x, on = s.extensionsOfSelf(x, self)
		}
	}
	return meaning{names: x, on: on}
}

// inScopeFunction: in `x.apply { name() }` the members of x come first.
func (s *session) inScopeFunction(name string, n *cst.Node) (*names, *typ) {
	if s.dialect != "kotlin" {
		return nil, nil
	}
	for p := n.Parent; p != nil && s.m.byNode[p] == nil && s.m.callables[p] == nil; p = p.Parent {
		if l, ok := s.lambda(p); ok && l.on != nil && (l.function == "apply" || l.function == "run") {
			if on := s.typeOf(l.on); on != nil && len(on.parts) > 0 {
				if x, _ := s.members(on, name); x != nil {
					return x, on
				}
			}
		}
	}
	return nil, nil
}

// mayHaveOtherSelf: in Kotlin a function literal may have a receiver of its
// own, whose members we might not see.
func (s *session) mayHaveOtherSelf(n *cst.Node) bool {
	if s.dialect != "kotlin" {
		return false
	}
	for p := n.Parent; p != nil && s.m.byNode[p] == nil && s.m.callables[p] == nil; p = p.Parent {
		if l, ok := s.lambda(p); ok && lambdaGets[l.function] == "" {
			return true
		}
	}
	return false
}

// openAround: a type around has a supertype from outside.
func (s *session) openAround(at place) bool {
	for t := at.typ; t != nil; t = t.outer {
		if _, open := s.members(&typ{parts: []*typeInfo{t}}, ""); open {
			return true
		}
	}
	return false
}

func (s *session) memberMeaning(e expr) meaning {
	name := e.name.Text()
	if name == s.constructor {
		name = constructorName
	}
	on := s.typeOf(e.recv)
	if on == nil {
		if x := s.qualified(e.recv, name); x != nil {
			return meaning{names: x}
		}
		return meaning{unknown: true}
	}
	if len(on.parts) == 0 {
		if x := s.extensionsOf(on, name, e.recv); x != nil {
			return meaning{names: x, on: on}
		}
		return meaning{outside: on.name + "." + name}
	}
	x, open := s.members(on, name)
	if x == nil {
		x = s.extensionsOf(on, name, e.recv)
	}
	return meaning{names: x, on: on, open: open}
}

// qualified: a receiver that is no value may be a namespace.
func (s *session) qualified(recv *cst.Node, name string) *names {
	var parts []string
	for n := recv; ; {
		e := s.expression(n)
		if e.kind != eName && e.kind != eMember || e.name == nil {
			return nil
		}
		parts = append([]string{e.name.Text()}, parts...)
		if e.kind == eName {
			break
		}
		n = e.recv
	}
	if _, isLocal := s.localNamed(parts[0], recv); isLocal {
		return nil
	}
	return s.fromRoot(append(parts, name))
}

func (s *session) typeOfMeaning(m meaning) *typ {
	switch {
	case m.local != nil:
		return s.typeOfLocal(m.local)
	case m.names == nil:
		return nil
	case len(m.names.members) > 0:
		if first := m.names.members[0]; first.kind == "field" {
			return s.resultOf(first, m.on)
		}
	}
	if len(m.names.types) > 0 {
		t := s.typeOfParts(m.names.types, s.m)
		return &typ{parts: append(t.parts, otherParts(m.names.types, t.parts)...), itself: true}
	}
	return nil
}

// otherParts: an object beside a class of its name is reached by the name,
// too.
func otherParts(all, have []*typeInfo) []*typeInfo {
	var out []*typeInfo
	for _, t := range all {
		if t.object && t != have[0] && t.file == have[0].file {
			out = append(out, t)
		}
	}
	return out
}

func (s *session) typeOfLocal(v *local) *typ {
	if v.typ != nil {
		return s.resolve(v.typ, s.placeAt(v.name))
	}
	if v.value == nil {
		return nil
	}
	t := s.typeOf(v.value)
	if v.element {
		return elementOf(t)
	}
	return t
}

// resultOf is what a member gives; a type parameter of its owner is replaced.
func (s *session) resultOf(m *member, on *typ) *typ {
	if m.constructor && m.owner != nil {
		return s.typeOfParts([]*typeInfo{m.owner}, s.m)
	}
	if m.result == nil {
		if m.kind == "field" && m.owner != nil && m.owner.kind == "enum" && m.static {
			return &typ{parts: []*typeInfo{m.owner}}
		}
		return nil
	}
	if on != nil && m.owner != nil && len(m.result.names) == 1 {
		for i, p := range s.header(m.owner).params {
			if p == m.result.names[0] && i < len(on.args) && len(on.parts) > 0 && on.parts[0] == m.owner {
				return on.args[i]
			}
		}
	}
	return s.resolve(m.result, place{m.file, m.owner})
}

func (s *session) typeOfCall(e expr) *typ {
	r := s.resolveCall(e)
	if r.typ != nil {
		return r.typ
	}
	if r.target == nil {
		return nil
	}
	return s.resultOf(r.target, r.on)
}
