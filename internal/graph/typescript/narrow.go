package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// narrow is the type of a name or path at n, by the conditions that hold there.
func (s *session) narrow(n *cst.Node, t *Type) *Type {
	if !n.Is("identifier", "member_expression") || t.kind == function || t.kind == classOf || t.kind == moduleOf || t.kind == outside || n.Parent.Is("call_expression") && n.Field == "function" {
		return t
	}
	path := compact(n)
	if path == "" {
		return t
	}
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		switch {
		case p.Type == "if_statement" && from.Field == "consequence", p.Type == "ternary_expression" && from.Field == "consequence", p.Type == "while_statement" && from.Field == "body":
			t = s.assume(t, path, p.Child("condition"), true)
		case p.Type == "if_statement" && from.Field == "alternative", p.Type == "ternary_expression" && from.Field == "alternative":
			t = s.assume(t, path, p.Child("condition"), false)
		case p.Type == "binary_expression" && from.Field == "right":
			switch p.Child("operator").Text() {
			case "&&":
				t = s.assume(t, path, p.Child("left"), true)
			case "||":
				t = s.assume(t, path, p.Child("left"), false)
			}
		case p.Type == "statement_block" || p.Type == "program":
			t = s.earlier(t, path, p, from)
		case isFunction(p) && !p.Is("arrow_function", "function_expression"):
			return t
		case p.Type == "switch_case" || p.Type == "switch_default":
			t = s.inCase(t, path, p)
		}
	}
	return t
}

// earlier applies "if (…) return" and assertions before a statement of a block.
func (s *session) earlier(t *Type, path string, block, at *cst.Node) *Type {
	for c := block.First; c != nil && c != at; c = c.Next {
		switch {
		case c.Type == "if_statement" && c.Child("alternative") == nil && neverFalls(c.Child("consequence")):
			t = s.assume(t, path, c.Child("condition"), false)
		case c.Type == "expression_statement" && t.unknown():
			if a := c.NamedChild(0); a.Is("assignment_expression") && compact(a.Child("left")) == path && a.Child("left").Is("identifier") {
				t = s.typeOf(a.Child("right"))
			}
		}
	}
	return t
}

// neverFalls reports whether a statement never goes on to the next.
func neverFalls(n *cst.Node) bool {
	if n.Is("statement_block") {
		var last *cst.Node
		for c := range n.NamedChildren() {
			if c.Type != "comment" {
				last = c
			}
		}
		n = last
	}
	return n.Is("return_statement", "throw_statement", "continue_statement", "break_statement")
}

// assume is t where a condition on path holds, or does not.
func (s *session) assume(t *Type, path string, cond *cst.Node, holds bool) *Type {
	for cond.Is("parenthesized_expression") {
		cond = expressionChild(cond)
	}
	if cond == nil {
		return t
	}
	switch cond.Type {
	case "unary_expression":
		if cond.Child("operator").Text() == "!" {
			return s.assume(t, path, cond.Child("argument"), !holds)
		}
	case "call_expression":
		return s.guarded(t, path, cond, holds)
	case "member_expression":
		if compact(cond.Child("object")) == path && t.kind == union {
			return s.filterBy(t, cond.Child("property").Text(), literal("boolean", "true"), holds)
		}
	case "binary_expression":
		return s.compared(t, path, cond, holds)
	}
	return t
}

func (s *session) compared(t *Type, path string, cond *cst.Node, holds bool) *Type {
	left, right := cond.Child("left"), cond.Child("right")
	switch op := cond.Child("operator").Text(); op {
	case "&&":
		if holds {
			return s.assume(s.assume(t, path, left, true), path, right, true)
		}
	case "||":
		if !holds {
			return s.assume(s.assume(t, path, left, false), path, right, false)
		}
	case "instanceof":
		if compact(left) == path {
			return s.narrowTo(t, s.constructed(right, nil, nil), holds)
		}
	case "in":
		if compact(right) == path && t.kind == union {
			return s.filterHas(t, stringText(left), holds)
		}
	case "===", "==", "!==", "!=":
		is := holds == (op == "===" || op == "==")
		if left.Is("unary_expression") && left.Child("operator").Text() == "typeof" && compact(left.Child("argument")) == path {
			return s.typeofIs(t, stringText(right), is)
		}
		if left.Is("member_expression") && compact(left.Child("object")) == path && t.kind == union {
			return s.filterBy(t, left.Child("property").Text(), s.typeOf(right), is)
		}
	}
	return t
}

// guarded applies a user-defined type guard: isFoo(x).
func (s *session) guarded(t *Type, path string, call *cst.Node, holds bool) *Type {
	args := arguments(call)
	if compact(call.Child("function")) == "Array.isArray" && len(args) == 1 && compact(args[0]) == path {
		return s.narrowTo(t, s.arrayOf(anything), holds)
	}
	for i, a := range args {
		if compact(a) != path {
			continue
		}
		r := s.resolveCall(call, false)
		if !r.ok || r.sig.node == nil {
			return t
		}
		ret := r.sig.node.Child("return_type")
		pred := ret.ChildOfType("type_predicate")
		ps := parameters(r.sig.node)
		if pred == nil || i >= len(ps) {
			return t
		}
		name := ps[i].Child("pattern")
		if name.Text() == pred.Child("name").Text() {
			return s.narrowTo(t, s.typ(pred.Child("type"), r.sig.env), holds)
		}
	}
	return t
}

func (s *session) narrowTo(t, to *Type, holds bool) *Type {
	if to.unknown() {
		return t
	}
	if t.kind == union {
		var out []*Type
		for _, u := range t.types {
			fits := s.assignable(u, to, 0)
			if holds && fits != no || !holds && fits != yes {
				out = append(out, u)
			}
		}
		if len(out) > 0 {
			return unite(out...)
		}
		if holds {
			return to
		}
		return t
	}
	if !holds {
		return t
	}
	if t.kind != none && s.assignable(t, to, 0) == yes {
		return t
	}
	return to
}

func (s *session) filterBy(t *Type, name string, want *Type, is bool) *Type {
	if want.kind != primitive {
		return t
	}
	k := filterAsk{t, name, want.name, want.lit, is}
	if f := s.filtered[k]; f != nil {
		return f
	}
	f := s.filterUnion(t, name, want, is)
	s.filtered[k] = f
	return f
}

type filterAsk struct {
	t               *Type
	name, want, lit string
	is              bool
}

func (s *session) filterUnion(t *Type, name string, want *Type, is bool) *Type {
	var out []*Type
	for _, u := range t.types {
		fits := s.assignable(s.propertyType(u, name), want, 0)
		back := s.assignable(want, s.propertyType(u, name), 0)
		if is && (fits != no || back != no) || !is && fits != yes {
			out = append(out, u)
		}
	}
	if len(out) == 0 {
		return t
	}
	return unite(out...)
}

func (s *session) filterHas(t *Type, name string, is bool) *Type {
	var out []*Type
	for _, u := range t.types {
		if (len(s.members(u, name)) > 0) == is {
			out = append(out, u)
		}
	}
	if len(out) == 0 {
		return t
	}
	return unite(out...)
}

func (s *session) typeofIs(t *Type, name string, is bool) *Type {
	if t.kind != union {
		if t.unknown() && is && wrappers[name] != "" {
			return prim(name)
		}
		return t
	}
	var out []*Type
	for _, u := range t.types {
		u = s.force(u)
		matches := u.kind == primitive && u.name == name
		switch name {
		case "function":
			matches = len(s.signatures(u, false)) > 0 || u.kind == classOf || u.kind == param
		case "object":
			matches = u.kind != primitive && u.kind != function
		}
		if matches == is {
			out = append(out, u)
		}
	}
	if len(out) == 0 {
		return t
	}
	return unite(out...)
}

// inCase applies the case of "switch (x.kind)".
func (s *session) inCase(t *Type, path string, c *cst.Node) *Type {
	if t.kind != union || c.Parent == nil {
		return t
	}
	on := c.Parent.Parent.Child("value")
	for on.Is("parenthesized_expression") {
		on = expressionChild(on)
	}
	if !on.Is("member_expression") || compact(on.Child("object")) != path || c.Type != "switch_case" {
		return t
	}
	return s.filterBy(t, on.Child("property").Text(), s.typeOf(c.Child("value")), true)
}
