package java

import "github.com/plumbline/plumbline/internal/code/cst"

// lambdaParams are the nodes of a lambda's parameters: names, or formal
// parameters.
func lambdaParams(lambda *cst.Node) []*cst.Node {
	list := lambda.Child("parameters")
	if list.Is("identifier") {
		return []*cst.Node{list}
	}
	var out []*cst.Node
	for c := range list.NamedChildren() {
		if c.Is("identifier", "formal_parameter", "spread_parameter") {
			out = append(out, c)
		}
	}
	return out
}

// lambdaShape says whether a lambda's body can stand for a function without a
// result, and for one with.
func lambdaShape(lambda *cst.Node) (void, value bool) {
	body := lambda.Child("body")
	if !body.Is("block") {
		switch unparenthesised(body).Type {
		case "method_invocation", "object_creation_expression", "assignment_expression", "update_expression":
			return !body.Is("parenthesized_expression"), true
		}
		return false, true
	}
	returns := 0
	for _, r := range returnsOf(body) {
		returns++
		if r.NamedChild(0) != nil {
			return false, true
		}
	}
	return true, returns == 0 && neverEnds(body)
}

// neverEnds: a body that only throws or loops fits either kind of function.
func neverEnds(body *cst.Node) bool {
	var last *cst.Node
	for c := range body.NamedChildren() {
		last = c
	}
	return last.Is("throw_statement", "while_statement")
}

// returnsOf are the return statements of a body, without those of classes and
// lambdas in it.
func returnsOf(body *cst.Node) []*cst.Node {
	var out []*cst.Node
	body.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "lambda_expression", "class_body", "class_declaration":
			return false
		case "return_statement":
			out = append(out, n)
		}
		return true
	})
	return out
}

// lambdaResult is the type of what a lambda gives back.
func (s *session) lambdaResult(lambda *cst.Node) *typ {
	body := lambda.Child("body")
	if !body.Is("block") {
		return s.typeOf(body)
	}
	for _, r := range returnsOf(body) {
		if value := r.NamedChild(0); value != nil {
			if t := s.typeOf(value); t.kind != kUnknown && t.kind != kNull {
				return t
			}
		}
	}
	return unknown
}

// lambdaParamType is the type of a parameter that is written without one.
func (s *session) lambdaParamType(lambda *cst.Node, i int) *typ {
	params, ok := s.lambdaTypes[lambda]
	if !ok {
		expected := s.expected(lambda)
		if params, ok = s.lambdaTypes[lambda]; !ok {
			if f, _ := s.functionOf(expected); f != nil {
				for _, p := range f.params {
					params = append(params, s.settled(p))
				}
			}
		}
	}
	if i < len(params) {
		return params[i]
	}
	return unknown
}

// expected is the type that the place of an expression asks for.
func (s *session) expected(n *cst.Node) *typ {
	p := n.Parent
	if p == nil {
		return unknown
	}
	switch p.Type {
	case "parenthesized_expression", "ternary_expression", "switch_rule", "yield_statement":
		return s.expected(p)
	case "expression_statement":
		if p.Parent.Is("switch_rule") {
			return s.expected(p.Parent.Parent.Parent)
		}
	case "cast_expression":
		return s.typeAt(p.Child("type"))
	case "variable_declarator":
		return s.declaredType(p)
	case "assignment_expression":
		if n.Field == "right" {
			return s.typeOf(p.Child("left"))
		}
	case "array_initializer":
		if t := s.expected(p); t.kind == kArray {
			return t.elem
		}
	case "array_creation_expression":
		return s.typeOf(p)
	case "return_statement":
		return s.returnType(p)
	case "lambda_expression":
		if f, _ := s.functionOf(s.expected(p)); f != nil {
			return f.result
		}
	case "argument_list":
		return s.expectedArgument(p, n)
	}
	return unknown
}

func (s *session) declaredType(declarator *cst.Node) *typ {
	t := declarator.Parent.Child("type")
	if t == nil || t.Text() == "var" {
		return unknown
	}
	return arrayOf(s.typeAt(t), dimensions(declarator.Child("dimensions")))
}

func (s *session) returnType(n *cst.Node) *typ {
	around := n.Enclosing("lambda_expression", "method_declaration", "constructor_declaration", "class_body")
	switch {
	case around.Is("lambda_expression"):
		if f, _ := s.functionOf(s.expected(around)); f != nil {
			return f.result
		}
	case around.Is("method_declaration"):
		return s.typeAt(around.Child("type"))
	}
	return unknown
}

func (s *session) expectedArgument(list, n *cst.Node) *typ {
	r := s.callAt(list.Parent)
	if r == nil || r.params == nil {
		return unknown
	}
	i := 0
	for a := range arguments(list) {
		if a == n {
			p := loosePhase
			if r.varargs {
				p = varargsPhase
			}
			return paramAt(r.params, r.varargs, i, p)
		}
		i++
	}
	return unknown
}
