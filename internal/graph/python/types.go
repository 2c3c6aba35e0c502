package python

import "slices"

// kind says what a value is known to be.
type kind int

const (
	instance  kind = iota // of the class whose scope it carries
	class                 // the class itself
	function              // a function or lambda; self is what it is bound to
	moduleOf              // the module or namespace package at path
	container             // an instance of the builtin called name, with its elements' types
	external              // something outside the repository, or made by it
	none
	superOf // super(): self's class hierarchy behind scope
	typeVar // the type parameter called name
)

// value is one thing that an expression may be.
type value struct {
	kind  kind
	scope *scope
	path  string
	name  string
	args  []Type
	self  *value
	guess bool // reached by inference that may fail
}

// Type is what an expression may be, one of several; nil is unknown.
type Type []value

const maxUnion = 8

func (v value) same(o value) bool {
	return v.kind == o.kind && v.scope == o.scope && v.path == o.path && v.name == o.name && len(v.args) == len(o.args)
}

func union(ts ...Type) Type {
	var out Type
	for _, t := range ts {
		for _, v := range t {
			if i := slices.IndexFunc(out, v.same); i >= 0 {
				out[i].guess = out[i].guess && v.guess
				for j := range v.args {
					if len(out[i].args[j]) == 0 {
						out[i].args = v.args
					}
				}
			} else if len(out) < maxUnion {
				out = append(out, v)
			}
		}
	}
	return out
}

// guessed marks a type as inferred.
func (t Type) guessed() Type {
	out := slices.Clone(t)
	for i := range out {
		out[i].guess = true
	}
	return out
}

func (t Type) without(drop func(value) bool) Type {
	return slices.DeleteFunc(slices.Clone(t), drop)
}

func isNone(v value) bool { return v.kind == none }

func known(name string, args ...Type) Type { return Type{{kind: container, name: name, args: args}} }

func outside(name string) Type { return Type{{kind: external, name: name}} }

func (t Type) external() bool {
	for _, v := range t {
		if v.kind == external || v.kind == container {
			return true
		}
	}
	return false
}

// asSureAs marks what was taken out of a type as inferred where that type is.
func (t Type) asSureAs(from Type) Type {
	if slices.ContainsFunc(from, func(v value) bool { return v.guess }) {
		return t.guessed()
	}
	return t
}
