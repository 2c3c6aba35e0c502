package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

type kind uint8

const (
	none      kind = iota // not known
	anyType               // any, unknown
	primitive             // name: string, number, …; of a literal lit is its text
	instance              // of a class or interface: decl, args
	classOf               // a class as a value: decl
	object                // node: object_type or an object literal
	function              // sigs; decl where it has a name
	union                 // types
	inter                 // types
	tuple                 // types
	param                 // node: a type_parameter, infer_type or mapped_type_clause
	moduleOf              // mod: the namespace of a module
	space                 // decl: a namespace or an enum as a value
	mapped                // node: index_signature with a mapped_type_clause
	outside               // name: something that leaves the repository
	lazy                  // node: a type that has not been read yet
	keys                  // keyof types[0]
)

// Type is what is known of a value or a type. It never changes once made, but
// for val of a lazy one.
type Type struct {
	kind  kind
	name  string
	lit   string
	decl  *binding
	args  []*Type
	types []*Type
	node  *cst.Node
	env   *env
	sigs  []sig
	mod   *module
	val   *Type
	this  *Type // the receiver of an object's or function's "this", where bound
}

// sig is one signature of a function.
type sig struct {
	node *cst.Node
	env  *env
	ret  *Type // known without the node
}

// env gives types to type parameters, first by outer and then by vars, and to
// "this".
type env struct {
	vars  map[*cst.Node]*Type
	this  *Type
	outer *env
}

func (e *env) empty() bool { return e == nil || len(e.vars) == 0 && e.this == nil && e.outer == nil }

func (e *env) lookup(p *cst.Node) *Type {
	if e == nil {
		return nil
	}
	if e.outer != nil {
		if t := e.outer.lookup(p); t != nil {
			return subst(t, &env{vars: e.vars, this: e.this})
		}
	}
	return e.vars[p]
}

func (e *env) receiver() *Type {
	if e == nil {
		return nil
	}
	if e.outer != nil {
		if t := e.outer.receiver(); t != nil {
			return subst(t, &env{vars: e.vars, this: e.this})
		}
	}
	return e.this
}

// subst replaces type parameters in t by what layer gives them.
func subst(t *Type, layer *env) *Type {
	if t == nil || layer.empty() {
		return t
	}
	switch t.kind {
	case param:
		if t.name == "this" {
			if r := layer.receiver(); r != nil {
				return r
			}
			return t
		}
		if v := layer.lookup(t.node); v != nil {
			return v
		}
		return t
	case instance:
		if len(t.args) == 0 {
			return t
		}
		c := *t
		c.args = substAll(t.args, layer)
		return &c
	case union, inter, tuple, keys:
		c := *t
		c.types = substAll(t.types, layer)
		return &c
	case lazy:
		if t.val != nil {
			return subst(t.val, layer)
		}
		return &Type{kind: lazy, node: t.node, env: compose(t.env, layer)}
	case object, mapped:
		c := *t
		c.env = compose(t.env, layer)
		c.this = subst(t.this, layer)
		return &c
	case function:
		c := *t
		c.sigs = make([]sig, len(t.sigs))
		for i, s := range t.sigs {
			c.sigs[i] = sig{s.node, compose(s.env, layer), subst(s.ret, layer)}
		}
		return &c
	}
	return t
}

func compose(inner, layer *env) *env {
	if layer.empty() {
		return inner
	}
	if inner.empty() {
		return layer
	}
	return &env{vars: layer.vars, this: layer.this, outer: composeOuter(inner, layer)}
}

func composeOuter(inner, layer *env) *env {
	if layer.outer == nil {
		return inner
	}
	return compose(inner, layer.outer)
}

func substAll(ts []*Type, layer *env) []*Type {
	out := make([]*Type, len(ts))
	for i, t := range ts {
		out[i] = subst(t, layer)
	}
	return out
}

var unknownType = &Type{kind: none}
var anything = &Type{kind: anyType}

func prim(name string) *Type       { return &Type{kind: primitive, name: name} }
func literal(name, l string) *Type { return &Type{kind: primitive, name: name, lit: l} }
func external(name string) *Type   { return &Type{kind: outside, name: name} }

func (t *Type) nullish() bool {
	return t.kind == primitive && (t.name == "undefined" || t.name == "null" || t.name == "void" || t.name == "never")
}

func (t *Type) unknown() bool { return t == nil || t.kind == none || t.kind == anyType }

// unite makes a union, without repetitions and nested unions.
func unite(ts ...*Type) *Type {
	var flat []*Type
	seen := map[*Type]bool{}
	var add func(t *Type)
	add = func(t *Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.kind == union {
			for _, u := range t.types {
				add(u)
			}
			return
		}
		for _, u := range flat {
			if same(t, u) {
				return
			}
		}
		if len(flat) < 32 {
			flat = append(flat, t)
		}
	}
	for _, t := range ts {
		add(t)
	}
	switch len(flat) {
	case 0:
		return unknownType
	case 1:
		return flat[0]
	}
	return &Type{kind: union, types: flat}
}

func intersect(ts ...*Type) *Type {
	var flat []*Type
	for _, t := range ts {
		if t == nil || t.kind == none {
			continue
		}
		if t.kind == inter {
			flat = append(flat, t.types...)
			continue
		}
		flat = append(flat, t)
	}
	switch len(flat) {
	case 0:
		return unknownType
	case 1:
		return flat[0]
	}
	return &Type{kind: inter, types: flat}
}

// same reports whether two types are equal as far as can be seen at once.
func same(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.kind != b.kind || a.name != b.name || a.lit != b.lit || a.decl != b.decl || a.node != b.node || a.mod != b.mod || len(a.args) != len(b.args) || len(a.types) != len(b.types) || len(a.sigs) != len(b.sigs) {
		return false
	}
	for i := range a.args {
		if !same(a.args[i], b.args[i]) {
			return false
		}
	}
	for i := range a.types {
		if !same(a.types[i], b.types[i]) {
			return false
		}
	}
	for i := range a.sigs {
		if a.sigs[i].node != b.sigs[i].node || a.sigs[i].env != b.sigs[i].env {
			return false
		}
	}
	return a.kind != object && a.kind != mapped && a.kind != lazy || a.env == b.env
}
