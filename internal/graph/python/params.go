package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// param is the type of a parameter inside its function.
func (e *evaluator) param(b *binding) Type {
	list := b.node.Parent
	if list == nil {
		return nil
	}
	def := list.Parent
	if b.typ != nil {
		t := e.annotation(b.typ)
		switch first := b.node.NamedChild(0); {
		case first.Is("list_splat_pattern"):
			return known("tuple*", t)
		case first.Is("dictionary_splat_pattern"):
			return known("dict", known("str"), t)
		}
		if b.value.Is("none") {
			t = union(t, Type{{kind: none}})
		}
		return t
	}
	owner := b.scope
	if def.Is("function_definition") && owner.isClass() {
		if list.NamedChild(0) == b.node && !decorated(def, "staticmethod") {
			return e.selfOf(owner, def)
		}
		if t := e.inheritedParam(owner, def, b); len(t) > 0 {
			return t
		}
	}
	if def.Is("lambda") {
		return e.lambdaParam(def, b)
	}
	if b.node.Is("list_splat_pattern") {
		return known("tuple*", nil)
	}
	if b.node.Is("dictionary_splat_pattern") {
		return known("dict", known("str"), nil)
	}
	if b.value != nil && !b.value.Is("none") {
		return e.expr(b.value).guessed()
	}
	return e.fixture(def, b)
}

func (e *evaluator) selfOf(owner *scope, def *cst.Node) Type {
	name := def.Child("name").Text()
	if decorated(def, "classmethod") || name == "__new__" || name == "__init_subclass__" || name == "__class_getitem__" {
		return Type{{kind: class, scope: owner}}
	}
	for _, v := range e.mro(owner) {
		if v.kind == external && v.name == "builtins.type" {
			return Type{{kind: class, scope: owner}}
		}
	}
	return Type{{kind: instance, scope: owner}}
}

// inheritedParam is the annotation that the overridden method gives.
func (e *evaluator) inheritedParam(owner *scope, def *cst.Node, b *binding) Type {
	m, _ := e.find(owner, owner, def.Child("name").Text())
	if m == nil {
		return nil
	}
	f := m.bindings[len(m.bindings)-1]
	if f.kind != bindFunction {
		return nil
	}
	for _, p := range m.owner.module.scopes[f.node].names[b.name.Text()] {
		if p.kind == bindParam && p.typ != nil {
			return e.bound(p, true)
		}
	}
	return nil
}

func paramName(p *cst.Node) string {
	for p != nil && p.Type != "identifier" {
		p = p.NamedChild(0)
	}
	return p.Text()
}

// lambdaParam is what a lambda's parameter is where the parameter that it is
// passed for is declared as a Callable.
func (e *evaluator) lambdaParam(def *cst.Node, b *binding) Type {
	call := def.Enclosing("call", "lambda", "function_definition", "module")
	if !call.Is("call") {
		return nil
	}
	at := 0
	for p := range def.Child("parameters").NamedChildren() {
		if p == b.node {
			break
		}
		at++
	}
	var out Type
	for _, v := range e.expr(call.Child("function")) {
		for _, c := range e.wantedFor(v, call, def) {
			if c.kind == container && c.name == "Callable" && len(c.args) > 1 && len(c.args[0]) == 1 && at < len(c.args[0][0].args) {
				out = union(out, c.args[0][0].args[at])
			}
		}
	}
	return out.without(func(v value) bool { return v.kind == typeVar && len(v.args) == 0 })
}

// wantedFor is the annotation of the parameter that an argument is passed for.
func (e *evaluator) wantedFor(v value, call, arg *cst.Node) Type {
	if v.kind == class {
		if m, _ := e.find(v.scope, nil, "__init__"); m != nil {
			if t := e.bindMember(m, value{kind: instance, scope: v.scope}); len(t) == 1 {
				v = t[0]
			}
		}
	}
	if v.kind != function || v.scope == nil {
		return nil
	}
	params := e.callParams(v)
	i := 0
	for _, a := range arguments(call) {
		switch {
		case a.Type == "keyword_argument" && a.Child("value") == arg:
			for _, p := range params {
				if paramName(p) == a.Child("name").Text() {
					return e.annotation(p.Child("type"))
				}
			}
		case a == arg && i < len(params):
			return e.annotation(params[i].Child("type"))
		}
		i++
	}
	return nil
}

// callParams are a function's parameters without the one that it is bound to.
func (e *evaluator) callParams(f value) []*cst.Node {
	params := plain(f.scope.node.Child("parameters"))
	if f.self != nil && len(params) > 0 && !decorated(f.scope.node, "staticmethod") {
		return params[1:]
	}
	return params
}
