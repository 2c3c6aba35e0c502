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
	} else if e.depth == 0 {
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
