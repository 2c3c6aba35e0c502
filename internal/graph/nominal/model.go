package nominal

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// fileModel is what other files may learn of one.
type fileModel struct {
	path, pkg string
	imports   []importDecl
	top       map[string]*names // what the file declares outside any type, by qualified name
	types     []*typeInfo
	byNode    map[*cst.Node]*typeInfo
	callables map[*cst.Node]*member
	// extensions are the extension methods in static classes, by name.
	extensions map[string][]*member
	endpoints  []code.Symbol
	answers    []graph.Answer
}

// names are the declarations that share a name.
type names struct {
	types   []*typeInfo
	members []*member
}

// typeInfo is a type, an object, or an extension of a type.
type typeInfo struct {
	file      *fileModel
	local     string
	name, fq  string
	kind      code.Kind
	object    bool
	companion bool
	extension bool
	outer     *typeInfo
	params    []string
	supers    []*typeRef
	declared  map[string]*names
	all       []*member
	header    signature // of a constructor in the header
}

func (t *typeInfo) ref() code.SymbolRef { return code.SymbolRef{Path: t.file.path, Local: t.local} }

// member is a function, method, property or field.
type member struct {
	file        *fileModel
	owner       *typeInfo // nil at the top
	local, name string
	space       string // the namespace around it
	kind        code.Kind
	result      *typeRef
	receiver    *typeRef
	signature
	static      bool
	constructor bool
}

func (m *member) ref() code.SymbolRef { return code.SymbolRef{Path: m.file.path, Local: m.local} }

// Answers implements graph.Model.
func (m *fileModel) Answers() []graph.Answer { return m.answers }

func readModel(l *language, f *graph.File) *fileModel {
	m := &fileModel{path: f.Path, pkg: f.Facts.Package, top: map[string]*names{}, byNode: map[*cst.Node]*typeInfo{}, callables: map[*cst.Node]*member{}, extensions: map[string][]*member{}}
	if l.global {
		m.pkg = ""
	}
	if f.Tree == nil || f.Tree.Root == nil {
		return m
	}
	m.imports = l.imports(f.Tree.Root)
	nodes := map[code.Span]*cst.Node{}
	f.Tree.Root.Walk(func(n *cst.Node) bool {
		if l.declarations[n.Type] {
			if sp := n.Span(); nodes[sp] == nil {
				nodes[sp] = n
			}
		}
		return true
	})
	m.read(l, f.Facts.Symbols, nodes)
	m.answer(l)
	return m
}

func (m *fileModel) read(l *language, symbols []code.Symbol, nodes map[code.Span]*cst.Node) {
	infos := make([]*typeInfo, len(symbols))
	for i, s := range symbols {
		n := nodes[s.Span]
		if s.Kind == code.Endpoint {
			m.endpoints = append(m.endpoints, s)
		}
		if i == 0 || n == nil || s.Kind == code.Endpoint {
			continue
		}
		owner, inBody := ownerOf(symbols, infos, s.Parent)
		space := m.pkg
		if l.namespace != nil {
			space = l.namespace(n)
		}
		if s.Kind.TypeLike() {
			infos[i] = m.readType(l, s, n, owner, space)
			m.place(owner, inBody, space, s.Name, func(x *names) { x.types = append(x.types, infos[i]) })
			continue
		}
		x := &member{file: m, owner: owner, local: s.Local, name: s.Name, space: space, kind: s.Kind, result: l.result(n),
			static:      s.Properties["static"] != "" || owner != nil && (owner.object || owner.kind == code.Enum && s.Kind == code.Field),
			constructor: s.Properties["constructor"] != ""}
		if s.Properties["getter"] != "" {
			x.kind = code.Field
		} else if s.Kind.Callable() {
			x.signature = newSignature(l.params(n), typeParameters(n))
			x.receiver = l.receiver(n)
		}
		if s.Kind.Callable() {
			m.callables[n] = x
		}
		if owner != nil && !inBody {
			owner.all = append(owner.all, x)
			if x.receiver != nil {
				m.extensions[x.name] = append(m.extensions[x.name], x)
			}
		}
		name := s.Name
		if x.constructor {
			name = constructorName
		}
		m.place(owner, inBody, space, name, func(y *names) { y.members = append(y.members, x) })
	}
}

// constructorName is the name that constructors are kept under.
const constructorName = "<init>"

// ownerOf is the type that holds a symbol; inBody: it stands in a function,
// where only that function sees it.
func ownerOf(symbols []code.Symbol, infos []*typeInfo, parent int) (owner *typeInfo, inBody bool) {
	for p := parent; p > 0; p = symbols[p].Parent {
		if symbols[p].Kind.TypeLike() {
			return infos[p], inBody
		}
		inBody = true
	}
	return nil, inBody
}

func (m *fileModel) place(owner *typeInfo, inBody bool, space, name string, add func(*names)) {
	if inBody {
		return
	}
	in := m.top
	if owner != nil {
		in = owner.declared
	} else {
		name = join(space, name)
	}
	if in[name] == nil {
		in[name] = &names{}
	}
	add(in[name])
}

func (m *fileModel) readType(l *language, s code.Symbol, n *cst.Node, owner *typeInfo, space string) *typeInfo {
	t := &typeInfo{file: m, local: s.Local, name: s.Name, kind: s.Kind, outer: owner, declared: map[string]*names{}, supers: l.supers(n),
		params: typeParameters(n), object: s.Properties["object"] != "", companion: s.Properties["companion"] != "",
		extension: s.Properties["extension"] != ""}
	t.header = newSignature(l.params(n), nil)
	t.fq = join(space, s.Name)
	if owner != nil {
		t.fq = owner.fq + "." + s.Name
	}
	m.types = append(m.types, t)
	m.byNode[n] = t
	return t
}

func typeParameters(n *cst.Node) []string {
	var out []string
	list := n.ChildOfType("type_parameters", "type_parameter_list")
	for p := range list.NamedChildren() {
		switch {
		case p.Is("type_parameter"):
			out = append(out, p.ChildOfType("type_identifier", "identifier", "simple_identifier").Text())
		case p.Is("identifier") && p.Field == "name":
			out = append(out, p.Text())
		}
	}
	return out
}

func join(pkg, name string) string {
	if pkg == "" {
		return name
	}
	return pkg + "." + name
}

// The keys of the questions that a file answers.
func (l *language) nameKey(fq string) string        { return l.dialect + ".name:" + fq }
func (l *language) packageKey(pkg string) string    { return l.dialect + ".package:" + pkg }
func (l *language) importsKey(path string) string   { return l.dialect + ".imports:" + path }
func (l *language) extensionKey(name string) string { return l.dialect + ".extension:" + name }
func (l *language) globalKey() string               { return l.dialect + ".global imports" }
func (l *language) headerKey(t *typeInfo) string    { return l.dialect + ".header:" + t.ref().String() }
func (l *language) memberKey(t *typeInfo, name string) string {
	return l.dialect + ".member:" + t.ref().String() + "." + name
}

func (m *fileModel) answer(l *language) {
	add := func(key string, provided bool, parts ...string) {
		m.answers = append(m.answers, graph.Answer{Key: key, Hash: graph.Hash(parts...), Provided: provided})
	}
	add(l.importsKey(m.path), false, m.pkg, importsText(m.imports))
	add(l.packageKey(m.pkg), true)
	if hasGlobal(m.imports) {
		add(l.globalKey(), true, m.path, importsText(m.imports))
	}
	for fq, x := range m.top {
		add(l.nameKey(fq), true, x.text())
		for _, t := range x.types {
			if t.extension {
				add(l.extensionKey(t.name), true, t.local)
			}
		}
	}
	m.answers = append(m.answers, graph.EndpointAnswers(m.path, m.endpoints)...)
	for name, list := range m.extensions {
		add(l.extensionKey(name), true, spaces(list), (&names{members: list}).text())
	}
	for _, t := range m.types {
		add(l.headerKey(t), false, t.text())
		for name, x := range t.declared {
			add(l.memberKey(t, name), false, x.text())
		}
	}
}

func spaces(list []*member) string {
	var b strings.Builder
	for _, m := range list {
		b.WriteString(m.space + "\n")
	}
	return b.String()
}

func hasGlobal(list []importDecl) bool {
	for _, i := range list {
		if i.global {
			return true
		}
	}
	return false
}

func importsText(list []importDecl) string {
	var b strings.Builder
	for _, i := range list {
		fmt.Fprintf(&b, "%s %s %v %v\n", strings.Join(i.names, "."), i.alias, i.all, i.global)
	}
	return b.String()
}

func (x *names) text() string {
	var b strings.Builder
	for _, t := range x.types {
		b.WriteString("type " + t.text() + "\n")
	}
	for _, m := range x.members {
		fmt.Fprintf(&b, "%s %s %s %s %s %v\n", m.kind, m.local, m.signature.text(), m.result.text(), m.receiver.text(), m.static)
	}
	return b.String()
}

func (t *typeInfo) text() string {
	s := fmt.Sprintf("%s %s %s %v %v %v %v %s", t.kind, t.fq, t.local, t.object, t.companion, t.extension, t.params, t.header.text())
	for _, r := range t.supers {
		s += r.text()
	}
	return s
}
