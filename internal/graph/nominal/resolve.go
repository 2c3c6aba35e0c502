package nominal

import (
	"slices"
	"strings"
)

// lookup is what a simple name means outside functions: a member of the types
// around, then what the file, its imports and its namespaces give.
func (s *session) lookup(name string, at place) (*names, *typ) {
	for t := at.typ; t != nil; t = s.header(t).outer {
		self := s.typeOfParts([]*typeInfo{t}, at.file)
		if x := s.memberNames(self, name); x != nil {
			return x, self
		}
	}
	return s.inFile(name, at.file), nil
}

// inFile is what a name means at the top of a file, nil for nothing.
func (s *session) inFile(name string, m *fileModel) *names {
	imports := s.importsOf(m)
	for _, i := range imports {
		if !i.all && i.alias == name {
			if x := s.fromRoot(i.names); x != nil {
				return x
			}
			return nil // it is from outside
		}
	}
	if x := s.named(join(m.pkg, name)); x != nil {
		return x
	}
	if s.outward {
		for pkg := m.pkg; pkg != ""; {
			pkg = pkg[:max(strings.LastIndexByte(pkg, '.'), 0)]
			if x := s.named(join(pkg, name)); x != nil {
				return x
			}
		}
	}
	for _, i := range imports {
		if i.all {
			if x := s.fromRoot(append(slices.Clone(i.names), name)); x != nil {
				return x
			}
		}
	}
	return nil
}

// fromRoot is what a fully qualified name means.
func (s *session) fromRoot(parts []string) *names {
	for i := len(parts); i > 0; i-- {
		x := s.named(strings.Join(parts[:i], "."))
		if x == nil {
			continue
		}
		for _, p := range parts[i:] {
			if len(x.types) == 0 {
				return nil
			}
			x = s.memberNames(&typ{parts: x.types, itself: true}, p)
			if x == nil {
				return nil
			}
		}
		return x
	}
	return nil
}

// resolve reads a written type. It is external where nothing of ours bears the
// name, nil for a type parameter.
func (s *session) resolve(r *typeRef, at place) *typ {
	if r == nil || len(r.names) == 0 || s.depth > maxDepth {
		return nil
	}
	s.depth++
	defer func() { s.depth-- }()
	for t := at.typ; t != nil; t = t.outer {
		if len(r.names) == 1 && slices.Contains(s.header(t).params, r.names[0]) {
			return nil
		}
	}
	t := s.resolveNames(r.names, at)
	if t == nil {
		t = &typ{name: strings.Join(r.names, ".")}
	}
	out := *t
	out.args = nil
	for _, a := range r.args {
		out.args = append(out.args, s.resolve(a, at))
	}
	return &out
}

func (s *session) resolveNames(parts []string, at place) *typ {
	x, _ := s.lookup(parts[0], at)
	if x == nil || len(x.types) == 0 {
		if len(parts) > 1 {
			if y := s.fromRoot(parts); y != nil {
				return s.typeOfParts(declaredTypes(y), at.file)
			}
		}
		return nil
	}
	for _, p := range parts[1:] {
		t := s.typeOfParts(x.types, at.file)
		if x = s.memberNames(&typ{parts: t.parts, itself: true}, p); x == nil || len(x.types) == 0 {
			return nil
		}
	}
	return s.typeOfParts(declaredTypes(x), at.file)
}

// declaredTypes puts types before the objects that accompany them.
func declaredTypes(x *names) []*typeInfo {
	out := slices.Clone(x.types)
	slices.SortStableFunc(out, func(a, b *typeInfo) int {
		switch {
		case a.object == b.object:
			return 0
		case a.object:
			return 1
		}
		return -1
	})
	return out
}

// memberNames are the members of a type that bear a name, its own before
// those that it inherits; for the type itself also those of its companion.
func (s *session) memberNames(t *typ, name string) *names {
	x, _ := s.members(t, name)
	return x
}

// members is memberNames; open reports that a supertype from outside may have
// more.
func (s *session) members(t *typ, name string) (x *names, open bool) {
	seen := map[*typeInfo]bool{}
	queue := slices.Clone(t.parts)
	open = isExtended(t)
	for n := 0; len(queue) > 0 && n < 500; n++ {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		x = merge(x, s.declared(p, name))
		if x == nil {
			x = s.inCompanion(p, name)
		}
		for _, super := range s.supertypes(p) {
			if super == nil || len(super.parts) == 0 {
				open = true
				continue
			}
			queue = append(queue, super.parts...)
		}
		if x != nil && len(queue) > 0 && seenAll(t.parts, seen) && len(x.members) == 0 {
			return x, open
		}
	}
	return x, open
}

// supertypes are the types that p extends; nil stands for what is not known.
func (s *session) supertypes(p *typeInfo) []*typ {
	if list, ok := s.supers[p]; ok {
		return list
	}
	s.supers[p] = nil
	var list []*typ
	for _, r := range s.header(p).supers {
		list = append(list, s.resolve(r, place{p.file, p.outer}))
	}
	s.supers[p] = list
	return list
}

func seenAll(parts []*typeInfo, seen map[*typeInfo]bool) bool {
	for _, p := range parts {
		if !seen[p] {
			return false
		}
	}
	return true
}

// merge adds inherited members to nearer ones, which hide those with the same
// number of parameters.
func merge(near, far *names) *names {
	if near == nil || far == nil {
		if near == nil {
			return far
		}
		return near
	}
	out := &names{types: near.types, members: slices.Clone(near.members)}
	for _, t := range far.types {
		if len(near.types) == 0 || t.outer == near.types[0].outer {
			out.types = append(out.types[:len(out.types):len(out.types)], t)
		}
	}
	for _, m := range far.members {
		if !slices.ContainsFunc(out.members, func(o *member) bool {
			return o.owner != m.owner && o.low == m.low && o.high == m.high || o == m
		}) {
			out.members = append(out.members, m)
		}
	}
	return out
}

func (s *session) inCompanion(t *typeInfo, name string) *names {
	if s.dialect != "kotlin" {
		return nil
	}
	for _, x := range s.companions(t) {
		if found := s.declared(x, name); found != nil {
			return found
		}
	}
	return nil
}

func (s *session) companions(t *typeInfo) []*typeInfo {
	var out []*typeInfo
	if x := s.declared(t, "Companion"); x != nil {
		for _, c := range x.types {
			if c.companion {
				out = append(out, c)
			}
		}
	}
	return out
}
