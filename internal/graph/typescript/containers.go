package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

func (s *session) bound(t *Type) *Type {
	if t.name == "this" && (isClass(t.node) || t.node.Is("interface_declaration")) {
		return s.identity(t.node)
	}
	if t.node.Is("type_parameter") {
		if c := t.node.Child("constraint"); c != nil {
			return s.typ(c, t.env)
		}
		return nil
	}
	if t.node.Is("mapped_type_clause") {
		return s.typ(t.node.Child("type"), t.env)
	}
	return nil
}

// identity is the instance type of a class or interface with its own type
// parameters as arguments.
func (s *session) identity(n *cst.Node) *Type {
	b := s.anonymousOr(n)
	return &Type{kind: instance, decl: b, args: s.fillSelf(n)}
}

func (s *session) fillSelf(n *cst.Node) []*Type {
	var out []*Type
	for _, p := range typeParameters(n) {
		out = append(out, &Type{kind: param, node: p, name: p.Child("name").Text()})
	}
	return out
}

// anonymousOr is the binding that a class or interface declares, or one made
// for it.
func (s *session) anonymousOr(n *cst.Node) *binding {
	if id := n.Child("name"); id != nil && n.Parent != nil && !n.Is("class") {
		if b := s.lookup(n.Parent, id.Text(), func(d def) bool { return d.node == n }); b != nil {
			return b
		}
	}
	return s.anonymous(n)
}

// container is a body with members, and what its type parameters are.
type container struct {
	node, body *cst.Node
	env        *env
}

// containers are the bodies that declare the members of an instance itself.
func (s *session) containers(t *Type) []container { return s.containersFor(t, t) }

func (s *session) containersFor(t, receiver *Type) []container {
	if t.kind != instance || t.decl == nil {
		return nil
	}
	var out []container
	for _, d := range t.decl.defs {
		if isClass(d.node) || d.node.Type == "interface_declaration" {
			e := s.zip(d.node, t.args)
			if e == nil {
				e = &env{}
			}
			out = append(out, container{d.node, orNone(d.node.Child("body")), &env{vars: e.vars, this: receiver}})
		}
	}
	return out
}

// bases are the types that a class or an interface extends, under c's env.
func (s *session) bases(c container) []*Type {
	if c.node.Type == "interface_declaration" {
		var out []*Type
		for h := range c.node.ChildOfType("extends_type_clause", "extends_clause").NamedChildren() {
			out = append(out, s.typ(h, c.env))
		}
		return out
	}
	if super, args := heritage(c.node); super != nil {
		return []*Type{s.constructed(super, args, c.env)}
	}
	return nil
}

// heritage is the expression that a class extends, with type arguments.
func heritage(class *cst.Node) (expr, args *cst.Node) {
	h := class.ChildOfType("class_heritage")
	if h == nil {
		return nil, nil
	}
	if e := h.ChildOfType("extends_clause"); e != nil {
		return e.Child("value"), e.Child("type_arguments")
	}
	for c := range h.NamedChildren() {
		if !c.Is("implements_clause", "comment") {
			return c, nil
		}
	}
	return nil, nil
}

// constructed is the instance type that "new super()" gives.
func (s *session) constructed(super, args *cst.Node, e *env) *Type {
	t := s.force(s.typeOf(super))
	var given []*Type
	for a := range args.NamedChildren() {
		given = append(given, s.later(a, e))
	}
	switch t.kind {
	case classOf:
		return s.instantiate(t.decl, given)
	case outside:
		return external(t.name)
	case function:
		if t.decl != nil {
			return &Type{kind: instance, decl: t.decl}
		}
	}
	for _, sg := range s.signatures(t, true) {
		return s.returned(sg)
	}
	if lib := s.libInstance(super); lib != nil {
		lib.args = given
		return lib
	}
	return unknownType
}

// libInstance: a class of the library is declared as an interface and a value
// of the same name.
func (s *session) libInstance(n *cst.Node) *Type {
	if !n.Is("identifier") {
		return nil
	}
	b := s.lookup(n, n.Text(), def.isType)
	if b != nil && b.mod.external {
		return &Type{kind: instance, decl: b}
	}
	return nil
}

// asBase is the type arguments of base when t is base or descends from it.
func (s *session) asBase(t *Type, base *binding, depth int) []*Type {
	t = s.apparent(t)
	if depth > 20 || base == nil || !s.enter() {
		return nil
	}
	defer s.leave()
	switch t.kind {
	case inter:
		for _, u := range t.types {
			if args := s.asBase(u, base, depth+1); args != nil {
				return args
			}
		}
	case tuple:
		return s.asBase(s.arrayOf(s.flatten(t.types)), base, depth+1)
	case instance:
		if t.decl == base {
			if t.args == nil {
				return []*Type{}
			}
			return t.args
		}
		for _, c := range s.containers(t) {
			for _, b := range s.bases(c) {
				if args := s.asBase(b, base, depth+1); args != nil {
					return args
				}
			}
		}
	}
	return nil
}

// body indexes the members of a body by name; static ones by "static name".
func (s *session) body(n *cst.Node) map[string][]*cst.Node {
	if m, ok := s.bodies[n]; ok {
		return m
	}
	m := map[string][]*cst.Node{}
	s.bodies[n] = m
	for c := range n.NamedChildren() {
		s.indexMember(m, c)
	}
	return m
}

func (s *session) indexMember(m map[string][]*cst.Node, c *cst.Node) {
	id := c.Child("name")
	switch c.Type {
	case "field_definition":
		id = c.Child("property")
	case "pair":
		id = c.Child("key")
	case "shorthand_property_identifier", "property_identifier", "string":
		id = c
	case "ERROR":
		for d := range c.NamedChildren() {
			s.indexMember(m, d)
		}
		return
	case "index_signature", "call_signature", "construct_signature", "comment":
		return
	}
	name := propertyName(id)
	if name == "" {
		return
	}
	if name == "constructor" {
		for p := range c.Child("parameters").NamedChildren() {
			if pat := p.Child("pattern"); pat.Is("identifier") && (p.Has("accessibility_modifier") || p.Has("readonly")) {
				m[pat.Text()] = append(m[pat.Text()], p)
			}
		}
	}
	if c.Has("static") {
		name = "static " + name
	}
	m[name] = append(m[name], c)
}
