package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// typeOf is the type of an expression, with the type parameters around it
// left as they are.
func (s *session) typeOf(n *cst.Node) *Type {
	if n == nil {
		return unknownType
	}
	if t, ok := s.exprs[n]; ok {
		return t
	}
	if s.busy[n] || !s.enter() {
		s.cuts++
		return unknownType
	}
	s.busy[n] = true
	before := s.cuts
	t := s.force(s.infer(n))
	delete(s.busy, n)
	s.leave()
	if s.cuts == before || !t.unknown() {
		s.exprs[n] = t
	}
	return t
}

func (s *session) infer(n *cst.Node) *Type {
	switch n.Type {
	case "identifier", "shorthand_property_identifier":
		return s.identifierType(n)
	case "undefined", "null":
		return prim(n.Type)
	case "this":
		return s.thisType(n)
	case "super":
		return s.superType(n)
	case "string":
		return literal("string", stringText(n))
	case "template_string":
		return prim("string")
	case "number":
		return literal("number", n.Text())
	case "true", "false":
		return literal("boolean", n.Type)
	case "regex":
		return s.libType("RegExp")
	case "array":
		return s.arrayLiteral(n)
	case "object":
		return &Type{kind: object, node: n}
	case "arrow_function", "function_expression", "function", "generator_function":
		return &Type{kind: function, sigs: []sig{{node: n}}, decl: s.anonymous(n), node: n}
	case "class":
		return &Type{kind: classOf, decl: s.anonymous(n)}
	case "call_expression":
		return s.callType(n)
	case "new_expression":
		return s.newType(n)
	case "member_expression":
		return s.memberExpression(n)
	case "subscript_expression":
		return s.subscript(n)
	case "await_expression":
		return s.awaited(s.typeOf(n.NamedChild(0)))
	case "parenthesized_expression", "non_null_expression":
		return s.typeOf(expressionChild(n))
	case "as_expression":
		return s.cast(n, n.NamedChild(0), n.NamedChild(1))
	case "satisfies_expression":
		return s.typeOf(n.NamedChild(0))
	case "type_assertion":
		return s.cast(n, n.NamedChild(1), typeChild(orNone(n.NamedChild(0))))
	case "instantiation_expression":
		return s.typeOf(n.NamedChild(0))
	case "ternary_expression":
		return unite(s.typeOf(n.Child("consequence")), s.typeOf(n.Child("alternative")))
	case "binary_expression":
		return s.binary(n)
	case "unary_expression":
		return unary(n)
	case "update_expression":
		return prim("number")
	case "assignment_expression":
		return s.typeOf(n.Child("right"))
	case "augmented_assignment_expression":
		return s.augmented(n)
	case "sequence_expression":
		var last *cst.Node
		for c := range n.NamedChildren() {
			last = c
		}
		return s.typeOf(last)
	case "spread_element":
		return s.typeOf(n.NamedChild(0))
	case "jsx_element", "jsx_self_closing_element", "jsx_fragment":
		return external("JSX.Element")
	case "meta_property", "yield_expression":
		return anything
	}
	return unknownType
}

func expressionChild(n *cst.Node) *cst.Node {
	for c := range n.NamedChildren() {
		if c.Type != "comment" {
			return c
		}
	}
	return nil
}

func (s *session) cast(n, value, typ *cst.Node) *Type {
	if typ == nil || typ.Text() == "const" {
		return s.typeOf(value)
	}
	t := s.typ(typ, nil)
	if t.kind == anyType {
		return anything
	}
	return t
}

func (s *session) identifierType(n *cst.Node) *Type {
	name := n.Text()
	if name == "undefined" {
		return prim(name)
	}
	b := s.lookup(n, name, def.isValue)
	if b == nil {
		if name == "arguments" || name == "require" || name == "module" || name == "exports" {
			return s.commonName(n, name)
		}
		return external(name)
	}
	return s.narrow(n, s.bindingType(b))
}

// commonName is one of the names that CommonJS brings.
func (s *session) commonName(n *cst.Node, name string) *Type {
	m := s.modOf(n)
	if name == "exports" {
		if v := s.equals(m); v != nil {
			return s.exportedValue(v)
		}
		return &Type{kind: moduleOf, mod: m}
	}
	return external(name)
}

func (s *session) bindingType(b *binding) *Type { return s.foundType(s.resolveBinding(b)) }

func (s *session) arrayLiteral(n *cst.Node) *Type {
	t := &Type{kind: tuple}
	for c := range n.NamedChildren() {
		switch {
		case c.Type == "comment":
		case c.Type == "spread_element":
			t.types = append(t.types, s.element(s.typeOf(c.NamedChild(0))))
			t.lit = "array"
		case len(t.types) < 24:
			t.types = append(t.types, s.typeOf(c))
		default:
			t.lit = "array"
		}
	}
	if len(t.types) == 0 || t.lit != "" {
		if len(t.types) == 0 {
			if c := s.contextual(n); !s.element(c).unknown() {
				return s.arrayOf(s.element(c))
			}
		}
		return s.arrayOf(unite(t.types...))
	}
	return t
}

func (s *session) memberExpression(n *cst.Node) *Type {
	if compact(n) == "module.exports" {
		if v := s.equals(s.modOf(n)); v != nil {
			return s.exportedValue(v)
		}
	}
	obj := n.Child("object")
	t := s.nonNull(s.typeOf(obj))
	name := n.Child("property").Text()
	if p := s.propertyType(t, name); !p.unknown() {
		return s.narrow(n, p)
	} else if p.kind == anyType {
		return p
	}
	if i := s.indexSignature(t); !i.unknown() && t.kind != tuple {
		if _, ok := elementArg(t); !ok {
			return i
		}
	}
	if t.kind == anyType {
		return anything
	}
	return unknownType
}

func (s *session) subscript(n *cst.Node) *Type {
	t := s.nonNull(s.typeOf(n.Child("object")))
	index := n.Child("index")
	k := s.typeOf(index)
	if t.kind == outside {
		return external(t.name)
	}
	if k.kind == primitive && k.lit != "" || k.kind == union {
		return s.indexed(t, k)
	}
	if e := s.element(t); !e.unknown() {
		return e
	}
	if index.Is("member_expression") {
		if p := s.propertyType(t, "["+compact(index)+"]"); !p.unknown() {
			return p
		}
	}
	return s.indexed(t, k)
}

func (s *session) binary(n *cst.Node) *Type {
	left, right := n.Child("left"), n.Child("right")
	switch op := n.Child("operator").Text(); op {
	case "||", "??":
		l := s.nonNull(s.typeOf(left))
		if l.nullish() {
			return s.typeOf(right)
		}
		if r := s.typeOf(right); !r.unknown() && !l.unknown() {
			return unite(l, r)
		} else if l.unknown() {
			return r
		}
		return l
	case "&&":
		return s.typeOf(right)
	case "+":
		a, b := s.typeOf(left), s.typeOf(right)
		if a.kind == primitive && a.name == "string" || b.kind == primitive && b.name == "string" {
			return prim("string")
		}
		if a.kind == primitive && b.kind == primitive {
			return prim(a.name)
		}
		return unknownType
	case "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>":
		if t := s.typeOf(left); t.kind == primitive && t.name == "bigint" {
			return t
		}
		return prim("number")
	}
	return prim("boolean")
}

func unary(n *cst.Node) *Type {
	switch n.Child("operator").Text() {
	case "!", "delete":
		return prim("boolean")
	case "typeof":
		return prim("string")
	case "void":
		return prim("undefined")
	}
	return prim("number")
}

func (s *session) augmented(n *cst.Node) *Type {
	switch n.Child("operator").Text() {
	case "??=", "||=":
		return unite(s.nonNull(s.typeOf(n.Child("left"))), s.typeOf(n.Child("right")))
	case "&&=":
		return s.typeOf(n.Child("right"))
	}
	return s.typeOf(n.Child("left"))
}
