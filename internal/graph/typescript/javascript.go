package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// expandoNodes are the assignments that give a binding a member: "app.use =",
// and below a path of it: "Foo.prototype.bar =".
func (s *session) expandoNodes(b *binding, path, name string) []*cst.Node {
	if b == nil || b.mod.external {
		return nil
	}
	if b.mod.top[b.name] != b && !s.sameAsTop(b) {
		return nil
	}
	if s.top(b.mod, b.name) == nil {
		return nil
	}
	for _, n := range b.mod.expando[b.name+path] {
		if n.Type == "assignment_expression" && n.Child("left").Child("property").Text() == name {
			return []*cst.Node{n}
		}
		if n.Type == "call_expression" && n.Child("function").Child("property").Text() == "defineProperty" && stringText(n.Child("arguments").NamedChild(1)) == name {
			return []*cst.Node{n}
		}
	}
	return nil
}

// sameAsTop: a function expression has a binding of its own beside the
// variable that it is assigned to.
func (s *session) sameAsTop(b *binding) bool {
	top := b.mod.top[b.name]
	return top != nil && len(b.defs) > 0 && top.defs[0].node.Child("value") == b.defs[0].node
}

// mixed are the objects that are merged into a binding.
func (s *session) mixed(b *binding) []*cst.Node {
	if b == nil || b.mod.external || b.mod.top[b.name] != b {
		return nil
	}
	s.top(b.mod, b.name)
	var out []*cst.Node
	for _, n := range b.mod.expando[b.name] {
		if n.Type != "call_expression" {
			continue
		}
		if f := n.Child("function"); compact(f) == "Object.defineProperty" {
			continue
		}
		args := arguments(n)
		for _, a := range args[1:] {
			if !a.Is("true", "false") {
				out = append(out, a)
			}
		}
	}
	return out
}

// functionMembers are what was assigned to a function, or declared in a
// namespace of its name.
func (s *session) functionMembers(t *Type, name string) []member {
	if t.decl == nil {
		return nil
	}
	if name == "prototype" {
		return []member{{typ: &Type{kind: instance, decl: t.decl}}}
	}
	if b := s.spaceMember(t.decl, name); b != nil {
		return []member{{b: b}}
	}
	if nodes := s.expandoNodes(t.decl, "", name); nodes != nil {
		return []member{{nodes: nodes}}
	}
	if ms := s.mixedMembers(t.decl, name); ms != nil {
		return ms
	}
	return s.exportsExpando(t, name)
}

// mixedMembers are those of the objects that are merged into a binding, at the
// top of its module or in the block that declares it.
func (s *session) mixedMembers(b *binding, name string) []member {
	local, assigned := s.localMixed(b, name)
	if assigned != nil {
		return []member{{nodes: []*cst.Node{assigned}}}
	}
	for _, m := range append(s.mixed(b), local...) {
		if ms := s.members(s.typeOf(m), name); len(ms) > 0 && ms[0].ext == "" && !libMember(s, ms[0]) {
			first := ms[0]
			first.unsure = true
			return []member{first}
		}
	}
	return nil
}

// localMixed looks at the block that declares a local name: what is merged
// into it, and what is assigned to its member.
func (s *session) localMixed(b *binding, name string) (mixed []*cst.Node, assigned *cst.Node) {
	if b.mod.external || b.mod.top[b.name] == b || len(b.defs) == 0 {
		return nil, nil
	}
	block := b.defs[0].node.Enclosing("statement_block")
	for c := range block.NamedChildren() {
		e := c.NamedChild(0)
		if c.Type != "expression_statement" {
			continue
		}
		if l := e.Child("left"); e.Is("assignment_expression") && l.Is("member_expression") && l.Child("object").Text() == b.name && l.Child("property").Text() == name {
			return nil, e
		}
		if args := arguments(e); e.Is("call_expression") && len(args) > 1 && args[0].Text() == b.name && mixers[lastName(orNone(e.Child("function"))).Text()] {
			mixed = append(mixed, args[1:]...)
		}
	}
	return mixed, nil
}

// mixers are functions that copy members, by the names that they go by.
var mixers = set([]string{"assign", "mixin", "merge", "extend", "defaults", "mixIn", "setPrototypeOf"})

func libMember(s *session, m member) bool {
	return len(m.nodes) > 0 && s.modOf(m.nodes[0]).external
}

// exportsExpando: "module.exports = f; module.exports.x = …".
func (s *session) exportsExpando(t *Type, name string) []member {
	m := t.decl.mod
	if m.external || s.equals(m) == nil {
		return nil
	}
	is := m.equals == t.decl.defs[0].node || m.equals.Is("identifier") && m.top[m.equals.Text()] == t.decl
	if !is {
		return nil
	}
	if m != s.mod {
		s.v.Ask(exportKey(m.path, name))
	}
	if e, ok := m.exports[name]; ok && e.value != nil {
		return []member{{nodes: []*cst.Node{e.value}}}
	}
	return nil
}

// assignedMembers are members of an instance that are given by assignment:
// on the prototype, and to "this" in JavaScript.
func (s *session) assignedMembers(t *Type, name string) []member {
	if t.decl == nil || t.decl.mod.external {
		return nil
	}
	if nodes := s.expandoNodes(t.decl, ".prototype", name); nodes != nil {
		return []member{{nodes: nodes, env: &env{this: t}}}
	}
	for _, d := range t.decl.defs {
		body := d.node.Child("body")
		if isFunction(d.node) && d.node.Child("return_type") == nil || isClass(d.node) && t.decl.mod.script {
			if n := s.thisAssignment(orNone(body), name); n != nil {
				return []member{{nodes: []*cst.Node{n}}}
			}
		}
		if v := d.node.Child("value"); isFunction(v) && v.Child("return_type") == nil {
			if n := s.thisAssignment(orNone(v.Child("body")), name); n != nil {
				return []member{{nodes: []*cst.Node{n}}}
			}
		}
	}
	for _, n := range t.decl.mod.expando[t.decl.name] {
		if n.Type == "assignment_expression" && n.Child("left").Child("property").Text() == "prototype" {
			s.top(t.decl.mod, t.decl.name)
			if ms := s.membersFor(s.typeOf(n.Child("right")), name, nil, 5); len(ms) > 0 {
				return ms
			}
		}
	}
	return nil
}

// thisAssignment is the first "this.name = value" in a body.
func (s *session) thisAssignment(body *cst.Node, name string) *cst.Node {
	k := body
	m, ok := s.bodies[k]
	if !ok || m["this"] == nil {
		index := map[string][]*cst.Node{"this": {body}}
		body.Walk(func(n *cst.Node) bool {
			if n.Type == "assignment_expression" {
				if l := n.Child("left"); l.Is("member_expression") && l.Child("object").Is("this") {
					p := "this." + l.Child("property").Text()
					index[p] = append(index[p], n)
				}
			}
			return true
		})
		if !ok {
			m = map[string][]*cst.Node{}
			if body.Is("class_body") {
				m = s.body(body)
			}
		}
		for p, ns := range index {
			m[p] = ns
		}
		s.bodies[k] = m
	}
	if ns := m["this."+name]; len(ns) > 0 {
		return ns[0]
	}
	return nil
}

// literalExpando: members that are assigned to the variable, or the exports,
// which holds an object literal.
func (s *session) literalExpando(o *cst.Node, name string) []member {
	m := s.modOf(o)
	p := o.Parent
	for p.Is("assignment_expression") {
		if l := p.Child("left"); compact(l) == "module.exports" {
			if m != s.mod {
				s.v.Ask(exportKey(m.path, name))
			}
			if e, ok := m.exports[name]; ok && e.value != nil {
				return []member{{nodes: []*cst.Node{e.value}}}
			}
		}
		p = p.Parent
	}
	if p.Is("variable_declarator") && p.Child("name").Is("identifier") {
		if b := m.top[p.Child("name").Text()]; b != nil {
			if nodes := s.expandoNodes(b, "", name); nodes != nil {
				return []member{{nodes: nodes}}
			}
		}
	}
	return nil
}

// definedProperty is the type of a property given by Object.defineProperty.
func (s *session) definedProperty(n *cst.Node) *Type {
	d := n.Child("arguments").NamedChild(2)
	if !d.Is("object") {
		return unknownType
	}
	t := s.typeOf(d)
	for _, name := range []string{"get", "value"} {
		p := s.propertyTypeOwn(d, name)
		if p == nil {
			continue
		}
		if name == "value" {
			return s.typeOf(p)
		}
		if getters := s.signatures(s.propertyType(t, "get"), false); len(getters) > 0 {
			return s.returned(getters[0])
		}
	}
	return unknownType
}

func (s *session) propertyTypeOwn(o *cst.Node, name string) *cst.Node {
	found := s.body(o)[name]
	if len(found) == 0 {
		return nil
	}
	if v := found[0].Child("value"); v != nil {
		return v
	}
	return found[0]
}

// assignedThis is "this" in a function that is assigned to a member.
func (s *session) assignedThis(a *cst.Node) *Type {
	left := a.Child("left")
	if !left.Is("member_expression", "subscript_expression") {
		return unknownType
	}
	o := left.Child("object")
	if o.Is("member_expression") && o.Child("property").Text() == "prototype" {
		switch t := s.typeOf(o.Child("object")); t.kind {
		case function:
			return &Type{kind: instance, decl: t.decl}
		case classOf:
			return s.instantiate(t.decl, nil)
		}
		return unknownType
	}
	if text := compact(o); text == "exports" || text == "module.exports" {
		return s.commonName(a, "exports")
	}
	return s.typeOf(o)
}

// constructorOf is the binding of a function that is used with "new": it
// assigns to "this" or has a prototype.
func (s *session) constructorOf(fn *cst.Node) *binding {
	var b *binding
	switch {
	case fn.Is("function_declaration"):
		b = s.lookup(fn.Parent, fn.Child("name").Text(), func(d def) bool { return d.node == fn })
	case fn.Parent.Is("variable_declarator"):
		b = s.lookup(fn.Parent, fn.Parent.Child("name").Text(), func(d def) bool { return d.node == fn.Parent })
	}
	if b == nil {
		return nil
	}
	if c := b.name; c != "" && c[0] >= 'A' && c[0] <= 'Z' || len(b.mod.expando[b.name+".prototype"]) > 0 {
		return b
	}
	return nil
}

// libCall are calls of the library whose result no signature tells.
func (s *session) libCall(n, f *cst.Node) *Type {
	if !f.Is("member_expression") || !f.Child("object").Is("identifier") || f.Child("object").Text() != "Object" {
		return nil
	}
	args := arguments(n)
	if len(args) == 0 {
		return nil
	}
	switch f.Child("property").Text() {
	case "create":
		t := s.typeOf(args[0])
		if d := n.Parent; d.Is("variable_declarator") || d.Is("assignment_expression") {
			return &Type{kind: inter, types: []*Type{{kind: object, node: n}, t}}
		}
		return t
	case "freeze", "seal", "setPrototypeOf", "defineProperty", "defineProperties":
		return s.typeOf(args[0])
	case "assign":
		var ts []*Type
		for i := len(args) - 1; i >= 0; i-- {
			ts = append(ts, s.typeOf(args[i]))
		}
		return intersect(ts...)
	}
	return nil
}

// assignedField is the type of a class's field that has neither a type nor a
// value: what is first assigned to it, in TypeScript by the constructor.
func (s *session) assignedField(n *cst.Node) *Type {
	bodies := []*cst.Node{n.Parent}
	if !s.modOf(n).script {
		bodies = nil
		for _, c := range s.body(n.Parent)["constructor"] {
			bodies = append(bodies, orNone(c.Child("body")))
		}
	}
	for _, body := range bodies {
		if a := s.thisAssignment(body, propertyName(firstOf(n.Child("name"), n.Child("property")))); a != nil {
			return s.typeOf(lastAssigned(a))
		}
	}
	return unknownType
}

func firstOf(ns ...*cst.Node) *cst.Node {
	for _, n := range ns {
		if n != nil {
			return n
		}
	}
	return nil
}
