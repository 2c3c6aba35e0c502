package php

import (
	"sort"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// member is a method, property or constant. typ is the full name of the class
// that it returns or holds, "" where none is written; "static" for the
// class's own.
type member struct {
	local, typ string
	kind       code.Kind
}

// class is a class, interface, trait or enum by its full name.
type class struct {
	name, local string
	kind        code.Kind
	parent      string
	interfaces  []string
	traits      []string
	members     map[string]member // methods "m()", properties "$p", constants "K"
}

type function struct{ local, typ string }

type model struct {
	path      string
	namespace string
	classes   map[string]*class    // by lower-case full name
	functions map[string]*function // so too
	uses      map[string]string    // alias → full name
	funcUses  map[string]string
	useNodes  []useNode
	locals    map[code.Pos]*code.Symbol
}

type useNode struct {
	full, alias string
	pos         code.Pos
}

func newModel(f *graph.File) *model {
	m := &model{path: f.Path, classes: map[string]*class{}, functions: map[string]*function{},
		uses: map[string]string{}, funcUses: map[string]string{}, locals: map[code.Pos]*code.Symbol{}}
	if f.Tree == nil {
		return m
	}
	for i := range f.Facts.Symbols[1:] {
		s := &f.Facts.Symbols[i+1]
		m.locals[s.NamePos] = s
	}
	f.Tree.Root.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "namespace_definition":
			m.namespace = n.Child("name").Text()
		case "namespace_use_declaration":
			m.use(n)
			return false
		}
		return true
	})
	f.Tree.Root.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "class_declaration", "interface_declaration", "trait_declaration", "enum_declaration":
			m.addClass(n)
		case "function_definition":
			if name := n.Child("name"); name != nil && m.locals[name.Pos()] != nil {
				m.functions[strings.ToLower(m.full(name.Text()))] = &function{m.locals[name.Pos()].Local, m.typeName(n.Child("return_type"))}
			}
		}
		return true
	})
	return m
}

// full is a name that is defined in the file's namespace.
func (m *model) full(name string) string {
	if m.namespace == "" {
		return name
	}
	return m.namespace + `\` + name
}

func (m *model) use(n *cst.Node) {
	prefix := n.ChildOfType("namespace_name").Text()
	to := m.uses
	if n.Has("function") {
		to = m.funcUses
	} else if n.Has("const") {
		return
	}
	n.Walk(func(c *cst.Node) bool {
		if !c.Is("namespace_use_clause", "namespace_use_group_clause") {
			return true
		}
		name := c.ChildOfType("qualified_name", "namespace_name", "name")
		full := strings.TrimPrefix(name.Text(), `\`)
		if c.Type == "namespace_use_group_clause" && prefix != "" {
			full = prefix + `\` + full
		}
		alias := full[strings.LastIndexByte(full, '\\')+1:]
		node := useNode{full: full, pos: c.Pos()}
		if a := c.ChildOfType("namespace_aliasing_clause").ChildOfType("name"); a != nil {
			alias = a.Text()
			node.alias = alias
		}
		to[strings.ToLower(alias)] = full
		m.useNodes = append(m.useNodes, node)
		return false
	})
}

// className is the full name of a class as the file writes it.
func (m *model) className(written string) string {
	if rest, absolute := strings.CutPrefix(written, `\`); absolute {
		return rest
	}
	first, rest, qualified := strings.Cut(written, `\`)
	if full, ok := m.uses[strings.ToLower(first)]; ok {
		if qualified {
			return full + `\` + rest
		}
		return full
	}
	return m.full(written)
}

// typeName is the class of a written type: the one class of an optional or
// union type.
func (m *model) typeName(t *cst.Node) string {
	found := ""
	t.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "named_type":
			if found != "" {
				found = "?"
				return false
			}
			found = m.className(n.Text())
			if text := n.Text(); text == "self" || text == "static" {
				found = "static"
			}
			return false
		case "primitive_type":
			if n.Text() == "static" {
				found = "static"
			}
		}
		return true
	})
	if found == "?" {
		return ""
	}
	return found
}

func (m *model) addClass(n *cst.Node) {
	name := n.Child("name")
	if name == nil || m.locals[name.Pos()] == nil {
		return
	}
	s := m.locals[name.Pos()]
	c := &class{name: m.full(name.Text()), local: s.Local, kind: s.Kind, members: map[string]member{}}
	bases := m.names(n.ChildOfType("base_clause"))
	if n.Type == "interface_declaration" {
		c.interfaces = bases
	} else if len(bases) > 0 {
		c.parent = bases[0]
	}
	c.interfaces = append(c.interfaces, m.names(n.ChildOfType("class_interface_clause"))...)
	for b := range n.Child("body").NamedChildren() {
		m.addMember(c, b)
	}
	m.classes[strings.ToLower(c.name)] = c
}

func (m *model) names(n *cst.Node) []string {
	var out []string
	for c := range n.NamedChildren() {
		if c.Is("name", "qualified_name") {
			out = append(out, m.className(c.Text()))
		}
	}
	return out
}

func (m *model) addMember(c *class, n *cst.Node) {
	add := func(at *cst.Node, key, typ string) {
		if at != nil && m.locals[at.Pos()] != nil {
			s := m.locals[at.Pos()]
			c.members[key] = member{s.Local, typ, s.Kind}
		}
	}
	switch n.Type {
	case "use_declaration":
		c.traits = append(c.traits, m.names(n)...)
	case "method_declaration":
		add(n.Child("name"), methodMember(n.Child("name").Text()), m.typeName(n.Child("return_type")))
		for p := range n.Child("parameters").NamedChildren() {
			if p.Type == "property_promotion_parameter" {
				add(p.Child("name"), p.Child("name").Text(), m.typeName(p.Child("type")))
			}
		}
	case "property_declaration":
		for e := range n.NamedChildren() {
			if v := e.ChildOfType("variable_name"); v != nil {
				add(v, v.Text(), m.typeName(n.Child("type")))
			}
		}
	case "const_declaration":
		for e := range n.NamedChildren() {
			if name := e.ChildOfType("name"); e.Type == "const_element" {
				add(name, name.Text(), "")
			}
		}
	case "enum_case":
		add(n.Child("name"), n.Child("name").Text(), "static")
	}
}

func methodMember(name string) string { return strings.ToLower(name) + "()" }

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	var out []graph.Answer
	for key, c := range m.classes {
		out = append(out, graph.Answer{Key: classKey(key), Hash: c.hash(m.path), Provided: true})
	}
	for key, f := range m.functions {
		out = append(out, graph.Answer{Key: functionKey(key), Hash: graph.Hash(m.path, f.local, f.typ), Provided: true})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return out
}

func (c *class) hash(path string) uint64 {
	parts := []string{path, c.local, string(c.kind), c.parent, strings.Join(c.interfaces, ","), strings.Join(c.traits, ",")}
	keys := make([]string, 0, len(c.members))
	for k := range c.members {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		parts = append(parts, k, c.members[k].local, c.members[k].typ)
	}
	return graph.Hash(parts...)
}

func classKey(lower string) string    { return "php.class:" + lower }
func functionKey(lower string) string { return "php.function:" + lower }
