package typescript

import (
	"hash/fnv"
	"io"
	"sort"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// export is one exported name: a local name, a name of another module
// ("*" for its namespace), or an expression.
type export struct {
	local  string
	source string
	name   string
	value  *cst.Node
}

// module is what other files may learn of one.
type module struct {
	path     string
	tree     *cst.Tree
	external bool // the prelude
	script   bool // JavaScript: JSDoc and assignments tell types
	top      table
	globals  table
	exports  map[string]export
	stars    []string
	equals   *cst.Node // what "module.exports =" or "export =" gives
	expando  map[string][]*cst.Node
	locals   map[uint32]string      // offset of a symbol's name → its local name
	routes   map[code.Span][]string // what registers routes → local names of its endpoints
	answers  []graph.Answer
}

// Answers implements graph.Model.
func (m *module) Answers() []graph.Answer { return m.answers }

func newModule(f *graph.File) *module {
	m := readTree(f.Path, f.Tree)
	lines := lineOffsets(f.Tree.Source)
	for _, s := range f.Facts.Symbols[1:] {
		if s.Kind == code.Endpoint {
			m.routes[s.Span] = append(m.routes[s.Span], s.Local)
			continue
		}
		if l := s.NamePos.Line - 1; l < len(lines) {
			m.locals[lines[l]+uint32(s.NamePos.Col)] = s.Local
		}
	}
	m.answer()
	m.answers = append(m.answers, graph.EndpointAnswers(m.path, f.Facts.Symbols)...)
	return m
}

func lineOffsets(source []byte) []uint32 {
	out := []uint32{0}
	for i, c := range source {
		if c == '\n' {
			out = append(out, uint32(i+1))
		}
	}
	return out
}

func readTree(p string, t *cst.Tree) *module {
	m := &module{path: p, tree: t, script: t.Dialect == "javascript", globals: table{}, exports: map[string]export{}, expando: map[string][]*cst.Node{}, locals: map[uint32]string{}, routes: map[code.Span][]string{}}
	m.top = scopeOf(m, t.Root)
	if m.top == nil { // a file that is one ERROR
		m.top = table{}
		m.top.block(m, t.Root)
	}
	for n := range t.Root.NamedChildren() {
		m.readStatement(n)
	}
	return m
}

func (m *module) readStatement(n *cst.Node) {
	switch n.Type {
	case "export_statement":
		m.readExport(n)
	case "expression_statement":
		m.readAssignment(n.NamedChild(0))
	case "lexical_declaration", "variable_declaration":
		for d := range n.NamedChildren() {
			m.readAssignment(d.Child("value"))
		}
	case "ambient_declaration":
		if n.Has("global") {
			m.globals.block(m, orNone(n.ChildOfType("statement_block")))
		}
	case "ERROR":
		for c := range n.NamedChildren() {
			m.readStatement(c)
		}
	}
}

func (m *module) readExport(n *cst.Node) {
	source := stringText(n.Child("source"))
	if v := n.Child("value"); v != nil {
		m.exports["default"] = export{value: v}
		return
	}
	if d := n.Child("declaration"); d != nil {
		t := table{}
		t.statement(m, d)
		if n.Has("default") {
			if d.Child("name") == nil {
				m.exports["default"] = export{value: d}
			}
			for name := range t {
				m.exports["default"] = export{local: name}
			}
			return
		}
		for name := range t {
			m.exports[name] = export{local: name}
		}
		return
	}
	if ns := n.ChildOfType("namespace_export"); ns != nil {
		m.exports[propertyName(ns.NamedChild(0))] = export{source: source, name: "*"}
		return
	}
	if clause := n.ChildOfType("export_clause"); clause != nil {
		for s := range clause.NamedChildren() {
			name, alias := s.Child("name"), s.Child("alias")
			if name == nil {
				continue
			}
			if alias == nil {
				alias = name
			}
			e := export{local: propertyName(name)}
			if source != "" {
				e = export{source: source, name: propertyName(name)}
			}
			m.exports[propertyName(alias)] = e
		}
		return
	}
	if source != "" && n.Has("*") {
		m.stars = append(m.stars, source)
		return
	}
	if n.Has("=") { // export = x
		m.equals = n.NamedChild(0)
		return
	}
	if mod := n.ChildOfType("internal_module"); mod != nil {
		m.exports[propertyName(mod.Child("name"))] = export{local: propertyName(mod.Child("name"))}
	}
}

// readAssignment notes exports the CommonJS way and members that are given to
// names of the module by assignment.
func (m *module) readAssignment(n *cst.Node) {
	if n.Is("call_expression") {
		m.readDefineProperty(n)
	}
	for ; n.Is("assignment_expression"); n = n.Child("right") {
		left, right := n.Child("left"), lastAssigned(n.Child("right"))
		text := compact(left)
		switch {
		case text == "module.exports" || text == "exports" && n.Child("right").Is("assignment_expression"):
			if m.equals == nil && text == "module.exports" {
				m.equals = right
			}
		case strings.HasPrefix(text, "exports.") && strings.Count(text, ".") == 1, strings.HasPrefix(text, "module.exports.") && strings.Count(text, ".") == 2:
			name := left.Child("property").Text()
			if _, again := m.exports[name]; !again || right.Type != "undefined" {
				m.exports[name] = export{value: n}
			}
		case left.Is("member_expression"):
			owner := compact(left.Child("object"))
			m.expando[owner] = append(m.expando[owner], n)
		}
	}
}

func (m *module) readDefineProperty(n *cst.Node) {
	args := n.Child("arguments")
	f := orNone(n.Child("function"))
	if compact(f) == "Object.defineProperty" || mixers[lastName(f).Text()] && args.NamedChild(1) != nil {
		owner := compact(args.NamedChild(0))
		m.expando[owner] = append(m.expando[owner], n)
	}
}

// compact is the text of a name path without white space.
func compact(n *cst.Node) string {
	if n == nil || n.End-n.Start > 200 {
		return ""
	}
	return strings.Join(strings.Fields(n.Text()), "")
}

// lastAssigned is what a chain of assignments ends in.
func lastAssigned(n *cst.Node) *cst.Node {
	for n.Is("assignment_expression") {
		n = n.Child("right")
	}
	return n
}

func stringText(n *cst.Node) string {
	if !n.Is("string", "template_string") || n.End-n.Start < 2 {
		return ""
	}
	t := n.Text()
	return t[1 : len(t)-1]
}

// propertyName is the name that a property's node spells, "" if computed.
func propertyName(n *cst.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Type == "string":
		return stringText(n)
	case n.Type == "computed_property_name":
		if s := n.NamedChild(0); s.Is("string") {
			return stringText(s)
		}
		return "[" + compact(n.NamedChild(0)) + "]"
	}
	return n.Text()
}

func nameKey(p, name string) string   { return "ts.name:" + p + "#" + name }
func exportKey(p, name string) string { return "ts.export:" + p + "#" + name }
func starsKey(p string) string        { return "ts.stars:" + p }
func globalKey(name string) string    { return "ts.global:" + name }

// answer hashes all that other files may read of m.
func (m *module) answer() {
	for name, b := range m.top {
		h := fnv.New64a()
		for _, d := range b.defs {
			m.hashDecl(h, d.node)
		}
		for owner, nodes := range m.expando {
			if owner == name || strings.HasPrefix(owner, name+".") {
				for _, n := range nodes {
					io.WriteString(h, owner)
					m.hashDecl(h, n)
				}
			}
		}
		m.answers = append(m.answers, graph.Answer{Key: nameKey(m.path, name), Hash: h.Sum64()})
	}
	for name, b := range m.globals {
		h := fnv.New64a()
		for _, d := range b.defs {
			m.hashDecl(h, d.node)
		}
		m.answers = append(m.answers, graph.Answer{Key: globalKey(name), Hash: h.Sum64(), Provided: true})
	}
	for name, e := range m.exports {
		m.answers = append(m.answers, graph.Answer{Key: exportKey(m.path, name), Hash: m.hashExport(e)})
	}
	m.answers = append(m.answers, graph.Answer{Key: starsKey(m.path), Hash: m.hashStars()})
	sort.Slice(m.answers, func(i, j int) bool { return m.answers[i].Key < m.answers[j].Key })
}

func (m *module) hashExport(e export) uint64 {
	h := fnv.New64a()
	io.WriteString(h, e.local+"\x00"+e.source+"\x00"+e.name+"\x00")
	if e.value != nil {
		m.hashDecl(h, e.value)
	}
	return h.Sum64()
}

func (m *module) hashStars() uint64 {
	h := fnv.New64a()
	io.WriteString(h, strings.Join(m.stars, "\x00"))
	if m.equals != nil {
		m.hashDecl(h, m.equals)
		for _, n := range append(m.expando["module.exports"], m.expando["exports"]...) {
			m.hashDecl(h, n)
		}
	}
	return h.Sum64()
}

// hashDecl writes a declaration without comments, positions and the bodies
// that nobody reads from elsewhere.
func (m *module) hashDecl(h io.Writer, n *cst.Node) {
	whole := n
	if n.Type == "import_specifier" || n.Type == "namespace_import" || n.Type == "import_require_clause" || n.Parent.Is("import_clause") {
		if i := n.Enclosing("import_statement"); i != nil {
			io.WriteString(h, stringText(i.Child("source"))+"\x00")
		}
	}
	if m.script && whole.Parent != nil {
		io.WriteString(h, jsdoc(whole))
	}
	m.hashNode(h, whole)
}

func (m *module) hashNode(h io.Writer, n *cst.Node) {
	if n.Type == "comment" {
		if m.script && strings.HasPrefix(n.Text(), "/**") {
			io.WriteString(h, n.Text())
		}
		return
	}
	io.WriteString(h, "("+n.Type)
	if local, ok := m.locals[n.Start]; ok && n.First == nil {
		io.WriteString(h, "="+local)
	}
	if n.First == nil {
		io.WriteString(h, " "+n.Text())
	}
	skip := (*cst.Node)(nil)
	if !m.script && isFunction(n) && n.Child("return_type") != nil {
		skip = n.Child("body")
	}
	for c := range n.Children() {
		if c != skip {
			m.hashNode(h, c)
		}
	}
	io.WriteString(h, ")")
}

// jsdoc is the doc comment right before the statement that n belongs to.
func jsdoc(n *cst.Node) string {
	for n.Parent != nil && !n.Parent.Is("program", "statement_block", "class_body", "object") {
		n = n.Parent
	}
	if n.Parent == nil {
		return ""
	}
	var before *cst.Node
	for c := range n.Parent.NamedChildren() {
		if c == n {
			break
		}
		before = c
	}
	if before.Is("comment") && strings.HasPrefix(before.Text(), "/**") {
		return before.Text()
	}
	return ""
}
