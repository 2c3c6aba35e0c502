package php

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// world finds what other files define.
type world struct {
	view *graph.View
	own  *model
}

// found is a class with the file that defines it.
type found struct {
	*class
	path string
}

func (f *found) ref(local string) code.SymbolRef { return code.SymbolRef{Path: f.path, Local: local} }

// classNamed is the class of a full name, nil where there is none. The file's
// own comes before others of that name.
func (w *world) classNamed(full string) *found {
	if full == "" {
		return nil
	}
	key := strings.ToLower(full)
	if c := w.own.classes[key]; c != nil {
		return &found{c, w.own.path}
	}
	for _, p := range w.view.Providers(classKey(key)) {
		if f := w.view.File(p); f != nil {
			if m, ok := f.Model().(*model); ok && m.classes[key] != nil {
				return &found{m.classes[key], p}
			}
		}
	}
	return nil
}

func (w *world) functionNamed(full string) (code.SymbolRef, string, bool) {
	key := strings.ToLower(full)
	if f := w.own.functions[key]; f != nil {
		return code.SymbolRef{Path: w.own.path, Local: f.local}, f.typ, true
	}
	for _, p := range w.view.Providers(functionKey(key)) {
		if f := w.view.File(p); f != nil {
			if m, ok := f.Model().(*model); ok && m.functions[key] != nil {
				return code.SymbolRef{Path: p, Local: m.functions[key].local}, m.functions[key].typ, true
			}
		}
	}
	return code.SymbolRef{}, "", false
}

// maxHierarchy bounds the classes that are looked through for a member.
const maxHierarchy = 60

// member finds a member in a class, its traits, its parents, its interfaces.
func (w *world) member(c *found, key string) (*found, member, bool) {
	var result *found
	w.each(c, func(f *found) bool {
		if _, ok := f.members[key]; ok {
			result = f
		}
		return result == nil
	})
	if result == nil {
		return nil, member{}, false
	}
	return result, result.members[key], true
}

// each visits a class and what it inherits from, until visit wants no more.
func (w *world) each(c *found, visit func(*found) bool) {
	seen := map[string]bool{}
	queue := []*found{c}
	for i := 0; i < len(queue) && i < maxHierarchy; i++ {
		f := queue[i]
		key := strings.ToLower(f.name)
		if seen[key] {
			continue
		}
		seen[key] = true
		if !visit(f) {
			return
		}
		for _, names := range [][]string{f.traits, {f.parent}, f.interfaces} {
			for _, name := range names {
				if b := w.classNamed(name); b != nil {
					queue = append(queue, b)
				}
			}
		}
	}
}

// leaves reports whether a class inherits from one that is not here.
func (w *world) leaves(c *found) bool {
	out := false
	w.each(c, func(f *found) bool {
		for _, name := range append(append([]string{f.parent}, f.traits...), f.interfaces...) {
			out = out || name != "" && w.classNamed(name) == nil
		}
		return !out
	})
	return out
}

// maxExpression bounds the expressions that a type is followed through.
const maxExpression = 20

// typeOf is the class of an expression: nil and known for one that lies
// elsewhere.
func (w *walker) typeOf(e *cst.Node, depth int) (c *found, known bool) {
	if e == nil || depth > maxExpression {
		return nil, false
	}
	switch e.Type {
	case "variable_name":
		return w.variable(e.Text(), depth)
	case "parenthesized_expression", "clone_expression":
		return w.typeOf(e.NamedChild(0), depth+1)
	case "object_creation_expression":
		if name := e.ChildOfType("name", "qualified_name"); name != nil && !e.Has("class") {
			return w.scope(name)
		}
	case "assignment_expression":
		return w.typeOf(e.Child("right"), depth+1)
	case "member_access_expression", "nullsafe_member_access_expression":
		return w.typeOfMember(e.Child("object"), "$"+e.Child("name").Text(), depth)
	case "member_call_expression", "nullsafe_member_call_expression":
		return w.typeOfMember(e.Child("object"), methodMember(e.Child("name").Text()), depth)
	case "scoped_call_expression":
		c, known := w.scope(e.Child("scope"))
		return w.memberType(c, known, methodMember(e.Child("name").Text()))
	case "function_call_expression":
		for _, full := range w.functionNames(e.Child("function").Text()) {
			if _, typ, ok := w.functionNamed(full); ok {
				return w.classNamed(typ), typ != ""
			}
		}
		return nil, e.Child("function").Is("name", "qualified_name")
	}
	return nil, false
}

func (w *walker) variable(name string, depth int) (*found, bool) {
	if name == "$this" {
		return w.class, w.class != nil
	}
	l, ok := w.locals[name]
	switch {
	case !ok || l.mixed || l.busy:
		return nil, false
	case l.typ == "static":
		return w.class, w.class != nil
	case l.typ != "":
		return w.classNamed(l.typ), true
	}
	l.busy, w.flowed = true, true
	w.locals[name] = l
	c, known := w.typeOf(l.value, depth+1)
	l.busy = false
	w.locals[name] = l
	return c, known
}

func (w *walker) typeOfMember(object *cst.Node, key string, depth int) (*found, bool) {
	c, known := w.typeOf(object, depth+1)
	return w.memberType(c, known, key)
}

func (w *walker) memberType(c *found, known bool, key string) (*found, bool) {
	if c == nil {
		return nil, known
	}
	owner, m, ok := w.member(c, key)
	switch {
	case !ok:
		return nil, w.leaves(c)
	case m.typ == "static":
		return c, owner != nil
	case m.typ == "":
		return nil, false
	}
	return w.classNamed(m.typ), true
}
