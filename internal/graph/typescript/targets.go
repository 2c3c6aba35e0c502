package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// target is what a reference may mean: a node with the name of a symbol, or
// something outside.
type target struct {
	id     *cst.Node
	ext    string
	unsure bool
}

// targetsOfBinding are the symbols that calling (or naming) a binding means.
func (w *walker) targetsOfBinding(b *binding, construct bool) []target {
	f := w.resolveBinding(b)
	return w.targetsOfFound(f, construct)
}

func (w *walker) targetsOfFound(f found, construct bool) []target {
	switch {
	case f.outside != "":
		return []target{{ext: f.outside}}
	case f.value != nil:
		return w.targetsOfValue(f.value, construct)
	case f.b == nil:
		return nil
	}
	if f.b.mod.external {
		return []target{{ext: f.b.name}}
	}
	if construct {
		if t := w.valueType(f.b); t.kind == classOf {
			return w.classTargets(t)
		}
	}
	if t := w.declared(f.b, construct); t != nil {
		return t
	}
	// A local variable: what it holds, where that is a function of one name.
	for _, d := range f.b.defs {
		if v := d.node.Child("value"); d.node.Is("variable_declarator") && v != nil {
			if t := w.alias(d, v, construct); t != nil {
				return t
			}
		}
	}
	if t := w.valueType(f.b); t.kind == outside {
		return []target{{ext: t.name}}
	}
	return nil
}

// declared are the symbols at a binding's declarations: of overloads the
// implementation, else the first that has a symbol.
func (w *walker) declared(b *binding, construct bool) []target {
	var best *cst.Node
	for _, d := range b.defs {
		if _, ok := w.ref(d.id); !ok {
			continue
		}
		if best == nil || isFunction(d.node) && !isFunction(best.Parent) || d.node.Is("variable_declarator") && best.Parent.Is("interface_declaration", "type_alias_declaration") || isClass(d.node) {
			best = d.id
		} else if isFunction(d.node) && d.node.Child("body") != nil {
			best = d.id
		}
	}
	if best == nil {
		return nil
	}
	if d, _ := b.first(def.isValue); d.node.Is("variable_declarator") && requires(d.node.Child("value")) {
		if t := w.targetsOfType(w.valueType(b), construct); t != nil {
			return t
		}
	}
	return []target{{id: best}}
}

// requires reports whether an expression is what a module exports, or a
// member of it: a variable that holds it is an import.
func requires(n *cst.Node) bool {
	for n.Is("member_expression") {
		n = n.Child("object")
	}
	return n.Is("call_expression") && n.Child("function").Is("identifier") && n.Child("function").Text() == "require"
}

// targetsOfType is the symbol of the function or class that a type is.
func (w *walker) targetsOfType(t *Type, construct bool) []target {
	switch t.kind {
	case outside:
		return []target{{ext: t.name}}
	case classOf:
		if construct {
			return w.classTargets(t)
		}
	case function, space:
	default:
		return nil
	}
	if t.decl == nil {
		return nil
	}
	if t.decl.mod.external {
		return []target{{ext: t.decl.name}}
	}
	if ts := w.declaredIn(t.decl); ts != nil {
		return ts
	}
	return nil
}

func (w *walker) declaredIn(b *binding) []target {
	for _, d := range b.defs {
		if id := w.symbolNode(d.node, d.id); id != nil {
			return []target{{id: id}}
		}
	}
	return nil
}

// symbolNode is the node where the symbol of a definition is named: its own
// name, or that of the variable, property or export that it is given to.
func (w *walker) symbolNode(n, id *cst.Node) *cst.Node {
	for _, c := range []*cst.Node{id, n.Child("name")} {
		if c == nil {
			continue
		}
		if _, ok := w.ref(c); ok {
			return c
		}
	}
	for p := n.Parent; p != nil; p = p.Parent {
		var c *cst.Node
		switch p.Type {
		case "variable_declarator", "public_field_definition":
			c = p.Child("name")
		case "field_definition":
			c = p.Child("property")
		case "pair":
			c = p.Child("key")
		case "assignment_expression":
			c = p.Child("left").Child("property")
		case "export_statement":
			c = p.ChildOfType("default")
		case "parenthesized_expression", "as_expression", "satisfies_expression":
			continue
		}
		if c == nil {
			return nil
		}
		if _, ok := w.ref(c); ok {
			return c
		}
		if p.Type != "assignment_expression" {
			return nil
		}
	}
	return nil
}

// alias follows "const f = g", "const f = x.f" and "const { f } = x" to the
// function of the same name.
func (w *walker) alias(d def, v *cst.Node, construct bool) []target {
	t := w.valueType(&binding{})
	if name := d.node.Child("name"); name.Is("object_pattern") || v.Is("identifier", "member_expression") {
		t = w.patternOrValue(d, v)
	}
	if t.kind != function && t.kind != classOf && t.kind != outside {
		return nil
	}
	ts := w.targetsOfType(t, construct)
	if len(ts) == 0 && t.kind == function && t.node != nil {
		if id := w.symbolNode(t.node, nil); id != nil {
			ts = []target{{id: id}}
		}
	}
	for i := range ts {
		if ts[i].id != nil && ts[i].id.Text() != d.id.Text() {
			return nil
		}
		ts[i].unsure = true
	}
	return ts
}

func (w *walker) patternOrValue(d def, v *cst.Node) *Type {
	if d.node.Child("name") == d.id {
		return w.typeOf(v)
	}
	return w.patternType(d.id, d.node)
}

func (w *walker) targetsOfValue(n *cst.Node, construct bool) []target {
	if n.Type == "assignment_expression" { // exports.x = …
		if id := n.Child("left").Child("property"); id != nil {
			if _, ok := w.ref(id); ok {
				return []target{{id: id}}
			}
		}
		n = lastAssigned(n)
	}
	if n.Is("identifier") {
		if b := w.lookup(n, n.Text(), def.isValue); b != nil {
			return w.targetsOfBinding(b, construct)
		}
		return nil
	}
	if isClass(n) && construct {
		return w.classTargets(w.valueType(w.anonymous(n)))
	}
	if isFunction(n) || isClass(n) {
		if id := w.symbolNode(n, nil); id != nil {
			return []target{{id: id}}
		}
		return nil
	}
	return w.targetsOfType(w.exportedValue(n), construct)
}

// classTargets: a constructor's symbol, its own or the nearest base's, else
// the class.
func (w *walker) classTargets(t *Type) []target {
	for _, g := range w.constructors(t) {
		if w.modOf(g.node).external {
			break
		}
		if id := g.node.Child("name"); id != nil {
			return []target{{id: id}}
		}
	}
	if t.decl.mod.external {
		return []target{{ext: t.decl.name}}
	}
	return w.declaredIn(t.decl)
}

// targetsOfMember are the symbols that object.property may mean.
func (w *walker) targetsOfMember(f, property *cst.Node, construct bool) []target {
	t := w.nonNull(w.typeOf(f.Child("object")))
	if t.kind == outside {
		return []target{{ext: t.name + "." + property.Text()}}
	}
	var out []target
	for _, m := range w.members(t, property.Text()) {
		out = append(out, w.targetsOfMemberDecl(m, construct)...)
	}
	return out
}

func (w *walker) targetsOfMemberDecl(m member, construct bool) []target {
	switch {
	case m.ext != "":
		return []target{{ext: m.ext}}
	case m.b != nil:
		return w.targetsOfBinding(m.b, construct)
	case !m.found.nothing():
		return w.targetsOfFound(m.found, construct)
	}
	if construct {
		if t := w.memberType(m); t.kind == classOf {
			return w.classTargets(t)
		}
	}
	for _, n := range m.nodes {
		if w.modOf(n).external {
			return []target{{ext: enclosingName(n) + "." + propertyName(n.Child("name"))}}
		}
		if n.Is("shorthand_property_identifier") {
			if b := w.lookup(n, n.Text(), def.isValue); b != nil {
				return w.targetsOfBinding(b, construct)
			}
		}
		if v := n.Child("value"); n.Type == "pair" && v.Is("identifier") {
			if b := w.lookup(v, v.Text(), def.isValue); b != nil {
				if ts := w.targetsOfBinding(b, construct); len(ts) > 0 {
					return ts
				}
			}
		}
		if n.Is("assignment_expression") && !isFunction(lastAssigned(n)) {
			if ts := w.targetsOfValue(n, construct); len(ts) > 0 {
				return ts
			}
		}
		if id := w.memberName(n); id != nil {
			return []target{{id: id, unsure: m.unsure}}
		}
	}
	return nil
}

func enclosingName(n *cst.Node) string {
	if p := n.Enclosing("interface_declaration", "class_declaration"); p != nil {
		return p.Child("name").Text()
	}
	return ""
}

// memberName is the node where a member's declaration has its symbol's name.
func (w *walker) memberName(n *cst.Node) *cst.Node {
	candidates := []*cst.Node{n.Child("name"), n.Child("property"), n.Child("key"), n.Child("pattern"), n}
	if n.Is("assignment_expression") {
		candidates = []*cst.Node{n.Child("left").Child("property")}
	}
	for _, c := range candidates {
		if c == nil {
			continue
		}
		if _, ok := w.ref(c); ok {
			return c
		}
	}
	return nil
}
