package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// iterated is the type of the elements that a loop over t gives.
func (e *evaluator) iterated(t Type) Type {
	var out Type
	for _, v := range t {
		switch v.kind {
		case container:
			switch v.name {
			case "tuple", "tuple*":
				out = union(out, union(v.args...))
			case "str":
				out = union(out, known("str"))
			case "ContextVar", "Queue", "Future", "Callable", "Coroutine", "Manager":
			default:
				if len(v.args) > 0 {
					out = union(out, v.args[0])
				}
			}
		case instance:
			if m, _ := e.find(v.scope, nil, "__iter__"); m != nil {
				got := e.results(e.bindMember(m, v), nil)
				if len(got) == 1 && got[0].kind == instance {
					if next, _ := e.find(got[0].scope, nil, "__next__"); next != nil {
						out = union(out, e.results(e.bindMember(next, got[0]), nil))
						continue
					}
				}
				out = union(out, e.iterated(got))
			} else if args := e.outsideArgs(v); len(args) > 0 {
				out = union(out, args[0])
			}
		case class:
			if e.isEnum(v.scope) {
				out = union(out, Type{{kind: instance, scope: v.scope}})
			}
		case external:
			out = union(out, outside(v.name+"[]"))
		case typeVar:
			if len(v.args) > 0 {
				out = union(out, e.iterated(v.args[0]))
			}
		}
	}
	return out.asSureAs(t)
}

// outsideArgs are the arguments of the container that a class derives from.
func (e *evaluator) outsideArgs(v value) []Type {
	for _, base := range e.mro(v.scope) {
		if base.kind != class {
			continue
		}
		for b := range base.scope.node.Child("superclasses").NamedChildren() {
			if b.Type != "subscript" {
				continue
			}
			for _, t := range e.annotation(b) {
				if t.kind == container {
					return t.args
				}
			}
		}
	}
	return nil
}

func (e *evaluator) isEnum(c *scope) bool {
	for _, v := range e.mro(c) {
		if v.kind == external && strings.HasPrefix(v.name, "enum.") {
			return true
		}
	}
	return false
}

// entered is what `with t as x` gives x.
func (e *evaluator) entered(t Type, item *cst.Node) Type {
	var out Type
	for _, v := range t {
		switch v.kind {
		case container:
			if v.name == "Manager" && len(v.args) > 0 {
				out = union(out, v.args[0])
			}
		case instance:
			m, leaves := e.find(v.scope, nil, "__enter__")
			if m == nil {
				if m, _ = e.find(v.scope, nil, "__aenter__"); m != nil {
					out = union(out, e.awaited(e.results(e.bindMember(m, v), nil)))
					continue
				}
			}
			if m != nil {
				out = union(out, e.results(e.bindMember(m, v), nil))
			} else if leaves {
				out = union(out, Type{v}.guessed())
			}
		case external:
			out = union(out, outside(v.name+".__enter__"))
		}
	}
	return out.asSureAs(t)
}

func (e *evaluator) awaited(t Type) Type {
	var out Type
	for _, v := range t {
		switch {
		case v.kind == container && (v.name == "Coroutine" || v.name == "Future") && len(v.args) > 0:
			out = union(out, v.args[len(v.args)-1])
		case v.kind == external:
			out = union(out, Type{v})
		}
	}
	return out.asSureAs(t)
}

func (e *evaluator) subscript(n *cst.Node) Type {
	var out Type
	index := n.Child("subscript")
	for _, v := range e.expr(n.Child("value")) {
		switch v.kind {
		case container:
			out = union(out, e.item(v, index))
		case instance:
			if m, _ := e.find(v.scope, nil, "__getitem__"); m != nil {
				out = union(out, e.results(e.bindMember(m, v), nil))
			} else if args := e.outsideArgs(v); len(args) > 0 {
				out = union(out, args[len(args)-1])
			}
		case class:
			if e.isEnum(v.scope) {
				out = union(out, Type{{kind: instance, scope: v.scope}})
				continue
			}
			var args []Type
			for _, s := range n.All("subscript") {
				args = append(args, e.annotation(s))
			}
			out = union(out, Type{value{kind: class, scope: v.scope}.with(args...)})
		case external:
			if typeForm[lastPart(v.name)] || containerName[lastPart(v.name)] != "" {
				out = union(out, e.generic(n.Child("value"), n.All("subscript")))
			} else {
				out = union(out, outside(v.name+"[]"))
			}
		}
	}
	return out.asSureAs(e.expr(n.Child("value")))
}

var typeForm = map[string]bool{"Optional": true, "Union": true, "Type": true, "Annotated": true, "ClassVar": true, "Final": true}

func (e *evaluator) item(v value, index *cst.Node) Type {
	switch {
	case index.Is("slice"):
		return Type{v}
	case v.name == "tuple" && index.Is("integer"):
		i := 0
		for _, r := range index.Text() {
			i = i*10 + int(r-'0')
		}
		if i >= 0 && i < len(v.args) {
			return v.args[i]
		}
	case v.name == "tuple" || v.name == "tuple*":
		return union(v.args...)
	case v.name == "dict" && len(v.args) > 1:
		return v.args[1]
	case v.name == "str":
		return known("str")
	case len(v.args) > 0:
		return v.args[0]
	}
	return nil
}

// containerCall is what a method of a builtin container gives.
func (e *evaluator) containerCall(v value, method string, n *cst.Node) Type {
	elem := func(i int) Type {
		if i < len(v.args) {
			return v.args[i]
		}
		return nil
	}
	switch v.name {
	case "str", "bytes":
		switch method {
		case "split", "rsplit", "splitlines":
			return known("list", known(v.name))
		case "partition", "rpartition":
			return known("tuple", known(v.name), known(v.name), known(v.name))
		case "encode":
			return known("bytes")
		case "decode", "hex":
			return known("str")
		}
		return known(v.name)
	case "dict":
		switch method {
		case "get", "pop", "setdefault":
			out := elem(1)
			if method == "get" && argument(n, 1) == nil {
				out = union(out, Type{{kind: none}})
			} else if d := argument(n, 1); d != nil {
				out = union(out, e.expr(d))
			}
			return out
		case "items":
			return known("list", known("tuple", elem(0), elem(1)))
		case "values":
			return known("list", elem(1))
		case "keys":
			return known("list", elem(0))
		case "copy":
			return Type{v}
		case "popitem":
			return known("tuple", elem(0), elem(1))
		}
	case "ContextVar", "Queue", "Future":
		switch method {
		case "get", "get_nowait", "result":
			if d := argument(n, 0); d != nil && method == "get" {
				return union(elem(0), e.expr(d))
			}
			return elem(0)
		}
	case "list", "set", "Iterator":
		switch method {
		case "pop", "popleft", "__next__", "send":
			return elem(0)
		case "copy", "union", "intersection", "difference", "symmetric_difference":
			return Type{v}
		case "index", "count":
			return known("int")
		}
	}
	return outside(containerMethod(v.name, method) + "()")
}

// containerMethod names a method of a container; those with a small letter
// are builtins.
func containerMethod(container, method string) string {
	if container[0] >= 'a' {
		return "builtins." + container + "." + method
	}
	return container + "." + method
}
