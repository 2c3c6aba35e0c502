package typescript

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// member is one declaration of a property, as seen on a receiver.
type member struct {
	nodes  []*cst.Node // its declarations (overloads together)
	env    *env
	typ    *Type    // where the nodes do not tell it
	b      *binding // of a module or a namespace
	found  found
	ext    string // leaves the repository
	unsure bool
}

// apparent is the type whose members t has: the constraint of a type
// parameter, what a lazy type comes to.
func (s *session) apparent(t *Type) *Type {
	t = s.force(t)
	for i := 0; t.kind == param && i < 8; i++ {
		next := s.bound(t)
		if next == nil {
			return t
		}
		t = s.force(next)
	}
	return t
}

// members are the declarations that t.name may mean.
func (s *session) members(t *Type, name string) []member {
	k := memberAsk{t, name}
	if ms, ok := s.found[k]; ok {
		return ms
	}
	before := s.cuts
	ms := s.membersFor(t, name, nil, 0)
	if s.cuts == before {
		s.found[k] = ms
	}
	return ms
}

type memberAsk struct {
	t    *Type
	name string
}

func (s *session) membersFor(t *Type, name string, receiver *Type, depth int) []member {
	if depth > 40 || !s.enter() {
		return nil
	}
	defer s.leave()
	t = s.force(t)
	if receiver == nil {
		receiver = t
	}
	switch t.kind {
	case param:
		if a := s.apparent(t); a.kind != param {
			return s.membersFor(a, name, receiver, depth+1)
		}
	case instance:
		return s.instanceMembers(t, name, receiver, depth)
	case classOf:
		return s.staticMembers(t, name, receiver, depth)
	case object:
		return s.objectMembers(t, name, receiver, depth)
	case function:
		if m := s.functionMembers(t, name); m != nil {
			return m
		}
		return s.lib("Function", nil, name, receiver, depth)
	case union:
		return s.unionMembers(t, name, depth)
	case inter:
		var out []member
		for _, u := range t.types {
			out = append(out, s.membersFor(u, name, receiver, depth+1)...)
		}
		return distinct(out)
	case tuple:
		return s.lib("Array", []*Type{s.flatten(t.types)}, name, receiver, depth)
	case primitive:
		return s.primitiveMembers(t, name, receiver, depth)
	case mapped:
		return s.mappedMembers(t, name, receiver, depth)
	case moduleOf:
		return s.moduleMembers(t.mod, name)
	case space:
		return s.spaceMembers(t, name)
	case outside:
		return []member{{ext: t.name + "." + name}}
	}
	return nil
}

var wrappers = map[string]string{"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt", "symbol": "Symbol"}

func (s *session) primitiveMembers(t *Type, name string, receiver *Type, depth int) []member {
	w := wrappers[t.name]
	if t.decl != nil {
		w = "Number"
	}
	return s.lib(w, nil, name, receiver, depth)
}

// lib are the members of a type of the library.
func (s *session) lib(typ string, args []*Type, name string, receiver *Type, depth int) []member {
	if b := prelude().top[typ]; b != nil {
		return s.instanceMembers(&Type{kind: instance, decl: b, args: args}, name, receiver, depth)
	}
	return nil
}

func (s *session) unionMembers(t *Type, name string, depth int) []member {
	var out []member
	for _, u := range t.types {
		if u = s.force(u); u.nullish() {
			continue
		}
		for _, m := range s.members(u, name) {
			m.unsure = true
			out = append(out, m)
		}
	}
	out = distinct(out)
	if len(out) == 1 && len(t.types) > 1 {
		out[0].unsure = false
		for _, u := range t.types {
			if u = s.force(u); !u.nullish() && len(s.members(u, name)) == 0 {
				out[0].unsure = true
			}
		}
	}
	return out
}

func distinct(ms []member) []member {
	var out []member
	seen := map[*cst.Node]bool{}
	for _, m := range ms {
		if len(m.nodes) > 0 {
			if m.typ == nil && seen[m.nodes[0]] && m.env.empty() {
				continue
			}
			seen[m.nodes[0]] = true
		}
		out = append(out, m)
	}
	return out
}

func (s *session) instanceMembers(t *Type, name string, receiver *Type, depth int) []member {
	if depth > 40 {
		return nil
	}
	var nodes []*cst.Node
	var e *env
	cs := s.containersFor(t, receiver)
	for _, c := range cs {
		if found := s.body(c.body)[name]; len(found) > 0 {
			nodes = append(nodes, found...)
			e = c.env
		}
	}
	if len(nodes) > 0 {
		return []member{{nodes: nodes, env: e}}
	}
	if m := s.assignedMembers(t, name); m != nil {
		return m
	}
	for _, c := range cs {
		for _, base := range s.bases(c) {
			if ms := s.membersFor(base, name, receiver, depth+1); len(ms) > 0 {
				return ms
			}
		}
	}
	if len(cs) > 0 && !(t.decl.mod.external && t.decl.name == "Object") && depth < 40 {
		return s.lib("Object", nil, name, receiver, 40)
	}
	return nil
}

func (s *session) staticMembers(t *Type, name string, receiver *Type, depth int) []member {
	if name == "prototype" {
		return []member{{typ: s.instantiate(t.decl, nil)}}
	}
	for _, d := range t.decl.defs {
		if !isClass(d.node) {
			continue
		}
		if nodes := s.body(orNone(d.node.Child("body")))["static "+name]; len(nodes) > 0 {
			return []member{{nodes: nodes, env: &env{this: receiver}}}
		}
	}
	if b := s.spaceMember(t.decl, name); b != nil {
		return []member{{b: b}}
	}
	if nodes := s.expandoNodes(t.decl, "", name); nodes != nil {
		return []member{{nodes: nodes}}
	}
	for _, d := range t.decl.defs {
		if super, _ := heritage(d.node); isClass(d.node) && super != nil {
			if ms := s.membersFor(s.typeOf(super), name, receiver, depth+1); len(ms) > 0 {
				return ms
			}
		}
	}
	return s.lib("Function", nil, name, receiver, depth)
}

// objectMembers: of an object type's or literal's members the last counts.
func (s *session) objectMembers(t *Type, name string, receiver *Type, depth int) []member {
	e := t.env
	if t.node.Is("object_type", "interface_body") {
		e = compose(t.env, nil)
		if r := t.env.receiver(); r == nil {
			e = &env{this: receiver, outer: e}
			if e.outer.empty() {
				e.outer = nil
			}
		}
	}
	if nodes := s.body(t.node)[name]; len(nodes) > 0 {
		if t.node.Type == "object" {
			nodes = nodes[len(nodes)-1:]
		}
		return []member{{nodes: nodes, env: e}}
	}
	if t.node.Is("object", "call_expression") {
		for _, sp := range s.spreads(t.node) {
			if ms := s.membersFor(subst(s.typeOf(sp), t.env), name, nil, depth+1); len(ms) > 0 {
				return ms
			}
		}
		if ms := s.literalExpando(t.node, name); ms != nil {
			return ms
		}
	}
	if t.node.Is("call_expression") {
		return nil // what Object.create made; its prototype says the rest
	}
	return s.lib("Object", nil, name, receiver, depth)
}

func (s *session) spreads(o *cst.Node) []*cst.Node {
	var out []*cst.Node
	for c := range o.NamedChildren() {
		if c.Type == "spread_element" {
			out = append([]*cst.Node{c.NamedChild(0)}, out...)
		}
	}
	return out
}

func (s *session) mappedMembers(t *Type, name string, receiver *Type, depth int) []member {
	clause := t.node.ChildOfType("mapped_type_clause")
	over := s.typ(clause.Child("type"), t.env)
	e := compose(t.env, &env{vars: map[*cst.Node]*Type{clause: literal("string", name)}})
	typ := s.later(t.node.Child("type"), e)
	if typ.kind == none {
		typ = unknownType
	}
	source := s.homomorphic(over)
	if ks := s.keysOf(over); source == nil && len(ks) > 0 && !slices.Contains(ks, name) {
		return nil
	}
	if source == nil {
		source = s.copied(t, clause)
	}
	if source != nil {
		ms := s.membersFor(source, name, nil, depth+1)
		out := make([]member, len(ms))
		for i, m := range ms {
			out[i] = member{nodes: m.nodes, env: m.env, typ: typ, b: m.b, found: m.found, ext: m.ext, unsure: m.unsure}
		}
		return out
	}
	return []member{{typ: typ}}
}

// copied is T where a mapped type copies its members: "[K in …]: T[K]".
func (s *session) copied(t *Type, clause *cst.Node) *Type {
	template := typeChild(orNone(t.node.Child("type")))
	if template.Is("lookup_type") && template.NamedChild(1).Text() == clause.Child("name").Text() {
		return s.typ(template.NamedChild(0), t.env)
	}
	return nil
}

// homomorphic is the type whose keys a mapped type runs over: T of "keyof T",
// of a parameter bound by it, or of a set of keys taken from it.
func (s *session) homomorphic(over *Type) *Type {
	over = s.force(over)
	switch over.kind {
	case keys:
		return over.types[0]
	case param:
		if b := s.bound(over); b != nil {
			return s.homomorphic(b)
		}
	}
	return nil
}

func (s *session) moduleMembers(m *module, name string) []member {
	f := s.export(m, name)
	if f.nothing() {
		return s.expandoMember(m, name)
	}
	if f.outside != "" {
		return []member{{ext: f.outside}}
	}
	return []member{{found: f}}
}

// expandoMember: of a module that exports the CommonJS way.
func (s *session) expandoMember(m *module, name string) []member {
	if m.equals == nil {
		return nil
	}
	if m != s.mod {
		s.v.Ask(starsKey(m.path))
	}
	return s.members(s.exportedValue(m.equals), name)
}

func (s *session) spaceMembers(t *Type, name string) []member {
	if b := s.spaceMember(t.decl, name); b != nil {
		return []member{{b: b}}
	}
	for _, d := range t.decl.defs {
		if d.node.Type != "enum_declaration" {
			continue
		}
		if nodes := s.body(d.node.Child("body"))[name]; len(nodes) > 0 {
			return []member{{nodes: nodes, typ: &Type{kind: primitive, name: "enum", decl: t.decl}}}
		}
	}
	return s.lib("Object", nil, name, t, 40)
}
