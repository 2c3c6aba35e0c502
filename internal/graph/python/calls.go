package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// call is the type that a call gives.
func (e *evaluator) call(n *cst.Node) Type {
	callee := n.Child("function")
	if callee.Is("identifier") && callee.Text() == "super" {
		return e.super(n)
	}
	var out Type
	for _, v := range e.expr(callee) {
		got := e.result(v, n)
		if v.guess {
			got = got.guessed()
		}
		out = union(out, got)
	}
	return out
}

// super is the rest of the hierarchy of the class around a call.
func (e *evaluator) super(n *cst.Node) Type {
	m := e.module(n)
	if m == nil {
		return nil
	}
	if args := n.Child("arguments"); args.NamedChild(1) != nil {
		for _, c := range e.expr(args.NamedChild(0)) {
			if c.kind == class {
				return e.superOf(c.scope, c.scope, false)
			}
		}
		return nil
	}
	for s := m.scopeOf(n); s != nil && s.parent != nil; s = s.parent {
		if s.parent.isClass() {
			return e.superOf(s.parent, s.parent, decorated(s.node, "classmethod") || s.node.Child("name").Text() == "__new__")
		}
	}
	return nil
}

func (e *evaluator) superOf(self, behind *scope, onClass bool) Type {
	k := instance
	if onClass {
		k = class
	}
	return Type{{kind: superOf, scope: behind, self: &value{kind: k, scope: self}}}
}

// result is what calling v gives; n is the call, nil for a property's read.
func (e *evaluator) result(v value, n *cst.Node) Type {
	switch v.kind {
	case class:
		return e.construct(v, n)
	case instance:
		if m, _ := e.find(v.scope, nil, "__call__"); m != nil {
			return e.results(e.bindMember(m, v), n)
		}
	case function:
		return e.returned(v, n)
	case container:
		if v.name == "Callable" && len(v.args) > 1 {
			return v.args[1]
		}
	case external:
		return e.outsideCall(v, n)
	case typeVar:
		if v.path == "type" {
			return Type{value{kind: typeVar, name: v.name}.with(v.args...)}
		}
	}
	return nil
}

func (e *evaluator) results(t Type, n *cst.Node) Type {
	var out Type
	for _, v := range t {
		out = union(out, e.result(v, n))
	}
	return out
}

func (e *evaluator) construct(v value, n *cst.Node) Type {
	made := value{kind: instance, scope: v.scope, guess: v.guess}.with(v.args...)
	if params := e.classParams(v.scope); len(params) > 0 && n != nil && len(v.args) == 0 {
		if m, _ := e.find(v.scope, nil, "__init__"); m != nil {
			for _, f := range e.bindMember(m, made) {
				if f.kind == function {
					solved := e.solve(f, n)
					args := make([]Type, len(params))
					for i, p := range params {
						args[i] = solved[p]
					}
					made = made.with(args...)
				}
			}
		}
	}
	return Type{made}
}

// returned is what a function of the repository returns.
func (e *evaluator) returned(v value, n *cst.Node) Type {
	if v.scope == nil {
		return nil
	}
	t := e.once(v.scope, func() Type { return e.declaredReturn(v.scope) })
	if !mentionsVar(t) {
		return t
	}
	solved := map[string]Type{}
	if n != nil {
		solved = e.solve(v, n)
	}
	if v.self != nil {
		if owner := v.scope.parent; owner != nil && owner.isClass() {
			for k, a := range e.classArgs(*v.self, owner) {
				if solved[k] == nil {
					solved[k] = a
				}
			}
		}
		self := *v.self
		if self.kind == class {
			self.kind = instance
		}
		solved["Self"] = Type{self}
	}
	return e.substitute(t, solved)
}

func (e *evaluator) declaredReturn(f *scope) Type {
	def := f.node
	if def.Type == "lambda" {
		return e.expr(def.Child("body")).guessed()
	}
	if isAsync := def.Has("async"); isAsync {
		t := e.plainReturn(f)
		if len(t) == 1 && t[0].kind == container && strings.HasPrefix(t[0].name, "Iter") {
			return e.manager(def, t)
		}
		return e.manager(def, known("Coroutine", t))
	}
	return e.manager(def, e.plainReturn(f))
}

// manager is a generator's type after @contextmanager.
func (e *evaluator) manager(def *cst.Node, t Type) Type {
	if decorated(def, "contextmanager") || decorated(def, "asynccontextmanager") {
		return known("Manager", e.iterated(t))
	}
	return t
}

func (e *evaluator) plainReturn(f *scope) Type {
	if r := f.node.Child("return_type"); r != nil {
		return e.annotation(r)
	}
	var out, yields Type
	generator := false
	e.statements(f, func(n *cst.Node) {
		switch n.Type {
		case "return_statement":
			if v := n.NamedChild(0); v != nil {
				out = union(out, e.expr(v))
			} else {
				out = union(out, Type{{kind: none}})
			}
		case "yield":
			generator = true
			v := n.NamedChild(0)
			if n.Has("from") {
				yields = union(yields, e.iterated(e.expr(v)))
			} else if v != nil {
				yields = union(yields, e.expr(v))
			}
		}
	})
	if generator {
		return known("Iterator", yields).guessed()
	}
	return out.guessed()
}

// statements visits the nodes of a function's own body.
func (e *evaluator) statements(f *scope, visit func(*cst.Node)) {
	f.node.Child("body").Walk(func(n *cst.Node) bool {
		if n.Is("function_definition", "class_definition", "lambda") {
			return false
		}
		visit(n)
		return true
	})
}
