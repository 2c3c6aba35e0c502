package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// typeExpr is a type as it is written.
type typeExpr struct {
	prim  string      // "int", "void"
	names []string    // the parts of a qualified name
	args  []*typeExpr // of the last part
	// diamond: the arguments are left to be inferred.
	diamond bool
	dims    int
	wild    byte // '?' alone, '+' extends bound, '-' super bound
	bound   *typeExpr
	at      uint32 // where it stands, for local classes
}

// String is the type in one spelling, whatever the white space.
func (e *typeExpr) String() string {
	if e == nil {
		return ""
	}
	s := e.prim + strings.Join(e.names, ".")
	if e.wild != 0 {
		s += string(e.wild) + e.bound.String()
	}
	if len(e.args) > 0 {
		parts := make([]string, len(e.args))
		for i, a := range e.args {
			parts[i] = a.String()
		}
		s += "<" + strings.Join(parts, ",") + ">"
	}
	return s + strings.Repeat("[]", e.dims)
}

func (e *typeExpr) plusDims(n int) *typeExpr {
	if n == 0 || e == nil {
		return e
	}
	c := *e
	c.dims += n
	return &c
}

// typeExprOf reads a type, nil for nil and for what is no type.
func typeExprOf(n *cst.Node) *typeExpr {
	if n == nil {
		return nil
	}
	e := &typeExpr{at: n.Start}
	switch n.Type {
	case "integral_type", "floating_point_type", "boolean_type", "void_type":
		e.prim = n.Text()
	case "type_identifier", "identifier":
		e.names = []string{n.Text()}
	case "scoped_type_identifier", "scoped_identifier", "field_access":
		readScoped(e, n)
	case "generic_type":
		readGeneric(e, n)
	case "array_type":
		return typeExprOf(n.Child("element")).plusDims(dimensions(n.Child("dimensions")))
	case "annotated_type":
		for c := range n.NamedChildren() {
			if t := typeExprOf(c); t != nil {
				return t
			}
		}
		return nil
	case "wildcard":
		readWildcard(e, n)
	default:
		return nil
	}
	return e
}

func readScoped(e *typeExpr, n *cst.Node) {
	for c := range n.NamedChildren() {
		if t := typeExprOf(c); t != nil {
			e.names, e.args = append(e.names, t.names...), t.args
		}
	}
}

func readGeneric(e *typeExpr, n *cst.Node) {
	for c := range n.NamedChildren() {
		if !c.Is("type_arguments") {
			if t := typeExprOf(c); t != nil {
				e.names = t.names
			}
			continue
		}
		for a := range c.NamedChildren() {
			if t := typeExprOf(a); t != nil {
				e.args = append(e.args, t)
			}
		}
		e.diamond = len(e.args) == 0
	}
}

func readWildcard(e *typeExpr, n *cst.Node) {
	e.wild = '?'
	for c := range n.Children() {
		switch {
		case c.Is("extends"):
			e.wild = '+'
		case c.Is("super"):
			e.wild = '-'
		case c.Named:
			if t := typeExprOf(c); t != nil {
				e.bound = t
			}
		}
	}
}

func dimensions(n *cst.Node) int { return strings.Count(n.Text(), "[") }
