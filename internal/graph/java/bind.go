// Package java binds the references of Java source files: imports and
// packages, scopes, inherited members, overloads by their argument types,
// generic methods, lambdas. Types of the Java platform are known by their
// signatures (stubs/), those of other libraries only by name. It promises that
// an exact link is the one that the language's rules give as far as the
// repository's source tells, and it never binds by name alone.
package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

type binder struct{}

// New makes the binder of Java files.
func New() graph.Binder { return binder{} }

// Claims implements graph.Binder.
func (binder) Claims(_, dialect string) bool { return dialect == "java" }

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model {
	m := readModel(f)
	m.makeAnswers()
	return m
}

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*fileModel)
	if !ok || f.Tree == nil || f.Tree.Root == nil {
		return nil
	}
	s := newSession(f, v, m)
	s.imports()
	s.walk(f.Tree.Root, "")
	s.exposes()
	for _, d := range m.types {
		s.inheritance(d)
	}
	return s.links
}

func (s *session) link(l code.Link) { s.links = append(s.links, l) }

func (s *session) imports() {
	for _, i := range s.m.imports {
		l := code.Link{Type: code.Imports, Name: i.names[len(i.names)-1], Pos: lastName(i.node).Pos(), Resolution: code.External,
			Properties: map[string]string{"external": importName(i, "*")}}
		if i.star && !i.static && len(s.v.Providers(packageKey(strings.Join(i.names, ".")))) > 0 {
			continue // a package of ours; it is no symbol
		}
		if to, ok := s.imported(i); ok {
			l.Target, l.Resolution, l.Properties = to, code.Exact, nil
		}
		s.link(l)
	}
}

func importName(i importDecl, member string) string {
	name := strings.Join(i.names, ".")
	if i.star {
		return name + "." + member
	}
	return name
}

func lastName(n *cst.Node) *cst.Node {
	if name := n.Child("name"); name != nil {
		return name
	}
	return n
}

func (s *session) imported(i importDecl) (code.SymbolRef, bool) {
	if t := s.fromRoot(i.names, s.m); t != nil && t.kind == kClass {
		return t.decl.ref(), !t.decl.file.platform
	}
	if !i.static || i.star {
		return code.SymbolRef{}, false
	}
	t := s.importedFrom(i)
	if t == nil || t.kind != kClass {
		return code.SymbolRef{}, false
	}
	name := i.names[len(i.names)-1]
	if f, _, _ := s.findField(t, name); f != nil {
		return f.ref(), !f.owner.file.platform
	}
	if found, _ := s.findMethods(t, name); len(found) > 0 {
		return found[0].ref(), !found[0].methodDecl.owner.file.platform && found[0].local != ""
	}
	return code.SymbolRef{}, false
}

// walk links the references below n, which stands in the symbol from.
func (s *session) walk(n *cst.Node, from string) {
	switch n.Type {
	case "import_declaration", "package_declaration":
		return
	case "method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration":
		if m := s.m.methodAt[n]; m != nil {
			from = m.local
		}
		s.feignRequests(n, from)
	case "method_invocation":
		s.call(n, n.Child("name"), from)
	case "object_creation_expression":
		s.call(n, createdName(n.Child("type")), from)
	case "explicit_constructor_invocation":
		s.call(n, n.Child("constructor"), from)
	case "enum_constant":
		s.enumConstantCall(n, from)
	case "method_reference":
		s.methodReference(n, from)
	case "identifier", "field_access":
		if s.read(n, from) {
			return
		}
	case "switch_label":
		s.caseLabels(n, from)
	}
	for c := range n.NamedChildren() {
		if c.Is("identifier") && namesSomething(c) {
			continue
		}
		s.walk(c, from)
	}
}

// namesSomething: an identifier that declares, or whose parent refers by it.
func namesSomething(c *cst.Node) bool {
	switch c.Parent.Type {
	case "method_invocation", "field_access", "variable_declarator", "formal_parameter", "catch_formal_parameter", "resource",
		"enhanced_for_statement", "method_declaration", "class_declaration", "interface_declaration", "enum_declaration",
		"record_declaration", "annotation_type_declaration", "constructor_declaration", "compact_constructor_declaration",
		"annotation_type_element_declaration", "enum_constant", "instanceof_expression":
		return c.Field == "name" || c.Field == "field"
	case "marker_annotation", "annotation", "labeled_statement", "break_statement", "continue_statement", "inferred_parameters",
		"type_pattern", "record_pattern", "record_pattern_component", "switch_label", "scoped_identifier":
		return true
	case "lambda_expression":
		return c.Field == "parameters"
	case "element_value_pair":
		return c.Field == "key"
	case "method_reference":
		return c != c.Parent.First
	}
	return false
}

func createdName(n *cst.Node) *cst.Node {
	for n.Is("generic_type", "scoped_type_identifier", "annotated_type") {
		var last *cst.Node
		for c := range n.NamedChildren() {
			if c.Is("type_identifier", "scoped_type_identifier", "generic_type") {
				last = c
			}
		}
		if last == nil {
			return n
		}
		n = last
	}
	return n
}

func (s *session) call(n, name *cst.Node, from string) {
	if name == nil {
		return
	}
	r := s.callAt(n)
	if r == nil {
		r = &callResult{resolution: code.Unknown}
	}
	s.linkResult(code.Calls, name, from, r)
	s.restRequest(n, r, from)
}

// enumConstantCall: a constant with arguments, or of an enum that declares a
// constructor, calls one.
func (s *session) enumConstantCall(n *cst.Node, from string) {
	r := s.callAt(n)
	if r == nil || r.target == nil && n.Child("arguments") == nil {
		return
	}
	s.linkResult(code.Calls, n.Child("name"), from, r)
}

func (s *session) linkResult(typ code.EdgeType, name *cst.Node, from string, r *callResult) {
	l := code.Link{From: from, Type: typ, Name: name.Text(), Pos: name.Pos(), Resolution: r.resolution}
	switch {
	case r.target != nil && r.target.owner.file.platform:
		s.external(&l, r.target.owner.fq+"."+r.target.name)
	case r.target != nil && r.target.local == "":
		s.external(&l, "") // made by the compiler, as an enum's values()
	case r.target != nil:
		l.Target = r.target.ref()
	case r.class != nil && r.class.file.platform:
		s.external(&l, r.class.fq)
	case r.class != nil:
		l.Target = r.class.ref()
	case r.resolution == code.Ambiguous:
		s.ambiguous(&l, r.among)
	case r.resolution == code.External:
		s.external(&l, r.external)
	}
	s.link(l)
}

func (s *session) external(l *code.Link, name string) {
	l.Resolution = code.External
	if name != "" {
		l.Properties = map[string]string{"external": strings.TrimSuffix(name, "."+constructorName)}
	}
}

// ambiguous: candidates of the platform alone are external.
func (s *session) ambiguous(l *code.Link, among []candidate) {
	for _, c := range among {
		if !c.methodDecl.owner.file.platform && c.local != "" {
			l.Candidates = append(l.Candidates, c.ref())
		}
	}
	if len(l.Candidates) == 0 {
		s.external(l, among[0].methodDecl.owner.fq+"."+among[0].name)
	}
}

// methodReference: a method that is passed on is read, not called.
func (s *session) methodReference(n *cst.Node, from string) {
	name := referenceName(n)
	if name == nil {
		return
	}
	var params []*typ
	if f, _ := s.functionOf(s.expected(n)); f != nil {
		params = make([]*typ, len(f.params))
		for i, p := range f.params {
			params[i] = s.settled(p)
		}
	}
	s.linkResult(code.Reads, name, from, s.referenceTarget(n, params))
}

// read links the use of a field, and reports whether all of n is done.
func (s *session) read(n *cst.Node, from string) bool {
	m := s.classify(n)
	if m.field != nil && m.field.local != "" && !m.field.owner.file.platform {
		name := n
		if n.Is("field_access") {
			name = n.Child("field")
		}
		s.link(code.Link{From: from, Type: use(n), Name: name.Text(), Pos: name.Pos(), Target: m.field.ref(), Resolution: code.Exact})
	}
	return n.Is("identifier") || m.isType || m.pkg != nil
}

// use tells a write of a field from a read.
func use(n *cst.Node) code.EdgeType {
	p := n.Parent
	if p.Is("assignment_expression") && n.Field == "left" || p.Is("update_expression") {
		return code.Writes
	}
	return code.Reads
}

// caseLabels: the constants of an enum stand alone in a switch.
func (s *session) caseLabels(n *cst.Node, from string) {
	sw := n.Enclosing("switch_expression", "switch_statement")
	for c := range n.NamedChildren() {
		if !c.Is("identifier") {
			continue
		}
		if t := bare(s.typeOf(sw.Child("condition"))); t.kind == kClass && s.head(t.decl).kind == code.Enum {
			if f := s.field(t.decl, c.Text()); f != nil && !t.decl.file.platform {
				s.link(code.Link{From: from, Type: code.Reads, Name: c.Text(), Pos: c.Pos(), Target: f.ref(), Resolution: code.Exact})
			}
			continue
		}
		s.read(c, from)
	}
}
