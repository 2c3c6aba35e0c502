package python

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// member is what an attribute of a class resolves to.
type member struct {
	owner    *scope
	bindings []*binding
}

// bases are what a class derives from, as written.
func (e *evaluator) bases(c *scope) Type {
	local := c.local()
	e.ask(c.module, nameKey(c.module.file.Path, local))
	var out Type
	for b := range c.node.Child("superclasses").NamedChildren() {
		if b.Is("keyword_argument", "comment", "list_splat", "dictionary_splat") {
			continue
		}
		t := e.expr(b)
		if len(t) == 0 {
			t = outside("")
		}
		out = append(out, t[0])
	}
	return out
}

// mro is the order in which a class and its bases are searched; what lies
// outside the repository is in it as external.
func (e *evaluator) mro(c *scope) []value {
	if c == nil {
		return nil
	}
	if got, ok := e.mros[c]; ok {
		return got
	}
	if got, ok := e.passingMros[c]; ok {
		return got
	}
	cuts := e.cuts
	var order []value
	e.ordering++
	e.once(c, func() Type { order = e.linear(c); return nil })
	e.ordering--
	switch {
	case order == nil: // a class among its own bases
		return []value{{kind: class, scope: c}}
	case e.cuts == cuts:
		e.mros[c] = order
	case e.ordering == 0:
		e.passingMros[c] = order
	}
	return order
}

func (e *evaluator) linear(c *scope) []value {
	var lists [][]value
	bases := e.bases(c)
	for _, b := range bases {
		if b.kind == class {
			lists = append(lists, e.mro(b.scope))
		} else {
			lists = append(lists, []value{{kind: external, name: b.name}})
		}
	}
	lists = append(lists, bases)
	return append([]value{{kind: class, scope: c}}, merge(lists)...)
}

// merge is C3 linearisation; where it has no answer the first list goes on.
func merge(lists [][]value) []value {
	var out []value
	for {
		var next *value
		for _, l := range lists {
			if len(l) > 0 && (next == nil || !inTails(lists, l[0])) {
				if next == nil || inTails(lists, *next) {
					next = &l[0]
				}
			}
		}
		if next == nil {
			return out
		}
		taken := *next
		out = append(out, taken)
		for i, l := range lists {
			if len(l) > 0 && l[0].same(taken) {
				lists[i] = l[1:]
			}
		}
	}
}

func inTails(lists [][]value, v value) bool {
	for _, l := range lists {
		for i := 1; i < len(l); i++ {
			if l[i].same(v) {
				return true
			}
		}
	}
	return false
}

func (e *evaluator) derives(c, base *scope) bool {
	for _, v := range e.mro(c) {
		if v.kind == class && v.scope == base {
			return true
		}
	}
	return false
}

// find looks an attribute up along a class's order, behind the class skip if
// it is given. leaves: it may be a base's outside the repository.
func (e *evaluator) find(c, skip *scope, name string) (found *member, leaves bool) {
	for _, v := range e.mro(c) {
		if skip != nil {
			if v.scope == skip {
				skip = nil
			}
			continue
		}
		if v.kind != class {
			leaves = leaves || !neutralBase[v.name]
			continue
		}
		if m := e.direct(v.scope, name); m != nil {
			return m, leaves
		}
	}
	return nil, leaves
}

// neutralBase are outside bases that bring no attributes of their own.
var neutralBase = map[string]bool{"builtins.object": true, "typing.Generic": true, "typing.Protocol": true, "abc.ABC": true,
	"typing_extensions.Protocol": true, "t.Generic": true}

// direct is an attribute that a class itself defines.
func (e *evaluator) direct(c *scope, name string) *member {
	e.ask(c.module, memberKey(c.module.file.Path, c.local(), name))
	bs := c.names[name]
	if len(bs) == 0 {
		bs = c.attrs[name]
	} else if len(c.attrs[name]) > 0 {
		bs = append(bs[:len(bs):len(bs)], c.attrs[name]...)
	}
	if len(bs) == 0 {
		return nil
	}
	return &member{owner: c, bindings: bs}
}

// attribute is the type of `object.name`.
func (e *evaluator) attribute(n *cst.Node) Type {
	object, name := n.Child("object"), n.Child("attribute").Text()
	if m := e.module(n); m != nil {
		s := m.scopeOf(n)
		f := s.function()
		start := e.access(e.expr(object), name, n)
		if e.plainPath(n) {
			return e.reaching(f, n.Text(), f.paths[n.Text()], start, n)
		}
		return start
	}
	return nil
}

// plainPath reports whether n is a name with attributes, which conditions and
// assignments can narrow.
func (e *evaluator) plainPath(n *cst.Node) bool {
	for n.Is("attribute") {
		n = n.Child("object")
	}
	return n.Is("identifier")
}

// access is the type of an attribute of any of a type's values.
func (e *evaluator) access(t Type, name string, at *cst.Node) Type {
	var out Type
	several := len(t.without(isNone)) > 1
	for _, v := range t {
		got := e.accessOne(v, name)
		if v.guess || several {
			got = got.guessed()
		}
		out = union(out, got)
	}
	return out
}

func (e *evaluator) accessOne(v value, name string) Type {
	switch v.kind {
	case moduleOf:
		return e.exported(v.path, name)
	case external:
		return outside(v.name + "." + name)
	case container:
		return Type{{kind: external, name: containerMethod(v.name, name), self: &v}}
	case instance, class, superOf:
		if name == "__class__" && v.kind == instance {
			return Type{value{kind: class, scope: v.scope}.with(v.args...)}
		}
		return e.memberType(v, name)
	case typeVar:
		if len(v.args) > 0 {
			return e.access(v.args[0], name, nil)
		}
	case function:
		return outside("builtins.function." + name)
	}
	return nil
}

// memberType is the type of an attribute of an instance or a class.
func (e *evaluator) memberType(v value, name string) Type {
	m, leaves := e.memberOf(v, name)
	if m == nil {
		if leaves {
			return outside("base." + name)
		}
		if got, _ := e.find(v.scope, nil, "__getattr__"); got != nil {
			return outside("dynamic." + name)
		}
		return nil
	}
	bound := v
	if v.kind == superOf {
		bound = *v.self
	}
	return e.bindMember(m, bound)
}

func (e *evaluator) memberOf(v value, name string) (*member, bool) {
	if v.kind == superOf {
		return e.find(v.self.scope, v.scope, name)
	}
	m, leaves := e.find(v.scope, nil, name)
	if m == nil && v.kind == class {
		if of := e.metaclass(v.scope); of != nil {
			return e.find(of, nil, name)
		}
	}
	return m, leaves
}

// metaclass is the class that a class is an instance of, nil if it is none of
// the repository's.
func (e *evaluator) metaclass(c *scope) *scope {
	for _, v := range e.mro(c) {
		if v.kind != class {
			continue
		}
		for b := range v.scope.node.Child("superclasses").NamedChildren() {
			if !b.Is("keyword_argument") || b.Child("name").Text() != "metaclass" {
				continue
			}
			for _, of := range e.expr(b.Child("value")) {
				if of.kind == class {
					return of.scope
				}
			}
		}
	}
	return nil
}

// bindMember is a member's type seen through an instance or class.
func (e *evaluator) bindMember(m *member, v value) Type {
	def := last(m.bindings)
	for i := len(m.bindings) - 1; i >= 0 && def.kind != bindFunction; i-- {
		if m.bindings[i].kind == bindFunction {
			def = m.bindings[i]
		}
	}
	if def.kind == bindFunction {
		f := value{kind: function, scope: m.owner.module.scopes[def.node], self: &v}
		for _, b := range m.bindings {
			if b.kind == bindFunction && e.isProperty(b.node) {
				f.scope = m.owner.module.scopes[b.node]
				if v.kind == instance {
					return e.result(f, nil)
				}
			}
		}
		return Type{f}
	}
	t := e.fieldType(m)
	out := slices.Clone(e.substitute(t, e.classArgs(v, m.owner)))
	for i := range out {
		if out[i].kind == function && out[i].self == nil && v.kind == instance && m.owner.names[def.name.Text()] != nil {
			out[i].self = &v
		}
	}
	return out
}

// fieldType is a field's type: as declared in its class, or in the nearest
// base that declares it, or what is assigned to it.
func (e *evaluator) fieldType(m *member) Type {
	for _, b := range m.bindings {
		if b.typ != nil || b.kind != bindAssign {
			return e.effective(m.bindings)
		}
	}
	for _, base := range e.mro(m.owner)[1:] {
		if base.kind != class {
			continue
		}
		if up := e.direct(base.scope, last(m.bindings).name.Text()); up != nil {
			for _, b := range up.bindings {
				if b.typ != nil {
					if t := e.bound(b, false); len(t) > 0 {
						return t
					}
				}
			}
		}
	}
	return e.effective(m.bindings)
}

func last[T any](list []T) T { return list[len(list)-1] }
