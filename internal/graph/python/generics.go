package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// solve finds a function's type parameters from a call's arguments.
func (e *evaluator) solve(f value, n *cst.Node) map[string]Type {
	out := map[string]Type{}
	if f.scope == nil {
		return out
	}
	params := e.callParams(f)
	i := 0
	for _, a := range arguments(n) {
		if a.Type == "keyword_argument" {
			for _, p := range params {
				if paramName(p) == a.Child("name").Text() {
					e.match(e.annotation(p.Child("type")), a.Child("value"), out)
				}
			}
			continue
		}
		if i < len(params) {
			e.match(e.annotation(params[i].Child("type")), a, out)
		}
		i++
	}
	return out
}

func (e *evaluator) match(want Type, arg *cst.Node, out map[string]Type) {
	if mentionsVar(want) {
		e.unify(want, e.expr(arg), out)
	}
}

func (e *evaluator) unify(want, got Type, out map[string]Type) {
	for _, w := range want {
		switch {
		case w.kind == typeVar && w.path == "type":
			out[w.name] = union(out[w.name], e.instancesOf(got.without(func(v value) bool { return v.kind != class })))
		case w.kind == typeVar:
			out[w.name] = union(out[w.name], got.without(isNone))
		case w.kind == container && w.name == "Callable" && len(w.args) > 1:
			e.unify(w.args[1], e.results(got, nil), out)
		case w.kind == container && len(w.args) == 1:
			e.unify(w.args[0], e.iterated(got), out)
		case len(w.args) > 0:
			for _, g := range got {
				for i := range min(len(w.args), len(g.args)) {
					e.unify(w.args[i], g.args[i], out)
				}
			}
		}
	}
}

func mentionsVar(t Type) bool {
	for _, v := range t {
		if v.kind == typeVar {
			return true
		}
		for _, a := range v.args {
			if mentionsVar(a) {
				return true
			}
		}
	}
	return false
}

// substitute puts types for type parameters; one that is not known is its
// bound.
func (e *evaluator) substitute(t Type, with map[string]Type) Type {
	if !mentionsVar(t) {
		return t
	}
	var out Type
	for _, v := range t {
		if v.kind == typeVar {
			got := with[v.name]
			if len(got) == 0 && len(v.args) > 0 {
				got = v.args[0].guessed()
			}
			if v.path == "type" {
				out = union(out, e.classOf(got))
				continue
			}
			out = union(out, got)
			continue
		}
		if len(v.args) > 0 {
			args := make([]Type, len(v.args))
			for i, a := range v.args {
				args[i] = e.substitute(a, with)
			}
			v = v.with(args...)
		}
		out = union(out, Type{v})
	}
	return out
}

// classParams are the names of a class's type parameters, in order.
func (e *evaluator) classParams(c *scope) []string {
	var out []string
	for b := range c.node.Child("superclasses").NamedChildren() {
		if b.Type != "subscript" {
			continue
		}
		for _, s := range b.All("subscript") {
			for _, v := range e.annotation(s) {
				if v.kind == typeVar {
					out = append(out, v.name)
				}
			}
		}
	}
	return out
}

// classArgs are the type parameters of owner, a class that v's derives from.
func (e *evaluator) classArgs(v value, owner *scope) map[string]Type {
	out := map[string]Type{}
	if v.scope == nil || owner == nil {
		return out
	}
	if v.scope == owner {
		for i, p := range e.classParams(owner) {
			if i < len(v.args) {
				out[p] = v.args[i]
			}
		}
		return out
	}
	if e.depth > maxDepth {
		return out
	}
	for b := range v.scope.node.Child("superclasses").NamedChildren() {
		if b.Type != "subscript" {
			continue
		}
		for _, base := range e.annotation(b) {
			if base.kind == instance && base.scope != v.scope && e.derives(base.scope, owner) {
				own := e.classArgs(v, v.scope)
				args := make([]Type, len(base.args))
				for i, a := range base.args {
					args[i] = e.substitute(a, own)
				}
				base = base.with(args...)
				e.depth++
				defer func() { e.depth-- }()
				return e.classArgs(base, owner)
			}
		}
	}
	return out
}
