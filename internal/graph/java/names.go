package java

import "strings"

// resolve reads a written type in a scope.
func (s *session) resolve(e *typeExpr, sc scope) *typ {
	if e == nil {
		return unknown
	}
	if t, ok := s.resolved[e]; ok {
		return t
	}
	if s.depth > maxDepth {
		return unknown
	}
	s.depth++
	t := s.resolveNew(e, sc)
	s.depth--
	s.resolved[e] = t
	return t
}

func (s *session) resolveNew(e *typeExpr, sc scope) *typ {
	if e.wild != 0 {
		w := &typ{kind: kWild, name: string(e.wild)}
		if e.bound != nil {
			w.elem = s.resolve(e.bound, sc)
		}
		return w
	}
	var t *typ
	switch {
	case e.prim != "":
		t = primTypes[e.prim]
	case len(e.names) > 0:
		t = s.withArgs(s.qualified(e.names, sc, e.at), e, sc)
	}
	if t == nil {
		t = unknown
	}
	return arrayOf(t, e.dims)
}

func (s *session) withArgs(t *typ, e *typeExpr, sc scope) *typ {
	if t == nil || t.kind != kClass {
		return t
	}
	if e.diamond {
		args := make([]*typ, len(s.head(t.decl).params))
		for i := range args {
			args[i] = unknown
		}
		return &typ{kind: kClass, decl: t.decl, args: args}
	}
	if len(e.args) == 0 {
		return t
	}
	args := make([]*typ, len(e.args))
	for i, a := range e.args {
		args[i] = s.resolve(a, sc)
	}
	return &typ{kind: kClass, decl: t.decl, args: args}
}

// qualified is the type that a name in parts means, without arguments; an
// external one when it is not known.
func (s *session) qualified(names []string, sc scope, at uint32) *typ {
	if t := s.simple(names[0], sc, at); t != nil {
		for _, n := range names[1:] {
			t = s.memberOf(t, n)
		}
		return t
	}
	if len(names) > 1 {
		if t := s.fromRoot(names, sc.file); t != nil {
			return t
		}
	}
	return external(strings.Join(names, "."))
}

func (s *session) memberOf(t *typ, name string) *typ {
	if t.kind == kClass {
		if m := s.memberType(t.decl, name); m != nil {
			return &typ{kind: kClass, decl: m}
		}
	}
	return external(t.qualifiedName() + "." + name)
}

// fromRoot is the type with a fully qualified name, nil for none.
func (s *session) fromRoot(names []string, near *fileModel) *typ {
	for i := 1; i <= len(names); i++ {
		d := s.typeNamed(strings.Join(names[:i], "."), near)
		if d == nil {
			continue
		}
		t := &typ{kind: kClass, decl: d}
		for _, n := range names[i:] {
			t = s.memberOf(t, n)
		}
		return t
	}
	return nil
}

// simple is the type that a name alone means in a scope, nil for none (JLS
// 6.4.1, 6.5.5).
func (s *session) simple(name string, sc scope, at uint32) *typ {
	if sc.header != nil {
		if t := typeVar(sc.header.params, name); t != nil {
			return t
		}
		if sc.header.name == name && !sc.header.anonymous {
			return &typ{kind: kClass, decl: sc.header}
		}
	}
	for t, m := sc.typ, sc.method; ; m, t = t.method, t.outer {
		if m != nil {
			if v := typeVar(m.typeParams, name); v != nil {
				return v
			}
			if d := localType(sc.file, m, name, at); d != nil {
				return &typ{kind: kClass, decl: d}
			}
		}
		if t == nil {
			break
		}
		if found := s.simpleIn(t, name); found != nil {
			return found
		}
	}
	return s.simpleInFile(name, sc.file)
}

func (s *session) simpleIn(t *typeDecl, name string) *typ {
	s.head(t)
	if v := typeVar(t.params, name); v != nil {
		return v
	}
	if t.name == name && !t.anonymous {
		return &typ{kind: kClass, decl: t}
	}
	if d := s.memberType(t, name); d != nil {
		return &typ{kind: kClass, decl: d}
	}
	return nil
}

func typeVar(params []*typeParam, name string) *typ {
	for _, p := range params {
		if p.name == name {
			return &typ{kind: kVar, param: p}
		}
	}
	return nil
}

// localType is a class declared in a method's body before a place, or around
// it.
func localType(m *fileModel, in *methodDecl, name string, at uint32) *typeDecl {
	var best *typeDecl
	for _, d := range m.types {
		if d.method == in && d.name == name && !d.anonymous && d.node.Start <= at {
			if block := d.node.Parent; block != nil && block.Start <= at && at < block.End {
				best = d
			}
		}
	}
	return best
}

func (s *session) simpleInFile(name string, m *fileModel) *typ {
	if m.platform {
		if d := s.p.bySimple[name]; d != nil {
			if own := s.p.byName[m.pkg+"."+name]; own != nil {
				d = own
			}
			return &typ{kind: kClass, decl: d}
		}
		return nil
	}
	imports := s.importsOf(m)
	for _, i := range imports {
		if i.star || i.names[len(i.names)-1] != name {
			continue
		}
		if t := s.fromRoot(i.names, m); t != nil && t.kind == kClass {
			return t
		}
		if !i.static {
			return external(strings.Join(i.names, "."))
		}
	}
	if d := s.typeNamed(join(m.pkg, name), m); d != nil {
		return &typ{kind: kClass, decl: d}
	}
	return s.onDemand(name, m, imports)
}

func (s *session) onDemand(name string, m *fileModel, imports []importDecl) *typ {
	for _, i := range imports {
		if !i.star {
			continue
		}
		if d := s.typeNamed(strings.Join(i.names, ".")+"."+name, m); d != nil {
			return &typ{kind: kClass, decl: d}
		}
		// The members of a type are imported on demand, too.
		if len(i.names) > 1 || i.static {
			if t := s.fromRoot(i.names, m); t != nil && t.kind == kClass {
				if d := s.memberType(t.decl, name); d != nil {
					return &typ{kind: kClass, decl: d}
				}
			}
		}
	}
	if d := s.typeNamed("java.lang."+name, m); d != nil {
		return &typ{kind: kClass, decl: d}
	}
	return nil
}

func join(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// memberType is the type that d or what it inherits from declares under a
// name, nil for none.
func (s *session) memberType(d *typeDecl, name string) *typeDecl {
	return s.memberTypeIn(d, name, map[*typeDecl]bool{})
}

func (s *session) memberTypeIn(d *typeDecl, name string, seen map[*typeDecl]bool) *typeDecl {
	if seen[d] {
		return nil
	}
	seen[d] = true
	if t := s.ownMemberType(d, name); t != nil {
		return t
	}
	for _, super := range s.supertypes(d) {
		if super.kind == kClass {
			if t := s.memberTypeIn(super.decl, name, seen); t != nil {
				return t
			}
		}
	}
	return nil
}
