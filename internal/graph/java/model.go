package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// fileModel is what other files may learn of one.
type fileModel struct {
	path, pkg string
	imports   []importDecl
	top       map[string]*typeDecl
	types     []*typeDecl // all, in source order
	byNode    map[*cst.Node]*typeDecl
	methodAt  map[*cst.Node]*methodDecl
	locals    map[code.Pos]string // where a name stands → local name
	endpoints []code.Symbol
	// platform: signatures of the Java platform, not of the repository.
	platform bool
	answers  []graph.Answer
}

type importDecl struct {
	names        []string
	static, star bool
	node         *cst.Node
}

// typeDecl is a class, interface, enum, record or annotation type.
type typeDecl struct {
	file        *fileModel
	local, name string
	fq          string // "" for local and anonymous classes
	kind        code.Kind
	record      bool
	anonymous   bool
	static      bool
	outer       *typeDecl
	method      *methodDecl // the method that a local class stands in
	params      []*typeParam
	extends     []*typeExpr // the superclass, or what an interface extends
	implements  []*typeExpr
	methods     map[string][]*methodDecl
	all         []*methodDecl
	fields      map[string]*fieldDecl
	types       map[string]*typeDecl
	node        *cst.Node
}

func (d *typeDecl) isInterface() bool { return d.kind == code.Interface }

func (d *typeDecl) ref() code.SymbolRef { return code.SymbolRef{Path: d.file.path, Local: d.local} }

// typeParam is a type parameter; scope is where its bounds are read.
type typeParam struct {
	name   string
	bounds []*typeExpr
	scope  scope
}

type methodDecl struct {
	owner       *typeDecl
	name, local string // constructors are called constructorName
	params      []*typeExpr
	names       []string
	varargs     bool
	result      *typeExpr
	typeParams  []*typeParam
	static      bool
	abstract    bool
	private     bool
	node        *cst.Node
}

// constructorName is the name under which constructors are looked up.
const constructorName = "<init>"

func (m *methodDecl) ref() code.SymbolRef {
	return code.SymbolRef{Path: m.owner.file.path, Local: m.local}
}

type fieldDecl struct {
	owner       *typeDecl
	name, local string
	typ         *typeExpr
	static      bool
	private     bool
	constant    bool // of an enum
}

func (f *fieldDecl) ref() code.SymbolRef {
	return code.SymbolRef{Path: f.owner.file.path, Local: f.local}
}

// scope is a place to read types in: a file, the innermost type and method
// around. In a header, the type's parameters are seen but not its members.
type scope struct {
	file   *fileModel
	typ    *typeDecl
	method *methodDecl
	header *typeDecl
}

// Answers implements graph.Model.
func (m *fileModel) Answers() []graph.Answer { return m.answers }

func importsKey(path string) string          { return "java.imports:" + path }
func typeKey(fq string) string               { return "java.type:" + fq }
func packageKey(pkg string) string           { return "java.package:" + pkg }
func headerKey(d *typeDecl) string           { return "java.header:" + d.ref().String() }
func memberKey(d *typeDecl, n string) string { return "java.member:" + d.ref().String() + "." + n }
func abstractKey(d *typeDecl) string         { return "java.abstract:" + d.ref().String() }

func (m *fileModel) answer(key string, parts ...string) {
	m.answers = append(m.answers, graph.Answer{Key: key, Hash: graph.Hash(parts...)})
}

func (m *fileModel) provide(key string) {
	m.answers = append(m.answers, graph.Answer{Key: key, Hash: 1, Provided: true})
}

// makeAnswers covers all that other files read of m.
func (m *fileModel) makeAnswers() {
	m.answer(importsKey(m.path), m.pkg, importText(m.imports))
	m.provide(packageKey(m.pkg))
	m.answers = append(m.answers, graph.EndpointAnswers(m.path, m.endpoints)...)
	for _, d := range m.types {
		if d.fq == "" {
			continue
		}
		if d.outer == nil && m.top[d.name] == d {
			m.provide(typeKey(d.fq))
		}
		m.answer(headerKey(d), headerText(d))
		m.answer(abstractKey(d), abstractText(d))
		for name, text := range memberTexts(d) {
			m.answer(memberKey(d, name), text)
		}
	}
}

func importText(imports []importDecl) string {
	var b strings.Builder
	for _, i := range imports {
		b.WriteString(strings.Join(i.names, "."))
		if i.static {
			b.WriteString(" static")
		}
		if i.star {
			b.WriteString(" *")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func headerText(d *typeDecl) string {
	return strings.Join([]string{string(d.kind), d.fq, flags(d.record, d.static), paramsText(d.params),
		exprsText(d.extends), exprsText(d.implements)}, "|")
}

func memberTexts(d *typeDecl) map[string]string {
	out := map[string]string{}
	for _, m := range d.all {
		out[m.name] += methodText(m) + "\n"
	}
	for name, f := range d.fields {
		out[name] += "field " + f.local + " " + f.typ.String() + flags(f.static, f.private, f.constant) + "\n"
	}
	for name, t := range d.types {
		out[name] += "type " + t.local + "\n"
	}
	return out
}

// abstractText is all that decides which method a lambda implements.
func abstractText(d *typeDecl) string {
	if !d.isInterface() {
		return ""
	}
	var b strings.Builder
	for _, m := range d.all {
		b.WriteString(methodText(m) + "\n")
	}
	return b.String()
}

func methodText(m *methodDecl) string {
	return m.local + paramsText(m.typeParams) + m.name + "(" + exprsText(m.params) + ")" + m.result.String() +
		flags(m.static, m.abstract, m.private, m.varargs)
}

func paramsText(params []*typeParam) string {
	var b strings.Builder
	for _, p := range params {
		b.WriteString("<" + p.name + ":" + exprsText(p.bounds) + ">")
	}
	return b.String()
}

func exprsText(list []*typeExpr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = e.String()
	}
	return strings.Join(parts, ",")
}

func flags(set ...bool) string {
	b := []byte{'/'}
	for _, s := range set {
		if s {
			b = append(b, '1')
		} else {
			b = append(b, '0')
		}
	}
	return string(b)
}
