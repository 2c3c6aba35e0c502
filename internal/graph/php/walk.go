package php

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// walker links the references of one file.
type walker struct {
	world
	file  *graph.File
	model *model
	links []code.Link

	from   string
	class  *found
	locals map[string]local
	flowed bool // the last type was followed through a variable without one
}

// local is a variable's class as written, or the expression it was given. A
// variable that is given more than one is not known.
type local struct {
	typ   string
	value *cst.Node
	mixed bool
	busy  bool
}

func (w *walker) imports() {
	for _, u := range w.model.useNodes {
		l := code.Link{Type: code.Imports, Name: u.full, Pos: u.pos, Resolution: code.External, Properties: map[string]string{"external": u.full}}
		if c := w.classNamed(u.full); c != nil {
			l.Target, l.Resolution, l.Properties = c.ref(c.local), code.Exact, nil
		} else if ref, _, ok := w.functionNamed(u.full); ok {
			l.Target, l.Resolution, l.Properties = ref, code.Exact, nil
		}
		if u.alias != "" {
			if l.Properties == nil {
				l.Properties = map[string]string{}
			}
			l.Properties["alias"] = u.alias
		}
		w.links = append(w.links, l)
	}
}

func (w *walker) walk(n *cst.Node) {
	switch n.Type {
	case "namespace_use_declaration", "namespace_definition":
		if n.Child("body") == nil {
			return
		}
	case "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration":
		w.classBody(n)
		return
	case "function_definition", "method_declaration":
		w.function(n)
		return
	case "function_call_expression":
		w.call(n)
	case "member_call_expression", "nullsafe_member_call_expression":
		w.memberCall(n)
	case "scoped_call_expression":
		w.staticCall(n)
	case "object_creation_expression":
		w.construct(n)
	case "member_access_expression", "nullsafe_member_access_expression":
		w.property(n)
	case "scoped_property_access_expression":
		w.staticMember(n.Child("scope"), n.Child("name"), n.Child("name").Text(), n)
	case "class_constant_access_expression":
		first, last := n.NamedChild(0), n.NamedChild(1)
		if last != nil && last.Text() != "class" {
			w.staticMember(first, last, last.Text(), n)
		}
	case "named_type":
		w.typeName(n)
	}
	for c := range n.NamedChildren() {
		w.walk(c)
	}
}

func (w *walker) classBody(n *cst.Node) {
	outer, from := w.class, w.from
	w.class = nil
	if name := n.Child("name"); name != nil {
		w.class = w.classNamed(w.model.full(name.Text()))
	}
	if w.class != nil && w.class.path == w.file.Path {
		w.hierarchy(w.class)
	}
	for c := range n.Child("body").NamedChildren() {
		w.walk(c)
	}
	w.class, w.from = outer, from
}

// hierarchy links a class to its bases and its methods to theirs.
func (w *walker) hierarchy(c *found) {
	s := w.file.Symbol(c.local)
	if s == nil {
		return
	}
	add := func(base string, t code.EdgeType) {
		if b := w.classNamed(base); b != nil {
			w.links = append(w.links, code.Link{From: c.local, Type: t, Name: s.Name, Pos: s.NamePos, Target: b.ref(b.local), Resolution: code.Exact})
		}
	}
	if c.parent != "" {
		add(c.parent, code.Extends)
	}
	for _, t := range c.traits {
		add(t, code.Extends)
	}
	for _, i := range c.interfaces {
		if c.kind == code.Interface {
			add(i, code.Extends)
		} else {
			add(i, code.Implements)
		}
	}
	for key, m := range c.members {
		if m.kind != code.Method || key == "__construct()" {
			continue
		}
		w.overrides(c, key, m)
	}
}

func (w *walker) overrides(c *found, key string, m member) {
	s := w.file.Symbol(m.local)
	for i, base := range append([]string{c.parent}, c.interfaces...) {
		b := w.classNamed(base)
		if b == nil || s == nil {
			continue
		}
		if owner, want, ok := w.member(b, key); ok && owner.ref(want.local) != c.ref(m.local) {
			t := code.Overrides
			if i > 0 {
				t = code.Implements
			}
			w.links = append(w.links, code.Link{From: m.local, Type: t, Name: s.Name, Pos: s.NamePos, Target: owner.ref(want.local), Resolution: code.Exact})
		}
	}
}

func (w *walker) function(n *cst.Node) {
	from, locals := w.from, w.locals
	if name := n.Child("name"); name != nil && w.model.locals[name.Pos()] != nil {
		w.from = w.model.locals[name.Pos()].Local
	}
	w.locals = w.variables(n)
	for c := range n.NamedChildren() {
		w.walk(c)
	}
	w.from, w.locals = from, locals
}

// variables are those of a function, with closures inside it.
func (w *walker) variables(n *cst.Node) map[string]local {
	out := map[string]local{}
	n.Walk(func(c *cst.Node) bool {
		switch c.Type {
		case "simple_parameter", "property_promotion_parameter", "catch_clause":
			name := c.Child("name").Text()
			out[name] = local{typ: w.model.typeName(c.Child("type")), mixed: out[name].typ != "" && c.Child("type") == nil}
		case "assignment_expression":
			if left := c.Child("left"); left.Is("variable_name") {
				name := left.Text()
				before, known := out[name]
				out[name] = local{typ: before.typ, value: c.Child("right"), mixed: known && before.typ == "" && (before.value == nil || before.value.Text() != c.Child("right").Text())}
			}
		}
		return true
	})
	return out
}

func (w *walker) call(n *cst.Node) {
	f := n.Child("function")
	if !f.Is("name", "qualified_name") {
		if f != nil && f.Is("variable_name") {
			w.none(f, code.Unknown, "")
		}
		return
	}
	last := f
	if f.Is("qualified_name") {
		last = f.ChildOfType("name")
	}
	for _, full := range w.functionNames(f.Text()) {
		if ref, _, ok := w.functionNamed(full); ok {
			w.add(last, code.Calls, ref, code.Exact)
			return
		}
	}
	w.none(last, code.External, strings.TrimPrefix(f.Text(), `\`))
}

// functionNames are the full names to try: an unqualified function falls back
// to the global one.
func (w *walker) functionNames(written string) []string {
	if rest, absolute := strings.CutPrefix(written, `\`); absolute {
		return []string{rest}
	}
	if full, ok := w.model.funcUses[strings.ToLower(written)]; ok {
		return []string{full}
	}
	if strings.Contains(written, `\`) {
		return []string{w.model.className(written)}
	}
	return []string{w.model.full(written), written}
}

func (w *walker) memberCall(n *cst.Node) {
	name := n.Child("name")
	if !name.Is("name") {
		return
	}
	w.flowed = false
	c, known := w.typeOf(n.Child("object"), 0)
	w.callMember(name, c, known)
}

func (w *walker) callMember(name *cst.Node, c *found, known bool) {
	if c == nil {
		if known {
			w.none(name, code.External, "")
		} else {
			w.none(name, code.Unknown, "")
		}
		return
	}
	if owner, m, ok := w.member(c, methodMember(name.Text())); ok {
		w.add(name, code.Calls, owner.ref(m.local), w.sure())
	} else if w.leaves(c) {
		w.none(name, code.External, "")
	} else {
		w.none(name, code.Unknown, "")
	}
}

func (w *walker) staticCall(n *cst.Node) {
	name := n.Child("name")
	if name.Is("name") {
		w.flowed = false
		c, known := w.scope(n.Child("scope"))
		w.callMember(name, c, known)
	}
}

// scope is the class before "::".
func (w *walker) scope(n *cst.Node) (*found, bool) {
	switch text := n.Text(); {
	case n == nil:
		return nil, false
	case text == "self" || text == "static":
		return w.class, w.class != nil
	case text == "parent":
		if w.class == nil || w.class.parent == "" {
			return nil, false
		}
		return w.classNamed(w.class.parent), true
	case n.Is("name", "qualified_name"):
		return w.classNamed(w.model.className(text)), true
	}
	return w.typeOf(n, 0)
}

func (w *walker) construct(n *cst.Node) {
	name := n.ChildOfType("name", "qualified_name")
	if name == nil || n.Has("class") {
		return
	}
	c, known := w.scope(name)
	switch {
	case c == nil && known:
		w.none(name, code.External, strings.TrimPrefix(w.model.className(name.Text()), `\`))
	case c == nil:
		w.none(name, code.Unknown, "")
	default:
		if owner, m, ok := w.member(c, "__construct()"); ok {
			w.add(name, code.Calls, owner.ref(m.local), code.Exact)
			return
		}
		w.add(name, code.Calls, c.ref(c.local), code.Exact)
	}
}

func (w *walker) property(n *cst.Node) {
	name := n.Child("name")
	if !name.Is("name") {
		return
	}
	w.flowed = false
	if c, _ := w.typeOf(n.Child("object"), 0); c != nil {
		if owner, m, ok := w.member(c, "$"+name.Text()); ok {
			w.add(name, access(n), owner.ref(m.local), w.sure())
		}
	}
}

func access(n *cst.Node) code.EdgeType {
	if n.Field == "left" && n.Parent.Is("assignment_expression", "augmented_assignment_expression") {
		return code.Writes
	}
	return code.Reads
}

func (w *walker) staticMember(scope, name *cst.Node, key string, whole *cst.Node) {
	w.flowed = false
	if c, _ := w.scope(scope); c != nil {
		if owner, m, ok := w.member(c, key); ok {
			w.add(name, access(whole), owner.ref(m.local), w.sure())
		}
	}
}

func (w *walker) typeName(n *cst.Node) {
	if c := w.classNamed(w.model.className(n.Text())); c != nil {
		w.add(n, code.Reads, c.ref(c.local), code.Exact)
	}
}

// sure is how a member is bound whose owner's type was just followed: inferred
// where it came through a variable without a written type.
func (w *walker) sure() code.Resolution {
	if w.flowed {
		return code.Inferred
	}
	return code.Exact
}

func (w *walker) add(at *cst.Node, t code.EdgeType, to code.SymbolRef, r code.Resolution) {
	w.links = append(w.links, code.Link{From: w.from, Type: t, Name: at.Text(), Pos: at.Pos(), Target: to, Resolution: r})
}

func (w *walker) none(at *cst.Node, r code.Resolution, external string) {
	l := code.Link{From: w.from, Type: code.Calls, Name: at.Text(), Pos: at.Pos(), Resolution: r}
	if external != "" {
		l.Properties = map[string]string{"external": external}
	}
	w.links = append(w.links, l)
}
