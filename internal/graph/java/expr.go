package java

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// typeOf is the type of an expression by itself.
func (s *session) typeOf(n *cst.Node) *typ {
	if n == nil {
		return unknown
	}
	if t, ok := s.types[n]; ok {
		return t
	}
	if s.depth > maxDepth || s.steps > maxSteps || s.typing[n] {
		s.cuts++
		return unknown
	}
	s.depth++
	s.steps++
	s.typing[n] = true
	before := s.cuts
	t := s.typeOfNew(n)
	delete(s.typing, n)
	s.depth--
	if t == nil {
		t = unknown
	}
	if s.cuts == before {
		s.types[n] = t // what was cut short depends on where it began
	}
	return t
}

func (s *session) typeOfNew(n *cst.Node) *typ {
	switch n.Type {
	case "identifier", "field_access":
		return s.classify(n).value()
	case "this":
		return s.thisAt(n)
	case "super":
		return s.superAt(n)
	case "method_invocation", "object_creation_expression":
		if r := s.callAt(n); r != nil {
			return r.typ
		}
		return unknown
	case "parenthesized_expression":
		return s.typeOf(n.NamedChild(0))
	case "cast_expression":
		return s.typeAt(n.Child("type"))
	case "assignment_expression":
		return s.typeOf(n.Child("left"))
	case "array_access":
		if t := bare(s.typeOf(n.Child("array"))); t.kind == kArray {
			return t.elem
		}
		return unknown
	case "array_creation_expression":
		return s.arrayCreated(n)
	case "ternary_expression":
		return s.either(s.typeOf(n.Child("consequence")), s.typeOf(n.Child("alternative")))
	case "switch_expression":
		return s.switchType(n)
	case "binary_expression":
		return s.binary(n)
	case "unary_expression", "update_expression":
		return s.unary(n)
	case "instanceof_expression":
		return boolean
	case "class_literal":
		return s.classLiteral(n)
	}
	return s.literal(n)
}

func (s *session) literal(n *cst.Node) *typ {
	text := n.Text()
	switch n.Type {
	case "string_literal", "text_block", "template_expression":
		return s.platformType("java.lang.String")
	case "character_literal":
		return primTypes["char"]
	case "true", "false":
		return boolean
	case "null_literal":
		return nullType
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if last := text[len(text)-1]; last == 'l' || last == 'L' {
			return primTypes["long"]
		}
		return intType
	case "decimal_floating_point_literal", "hex_floating_point_literal":
		if last := text[len(text)-1]; last == 'f' || last == 'F' {
			return primTypes["float"]
		}
		return primTypes["double"]
	}
	return unknown
}

func (s *session) arrayCreated(n *cst.Node) *typ {
	dims := 0
	for _, d := range n.All("dimensions") {
		if d.Is("dimensions_expr") {
			dims++
		} else {
			dims += dimensions(d)
		}
	}
	return arrayOf(s.typeAt(n.Child("type")), dims)
}

// either is the type of a conditional expression.
func (s *session) either(a, b *typ) *typ {
	switch {
	case a.kind == kNull:
		return s.box(b)
	case b.kind == kNull:
		return s.box(a)
	case a.kind == kUnknown || b.kind == kUnknown:
		return unknown
	case sameErasure(a, b):
		return a
	case unbox(a).kind == kPrim && unbox(b).kind == kPrim:
		return promoted(unbox(a), unbox(b))
	case s.strict(a, b) == yes:
		return b
	case s.strict(b, a) == yes:
		return a
	}
	return s.common(s.box(a), s.box(b))
}

var ranks = map[string]int{"byte": 1, "short": 2, "char": 2, "int": 3, "long": 4, "float": 5, "double": 6}

// promoted is the type of arithmetic on two primitives, at least int.
func promoted(a, b *typ) *typ {
	if a.kind != kPrim || b.kind != kPrim {
		return unknown
	}
	if a.name == "boolean" && b.name == "boolean" {
		return boolean
	}
	best := a
	if ranks[b.name] > ranks[a.name] {
		best = b
	}
	if ranks[best.name] < ranks["int"] {
		return intType
	}
	return best
}

func (s *session) switchType(n *cst.Node) *typ {
	out := unknown
	for arm := range n.Child("body").NamedChildren() {
		if !arm.Is("switch_rule") {
			continue
		}
		for c := range arm.NamedChildren() {
			if c.Is("expression_statement") {
				if t := s.typeOf(c.NamedChild(0)); out.kind == kUnknown || out.kind == kNull {
					out = t
				}
			}
		}
	}
	return out
}

func (s *session) binary(n *cst.Node) *typ {
	switch n.Child("operator").Text() {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
		return boolean
	case "+":
		a, b := s.typeOf(n.Child("left")), s.typeOf(n.Child("right"))
		if isString(a) || isString(b) {
			return s.platformType("java.lang.String")
		}
		return promoted(unbox(a), unbox(b))
	case "<<", ">>", ">>>":
		t := unbox(s.typeOf(n.Child("left")))
		return promoted(t, t)
	}
	return promoted(unbox(s.typeOf(n.Child("left"))), unbox(s.typeOf(n.Child("right"))))
}

func isString(t *typ) bool { return t.kind == kClass && t.decl.fq == "java.lang.String" }

func (s *session) unary(n *cst.Node) *typ {
	if n.Is("update_expression") {
		return unbox(s.typeOf(n.NamedChild(0)))
	}
	if n.Child("operator").Is("!") {
		return boolean
	}
	t := unbox(s.typeOf(n.Child("operand")))
	return promoted(t, t)
}

func (s *session) classLiteral(n *cst.Node) *typ {
	return s.platformType("java.lang.Class", s.box(s.typeAt(n.NamedChild(0))))
}

func (s *session) thisAt(n *cst.Node) *typ {
	if d := s.scopeAt(n).typ; d != nil {
		return s.thisType(d)
	}
	return unknown
}

// superAt is the superclass of the class around.
func (s *session) superAt(n *cst.Node) *typ {
	if d := s.scopeAt(n).typ; d != nil {
		return s.superclass(s.thisType(d))
	}
	return unknown
}

func (s *session) superclass(t *typ) *typ {
	supers := s.supersOf(t)
	if len(supers) == 0 {
		return unknown
	}
	if first := supers[0]; first.kind != kClass || !s.head(first.decl).isInterface() {
		return first
	}
	return s.object()
}

// meaning is what a name stands for: a value, a type, or maybe a package.
type meaning struct {
	typ    *typ
	isType bool
	field  *fieldDecl
	pkg    []string // the parts of a name that is neither
	open   bool     // a field that the repository does not show
}

func (m meaning) value() *typ {
	if m.isType || m.typ == nil {
		return unknown
	}
	return m.typ
}

// classify finds out what a name in an expression stands for (JLS 6.5.2).
func (s *session) classify(n *cst.Node) meaning {
	switch n.Type {
	case "identifier":
		return s.classifyName(n)
	case "field_access":
		return s.classifyAccess(n)
	case "scoped_identifier":
		if e := typeExprOf(n); e != nil {
			return meaning{typ: s.typeAt(n), isType: true}
		}
	case "type_identifier", "scoped_type_identifier", "generic_type", "array_type", "integral_type", "floating_point_type", "boolean_type":
		return meaning{typ: s.typeAt(n), isType: true}
	}
	return meaning{typ: s.typeOf(n)}
}

func (s *session) classifyName(n *cst.Node) meaning {
	name := n.Text()
	isOpen := false
	for at := n; ; {
		v, class := s.local(name, at)
		if v != nil {
			return meaning{typ: s.typeOfVariable(v)}
		}
		if class == nil {
			break
		}
		d := s.m.byNode[class]
		f, owner, known := s.findField(s.thisType(d), name)
		if f != nil {
			return meaning{typ: s.fieldType(f, owner), field: f}
		}
		isOpen = isOpen || !known
		at = class
	}
	if f, t := s.staticField(name); f != nil {
		return meaning{typ: s.fieldType(f, t), field: f}
	}
	if t := s.simple(name, s.scopeAt(n), n.Start); t != nil {
		return meaning{typ: t, isType: true}
	}
	return meaning{pkg: []string{name}, open: isOpen}
}

// staticField is the field that a static import brings.
func (s *session) staticField(name string) (*fieldDecl, *typ) {
	for _, i := range s.m.imports {
		if !i.static || !i.star && i.names[len(i.names)-1] != name {
			continue
		}
		if t := s.importedFrom(i); t != nil {
			if f, owner, _ := s.findField(t, name); f != nil && f.static {
				return f, owner
			}
		}
	}
	return nil, nil
}

// importedFrom is the type whose members a static import names, nil when it
// is not known.
func (s *session) importedFrom(i importDecl) *typ {
	names := i.names
	if !i.star {
		names = names[:len(names)-1]
	}
	if len(names) == 0 {
		return nil
	}
	return s.fromRoot(names, s.m)
}

func (s *session) classifyAccess(n *cst.Node) meaning {
	object, field := n.Child("object"), n.Child("field")
	if object == nil || field == nil {
		return meaning{}
	}
	on := s.classify(object)
	if field.Is("this") {
		if on.isType && on.typ.kind == kClass {
			return meaning{typ: s.thisType(on.typ.decl)}
		}
		return meaning{}
	}
	name := field.Text()
	switch {
	case on.pkg != nil:
		names := append(append([]string{}, on.pkg...), name)
		if t := s.fromRoot(names, s.m); t != nil {
			return meaning{typ: t, isType: true}
		}
		return meaning{pkg: names}
	case on.typ == nil:
		return meaning{}
	}
	t := bare(on.typ)
	if t.kind == kArray && name == "length" {
		return meaning{typ: intType}
	}
	f, owner, known := s.findField(t, name)
	if f != nil {
		return meaning{typ: s.fieldType(f, owner), field: f}
	}
	if on.isType {
		if t.kind == kClass {
			if d := s.memberType(t.decl, name); d != nil {
				return meaning{typ: &typ{kind: kClass, decl: d}, isType: true}
			}
		}
		if t.kind == kExternal {
			return meaning{typ: unknown, open: true}
		}
	}
	return meaning{typ: unknown, open: !known}
}
