package python

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// target is a symbol that a reference may mean.
type target struct {
	ref        code.SymbolRef
	kind       code.Kind
	resolution code.Resolution
}

func (w *walker) symbolOf(r code.SymbolRef) *code.Symbol {
	if m := w.eval.load(r.Path); m != nil {
		return m.locals[r.Local]
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
