package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// inFunction reports whether symbol i lies within a function or method.
func (t tsWalker) inFunction(i int) bool {
	for ; i > 0; i = t.b.at(i).Parent {
		if t.b.at(i).Kind.Callable() {
			return true
		}
	}
	return false
}

func (t tsWalker) variable(n *cst.Node, parent int) {
	name, value := n.Child("name"), lastAssigned(n.Child("value"))
	v := tsValue(value)
	switch {
	case !named(name):
		t.children(n, parent)
	case !name.Is("identifier"):
		if !t.inFunction(parent) {
			t.pattern(n, name, parent)
		}
		t.children(n, parent)
	case t.inFunction(parent) && !isFunction(v) && !v.Is("class"):
		t.children(n, parent) // a local variable
	default:
		i := t.bind(n, name, value, name.Text(), parent, code.Function)
		t.typeMembers(n.Child("type"), i)
	}
}

// pattern adds a field for each name that a destructuring binds.
func (t tsWalker) pattern(n, pattern *cst.Node, parent int) {
	for c := range pattern.NamedChildren() {
		switch c.Type {
		case "shorthand_property_identifier_pattern", "identifier":
			t.define(n, c, nil, parent, code.Field)
		case "pair_pattern":
			t.patternValue(n, c.Child("value"), parent)
		case "object_assignment_pattern", "assignment_pattern":
			t.patternValue(n, c.Child("left"), parent)
		case "rest_pattern", "object_pattern", "array_pattern":
			t.pattern(n, c, parent)
		}
	}
}

func (t tsWalker) patternValue(n, v *cst.Node, parent int) {
	switch {
	case v.Is("identifier", "shorthand_property_identifier_pattern"):
		t.define(n, v, nil, parent, code.Field)
	case v.Is("object_pattern", "array_pattern"):
		t.pattern(n, v, parent)
	case v.Is("assignment_pattern"):
		t.patternValue(n, v.Child("left"), parent)
	}
}

// object adds the functions of an object literal that has a name.
func (t tsWalker) object(o *cst.Node, parent int) {
	for m := range o.NamedChildren() {
		if m.Type == "pair" {
			t.pair(m, parent)
			continue
		}
		t.node(m, parent)
	}
}

func (t tsWalker) pair(p *cst.Node, parent int) {
	key, value := p.Child("key"), p.Child("value")
	v := tsValue(value)
	if named(key) && (isFunction(v) || v.Is("class") || v.Is("object") && hasFunctions(v)) {
		t.bind(p, key, value, tsName(key), parent, code.Method)
		return
	}
	t.children(p, parent)
}

// hasFunctions reports whether an object literal has a function, two levels down.
func hasFunctions(o *cst.Node) bool {
	for m := range o.NamedChildren() {
		v := tsValue(m.Child("value"))
		if m.Type == "method_definition" || isFunction(v) {
			return true
		}
		for k := range v.NamedChildren() {
			if v.Type == "object" && (k.Type == "method_definition" || isFunction(tsValue(k.Child("value")))) {
				return true
			}
		}
	}
	return false
}

func (t tsWalker) export(n *cst.Node, parent int) {
	value := n.Child("value")
	if value == nil {
		if d := n.Child("declaration"); d != nil && d.Child("name") == nil && n.Has("default") {
			t.anonymousDefault(n, d, parent)
			return
		}
		t.children(n, parent)
		return
	}
	t.anonymousDefault(n, value, parent)
}

// anonymousDefault: what "export default" gives a name, if it has none.
func (t tsWalker) anonymousDefault(n, value *cst.Node, parent int) {
	v := tsValue(value)
	if !isFunction(v) && !v.Is("class", "object", "function_declaration", "class_declaration", "generator_function_declaration", "abstract_class_declaration") {
		t.children(n, parent)
		return
	}
	at := n.ChildOfType("default")
	if name := v.Child("name"); named(name) {
		at = name
	}
	switch {
	case v.Is("class_declaration", "abstract_class_declaration"):
		t.members(v.Child("body"), t.defineAs(n, at, v.Child("body"), parent, code.Class, at.Text()))
	case v.Is("function_declaration", "generator_function_declaration"):
		t.functionAs(v, n, at, at.Text(), parent, code.Function)
	default:
		t.bind(n, at, value, at.Text(), parent, code.Function)
	}
}

// assignment adds members that are given by assignment: "app.use = function",
// "exports.x = …", "Foo.prototype.bar = function", "this.x = …".
func (t tsWalker) assignment(n *cst.Node, parent int) {
	left, right := n.Child("left"), n.Child("right")
	if !left.Is("member_expression") || right == nil {
		t.children(n, parent)
		return
	}
	owner, kind := t.owner(left, parent)
	property := left.Child("property")
	name := property.Text()
	v := lastAssigned(right)
	defines := isFunction(v) || v.Is("class")
	whole := left.Text() == "module.exports"
	if whole {
		if own := v.Child("name"); defines && named(own) {
			property, name = own, own.Text()
		}
		owner, kind = 0, code.Function
	}
	again := owner >= 0 && t.taken(owner, name) && !defines
	if owner < 0 || again || !defines && (t.inFunction(parent) && !left.Child("object").Is("this") || whole && !v.Is("object")) {
		t.children(n, parent)
		return
	}
	if !defines && v.Is("identifier") && owner == 0 {
		t.children(n, parent) // exports.x = x
		return
	}
	t.bind(n, property, v, name, owner, kind)
	for r := right; r != v && r.Is("assignment_expression"); r = r.Child("right") {
		t.node(r.Child("left"), parent)
	}
}

// lastAssigned is what a chain of assignments ends in.
func lastAssigned(n *cst.Node) *cst.Node {
	n = tsValue(n)
	for n.Is("assignment_expression") {
		n = tsValue(n.Child("right"))
	}
	return n
}

func (t tsWalker) taken(owner int, name string) bool {
	local := name
	if p := t.b.at(owner).Local; p != "" {
		local = p + "." + name
	}
	return t.b.taken[local] > 0
}

// owner is the symbol that a member is assigned to (-1 where none is known),
// and what a function becomes there.
func (t tsWalker) owner(left *cst.Node, parent int) (int, code.Kind) {
	object := left.Child("object")
	switch {
	case object.Is("this"):
		for i := parent; i > 0; i = t.b.at(i).Parent {
			s := t.b.at(i)
			if s.Kind.TypeLike() {
				return i, code.Method
			}
			if s.Kind == code.Function {
				return i, code.Method
			}
		}
		return -1, ""
	case object.Is("member_expression") && object.Child("property").Text() == "prototype":
		return t.lookup(object.Child("object"), parent), code.Method
	case object.Text() == "exports" || object.Text() == "module.exports":
		return 0, code.Function
	}
	return t.lookup(object, parent), code.Method
}

// lookup is the symbol that an identifier names, from the scope of parent.
func (t tsWalker) lookup(n *cst.Node, parent int) int {
	if !n.Is("identifier") {
		return -1
	}
	name := n.Text()
	for p := parent; ; p = t.b.at(p).Parent {
		for i := len(t.b.symbols) - 1; i > 0; i-- {
			if s := t.b.at(i); s.Parent == p && s.Name == name {
				return i
			}
		}
		if p <= 0 {
			return -1
		}
	}
}

var tsTestCalls = map[string]bool{"it": true, "test": true, "describe": true, "context": true, "suite": true, "specify": true, "bench": true}

// call adds a test case or a group of them: test("title", () => {…}).
func (t tsWalker) call(n *cst.Node, parent int) {
	callee := n.Child("function")
	for callee.Is("member_expression") {
		callee = callee.Child("object")
	}
	args := n.Child("arguments")
	title := args.NamedChild(0)
	var body *cst.Node
	for a := range args.NamedChildren() {
		if isFunction(a) {
			body = a
		}
	}
	if !callee.Is("identifier") || !tsTestCalls[callee.Text()] || !title.Is("string", "template_string") || body == nil {
		t.children(n, parent)
		return
	}
	i := t.b.addNamed(parent, code.Function, n, title, testTitle(title.Text()))
	s := t.b.at(i)
	s.Signature, s.Exported, s.Test = signature(n, body), false, true
	t.b.set(i, "test", callee.Text())
	t.children(n, i)
}

// testTitle is a title as a name: without what separates names.
func testTitle(text string) string {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"'`.#~\\", r) {
			return ' '
		}
		return r
	}, text)
	text = fold(text)
	if len(text) > 80 {
		text = strings.TrimSpace(strings.ToValidUTF8(text[:80], ""))
	}
	if text == "" {
		return "test"
	}
	return text
}

// markExported clears Exported for what a module with exports keeps to itself.
func (t tsWalker) markExported() {
	b := t.b
	names, module := exportedNames(b.tree.Root)
	for i := 1; i < len(b.symbols); i++ {
		s := b.at(i)
		switch p := b.at(s.Parent); {
		case s.Parent > 0:
			s.Exported = s.Exported && p.Exported && !p.Kind.Callable()
		case module && !names[s.Name] && !t.exports[i]:
			s.Exported = false
		}
	}
}

// exportedNames are the local names in export clauses; module says whether
// the file exports anything the ES or CommonJS way.
func exportedNames(root *cst.Node) (names map[string]bool, module bool) {
	names = map[string]bool{}
	for n := range root.NamedChildren() {
		switch n.Type {
		case "export_statement":
			module = true
			for c := range n.ChildOfType("export_clause").NamedChildren() {
				names[c.Child("name").Text()] = true
			}
			names[n.Child("value").Text()] = true
		case "expression_statement":
			a := n.NamedChild(0)
			left := a.Child("left")
			if !a.Is("assignment_expression") {
				continue
			}
			if text := left.Text(); text == "module.exports" || strings.HasPrefix(text, "module.exports.") || strings.HasPrefix(text, "exports.") {
				module = true
				names[left.Child("property").Text()] = true
				names[lastAssigned(a.Child("right")).Text()] = true
			}
		}
	}
	return names, module
}
