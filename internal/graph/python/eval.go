package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// evaluator finds types for the binding of one file. What it remembers lasts
// as long as that binding, so that no answer is used without its question.
type evaluator struct {
	own      *module
	view     *graph.View
	modules  map[string]string
	memo     map[*cst.Node]Type
	open     map[any]bool
	mros     map[*scope][]value
	trees    map[*cst.Tree]*module
	depth    int
	ordering int // how many orders of bases are being made
	steps    int
	cuts     int
	// passing are results that hit a recursion, good for one reference.
	passing     map[*cst.Node]Type
	passingMros map[*scope][]value
	bounds      map[boundKey]Type
	exports     map[exportKey]Type
	ended       map[*cst.Node]bool
}

const (
	maxDepth = 200
	maxSteps = 4_000 // for one reference
)

func newEvaluator(m *module, v *graph.View) *evaluator {
	return &evaluator{own: m, view: v, modules: map[string]string{}, memo: map[*cst.Node]Type{}, open: map[any]bool{}, mros: map[*scope][]value{}, trees: map[*cst.Tree]*module{},
		passing: map[*cst.Node]Type{}, passingMros: map[*scope][]value{}, bounds: map[boundKey]Type{}, exports: map[exportKey]Type{}, ended: map[*cst.Node]bool{}}
}

// once runs find unless it is running already for key, or too deep.
func (e *evaluator) once(key any, find func() Type) Type {
	if e.open[key] || e.depth > maxDepth || e.steps > maxSteps {
		e.cuts++
		return nil
	}
	e.open[key] = true
	e.depth++
	e.steps++
	defer func() { delete(e.open, key); e.depth-- }()
	return find()
}

// load is the module at a path, nil if there is none.
func (e *evaluator) load(p string) *module {
	if p == e.own.file.Path {
		return e.own
	}
	if f := e.view.File(p); f != nil {
		if m, ok := f.Model().(*module); ok && m.root != nil {
			e.trees[f.Tree] = m
			return m
		}
	}
	return nil
}

func (e *evaluator) ask(m *module, key string) {
	if m != e.own {
		e.view.Ask(key)
	}
}

// expr is the type of an expression where it stands.
func (e *evaluator) expr(n *cst.Node) Type {
	if n == nil {
		return nil
	}
	if t, ok := e.memo[n]; ok {
		return t
	}
	if t, ok := e.passing[n]; ok {
		return t
	}
	cuts := e.cuts
	t := e.once(n, func() Type { return e.infer(n) })
	if e.cuts == cuts {
		e.memo[n] = t
	} else if !e.open[n] {
		e.passing[n] = t
	}
	return t
}

// begin makes ready for the next reference.
func (e *evaluator) begin() {
	e.steps = 0
	clear(e.passing)
	clear(e.passingMros)
}

func (e *evaluator) infer(n *cst.Node) Type {
	switch n.Type {
	case "identifier":
		return e.identifier(n)
	case "attribute":
		return e.attribute(n)
	case "call":
		return e.call(n)
	case "string", "concatenated_string":
		if strings.HasPrefix(strings.ToLower(n.Text()), "b") {
			return known("bytes")
		}
		return known("str")
	case "integer":
		return known("int")
	case "float":
		return known("float")
	case "true", "false", "comparison_operator", "not_operator":
		return known("bool")
	case "none":
		return Type{{kind: none}}
	case "list", "set":
		var elem Type
		for c := range n.NamedChildren() {
			elem = union(elem, e.element(c))
		}
		return known(n.Type, elem)
	case "tuple", "expression_list":
		var args []Type
		for c := range n.NamedChildren() {
			args = append(args, e.expr(c))
		}
		return known("tuple", args...)
	case "dictionary":
		var k, v Type
		for c := range n.NamedChildren() {
			if c.Type == "pair" {
				k, v = union(k, e.expr(c.Child("key"))), union(v, e.expr(c.Child("value")))
			}
		}
		return known("dict", k, v)
	case "list_comprehension":
		return known("list", e.expr(n.Child("body")))
	case "set_comprehension":
		return known("set", e.expr(n.Child("body")))
	case "generator_expression":
		return known("Iterator", e.expr(n.Child("body")))
	case "dictionary_comprehension":
		body := n.Child("body")
		return known("dict", e.expr(body.Child("key")), e.expr(body.Child("value")))
	case "parenthesized_expression":
		return e.expr(n.NamedChild(0))
	case "conditional_expression":
		return union(e.expr(n.NamedChild(0)), e.expr(n.NamedChild(2)))
	case "boolean_operator":
		left := e.expr(n.Child("left"))
		if n.Child("operator").Text() == "or" {
			left = left.without(isNone)
		}
		return union(left, e.expr(n.Child("right")))
	case "binary_operator":
		return e.operator(n)
	case "named_expression":
		return e.expr(n.Child("value"))
	case "await":
		return e.awaited(e.expr(n.NamedChild(0)))
	case "subscript":
		return e.subscript(n)
	case "lambda":
		return Type{{kind: function, scope: e.module(n).scopes[n]}}
	case "type":
		return e.expr(n.NamedChild(0))
	}
	return nil
}

func (e *evaluator) element(c *cst.Node) Type {
	if c.Type == "list_splat" {
		return e.iterated(e.expr(c.NamedChild(0)))
	}
	return e.expr(c)
}

// module is the model of the file that holds n.
func (e *evaluator) module(n *cst.Node) *module {
	if n.Tree() == e.own.file.Tree {
		return e.own
	}
	return e.trees[n.Tree()]
}

func (e *evaluator) identifier(n *cst.Node) Type {
	m := e.module(n)
	if m == nil {
		return nil
	}
	return e.lookup(m.scopeOf(n), n.Text(), n)
}

// lookup finds a name from a scope outwards. at is where it is read.
func (e *evaluator) lookup(s *scope, name string, at *cst.Node) Type {
	first := s
	for ; s != nil; s = s.parent {
		if s.isClass() && s != first {
			continue
		}
		if s.isModule() {
			return e.global(s.module, name, at, first)
		}
		if bs := s.names[name]; len(bs) > 0 && s.outer[name] == "" {
			if s != s.function() {
				return e.reaching(s, name, nil, e.effective(bs), at)
			}
			if s == first.function() {
				return e.reaching(s, name, bs, e.parameter(bs), at)
			}
			return e.captive(s, name, bs, at)
		}
	}
	return nil
}

func (e *evaluator) parameter(bs []*binding) Type {
	for _, b := range bs {
		if b.kind == bindParam {
			return e.bound(b, true)
		}
	}
	return nil
}

// captive is a variable of an outer function: what it holds where the inner
// one is defined when it does not change afterwards, else any of its values.
func (e *evaluator) captive(s *scope, name string, bs []*binding, at *cst.Node) Type {
	def := at
	for def.Parent != nil && e.module(at).scopeOf(def) != s {
		def = def.Parent
	}
	for _, b := range bs {
		if b.name.Start > def.Start {
			return e.effective(bs)
		}
	}
	return e.reaching(s, name, bs, e.parameter(bs), def)
}

// global finds a name of a module, then of what it star-imports, then a
// builtin.
func (e *evaluator) global(m *module, name string, at *cst.Node, from *scope) Type {
	e.ask(m, nameKey(m.file.Path, name))
	bs := m.root.names[name]
	if len(bs) == 0 {
		if t := e.starred(m, name); t != nil {
			return t
		}
		return e.builtin(name)
	}
	if m == e.own && at != nil && from.function().isModule() {
		return e.reaching(m.root, name, bs, nil, at)
	}
	return e.effective(bs)
}

func (e *evaluator) starred(m *module, name string) Type {
	e.ask(m, starKey(m.file.Path))
	for i := len(m.root.stars) - 1; i >= 0; i-- {
		b := m.root.stars[i]
		target := e.modulePath(m.file.Path, fromModule(b.node))
		if target == "" {
			continue
		}
		if other := e.load(target); other != nil && other != m && e.gives(other, name) {
			if t := e.exported(target, name); t != nil {
				return t
			}
		}
	}
	return nil
}

// gives reports whether a star import of a module gives a name.
func (e *evaluator) gives(m *module, name string) bool {
	e.ask(m, starKey(m.file.Path))
	names, listed := m.all()
	if !listed {
		return !strings.HasPrefix(name, "_")
	}
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// exported is what `from p import name` binds.
func (e *evaluator) exported(p, name string) Type {
	return kept(e, e.exports, exportKey{p, name}, func() Type {
		m := e.load(p)
		if m != nil {
			e.ask(m, nameKey(p, name))
			if bs := m.root.names[name]; len(bs) > 0 {
				return e.effective(bs)
			}
			if t := e.starred(m, name); t != nil {
				return t
			}
		}
		if sub := e.submodule(p, name); sub != "" {
			return Type{{kind: moduleOf, path: sub}}
		}
		if m != nil {
			e.ask(m, nameKey(p, "__getattr__"))
			if bs := m.root.names["__getattr__"]; len(bs) > 0 {
				return outside(name)
			}
		}
		return nil
	})
}

// effective is what a variable may hold as seen from elsewhere.
func (e *evaluator) effective(bs []*binding) Type {
	last := bs[len(bs)-1]
	if last.kind == bindFunction || last.kind == bindClass {
		return e.bound(last, false)
	}
	for _, b := range bs {
		if b.typ != nil {
			return e.bound(b, false)
		}
	}
	var t Type
	for _, b := range bs {
		if b.kind != bindOther {
			t = union(t, e.bound(b, false))
		}
	}
	if len(bs) > 1 {
		return t.guessed()
	}
	return t
}

// bound is what one binding gives its name; narrow keeps what is known of the
// assigned value beside its annotation.
func (e *evaluator) bound(b *binding, narrow bool) Type {
	return kept(e, e.bounds, boundKey{b.name, narrow}, func() Type { return e.boundTo(b, narrow) })
}

type boundKey struct {
	at     *cst.Node
	narrow bool
}

type exportKey struct{ path, name string }

// kept is once, with the result kept for good where nothing cut it short.
func kept[K comparable](e *evaluator, memo map[K]Type, key K, find func() Type) Type {
	if t, ok := memo[key]; ok {
		return t
	}
	cuts := e.cuts
	t := e.once(key, find)
	if e.cuts == cuts {
		memo[key] = t
	}
	return t
}

func (e *evaluator) boundTo(b *binding, narrow bool) Type {
	m := b.scope.module
	switch b.kind {
	case bindFunction:
		return Type{{kind: function, scope: m.scopes[b.node]}}
	case bindClass:
		return Type{{kind: class, scope: m.scopes[b.node]}}
	case bindImport:
		if b.node.Type == "dotted_name" {
			return e.imported(m, b.node.NamedChild(0).Text())
		}
		return e.imported(m, b.value.Text())
	case bindFrom:
		return e.importedFrom(m, b)
	case bindParam:
		return e.param(b)
	case bindFor:
		return e.unpacked(e.iterated(e.expr(b.value)), b.path)
	case bindWith:
		return e.unpacked(e.entered(e.expr(b.value), b.node), b.path)
	case bindExcept:
		return e.instancesOf(e.classesOf(b.value))
	}
	if b.typ != nil {
		declared := e.annotation(b.typ)
		if !narrow || b.value == nil {
			return declared
		}
		return e.assigned(declared, e.expr(b.value))
	}
	return e.unpacked(e.expr(b.value), b.path)
}

// assigned is a declared type after a value was assigned.
func (e *evaluator) assigned(declared, value Type) Type {
	if len(declared) == 0 {
		return value
	}
	var out Type
	for _, v := range value {
		for _, d := range declared {
			if v.same(d) || v.kind == none && d.kind == none || v.kind == instance && d.kind == instance && e.derives(v.scope, d.scope) {
				out = union(out, Type{v})
			}
		}
	}
	if len(out) == 0 || len(out) < len(value) {
		return declared
	}
	return out
}

func (e *evaluator) imported(m *module, dotted string) Type {
	if p := e.modulePath(m.file.Path, dotted); p != "" {
		return Type{{kind: moduleOf, path: p}}
	}
	return outside(dotted)
}

func (e *evaluator) importedFrom(m *module, b *binding) Type {
	from, name := fromModule(b.node), b.value.Text()
	p := e.modulePath(m.file.Path, from)
	if p == "" {
		if strings.HasPrefix(from, ".") {
			return nil
		}
		return outside(from + "." + name)
	}
	if p == m.file.Path {
		if sub := e.submodule(p, name); sub != "" {
			return Type{{kind: moduleOf, path: sub}}
		}
	}
	return e.exported(p, name)
}

// unpacked takes a value apart as a target of several names does.
func (e *evaluator) unpacked(t Type, path []int) Type {
	for _, i := range path {
		var out Type
		for _, v := range t {
			switch {
			case i < 0:
				out = union(out, known("list", e.iterated(Type{v})))
			case v.kind == container && v.name == "tuple" && i < len(v.args):
				out = union(out, v.args[i])
			default:
				out = union(out, e.iterated(Type{v}))
			}
		}
		t = out
	}
	return t
}
