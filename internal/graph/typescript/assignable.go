package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
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
