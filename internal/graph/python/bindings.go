package python

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// effective is what a variable may hold as seen from elsewhere.
func (e *evaluator) effective(bs []*binding) Type {
	last := bs[len(bs)-1]
	if last.kind == bindFunction || last.kind == bindClass {
		return e.bound(last, false)
	}
	for _, b := range bs {
		if b.typ != nil {
			return e.bound(b, false)
		}
	}
	var t Type
	for _, b := range bs {
		if b.kind != bindOther {
			t = union(t, e.bound(b, false))
		}
	}
	if len(bs) > 1 {
		return t.guessed()
	}
	return t
}

// bound is what one binding gives its name; narrow keeps what is known of the
// assigned value beside its annotation.
func (e *evaluator) bound(b *binding, narrow bool) Type {
	return kept(e, e.bounds, boundKey{b.name, narrow}, func() Type { return e.boundTo(b, narrow) })
}

type boundKey struct {
	at     *cst.Node
	narrow bool
}

func (e *evaluator) boundTo(b *binding, narrow bool) Type {
	m := b.scope.module
	switch b.kind {
	case bindFunction:
		return Type{{kind: function, scope: m.scopes[b.node]}}
	case bindClass:
		return Type{{kind: class, scope: m.scopes[b.node]}}
	case bindImport:
		if b.node.Type == "dotted_name" {
			return e.imported(m, b.node.NamedChild(0).Text())
		}
		return e.imported(m, b.value.Text())
	case bindFrom:
		return e.importedFrom(m, b)
	case bindParam:
		return e.param(b)
	case bindFor:
		return e.unpacked(e.iterated(e.expr(b.value)), b.path)
	case bindWith:
		return e.unpacked(e.entered(e.expr(b.value), b.node), b.path)
	case bindExcept:
		return e.instancesOf(e.classesOf(b.value))
	}
	if b.typ != nil {
		declared := e.annotation(b.typ)
		if !narrow || b.value == nil {
			return declared
		}
		return e.assigned(declared, e.expr(b.value))
	}
	return e.unpacked(e.expr(b.value), b.path)
}

// assigned is a declared type after a value was assigned.
func (e *evaluator) assigned(declared, value Type) Type {
	if len(declared) == 0 {
		return value
	}
	var out Type
	for _, v := range value {
		for _, d := range declared {
			if v.same(d) {
				out = union(out, Type{v.declaredAs(d)})
			} else if v.kind == none && d.kind == none || v.kind == instance && d.kind == instance && e.derives(v.scope, d.scope) {
				out = union(out, Type{v})
			}
		}
	}
	if len(out) == 0 || len(out) < len(value) {
		return declared
	}
	return out
}

func (e *evaluator) imported(m *module, dotted string) Type {
	if p := e.modulePath(m.file.Path, dotted); p != "" {
		return Type{{kind: moduleOf, path: p}}
	}
	return outside(dotted)
}

func (e *evaluator) importedFrom(m *module, b *binding) Type {
	from, name := fromModule(b.node), b.value.Text()
	p := e.modulePath(m.file.Path, from)
	if p == "" {
		if strings.HasPrefix(from, ".") {
			return nil
		}
		return outside(from + "." + name)
	}
	if p == m.file.Path {
		if sub := e.submodule(p, name); sub != "" {
			return Type{{kind: moduleOf, path: sub}}
		}
	}
	return e.exported(p, name)
}

// unpacked takes a value apart as a target of several names does.
func (e *evaluator) unpacked(t Type, path []int) Type {
	for _, i := range path {
		var out Type
		for _, v := range t {
			switch {
			case i < 0:
				out = union(out, known("list", e.iterated(Type{v})))
			case v.kind == container && v.name == "tuple" && i < len(v.args):
				out = union(out, v.args[i])
			default:
				out = union(out, e.iterated(Type{v}))
			}
		}
		t = out
	}
	return t
}
