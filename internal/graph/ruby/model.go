package ruby

import (
	"sort"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// member is a method, accessor or constant of a class. Singleton methods have
// "self." before their key.
type member struct {
	local string
	kind  code.Kind
}

// class is what one file says of a class or module, or of the top level ("").
type class struct {
	name, local string
	nesting     []string // names of the classes around it, innermost last
	parent      string   // as written
	includes    []string
	extends     []string
	members     map[string]member
}

type model struct {
	path    string
	classes map[string]*class // by full name, dotted
	at      map[code.Pos]*code.Symbol
	served  []graph.Answer // what the endpoints answer
}

func newModel(f *graph.File) *model {
	m := &model{path: f.Path, classes: map[string]*class{"": {members: map[string]member{}}}, at: map[code.Pos]*code.Symbol{}}
	if f.Tree == nil {
		return m
	}
	for i := range f.Facts.Symbols[1:] {
		if s := &f.Facts.Symbols[i+1]; s.Kind != code.Endpoint {
			m.at[s.NamePos] = s
		}
	}
	m.served = graph.EndpointAnswers(f.Path, f.Facts.Symbols)
	m.read("", nil, f.Tree.Root)
	for i := range f.Facts.Symbols[1:] {
		m.addMember(f.Facts, &f.Facts.Symbols[i+1])
	}
	return m
}

// read notes the classes of a body and what they say of themselves.
func (m *model) read(name string, nesting []string, body *cst.Node) {
	for n := range body.NamedChildren() {
		switch n.Type {
		case "class", "module":
			m.readClass(name, nesting, n)
		case "singleton_class":
			m.read(name, nesting, n.Child("body"))
		case "assignment":
			m.readStruct(name, nesting, n)
		case "call":
			m.readCall(name, n)
		case "if", "unless", "begin", "then", "else", "ERROR", "body_statement":
			m.read(name, nesting, n)
		}
	}
}

func (m *model) readClass(outer string, nesting []string, n *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	full := join(outer, dotted(name))
	c := m.class(full)
	c.nesting = append(append([]string{}, nesting...), full)
	if s := m.at[name.Pos()]; s != nil && c.local == "" {
		c.local = s.Local
	}
	if parent := n.Child("superclass").NamedChild(0); parent.Is("constant", "scope_resolution") {
		c.parent = dotted(parent)
	}
	m.read(full, c.nesting, n.Child("body"))
}

func (m *model) readStruct(outer string, nesting []string, n *cst.Node) {
	left := n.Child("left")
	if s := m.at[left.Pos()]; left != nil && s != nil && s.Kind == code.Class {
		c := m.class(join(outer, dotted(left)))
		c.local, c.nesting = s.Local, append(append([]string{}, nesting...), c.name)
	}
}

func (m *model) readCall(name string, n *cst.Node) {
	var to *[]string
	switch n.Child("method").Text() {
	case "include", "prepend":
		to = &m.class(name).includes
	case "extend":
		to = &m.class(name).extends
	default:
		return
	}
	if n.Child("receiver") != nil {
		return
	}
	for a := range n.Child("arguments").NamedChildren() {
		if a.Is("constant", "scope_resolution") {
			*to = append(*to, dotted(a))
		}
	}
}

func (m *model) class(full string) *class {
	if m.classes[full] == nil {
		m.classes[full] = &class{name: full, members: map[string]member{}}
	}
	return m.classes[full]
}

// addMember notes a symbol under the class that holds it.
func (m *model) addMember(facts *code.Facts, s *code.Symbol) {
	parent := &facts.Symbols[s.Parent]
	if s.Kind.TypeLike() || s.Kind == code.Endpoint || s.Properties["example"] != "" || parent.Properties["example"] != "" || parent.Kind.Callable() {
		return
	}
	for _, c := range m.classes {
		if c.local != parent.Local || c.local == "" && c.name != "" {
			continue
		}
		key := s.Name
		if s.Properties["static"] != "" {
			key = "self." + key
		}
		if _, known := c.members[key]; !known {
			c.members[key] = member{s.Local, s.Kind}
		}
		return
	}
}

func join(outer, name string) string {
	if outer == "" || strings.HasPrefix(name, ".") {
		return strings.TrimPrefix(name, ".")
	}
	return outer + "." + name
}

// dotted spells a constant's path with dots; one of the top level begins with
// a dot.
func dotted(n *cst.Node) string { return strings.ReplaceAll(n.Text(), "::", ".") }

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	var out []graph.Answer
	for full, c := range m.classes {
		if full != "" {
			out = append(out, graph.Answer{Key: classKey(full), Hash: c.hash(m.path), Provided: true})
		}
		for key, mem := range c.members {
			if mem.kind == code.Field && !isLower(key) && key[0] != '@' {
				out = append(out, graph.Answer{Key: constantKey(join(full, key)), Hash: graph.Hash(m.path, mem.local), Provided: true})
			}
			if full == "" && mem.kind == code.Function {
				out = append(out, graph.Answer{Key: topKey(key), Hash: graph.Hash(m.path, mem.local), Provided: true})
			}
		}
	}
	out = append(out, m.served...)
	sort.Slice(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return out
}

func isLower(name string) bool {
	return name != "" && (name[0] >= 'a' && name[0] <= 'z' || name[0] == '_' || name[0] == '$')
}

func (c *class) hash(path string) uint64 {
	parts := []string{path, c.local, c.parent, strings.Join(c.nesting, ","), strings.Join(c.includes, ","), strings.Join(c.extends, ",")}
	keys := make([]string, 0, len(c.members))
	for k := range c.members {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		parts = append(parts, k, c.members[k].local, string(c.members[k].kind))
	}
	return graph.Hash(parts...)
}

func classKey(full string) string    { return "ruby.class:" + full }
func constantKey(full string) string { return "ruby.constant:" + full }
func topKey(name string) string      { return "ruby.top:" + name }
