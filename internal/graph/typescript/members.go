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

// propertyType is the type of t.name.
func (s *session) propertyType(t *Type, name string) *Type {
	k := memberAsk{t, name}
	if p, ok := s.property[k]; ok {
		return p
	}
	before := s.cuts
	p := s.membersType(s.members(t, name))
	if s.cuts == before {
		s.property[k] = p
	}
	return p
}

func (s *session) membersType(ms []member) *Type {
	var ts []*Type
	unions := false
	for _, m := range ms {
		ts = append(ts, s.memberType(m))
		unions = unions || m.unsure
	}
	if unions {
		return unite(ts...)
	}
	if len(ts) > 1 {
		return intersect(ts...)
	}
	return unite(ts...)
}

// memberType is the type of one member.
func (s *session) memberType(m member) *Type {
	switch {
	case m.typ != nil:
		return s.force(m.typ)
	case m.b != nil:
		return s.foundType(s.resolveBinding(m.b))
	case !m.found.nothing():
		return s.foundType(m.found)
	case m.ext != "":
		return external(m.ext)
	case len(m.nodes) == 0:
		return unknownType
	}
	return s.declaredMember(m)
}

func (s *session) declaredMember(m member) *Type {
	var sigs []sig
	for _, n := range m.nodes {
		switch n.Type {
		case "method_signature", "abstract_method_signature", "method_definition":
			if n.Has("get") {
				return subst(s.returned(sig{node: n, env: m.env}), nil)
			}
			if n.Has("set") && len(m.nodes) > 1 {
				continue
			}
			sigs = append(sigs, sig{node: n, env: m.env})
		default:
			return s.fieldType(n, m.env)
		}
	}
	if len(sigs) == 0 {
		return unknownType
	}
	return &Type{kind: function, sigs: overloads(sigs), node: m.nodes[0]}
}

// overloads drops the implementation where there are signatures beside it.
func overloads(sigs []sig) []sig {
	var declared []sig
	for _, s := range sigs {
		if s.node.Child("body") == nil {
			declared = append(declared, s)
		}
	}
	if len(declared) > 0 {
		return declared
	}
	return sigs
}

// fieldType is the type of a property that is not a method.
func (s *session) fieldType(n *cst.Node, e *env) *Type {
	if t := n.Child("type"); t != nil {
		return s.typ(t, e)
	}
	switch n.Type {
	case "pair", "public_field_definition", "field_definition":
		if v := n.Child("value"); v != nil {
			return subst(s.typeOf(v), e)
		}
		if v := s.jsdocType(n, "type"); v != nil {
			return v
		}
		return subst(s.assignedField(n), e)
	case "shorthand_property_identifier":
		return subst(s.typeOf(n), e)
	case "assignment_expression":
		return subst(s.exportedValue(lastAssigned(n)), e)
	case "required_parameter", "optional_parameter":
		return subst(s.parameterType(n), e)
	case "call_expression":
		return s.definedProperty(n)
	case "property_identifier", "enum_assignment", "string":
		return prim("enum")
	}
	return unknownType
}
