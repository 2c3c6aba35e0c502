package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// scopeAt is the type and method around a node.
func (s *session) scopeAt(n *cst.Node) scope {
	p := n.Parent
	if p == nil {
		return scope{file: s.m}
	}
	if sc, ok := s.scopes[p]; ok {
		return sc
	}
	sc := s.scopeIn(p)
	s.scopes[p] = sc
	return sc
}

// scopeIn is the scope of what stands directly in p.
func (s *session) scopeIn(p *cst.Node) scope {
	switch p.Type {
	case "class_body", "interface_body", "enum_body", "annotation_type_body":
		if d := s.m.byNode[p.Parent]; d != nil {
			return scope{file: s.m, typ: d}
		}
	}
	if m := s.m.methodAt[p]; m != nil {
		return scope{file: s.m, typ: m.owner, method: m}
	}
	if d := s.m.byNode[p]; d != nil && !d.anonymous {
		return scope{file: s.m, typ: d.outer, method: d.method, header: d}
	}
	return s.scopeAt(p)
}

// typeAt reads the type that a node writes.
func (s *session) typeAt(n *cst.Node) *typ {
	if n == nil {
		return unknown
	}
	if t, ok := s.expects[n]; ok {
		return t
	}
	t := unknown
	if e := typeExprOf(n); e != nil {
		t = s.resolve(e, s.scopeAt(n))
	}
	s.expects[n] = t
	return t
}

// variable is a local variable, parameter or pattern variable.
type variable struct {
	name     *cst.Node
	typeNode *cst.Node // nil when it is not written
	dims     int
	of       *cst.Node // the statement, lambda or parameter that declares it
	index    int       // among a lambda's parameters
	until    uint32    // where a pattern variable ends, 0 for the block's end
}

// local is the variable that a name means at a place within the innermost
// class body, and the class body (or nil) where the search ended.
func (s *session) local(name string, at *cst.Node) (*variable, *cst.Node) {
	for n := at.Parent; n != nil; n = n.Parent {
		if n.Is("class_body", "interface_body", "enum_body", "annotation_type_body") && s.m.byNode[n.Parent] != nil {
			return nil, n.Parent
		}
		if !declares(n) {
			continue
		}
		var best *variable
		for _, v := range s.indexOf(n)[name] {
			if v.name.Start <= at.Start && (v.until == 0 || at.Start < v.until) {
				best = v
			}
		}
		if best != nil {
			return best, nil
		}
	}
	return nil, nil
}

func declares(n *cst.Node) bool {
	switch n.Type {
	case "block", "constructor_body", "switch_block", "switch_rule", "lambda_expression", "method_declaration", "constructor_declaration",
		"compact_constructor_declaration", "for_statement", "enhanced_for_statement", "catch_clause", "try_with_resources_statement",
		"field_declaration", "program", "ERROR":
		return true
	}
	return false
}

// indexOf lists the variables that a node declares for what stands in it.
func (s *session) indexOf(n *cst.Node) map[string][]*variable {
	if x, ok := s.indexes[n]; ok {
		return x
	}
	x := index{}
	switch n.Type {
	case "lambda_expression":
		for i, p := range lambdaParams(n) {
			if p.Is("identifier") {
				x.add(&variable{name: p, of: n, index: i})
			} else {
				x.parameter(p, n, i)
			}
		}
		x.patterns(n.Child("body"), 0)
	case "method_declaration", "constructor_declaration":
		x.parameters(n.Child("parameters"))
	case "compact_constructor_declaration":
		if record := n.Enclosing("record_declaration"); record != nil {
			x.parameters(record.Child("parameters"))
		}
	case "for_statement":
		for c := range n.NamedChildren() {
			x.statement(c)
		}
	case "enhanced_for_statement":
		if name := n.Child("name"); name != nil {
			x.add(&variable{name: name, typeNode: n.Child("type"), dims: dimensions(n.Child("dimensions")), of: n})
		}
	case "catch_clause":
		if p := n.ChildOfType("catch_formal_parameter"); p.Child("name") != nil {
			x.add(&variable{name: p.Child("name"), typeNode: p.ChildOfType("catch_type").NamedChild(0), of: p})
		}
	case "try_with_resources_statement":
		for r := range n.Child("resources").NamedChildren() {
			if name := r.Child("name"); name != nil {
				x.add(&variable{name: name, typeNode: r.Child("type"), of: r})
			}
		}
	case "switch_block":
		for g := range n.NamedChildren() {
			for c := range g.NamedChildren() {
				if c.Is("switch_label") {
					x.patterns(c, g.End)
				} else {
					x.statement(c)
				}
			}
		}
	case "field_declaration", "switch_rule":
		x.patterns(n, 0)
	default:
		for c := range n.NamedChildren() {
			x.statement(c)
		}
	}
	s.indexes[n] = x
	return x
}

type index map[string][]*variable

func (x index) add(v *variable) {
	if v.name != nil {
		x[v.name.Text()] = append(x[v.name.Text()], v)
	}
}

func (x index) parameters(list *cst.Node) {
	i := 0
	for p := range list.NamedChildren() {
		x.parameter(p, p, i)
		i++
	}
}

func (x index) parameter(p, of *cst.Node, i int) {
	switch p.Type {
	case "formal_parameter":
		x.add(&variable{name: p.Child("name"), typeNode: p.Child("type"), dims: dimensions(p.Child("dimensions")), of: of, index: i})
	case "spread_parameter":
		for c := range p.NamedChildren() {
			if typeExprOf(c) != nil {
				x.add(&variable{name: p.ChildOfType("variable_declarator").Child("name"), typeNode: c, dims: 1, of: of, index: i})
				return
			}
		}
	}
}

// statement adds what a statement declares for those behind it.
func (x index) statement(c *cst.Node) {
	if c.Is("local_variable_declaration") {
		for _, d := range c.All("declarator") {
			x.add(&variable{name: d.Child("name"), typeNode: c.Child("type"), dims: dimensions(d.Child("dimensions")), of: d})
		}
	}
	until := c.End
	if leavesBindings(c) {
		until = 0
	}
	x.patterns(c, until)
}

// leavesBindings: after `if (!(x instanceof T t)) return;` t is still there
// (JLS 6.3.2.2).
func leavesBindings(c *cst.Node) bool {
	if c.Is("while_statement") {
		return true
	}
	return c.Is("if_statement") && strings.Contains(c.Child("condition").Text(), "!")
}

// patterns adds the pattern variables below n that no inner block holds.
func (x index) patterns(n *cst.Node, until uint32) {
	first := true
	n.Walk(func(c *cst.Node) bool {
		switch c.Type {
		case "block", "lambda_expression", "class_body", "switch_block", "constructor_body":
			if !first {
				return false
			}
		case "instanceof_expression":
			if name := c.Child("name"); name != nil {
				x.add(&variable{name: name, typeNode: c.Child("right"), of: c, until: until})
			}
		case "type_pattern", "record_pattern_component":
			var typ, name *cst.Node
			for p := range c.NamedChildren() {
				switch {
				case p.Is("identifier"):
					name = p
				case typeExprOf(p) != nil:
					typ = p
				}
			}
			x.add(&variable{name: name, typeNode: typ, of: c, until: until})
		}
		first = false
		return true
	})
}

// typeOfVariable is the type that a variable has.
func (s *session) typeOfVariable(v *variable) *typ {
	if v.typeNode != nil && v.typeNode.Text() != "var" {
		return arrayOf(s.typeAt(v.typeNode), v.dims)
	}
	switch v.of.Type {
	case "lambda_expression":
		return s.lambdaParamType(v.of, v.index)
	case "variable_declarator":
		return s.typeOf(v.of.Child("value"))
	case "resource":
		return s.typeOf(v.of.Child("value"))
	case "enhanced_for_statement":
		return s.elementOf(s.typeOf(v.of.Child("value")))
	case "record_pattern_component":
		return s.componentType(v.of)
	}
	return unknown
}

// elementOf is what a loop over t gives.
func (s *session) elementOf(t *typ) *typ {
	t = bare(t)
	if t.kind == kArray {
		return t.elem
	}
	if iterable := s.p.byName["java.lang.Iterable"]; iterable != nil {
		if found, _ := s.asSuper(t, iterable); found != nil {
			if len(found.args) == 1 {
				return s.readable(found.args[0])
			}
			return s.object()
		}
	}
	return unknown
}

// componentType is the type of a record's component that a pattern takes out.
func (s *session) componentType(component *cst.Node) *typ {
	pattern := component.Enclosing("record_pattern")
	t := s.typeAt(pattern.NamedChild(0))
	if t.kind != kClass || !s.head(t.decl).record {
		return unknown
	}
	i := 0
	for c := range component.Parent.NamedChildren() {
		if c == component {
			break
		}
		i++
	}
	for _, m := range s.methods(t.decl, constructorName) {
		if i < len(m.params) {
			return s.paramTypes(candidate{m, t})[i]
		}
	}
	return unknown
}
