package python

import (
	"hash/fnv"
	"io"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// module is what may be learned of a Python file.
type module struct {
	file   *graph.File
	root   *scope
	scopes map[*cst.Node]*scope
	at     map[uint32]*code.Symbol // by the offset of its name
	locals map[string]*code.Symbol
	// endpoints are the routes that the file registers, by their path's place.
	endpoints map[code.Pos][]*code.Symbol
}

func newModule(f *graph.File) *module {
	m := &module{file: f, scopes: map[*cst.Node]*scope{}, at: map[uint32]*code.Symbol{}, locals: map[string]*code.Symbol{}, endpoints: map[code.Pos][]*code.Symbol{}}
	if f.Tree == nil || f.Tree.Root == nil {
		return m
	}
	places := map[code.Pos]*code.Symbol{}
	for i := range f.Facts.Symbols {
		s := &f.Facts.Symbols[i]
		m.locals[s.Local] = s
		if s.Kind == code.Endpoint {
			m.endpoints[s.NamePos] = append(m.endpoints[s.NamePos], s)
		} else if i > 0 {
			places[s.NamePos] = s
		}
	}
	f.Tree.Root.Walk(func(n *cst.Node) bool {
		if n.Type == "identifier" {
			if s := places[n.Pos()]; s != nil {
				m.at[n.Start] = s
			}
		}
		return true
	})
	m.root = &scope{module: m, node: f.Tree.Root, names: map[string][]*binding{}, outer: map[string]string{}}
	m.scopes[f.Tree.Root] = m.root
	m.root.build(f.Tree.Root)
	return m
}

// scopeOf is the innermost scope that n is evaluated in.
func (m *module) scopeOf(n *cst.Node) *scope {
	for c, p := n, n.Parent; p != nil; c, p = p, p.Parent {
		s := m.scopes[p]
		switch {
		case s == nil:
		case p.Is("function_definition", "class_definition") && c.Field != "body":
		case p.Type == "lambda" && c.Field == "parameters":
		default:
			return s
		}
	}
	return m.root
}

func nameKey(path, name string) string { return "python.name:" + path + "#" + name }
func memberKey(path, class, name string) string {
	return "python.member:" + path + "#" + class + "." + name
}
func starKey(path string) string { return "python.star:" + path }

// Answers implements graph.Model: a name of the module or a class tells what
// its definitions say, a class's name what it derives from, its members by
// themselves.
func (m *module) Answers() []graph.Answer {
	if m.root == nil {
		return nil
	}
	out := graph.EndpointAnswers(m.file.Path, m.file.Facts.Symbols)
	for name, bs := range m.root.names {
		out = append(out, graph.Answer{Key: nameKey(m.file.Path, name), Hash: m.hash(bs)})
	}
	for _, s := range m.scopes {
		if !s.isClass() {
			continue
		}
		local := s.local()
		members := map[string][]*binding{}
		for name, bs := range s.names {
			members[name] = append(members[name], bs...)
		}
		for name, bs := range s.attrs {
			members[name] = append(members[name], bs...)
		}
		for name, bs := range members {
			out = append(out, graph.Answer{Key: memberKey(m.file.Path, local, name), Hash: m.hash(bs)})
		}
		if !s.parent.isModule() {
			out = append(out, graph.Answer{Key: nameKey(m.file.Path, local), Hash: m.hash([]*binding{{kind: bindClass, name: s.node.Child("name"), node: s.node}})})
		}
	}
	return append(out, graph.Answer{Key: starKey(m.file.Path), Hash: m.starHash()})
}

func (m *module) starHash() uint64 {
	h := fnv.New64a()
	for _, b := range m.root.stars {
		shape(h, b.node)
	}
	for _, b := range m.root.names["__all__"] {
		shape(h, b.node)
	}
	return h.Sum64()
}

// hash covers all that the definitions of one name tell.
func (m *module) hash(bs []*binding) uint64 {
	h := fnv.New64a()
	for _, b := range bs {
		if s := m.at[b.name.Start]; s != nil {
			io.WriteString(h, s.Local)
		}
		switch b.kind {
		case bindClass:
			shape(h, b.node.Child("name"))
			shape(h, b.node.Child("superclasses"))
			decorators(h, b.node)
		case bindFunction:
			decorators(h, b.node)
			if b.node.Child("return_type") == nil {
				shape(h, b.node)
				continue
			}
			for c := range b.node.Children() {
				if c.Field != "body" {
					shape(h, c)
				}
			}
		default:
			m.statement(h, b)
		}
	}
	return h.Sum64()
}

// statement covers a variable's value: in a method the whole method, since
// its parameters and flow decide; in a module the clauses around it too.
func (m *module) statement(h io.Writer, b *binding) {
	if f := m.scopeOf(b.name).function(); !f.isModule() && !f.isClass() {
		shape(h, f.node)
		return
	}
	shape(h, b.name)
	if b.kind != bindFor {
		shape(h, b.node)
	} else {
		shape(h, b.value)
	}
	for p := b.node.Parent; p != nil && p.Parent != nil; p = p.Parent {
		io.WriteString(h, p.Type)
		if c := p.Child("condition"); c != nil {
			shape(h, c)
		}
	}
}

func decorators(h io.Writer, def *cst.Node) {
	if def.Parent.Is("decorated_definition") {
		for c := range def.Parent.NamedChildren() {
			if c.Type == "decorator" {
				shape(h, c)
			}
		}
	}
}

// shape writes a tree without its comments, white space and places.
func shape(h io.Writer, n *cst.Node) {
	if n == nil || n.Type == "comment" {
		return
	}
	io.WriteString(h, n.Type)
	if n.First == nil {
		h.Write(n.Tree().Source[n.Start:n.End])
	}
	h.Write([]byte{1})
	for c := n.First; c != nil; c = c.Next {
		shape(h, c)
	}
	h.Write([]byte{2})
}

// all lists what `from m import *` gives, as __all__ says; false when there is none.
func (m *module) all() ([]string, bool) {
	bs := m.root.names["__all__"]
	if len(bs) == 0 {
		return nil, false
	}
	var out []string
	for _, b := range bs {
		b.value.Walk(func(n *cst.Node) bool {
			if n.Type == "string_content" {
				out = append(out, n.Text())
			}
			return true
		})
	}
	slices.Sort(out)
	return out, true
}
