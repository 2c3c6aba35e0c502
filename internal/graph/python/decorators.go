package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

func decorated(def *cst.Node, name string) bool {
	if !def.Parent.Is("decorated_definition") {
		return false
	}
	for c := range def.Parent.NamedChildren() {
		if c.Type == "decorator" && decoratorName(c) == name {
			return true
		}
	}
	return false
}

func decoratorName(c *cst.Node) string {
	d := c.NamedChild(0)
	if d.Is("call") {
		d = d.Child("function")
	}
	return lastPart(d.Text())
}

// isProperty reports whether reading a method calls it: a property, or a
// decorator that is a class with __get__.
func (e *evaluator) isProperty(def *cst.Node) bool {
	if !def.Parent.Is("decorated_definition") {
		return false
	}
	for c := range def.Parent.NamedChildren() {
		if c.Type != "decorator" {
			continue
		}
		switch name := decoratorName(c); {
		case strings.HasSuffix(name, "property"):
			return true
		case name == "setter" || name == "deleter" || name == "staticmethod" || name == "classmethod":
			continue
		}
		for _, v := range e.expr(c.NamedChild(0)) {
			if v.kind != class {
				continue
			}
			if m, _ := e.find(v.scope, nil, "__get__"); m != nil {
				return true
			}
		}
	}
	return false
}
