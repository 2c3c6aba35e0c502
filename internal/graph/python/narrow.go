package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

func (f *flow) mentions(n *cst.Node) bool {
	return n != nil && strings.Contains(n.Text(), f.key)
}

// narrow is what is left of t where cond was found true, or false.
func (f *flow) narrow(t Type, cond *cst.Node, sense bool) Type {
	if !f.mentions(cond) {
		return t
	}
	switch cond.Type {
	case "parenthesized_expression":
		return f.narrow(t, cond.NamedChild(0), sense)
	case "not_operator":
		return f.narrow(t, cond.Child("argument"), !sense)
	case "named_expression":
		if cond.Child("name").Text() == f.key {
			t = f.e.expr(cond.Child("value"))
		}
		if sense {
			return t.without(isNone)
		}
	case "boolean_operator":
		left, right := cond.Child("left"), cond.Child("right")
		if (cond.Child("operator").Text() == "and") == sense {
			return f.narrow(f.narrow(t, left, sense), right, sense)
		}
		return union(f.narrow(t, left, sense), f.narrow(f.narrow(t, left, !sense), right, sense))
	case "comparison_operator":
		return f.compared(t, cond, sense)
	case "call":
		return f.tested(t, cond, sense)
	case "identifier", "attribute":
		if cond.Text() == f.key && sense {
			return t.without(isNone)
		}
	}
	return t
}

func (f *flow) compared(t Type, cond *cst.Node, sense bool) Type {
	left, right := cond.NamedChild(0), cond.NamedChild(1)
	if left.Is("parenthesized_expression") {
		left = left.NamedChild(0)
	}
	if left.Is("named_expression") {
		left = left.Child("name")
	}
	if left.Text() != f.key {
		return t
	}
	op := strings.Join(strings.Fields(string(cond.Tree().Source[cond.NamedChild(0).End:right.Start])), " ")
	op = strings.Trim(op, "()")
	if right.Type != "none" {
		return t
	}
	if is := op == "is" || op == "=="; is == sense {
		return Type{{kind: none}}
	}
	return t.without(isNone)
}

// tested narrows by isinstance, issubclass and callable.
func (f *flow) tested(t Type, call *cst.Node, sense bool) Type {
	args := call.Child("arguments")
	if args.NamedChild(0).Text() != f.key {
		return t
	}
	switch call.Child("function").Text() {
	case "isinstance", "issubclass":
		want := f.e.classesOf(args.NamedChild(1))
		if call.Child("function").Text() == "isinstance" {
			want = f.e.instancesOf(want)
		}
		return f.e.refine(t, want, sense)
	case "callable":
		if sense {
			return t.without(func(v value) bool { return v.kind == none || v.kind == container })
		}
	}
	return t
}

// matched narrows the subject of a match by class patterns.
func (f *flow) matched(t Type, clause *cst.Node) Type {
	var want Type
	for c := range clause.NamedChildren() {
		if c.Type != "case_pattern" {
			continue
		}
		c.Walk(func(n *cst.Node) bool {
			if n.Type == "class_pattern" {
				want = union(want, f.e.instancesOf(f.e.dotted(n.NamedChild(0))))
				return false
			}
			return true
		})
	}
	if len(want) == 0 {
		return t
	}
	return f.e.refine(t, want, true)
}

// varies reports whether a name can mean different things at different places
// of a scope: it is bound there, or a condition speaks of it.
func (e *evaluator) varies(s *scope, key string, bs []*binding) bool {
	for _, b := range bs {
		if b.kind != bindParam {
			return true
		}
	}
	return strings.Contains(s.conditions(), key)
}

// conditions is the text of all conditions in a scope. Other files' bindings
// may ask for it at the same time.
func (s *scope) conditions() string {
	s.once.Do(func() { s.asked = conditionsIn(s.node) })
	return s.asked
}

// conditionsIn is the text of all conditions below a node.
func conditionsIn(n *cst.Node) string {
	var out strings.Builder
	n.Walk(func(n *cst.Node) bool {
		var c *cst.Node
		switch n.Type {
		case "if_statement", "elif_clause", "while_statement":
			c = n.Child("condition")
		case "match_statement":
			c = n.Child("subject")
		case "boolean_operator":
			c = n.Child("left")
		case "conditional_expression":
			c = n.NamedChild(1)
		case "assert_statement", "if_clause":
			c = n
		}
		if c != nil {
			out.WriteString(c.Text())
			out.WriteByte('\n')
		}
		return true
	})
	return out.String()
}
