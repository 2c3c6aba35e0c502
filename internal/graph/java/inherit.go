package java

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// inheritance links a type to what it extends and implements, and its methods
// to those that they override.
func (s *session) inheritance(d *typeDecl) {
	s.superLinks(d)
	for _, m := range d.all {
		if m.node == nil || m.static || m.private || m.name == constructorName {
			continue
		}
		s.overrides(d, m)
	}
}

func (s *session) superLinks(d *typeDecl) {
	if d.node.Is("enum_constant") {
		return
	}
	sc := scope{file: s.m, typ: d.outer, method: d.method, header: d}
	for _, e := range d.extends {
		s.superLink(d, e, sc, code.Extends)
	}
	for _, e := range d.implements {
		s.superLink(d, e, sc, code.Implements)
	}
}

func (s *session) superLink(d *typeDecl, e *typeExpr, sc scope, kind code.EdgeType) {
	name := s.nameOf(e)
	if name == nil {
		return
	}
	l := code.Link{From: d.local, Type: kind, Name: name.Text(), Pos: name.Pos(), Resolution: code.External}
	switch t := s.resolve(e, sc); {
	case t.kind == kClass && !t.decl.file.platform:
		l.Target, l.Resolution = t.decl.ref(), code.Exact
		if !d.isInterface() && s.head(t.decl).isInterface() {
			l.Type = code.Implements // an anonymous class's
		}
	case t.kind == kClass && d.anonymous && t.decl.isInterface():
		l.Type = code.Implements
		s.external(&l, t.decl.fq)
	default:
		s.external(&l, t.qualifiedName())
	}
	s.link(l)
}

// nameOf is the node of the last part of a written type's name.
func (s *session) nameOf(e *typeExpr) *cst.Node {
	n := s.f.Tree.At(e.at)
	for n != nil && n.Parent != nil && n.Parent.Start == e.at && n.Parent.Is("generic_type", "scoped_type_identifier", "type_identifier") {
		n = n.Parent
	}
	return createdName(n)
}

// overrides links a method to the nearest one above it along each supertype.
func (s *session) overrides(d *typeDecl, m *methodDecl) {
	self := candidate{m, s.thisType(d)}
	done := map[*methodDecl]bool{}
	for _, super := range s.supersOf(s.thisType(d)) {
		found, _ := s.findMethods(super, m.name)
		for _, c := range found {
			if c.static || c.private || c.methodDecl.owner.file.platform || c.local == "" || done[c.methodDecl] ||
				len(c.params) != len(m.params) || !s.sameParams(self, c) {
				continue
			}
			done[c.methodDecl] = true
			kind := code.Overrides
			if !d.isInterface() && s.head(c.methodDecl.owner).isInterface() {
				kind = code.Implements
			}
			name := m.node.Child("name")
			s.link(code.Link{From: m.local, Type: kind, Name: m.name, Pos: name.Pos(), Target: c.ref(), Resolution: code.Exact})
		}
	}
}
