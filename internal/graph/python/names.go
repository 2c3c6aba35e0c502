package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

func (e *evaluator) identifier(n *cst.Node) Type {
	m := e.module(n)
	if m == nil {
		return nil
	}
	return e.lookup(m.scopeOf(n), n.Text(), n)
}

// lookup finds a name from a scope outwards. at is where it is read.
func (e *evaluator) lookup(s *scope, name string, at *cst.Node) Type {
	first := s
	for ; s != nil; s = s.parent {
		if s.isClass() && s != first {
			continue
		}
		if s.isModule() {
			return e.global(s.module, name, at, first)
		}
		if bs := s.names[name]; len(bs) > 0 && s.outer[name] == "" {
			if s != s.function() {
				return e.reaching(s, name, nil, e.effective(bs), at)
			}
			if s == first.function() {
				return e.reaching(s, name, bs, e.parameter(bs), at)
			}
			return e.captive(s, name, bs, at)
		}
	}
	return nil
}

func (e *evaluator) parameter(bs []*binding) Type {
	for _, b := range bs {
		if b.kind == bindParam {
			return e.bound(b, true)
		}
	}
	return nil
}

// captive is a variable of an outer function: what it holds where the inner
// one is defined when it does not change afterwards, else any of its values.
func (e *evaluator) captive(s *scope, name string, bs []*binding, at *cst.Node) Type {
	def := at
	for def.Parent != nil && e.module(at).scopeOf(def) != s {
		def = def.Parent
	}
	for _, b := range bs {
		if b.name.Start > def.Start {
			return e.effective(bs)
		}
	}
	return e.reaching(s, name, bs, e.parameter(bs), def)
}

// global finds a name of a module, then of what it star-imports, then a
// builtin.
func (e *evaluator) global(m *module, name string, at *cst.Node, from *scope) Type {
	e.ask(m, nameKey(m.file.Path, name))
	bs := m.root.names[name]
	if len(bs) == 0 {
		if t := e.starred(m, name); t != nil {
			return t
		}
		return e.builtin(name)
	}
	if m == e.own && at != nil && from.function().isModule() {
		return e.reaching(m.root, name, bs, nil, at)
	}
	return e.effective(bs)
}

func (e *evaluator) starred(m *module, name string) Type {
	e.ask(m, starKey(m.file.Path))
	for i := len(m.root.stars) - 1; i >= 0; i-- {
		b := m.root.stars[i]
		target := e.modulePath(m.file.Path, fromModule(b.node))
		if target == "" {
			continue
		}
		if other := e.load(target); other != nil && other != m && e.gives(other, name) {
			if t := e.exported(target, name); t != nil {
				return t
			}
		}
	}
	return nil
}

// gives reports whether a star import of a module gives a name.
func (e *evaluator) gives(m *module, name string) bool {
	e.ask(m, starKey(m.file.Path))
	names, listed := m.all()
	if !listed {
		return !strings.HasPrefix(name, "_")
	}
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// exported is what `from p import name` binds.
func (e *evaluator) exported(p, name string) Type {
	return kept(e, e.exports, exportKey{p, name}, func() Type {
		m := e.load(p)
		if m != nil {
			e.ask(m, nameKey(p, name))
			if bs := m.root.names[name]; len(bs) > 0 {
				return e.effective(bs)
			}
			if t := e.starred(m, name); t != nil {
				return t
			}
		}
		if sub := e.submodule(p, name); sub != "" {
			return Type{{kind: moduleOf, path: sub}}
		}
		if m != nil {
			e.ask(m, nameKey(p, "__getattr__"))
			if bs := m.root.names["__getattr__"]; len(bs) > 0 {
				return outside(name)
			}
		}
		return nil
	})
}
