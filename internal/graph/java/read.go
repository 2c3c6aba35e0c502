package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

// readModel reads the declarations of a file.
func readModel(f *graph.File) *fileModel {
	m := &fileModel{path: f.Path, pkg: f.Facts.Package, top: map[string]*typeDecl{},
		byNode: map[*cst.Node]*typeDecl{}, methodAt: map[*cst.Node]*methodDecl{}, locals: map[code.Pos]string{}}
	for _, s := range f.Facts.Symbols[1:] {
		if s.Kind == code.Endpoint {
			m.endpoints = append(m.endpoints, s)
			continue
		}
		m.locals[s.NamePos] = s.Local
	}
	if f.Tree == nil || f.Tree.Root == nil {
		return m
	}
	r := reader{m}
	r.children(f.Tree.Root, scope{file: m})
	return m
}

type reader struct{ m *fileModel }

func (r reader) children(n *cst.Node, sc scope) {
	for c := range n.NamedChildren() {
		r.node(c, sc)
	}
}

func (r reader) node(n *cst.Node, sc scope) {
	switch n.Type {
	case "import_declaration":
		r.imports(n)
	case "class_declaration", "record_declaration", "interface_declaration", "annotation_type_declaration", "enum_declaration":
		r.typ(n, sc)
	case "method_declaration", "annotation_type_element_declaration", "constructor_declaration", "compact_constructor_declaration":
		r.method(n, sc)
	case "field_declaration", "constant_declaration":
		r.fields(n, sc)
	case "enum_constant":
		r.enumConstant(n, sc)
	case "object_creation_expression":
		r.creation(n, sc)
	default:
		r.children(n, sc)
	}
}

func (r reader) imports(n *cst.Node) {
	path := n.ChildOfType("scoped_identifier", "identifier")
	if path == nil {
		return
	}
	names := strings.Split(strings.Join(strings.Fields(path.Text()), ""), ".")
	r.m.imports = append(r.m.imports, importDecl{names: names, static: n.Has("static"), star: n.Has("asterisk"), node: path})
}

// declare makes a type that stands in sc; at is where its symbol is named.
func (r reader) declare(n, at *cst.Node, sc scope) *typeDecl {
	d := &typeDecl{file: r.m, outer: sc.typ, method: sc.method, node: n, name: at.Text(), kind: code.Class,
		local: r.m.locals[at.Pos()], methods: map[string][]*methodDecl{}, fields: map[string]*fieldDecl{}, types: map[string]*typeDecl{}}
	r.m.types = append(r.m.types, d)
	r.m.byNode[n] = d
	return d
}

func (r reader) typ(n *cst.Node, sc scope) {
	name := n.Child("name")
	if name == nil {
		r.children(n, sc)
		return
	}
	d := r.declare(n, name, sc)
	r.place(d, sc)
	modifiers := n.ChildOfType("modifiers")
	d.static = modifiers.Has("static") || d.outer != nil && d.outer.isInterface()
	switch n.Type {
	case "interface_declaration", "annotation_type_declaration":
		d.kind, d.static = code.Interface, true
	case "enum_declaration":
		d.kind, d.static = code.Enum, true
	case "record_declaration":
		d.record, d.static = true, true
	}
	d.params = typeParams(n.Child("type_parameters"), scope{file: r.m, typ: d.outer, method: d.method, header: d})
	r.supertypes(d, n)
	if d.record {
		r.components(d, n)
	}
	r.children(n.Child("body"), scope{file: r.m, typ: d})
	r.implied(d)
}

// place makes d known by name where other files can name it.
func (r reader) place(d *typeDecl, sc scope) {
	switch {
	case sc.method != nil || sc.typ != nil && sc.typ.fq == "":
		if sc.method == nil && sc.typ.types[d.name] == nil {
			sc.typ.types[d.name] = d
		}
	case sc.typ != nil:
		d.fq = sc.typ.fq + "." + d.name
		if sc.typ.types[d.name] == nil {
			sc.typ.types[d.name] = d
		}
	default:
		d.fq = d.name
		if r.m.pkg != "" {
			d.fq = r.m.pkg + "." + d.name
		}
		if r.m.top[d.name] == nil {
			r.m.top[d.name] = d
		}
	}
}

func (r reader) supertypes(d *typeDecl, n *cst.Node) {
	add := func(list *[]*typeExpr, from *cst.Node) {
		for c := range from.NamedChildren() {
			if c.Is("type_list") {
				for t := range c.NamedChildren() {
					if e := typeExprOf(t); e != nil {
						*list = append(*list, e)
					}
				}
			} else if e := typeExprOf(c); e != nil {
				*list = append(*list, e)
			}
		}
	}
	add(&d.extends, n.Child("superclass"))
	add(&d.extends, n.ChildOfType("extends_interfaces"))
	add(&d.implements, n.Child("interfaces"))
}

func typeParams(n *cst.Node, sc scope) []*typeParam {
	var out []*typeParam
	for p := range n.NamedChildren() {
		if !p.Is("type_parameter") {
			continue
		}
		tp := &typeParam{name: p.ChildOfType("type_identifier", "identifier").Text(), scope: sc}
		for b := range p.ChildOfType("type_bound").NamedChildren() {
			if e := typeExprOf(b); e != nil {
				tp.bounds = append(tp.bounds, e)
			}
		}
		out = append(out, tp)
	}
	return out
}

func (r reader) components(d *typeDecl, n *cst.Node) {
	types, names, _ := parameters(n.Child("parameters"))
	for i, name := range names {
		if name == nil {
			continue
		}
		d.fields[name.Text()] = &fieldDecl{owner: d, name: name.Text(), local: r.m.locals[name.Pos()], typ: types[i]}
	}
}

// implied adds what the language gives types without a word.
func (r reader) implied(d *typeDecl) {
	self := &typeExpr{names: []string{d.name}, at: d.node.Start}
	switch {
	case d.kind == code.Enum:
		r.addMethod(&methodDecl{owner: d, name: "values", static: true, result: self.plusDims(1)})
		r.addMethod(&methodDecl{owner: d, name: "valueOf", static: true, result: self, params: []*typeExpr{{names: []string{"java", "lang", "String"}}}})
	case d.record:
		for name, f := range d.fields {
			if len(d.methods[name]) == 0 && !f.static {
				r.addMethod(&methodDecl{owner: d, name: name, local: f.local, result: f.typ})
			}
		}
		r.canonical(d)
	}
}

// canonical is the constructor that a record has without its being written;
// it is named by the record.
func (r reader) canonical(d *typeDecl) {
	types, _, varargs := parameters(d.node.Child("parameters"))
	for _, c := range d.methods[constructorName] {
		if exprsText(c.params) == exprsText(types) {
			return
		}
	}
	r.addMethod(&methodDecl{owner: d, name: constructorName, local: d.local, params: types, varargs: varargs})
}

func (r reader) addMethod(m *methodDecl) {
	m.owner.methods[m.name] = append(m.owner.methods[m.name], m)
	m.owner.all = append(m.owner.all, m)
}

func (r reader) method(n *cst.Node, sc scope) {
	name := n.Child("name")
	if name == nil || sc.typ == nil {
		r.children(n, sc)
		return
	}
	modifiers := n.ChildOfType("modifiers")
	m := &methodDecl{owner: sc.typ, name: name.Text(), local: r.m.locals[name.Pos()], node: n, static: modifiers.Has("static"),
		private: modifiers.Has("private"), result: typeExprOf(n.Child("type")).plusDims(dimensions(n.Child("dimensions")))}
	m.abstract = modifiers.Has("abstract") || sc.typ.isInterface() && n.Child("body") == nil && !modifiers.Has("default") && !m.static
	inner := scope{file: r.m, typ: sc.typ, method: m}
	m.typeParams = typeParams(n.Child("type_parameters"), inner)
	m.params, m.names, m.varargs = r.parametersOf(n, sc.typ)
	if strings.Contains(n.Type, "constructor") {
		m.name = constructorName
	}
	if !sc.typ.anonymous || m.name != constructorName {
		r.addMethod(m)
	}
	r.m.methodAt[n] = m
	r.children(n.Child("body"), inner)
}

func (r reader) parametersOf(n *cst.Node, owner *typeDecl) ([]*typeExpr, []string, bool) {
	list := n.Child("parameters")
	if n.Is("compact_constructor_declaration") {
		list = owner.node.Child("parameters")
	}
	types, nodes, varargs := parameters(list)
	names := make([]string, len(nodes))
	for i, x := range nodes {
		names[i] = x.Text()
	}
	return types, names, varargs
}

// parameters reads a list of formal parameters.
func parameters(list *cst.Node) (types []*typeExpr, names []*cst.Node, varargs bool) {
	for p := range list.NamedChildren() {
		switch p.Type {
		case "formal_parameter":
			types = append(types, typeExprOf(p.Child("type")).plusDims(dimensions(p.Child("dimensions"))))
			names = append(names, p.Child("name"))
		case "spread_parameter":
			var t *typeExpr
			for c := range p.NamedChildren() {
				if e := typeExprOf(c); e != nil && t == nil {
					t = e
				}
			}
			types = append(types, t.plusDims(1))
			names = append(names, p.ChildOfType("variable_declarator").Child("name"))
			varargs = true
		}
	}
	return types, names, varargs
}

func (r reader) fields(n *cst.Node, sc scope) {
	if sc.typ == nil {
		r.children(n, sc)
		return
	}
	modifiers := n.ChildOfType("modifiers")
	for _, d := range n.All("declarator") {
		name := d.Child("name")
		if name == nil {
			continue
		}
		f := &fieldDecl{owner: sc.typ, name: name.Text(), local: r.m.locals[name.Pos()],
			typ:    typeExprOf(n.Child("type")).plusDims(dimensions(d.Child("dimensions"))),
			static: modifiers.Has("static") || sc.typ.isInterface(), private: modifiers.Has("private")}
		if sc.typ.fields[f.name] == nil {
			sc.typ.fields[f.name] = f
		}
		r.children(d, sc)
	}
}

func (r reader) enumConstant(n *cst.Node, sc scope) {
	name := n.Child("name")
	if name == nil || sc.typ == nil {
		return
	}
	f := &fieldDecl{owner: sc.typ, name: name.Text(), local: r.m.locals[name.Pos()], static: true, constant: true,
		typ: &typeExpr{names: []string{sc.typ.name}, at: n.Start}}
	if sc.typ.fields[f.name] == nil {
		sc.typ.fields[f.name] = f
	}
	r.children(n.Child("arguments"), sc)
	if body := n.Child("body"); body != nil {
		d := r.declare(n, name, sc)
		d.anonymous, d.extends = true, []*typeExpr{f.typ}
		r.children(body, scope{file: r.m, typ: d})
	}
}

func (r reader) creation(n *cst.Node, sc scope) {
	body := n.ChildOfType("class_body")
	for c := range n.NamedChildren() {
		if c != body {
			r.node(c, sc)
		}
	}
	if body == nil {
		return
	}
	at := n.Child("type")
	if at == nil {
		at = n
	}
	d := r.declare(n, at, sc)
	d.anonymous, d.name = true, syntax.AnonymousClass
	if e := typeExprOf(n.Child("type")); e != nil {
		d.extends = []*typeExpr{e}
	}
	r.children(body, scope{file: r.m, typ: d})
}
