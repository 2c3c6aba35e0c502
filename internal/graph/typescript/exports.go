package typescript

import "github.com/plumbline/plumbline/internal/code/cst"

// found is what a name of a module leads to: a binding, an expression, a
// module's namespace, or something outside.
type found struct {
	b       *binding
	value   *cst.Node
	mod     *module
	outside string
}

func (f found) nothing() bool { return f.b == nil && f.value == nil && f.mod == nil && f.outside == "" }

type exportAsk struct {
	mod  *module
	name string
}

// export is what a module exports under a name.
func (s *session) export(m *module, name string) found {
	k := exportAsk{m, name}
	if f, ok := s.exported[k]; ok {
		return f
	}
	f := s.findExport(m, name, map[*module]bool{})
	s.exported[k] = f
	return f
}

func (s *session) findExport(m *module, name string, seen map[*module]bool) found {
	if m == nil || seen[m] {
		return found{}
	}
	seen[m] = true
	defer delete(seen, m)
	if m != s.mod {
		s.v.Ask(exportKey(m.path, name))
	}
	if e, ok := m.exports[name]; ok {
		return s.followExport(m, e, seen)
	}
	if m != s.mod {
		s.v.Ask(starsKey(m.path))
	}
	if name == "default" {
		if m.equals != nil {
			return found{value: m.equals}
		}
		return found{}
	}
	for _, source := range m.stars {
		if f := s.findIn(m, source, name, seen); !f.nothing() {
			return f
		}
	}
	return found{}
}

func (s *session) followExport(m *module, e export, seen map[*module]bool) found {
	switch {
	case e.value != nil:
		return found{value: e.value}
	case e.source != "":
		return s.findIn(m, e.source, e.name, seen)
	}
	if b := s.top(m, e.local); b != nil {
		return s.follow(b, seen)
	}
	return found{}
}

// findIn is a name ("*" for the namespace) of the module that source means.
func (s *session) findIn(m *module, source, name string, seen map[*module]bool) found {
	target := s.resolve(m.path, source)
	if target == "" {
		return found{outside: source + "." + name}
	}
	t := s.module(target)
	if t == nil {
		return found{outside: source + "." + name}
	}
	if name == "*" {
		return found{mod: t}
	}
	if f := s.findExport(t, name, seen); !f.nothing() {
		return f
	}
	if name == "default" {
		return found{mod: t} // interop: the namespace stands for a default
	}
	return found{}
}

// follow leads an import to what it imports; other bindings are themselves.
func (s *session) follow(b *binding, seen map[*module]bool) found {
	d, ok := b.first(def.isImport)
	if !ok {
		return found{b: b}
	}
	if len(b.defs) > 1 && b.has(func(d def) bool { return !d.isImport() }) {
		return found{b: b}
	}
	source, name := importOf(d)
	if source == "" {
		return found{b: b}
	}
	f := s.findIn(b.mod, source, name, seen)
	if d.node.Type == "import_require_clause" && f.mod != nil {
		return s.required(f.mod)
	}
	return f
}

// importOf is the module and the name that an import means.
func importOf(d def) (source, name string) {
	switch d.node.Type {
	case "import_specifier":
		name = propertyName(d.node.Child("name"))
	case "namespace_import":
		name = "*"
	case "import_require_clause":
		return stringText(d.node.Child("source")), "*"
	default:
		name = "default"
	}
	if n := d.node.Enclosing("import_statement"); n != nil {
		source = stringText(n.Child("source"))
	}
	return source, name
}

// equals is what a module gives by "module.exports =" or "export =", or nil.
func (s *session) equals(m *module) *cst.Node {
	if m != s.mod && !m.external {
		s.v.Ask(starsKey(m.path))
	}
	return m.equals
}

// required is what require() of a module gives.
func (s *session) required(m *module) found {
	if v := s.equals(m); v != nil {
		return found{value: v}
	}
	return found{mod: m}
}

// resolveBinding follows a binding through imports, aliases of require among them.
func (s *session) resolveBinding(b *binding) found { return s.follow(b, map[*module]bool{}) }

// foundType is the type of what was found as a value.
func (s *session) foundType(f found) *Type {
	switch {
	case f.b != nil:
		return s.valueType(f.b)
	case f.value != nil:
		return s.exportedValue(f.value)
	case f.mod != nil:
		return &Type{kind: moduleOf, mod: f.mod}
	case f.outside != "":
		return external(f.outside)
	}
	return unknownType
}

// exportedValue is the type of an expression that a module exports.
func (s *session) exportedValue(n *cst.Node) *Type {
	if n.Type == "assignment_expression" {
		n = lastAssigned(n)
	}
	if isClass(n) || isFunction(n) {
		return s.valueType(s.anonymous(n))
	}
	return s.typeOf(n)
}

// anonymous is a binding for a function or class, so that it can be named.
func (s *session) anonymous(n *cst.Node) *binding {
	if b := s.anon[n]; b != nil {
		return b
	}
	id := n.Child("name")
	if id == nil {
		id = n
	}
	b := &binding{name: id.Text(), mod: s.modOf(n), defs: []def{{n, id}}}
	if id == n {
		b.name = ""
	}
	s.anon[n] = b
	return b
}
