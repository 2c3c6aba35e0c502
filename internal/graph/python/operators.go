package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// operatorMethod are the methods behind binary operators.
var operatorMethod = map[string]string{"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__",
	"%": "__mod__", "|": "__or__", "&": "__and__", "^": "__xor__", "@": "__matmul__", ">>": "__rshift__", "<<": "__lshift__"}

func (e *evaluator) operator(n *cst.Node) Type {
	op := n.Child("operator").Text()
	var out Type
	for _, v := range e.expr(n.Child("left")) {
		switch v.kind {
		case container, external:
			out = union(out, Type{v})
		case instance:
			if m, _ := e.find(v.scope, nil, operatorMethod[op]); m != nil {
				out = union(out, e.results(e.bindMember(m, v), n))
			}
		case class:
			if op == "|" {
				out = union(out, Type{v}, e.expr(n.Child("right")))
			}
		}
	}
	return out
}
