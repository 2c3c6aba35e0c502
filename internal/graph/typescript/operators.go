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
		out = append(out, s.keysOf(s.mappedKeys(t))...)
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
