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
	size  int  // of the arguments, all the way down
}

// Type is what an expression may be, one of several; nil is unknown.
type Type []value

// Types beyond these bounds lose their last alternatives or their arguments.
const (
	maxUnion = 8
	maxSize  = 120
)

// same reports whether two values differ in their arguments at most.
func (v value) same(o value) bool {
	return v.kind == o.kind && v.scope == o.scope && v.path == o.path && v.name == o.name &&
		(len(v.args) == len(o.args) || v.name != "tuple")
}

// with is v with type arguments; too large ones are forgotten, since what is
// built from itself over and over doubles each time.
func (v value) with(args ...Type) value {
	v.args, v.size = args, 0
	for _, t := range args {
		for _, a := range t {
			v.size += 1 + a.size
		}
	}
	if v.size > maxSize {
		v.args, v.size = make([]Type, len(args)), 0
	}
	return v
}

// merge joins two values that are the same but for their arguments: a list of
// one thing or of another is a list of either.
func (v value) merge(o value) value {
	v.guess = v.guess && o.guess
	if v.sameArgs(o) {
		return v
	}
	args := make([]Type, max(len(v.args), len(o.args)))
	for i := range args {
		a, b := v.arg(i), o.arg(i)
		args[i] = union(a, b)
		if len(a) == 0 || len(b) == 0 {
			args[i] = args[i].guessed()
		}
	}
	return v.with(args...)
}

// declaredAs is v where a variable of type d holds it: what v does not tell of
// its arguments, d does.
func (v value) declaredAs(d value) value {
	args := make([]Type, max(len(v.args), len(d.args)))
	for i := range args {
		if args[i] = v.arg(i); len(args[i]) == 0 {
			args[i] = d.arg(i)
		}
	}
	return v.with(args...)
}

func (v value) sameArgs(o value) bool {
	return v.size == o.size && slices.EqualFunc(v.args, o.args, func(a, b Type) bool {
		return slices.EqualFunc(a, b, func(x, y value) bool { return x.guess == y.guess && x.same(y) && x.sameArgs(y) })
	})
}

// arg is the i-th type argument, nil where it is not known.
func (v value) arg(i int) Type {
	if i < len(v.args) {
		return v.args[i]
	}
	return nil
}

func union(ts ...Type) Type {
	var out Type
	for _, t := range ts {
		for _, v := range t {
			if i := slices.IndexFunc(out, v.same); i >= 0 {
				out[i] = out[i].merge(v)
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

func known(name string, args ...Type) Type {
	return Type{value{kind: container, name: name}.with(args...)}
}

func outside(name string) Type { return Type{{kind: external, name: name}} }

// asSureAs marks what was taken out of a type as inferred where that type is.
func (t Type) asSureAs(from Type) Type {
	if slices.ContainsFunc(from, func(v value) bool { return v.guess }) {
		return t.guessed()
	}
	return t
}
