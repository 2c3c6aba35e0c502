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

func decorated(def *cst.Node, name string) bool {
	if !def.Parent.Is("decorated_definition") {
		return false
	}
	for c := range def.Parent.NamedChildren() {
		if c.Type == "decorator" && decoratorName(c) == name {
			return true
		}
	}
	return false
}

func decoratorName(c *cst.Node) string {
	d := c.NamedChild(0)
	if d.Is("call") {
		d = d.Child("function")
	}
	return lastPart(d.Text())
}

// isProperty reports whether reading a method calls it: a property, or a
// decorator that is a class with __get__.
func (e *evaluator) isProperty(def *cst.Node) bool {
	if !def.Parent.Is("decorated_definition") {
		return false
	}
	for c := range def.Parent.NamedChildren() {
		if c.Type != "decorator" {
			continue
		}
		switch name := decoratorName(c); {
		case strings.HasSuffix(name, "property"):
			return true
		case name == "setter" || name == "deleter" || name == "staticmethod" || name == "classmethod":
			continue
		}
		for _, v := range e.expr(c.NamedChild(0)) {
			if v.kind != class {
				continue
			}
			if m, _ := e.find(v.scope, nil, "__get__"); m != nil {
				return true
			}
		}
	}
	return false
}

// solve finds a function's type parameters from a call's arguments.
func (e *evaluator) solve(f value, n *cst.Node) map[string]Type {
	out := map[string]Type{}
	if f.scope == nil {
		return out
	}
	params := e.callParams(f)
	i := 0
	for a := range n.Child("arguments").NamedChildren() {
		if a.Is("comment") {
			continue
		}
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

func paramName(p *cst.Node) string {
	for p != nil && p.Type != "identifier" {
		p = p.NamedChild(0)
	}
	return p.Text()
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
	for a := range call.Child("arguments").NamedChildren() {
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
	var params []*cst.Node
	for p := range f.scope.node.Child("parameters").NamedChildren() {
		if p.Type != "comment" {
			params = append(params, p)
		}
	}
	if f.self != nil && len(params) > 0 && !decorated(f.scope.node, "staticmethod") {
		return params[1:]
	}
	return params
}
