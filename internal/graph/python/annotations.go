package python

import (
	"context"
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/syntax"
)

// annotation is the type that an annotation says a value has.
func (e *evaluator) annotation(n *cst.Node) Type {
	for n.Is("type", "parenthesized_expression") {
		n = n.NamedChild(0)
	}
	if n == nil {
		return nil
	}
	switch n.Type {
	case "none":
		return Type{{kind: none}}
	case "string":
		return e.quoted(n)
	case "union_type":
		var out Type
		for c := range n.NamedChildren() {
			out = union(out, e.annotation(c))
		}
		return out
	case "binary_operator":
		return union(e.annotation(n.Child("left")), e.annotation(n.Child("right")))
	case "generic_type":
		return e.generic(n.NamedChild(0), childrenOf(n.ChildOfType("type_parameter")))
	case "subscript":
		return e.generic(n.Child("value"), n.All("subscript"))
	case "member_type":
		return e.instancesOf(e.dotted(n))
	}
	return e.instancesOf(e.expr(n))
}

func childrenOf(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	for c := range n.NamedChildren() {
		out = append(out, c)
	}
	return out
}

// quoted reads an annotation in a string, as if it stood where the string is.
func (e *evaluator) quoted(n *cst.Node) Type {
	text := n.ChildOfType("string_content").Text()
	m := e.module(n)
	if m == nil || text == "" || len(text) > 300 {
		return nil
	}
	tree, err := syntax.Parse(context.Background(), "python", []byte(text))
	if err != nil || tree.Root == nil {
		return nil
	}
	in := &quote{e: e, scope: m.scopeOf(n), at: n}
	return in.read(tree.Root.NamedChild(0).NamedChild(0))
}

// quote evaluates a quoted annotation's own small tree.
type quote struct {
	e     *evaluator
	scope *scope
	at    *cst.Node
}

func (q *quote) read(n *cst.Node) Type {
	switch {
	case n == nil:
		return nil
	case n.Type == "none":
		return Type{{kind: none}}
	case n.Type == "binary_operator":
		return union(q.read(n.Child("left")), q.read(n.Child("right")))
	case n.Type == "subscript":
		var args []Type
		for _, a := range n.All("subscript") {
			args = append(args, q.read(a))
		}
		return q.e.parametrised(q.class(n.Child("value")), args)
	}
	return q.e.instancesOf(q.class(n))
}

func (q *quote) class(n *cst.Node) Type {
	switch {
	case n.Is("identifier"):
		return q.e.effectiveName(q.scope, n.Text())
	case n.Is("attribute"):
		return q.e.access(q.class(n.Child("object")), n.Child("attribute").Text(), nil)
	}
	return nil
}

// effectiveName is a name wherever in its scope it is bound.
func (e *evaluator) effectiveName(s *scope, name string) Type {
	for ; s != nil; s = s.parent {
		if s.isModule() {
			return e.global(s.module, name, nil, s)
		}
		if bs := s.names[name]; len(bs) > 0 {
			return e.effective(bs)
		}
	}
	return nil
}

// dotted is the type of a dotted name that the grammar keeps as one node.
func (e *evaluator) dotted(n *cst.Node) Type {
	if n.Is("identifier", "attribute") {
		return e.expr(n)
	}
	var t Type
	for i, part := range strings.Split(n.Text(), ".") {
		if i == 0 {
			if m := e.module(n); m != nil {
				t = e.lookup(m.scopeOf(n), part, n)
			}
			continue
		}
		t = e.access(t, part, nil)
	}
	return t
}

func (e *evaluator) generic(base *cst.Node, params []*cst.Node) Type {
	t := e.expr(base)
	var args []Type
	open := false // `...` stands among the arguments
	for _, p := range params {
		for p.Is("type") {
			p = p.NamedChild(0)
		}
		if p.Is("tuple", "expression_list") {
			for c := range p.NamedChildren() {
				args = append(args, e.annotation(c))
			}
			continue
		}
		switch {
		case p.Is("list"): // a callable's parameters
			var params []Type
			for c := range p.NamedChildren() {
				params = append(params, e.annotation(c))
			}
			args = append(args, known("tuple", params...))
		case p.Is("ellipsis"):
			open = true
		default:
			args = append(args, e.annotation(p))
		}
	}
	out := e.parametrised(t, args)
	for i := range out {
		if open && out[i].kind == container && out[i].name == "tuple" {
			out[i].name = "tuple*"
		} else if open && out[i].kind == external && len(args) > 0 && lastPart(out[i].name) == "Callable" {
			out[i] = value{kind: container, name: "Callable"}.with(nil, args[0])
		}
	}
	return out
}

// parametrised is an instance of a generic class with arguments.
func (e *evaluator) parametrised(t Type, args []Type) Type {
	var out Type
	for _, v := range t {
		if v.kind == class {
			out = union(out, Type{value{kind: instance, scope: v.scope}.with(args...)})
			continue
		}
		name := lastPart(v.name)
		switch name {
		case "Optional":
			out = union(out, union(args...), Type{{kind: none}})
		case "Union":
			out = union(out, union(args...))
		case "Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly":
			if len(args) > 0 {
				out = union(out, args[0])
			}
		case "Type", "type":
			for _, a := range union(args...) {
				if a.kind == instance {
					out = union(out, Type{{kind: class, scope: a.scope}})
				} else if a.kind == typeVar {
					out = union(out, Type{value{kind: typeVar, name: a.name, path: "type"}.with(a.args...)})
				}
			}
		case "Callable":
			if len(args) > 1 {
				out = union(out, known("Callable", args...))
			} else {
				out = union(out, outside("typing.Callable"))
			}
		default:
			if c := containerName[name]; c != "" {
				out = union(out, known(c, args...))
			} else {
				out = union(out, outside(v.name))
			}
		}
	}
	return out
}

func lastPart(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }

// instancesOf turns classes into their instances.
func (e *evaluator) instancesOf(t Type) Type {
	var out Type
	for _, v := range t {
		switch v.kind {
		case class:
			out = union(out, Type{{kind: instance, scope: v.scope, guess: v.guess}})
		case external:
			name := lastPart(v.name)
			switch {
			case name == "Any" || name == "object":
			case name == "Self":
				out = union(out, Type{{kind: typeVar, name: "Self"}})
			case containerName[name] != "":
				out = union(out, known(containerName[name]))
			default:
				out = union(out, Type{v})
			}
		default:
			out = union(out, Type{v})
		}
	}
	return out
}

// classesOf are the classes that an isinstance or except clause lists.
func (e *evaluator) classesOf(n *cst.Node) Type {
	if n.Is("tuple") {
		var out Type
		for c := range n.NamedChildren() {
			out = union(out, e.classesOf(c))
		}
		return out
	}
	t := e.expr(n)
	var out Type
	for _, v := range t {
		if v.kind == container && v.name == "tuple" {
			out = union(out, union(v.args...))
		} else {
			out = union(out, Type{v})
		}
	}
	return out
}

// refine keeps of t what is (or is not) among want.
func (e *evaluator) refine(t, want Type, sense bool) Type {
	if len(want) == 0 {
		return t
	}
	var out Type
	for _, v := range t {
		match := Type{}
		for _, w := range want {
			switch {
			case v.kind == w.kind && v.scope == w.scope && v.name == w.name && v.kind != typeVar:
				match = union(match, Type{v})
			case v.scope != nil && w.scope != nil && v.kind == w.kind && e.derives(v.scope, w.scope):
				match = union(match, Type{v})
			case sense && v.scope != nil && w.scope != nil && v.kind == w.kind && e.derives(w.scope, v.scope):
				match = union(match, Type{w})
			case sense && v.kind == external && w.kind == instance:
				match = union(match, Type{w})
			}
		}
		if sense {
			out = union(out, match)
		} else if len(match) == 0 {
			out = union(out, Type{v})
		}
	}
	if sense && len(out) == 0 {
		return want
	}
	return out
}

// captured is what a name in a case pattern holds, as far as it says.
func (e *evaluator) captured(b *binding) Type {
	var out Type
	b.node.Walk(func(n *cst.Node) bool {
		if n.Type == "class_pattern" {
			out = union(out, e.instancesOf(e.dotted(n.NamedChild(0))))
			return false
		}
		return true
	})
	return out
}
