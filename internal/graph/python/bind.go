package python

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// walker makes the links of one file.
type walker struct {
	eval   *evaluator
	module *module
	links  []code.Link
}

func (w *walker) walk(n *cst.Node) {
	w.eval.begin()
	switch n.Type {
	case "import_statement":
		w.imports(n)
		return
	case "import_from_statement":
		w.importsFrom(n)
		return
	case "future_import_statement", "global_statement", "nonlocal_statement", "comment":
		return
	case "call":
		w.call(n)
	case "decorator":
		if d := n.NamedChild(0); !d.Is("call") {
			w.read(d)
		}
	case "assignment", "augmented_assignment":
		w.writes(n.Child("left"))
	case "identifier", "attribute":
		if w.isLoad(n) {
			w.read(n)
		}
	}
	for c := range n.Children() {
		w.walk(c)
	}
}

// isLoad reports whether a name or attribute is read where it stands, and not
// called, bound, or a mere label.
func (w *walker) isLoad(n *cst.Node) bool {
	p := n.Parent
	switch p.Type {
	case "call":
		return n.Field != "function"
	case "decorator", "dotted_name", "global_statement", "lambda_parameters", "parameters", "list_splat_pattern",
		"dictionary_splat_pattern", "pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target", "keyword_pattern", "typed_parameter":
		return false
	case "function_definition", "class_definition", "default_parameter", "typed_default_parameter", "keyword_argument", "named_expression":
		return n.Field != "name"
	case "attribute":
		return n.Field == "object"
	case "argument_list": // a base class has its own edge
		return !p.Parent.Is("class_definition")
	case "assignment", "augmented_assignment", "for_statement", "for_in_clause":
		return n.Field != "left"
	}
	return true
}

// target is a symbol that a reference may mean.
type target struct {
	ref        code.SymbolRef
	kind       code.Kind
	resolution code.Resolution
}

func (w *walker) add(at *cst.Node, typ code.EdgeType, t target) {
	w.links = append(w.links, code.Link{From: w.from(at), Type: typ, Name: at.Text(), Pos: at.Pos(), Target: t.ref, Resolution: t.resolution})
}

// unbound notes a reference without a target.
func (w *walker) unbound(at *cst.Node, typ code.EdgeType, t Type) {
	l := code.Link{From: w.from(at), Type: typ, Name: at.Text(), Pos: at.Pos(), Resolution: code.Unknown}
	for _, v := range t {
		if v.kind == external || v.kind == container {
			l.Resolution = code.External
			if v.name != "" {
				l.Properties = map[string]string{"external": v.name}
			}
			break
		}
	}
	w.links = append(w.links, l)
}

// from is the innermost function or method around a node.
func (w *walker) from(n *cst.Node) string {
	for s := w.module.scopeOf(n); s != nil; s = s.parent {
		if s.isModule() {
			return ""
		}
		if sym := s.symbol(); sym != nil && sym.Kind.Callable() {
			return sym.Local
		}
	}
	return ""
}

func nameToken(n *cst.Node) *cst.Node {
	if n.Is("attribute") {
		if a := n.Child("attribute"); a != nil {
			return a
		}
	}
	for n.Is("parenthesized_expression", "await") && n.NamedChild(0) != nil {
		n = n.NamedChild(0)
	}
	if n.Is("call", "subscript") {
		return nameToken(n.NamedChild(0))
	}
	if n.Is("attribute") {
		return nameToken(n)
	}
	return n
}

var keywords = map[string]bool{"def": true, "class": true, "return": true, "if": true, "elif": true, "while": true, "for": true, "in": true,
	"not": true, "and": true, "or": true, "with": true, "lambda": true, "yield": true, "del": true, "assert": true, "import": true, "from": true}

func (w *walker) call(n *cst.Node) {
	callee := n.Child("function")
	if callee == nil || callee.Is("lambda") {
		return
	}
	at := nameToken(callee)
	if keywords[at.Text()] { // what an error node left of a statement
		return
	}
	if props := w.properties(callee); len(props) > 0 {
		for _, t := range props {
			w.add(at, code.Calls, t)
		}
		return
	}
	direct := w.isDirect(callee)
	t := w.eval.expr(callee)
	found := w.callees(t, direct)
	for _, f := range found {
		w.add(at, code.Calls, f)
	}
	if len(found) == 0 {
		w.unbound(at, code.Calls, t)
	}
}

// properties are the getters that a called attribute runs.
func (w *walker) properties(callee *cst.Node) []target {
	var out []target
	for _, t := range w.members(callee) {
		if s := w.symbolOf(t.ref); t.kind == code.Method && s != nil && s.Properties["getter"] != "" {
			out = append(out, t)
		}
	}
	return out
}

func (w *walker) symbolOf(r code.SymbolRef) *code.Symbol {
	if m := w.eval.load(r.Path); m != nil {
		return m.locals[r.Local]
	}
	return nil
}

// isDirect reports whether a callee's name is that of the definition itself,
// not of a variable that holds it.
func (w *walker) isDirect(callee *cst.Node) bool {
	switch {
	case callee.Is("identifier"):
		bs := w.bindingsOf(callee)
		for _, b := range bs {
			if b.kind != bindFunction && b.kind != bindClass && b.kind != bindFrom && b.kind != bindImport {
				return b.kind == bindParam && w.isSelf(callee)
			}
		}
		return true
	case callee.Is("attribute"):
		for _, t := range w.members(callee) {
			if t.kind == code.Field {
				return false
			}
		}
		return true
	}
	return false
}

func (w *walker) isSelf(n *cst.Node) bool {
	f := w.module.scopeOf(n).function()
	return f.parent != nil && f.parent.isClass() && firstParam(f.node) == n.Text()
}

// bindingsOf are the bindings of a name in the scope that has it.
func (w *walker) bindingsOf(n *cst.Node) []*binding {
	first := w.module.scopeOf(n)
	for s := first; s != nil; s = s.parent {
		if s.isClass() && s != first {
			continue
		}
		if bs := s.names[n.Text()]; len(bs) > 0 {
			return bs
		}
	}
	return nil
}

// callees are the functions that calling a value of a type runs.
func (w *walker) callees(t Type, direct bool) []target {
	var out []target
	several := len(t.without(isNone)) > 1
	for _, v := range t {
		res := code.Exact
		if v.guess || several || !direct {
			res = code.Inferred
		}
		switch v.kind {
		case function:
			if ref, kind, ok := refOf(v.scope); ok {
				out = append(out, target{ref, kind, res})
			}
		case class:
			out = append(out, w.constructor(v, res))
		case instance:
			if m, _ := w.eval.find(v.scope, nil, "__call__"); m != nil {
				out = append(out, w.memberTarget(m, res))
			}
		case typeVar:
			if len(v.args) > 0 {
				out = append(out, w.callees(v.args[0], false)...)
			}
		}
	}
	return out
}

func (w *walker) constructor(v value, res code.Resolution) target {
	for _, name := range []string{"__init__", "__new__"} {
		if m, _ := w.eval.find(v.scope, nil, name); m != nil && m.bindings[len(m.bindings)-1].kind == bindFunction {
			return w.memberTarget(m, res)
		}
	}
	ref, kind, _ := refOf(v.scope)
	return target{ref, kind, res}
}

func refOf(s *scope) (code.SymbolRef, code.Kind, bool) {
	if s == nil {
		return code.SymbolRef{}, "", false
	}
	sym := s.symbol()
	if sym == nil {
		return code.SymbolRef{}, "", false
	}
	return code.SymbolRef{Path: s.module.file.Path, Local: sym.Local}, sym.Kind, true
}

// memberTarget is the symbol of a member: its last definition as a function
// or class (the getter of a property), else the field.
func (w *walker) memberTarget(m *member, res code.Resolution) target {
	return w.bindingTarget(m.bindings, m.owner.module, joinLocal(m.owner.local(), m.bindings[0].name.Text()), res)
}

func (w *walker) bindingTarget(bs []*binding, m *module, local string, res code.Resolution) target {
	var sym *code.Symbol
	for _, b := range bs {
		if b.kind != bindFunction && b.kind != bindClass {
			continue
		}
		if s := m.at[b.name.Start]; s != nil {
			sym = s
			if s.Properties["getter"] != "" {
				break
			}
		}
	}
	if sym == nil {
		sym = m.locals[local]
	}
	if sym == nil {
		return target{}
	}
	return target{code.SymbolRef{Path: m.file.Path, Local: sym.Local}, sym.Kind, res}
}

func joinLocal(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "." + name
}

// members are the symbols that an attribute names.
func (w *walker) members(n *cst.Node) []target {
	if !n.Is("attribute") {
		return nil
	}
	name := n.Child("attribute").Text()
	t := w.eval.expr(n.Child("object"))
	several := len(t.without(isNone)) > 1
	var out []target
	for _, v := range t {
		res := code.Exact
		if v.guess || several {
			res = code.Inferred
		}
		var found target
		switch v.kind {
		case instance, class, superOf:
			if m, _ := w.eval.memberOf(v, name); m != nil {
				found = w.memberTarget(m, res)
			}
		case moduleOf:
			found = w.exported(v.path, name, res, 0)
		}
		if found.kind != "" {
			out = append(out, found)
		}
	}
	return out
}

// exported is the symbol that a module gives under a name, through its own
// imports.
func (w *walker) exported(p, name string, res code.Resolution, depth int) target {
	e := w.eval
	m := e.load(p)
	if m == nil || depth > 20 {
		return w.moduleTarget(e.submodule(p, name), res)
	}
	e.ask(m, nameKey(p, name))
	bs := m.root.names[name]
	if len(bs) == 0 {
		e.ask(m, starKey(p))
		for i := len(m.root.stars) - 1; i >= 0; i-- {
			other := e.modulePath(p, fromModule(m.root.stars[i].node))
			if o := e.load(other); o != nil && o != m && e.gives(o, name) {
				if t := w.exported(other, name, res, depth+1); t.kind != "" {
					return t
				}
			}
		}
		return w.moduleTarget(e.submodule(p, name), res)
	}
	return w.follow(bs, m, name, res, depth)
}

// follow is the symbol of a module's name, through imports.
func (w *walker) follow(bs []*binding, m *module, name string, res code.Resolution, depth int) target {
	e := w.eval
	for i := len(bs) - 1; i >= 0; i-- {
		b := bs[i]
		switch b.kind {
		case bindFrom:
			other := e.modulePath(m.file.Path, fromModule(b.node))
			if other == "" {
				continue
			}
			if other == m.file.Path {
				return w.moduleTarget(e.submodule(other, b.value.Text()), res)
			}
			if t := w.exported(other, b.value.Text(), res, depth+1); t.kind != "" {
				return t
			}
		case bindImport:
			for _, v := range e.bound(b, false) {
				if v.kind == moduleOf {
					return w.moduleTarget(v.path, res)
				}
			}
		default:
			return w.bindingTarget(bs, m, joinLocal(b.scope.outermostLocal(), name), res)
		}
	}
	return target{}
}

// outermostLocal is the local name before those of a scope's variables: ""
// for a module.
func (s *scope) outermostLocal() string {
	if s.isClass() {
		return s.local()
	}
	return ""
}

func (w *walker) moduleTarget(p string, res code.Resolution) target {
	if p == "" || p[len(p)-1] == '/' {
		return target{}
	}
	return target{code.SymbolRef{Path: p}, code.Module, res}
}

// read links a name or attribute that is read to its symbol, if it has one.
func (w *walker) read(n *cst.Node) {
	for n.Is("parenthesized_expression") {
		n = n.NamedChild(0)
	}
	for _, t := range w.named(n) {
		if t.kind != "" && t.kind != code.Module {
			w.add(nameToken(n), code.Reads, t)
		}
	}
}

// named are the symbols that a name or attribute means.
func (w *walker) named(n *cst.Node) []target {
	if n.Is("attribute") {
		return w.members(n)
	}
	if !n.Is("identifier") {
		return nil
	}
	name, first := n.Text(), w.module.scopeOf(n)
	for s := first; s != nil; s = s.parent {
		if s.isClass() && s != first {
			continue
		}
		bs := s.names[name]
		switch {
		case s.isModule():
			return []target{w.exportedOwn(name)}
		case len(bs) == 0 || s.outer[name] != "":
		case s.isClass():
			return []target{w.bindingTarget(bs, w.module, joinLocal(s.local(), name), code.Exact)}
		default:
			last := bs[len(bs)-1]
			switch last.kind {
			case bindFunction, bindClass:
				return []target{w.bindingTarget(bs, w.module, "", code.Exact)}
			case bindFrom, bindImport:
				return []target{w.follow(bs, w.module, name, code.Exact, 0)}
			}
			return nil
		}
	}
	return nil
}

func (w *walker) exportedOwn(name string) target {
	t := w.exported(w.module.file.Path, name, code.Exact, 0)
	if t.kind == code.Module && len(w.module.root.names[name]) == 0 {
		return target{}
	}
	return t
}

func (w *walker) writes(n *cst.Node) {
	switch {
	case n.Is("identifier", "attribute"):
		for _, t := range w.named(n) {
			if t.kind == code.Field || t.kind == code.Method && n.Is("attribute") {
				w.add(nameToken(n), code.Writes, t)
			}
		}
	case n.Is("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"):
		for c := range n.NamedChildren() {
			w.writes(c)
		}
	}
}
