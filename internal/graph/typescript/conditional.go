package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// conditional is the type that "L extends R ? C : A" comes to.
func (s *session) conditional(n *cst.Node, e *env) *Type {
	if s.active[n] >= maxRecursion {
		return unknownType
	}
	s.active[n]++
	defer func() { s.active[n]-- }()
	left, right := n.Child("left"), n.Child("right")
	l := s.typ(left, e)
	if l.kind == union && left.Is("type_identifier") {
		p := s.namedParam(left)
		var out []*Type
		for _, u := range l.types {
			out = append(out, s.branch(n, right, u, with(e, p, u)))
		}
		return unite(out...)
	}
	return s.branch(n, right, l, e)
}

// namedParam is the type parameter that a name means.
func (s *session) namedParam(n *cst.Node) *cst.Node {
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		if tp := typeParameter(p, from, n.Text()); tp != nil {
			return tp
		}
	}
	return nil
}

func with(e *env, p *cst.Node, t *Type) *env {
	if p == nil {
		return e
	}
	flat := flatten(e)
	flat.vars[p] = t
	return flat
}

// flatten is e in one layer.
func flatten(e *env) *env {
	flat := &env{vars: map[*cst.Node]*Type{}, this: e.receiver()}
	for x := e; x != nil; x = x.outer {
		for k := range x.vars {
			if _, ok := flat.vars[k]; !ok {
				flat.vars[k] = e.lookup(k)
			}
		}
	}
	return flat
}

func (s *session) branch(n, right *cst.Node, l *Type, e *env) *Type {
	in := &inference{s: s, vars: map[*cst.Node]*Type{}, open: map[*cst.Node]bool{}}
	right.Walk(func(c *cst.Node) bool {
		if c.Type == "infer_type" {
			in.open[c] = true
		}
		return true
	})
	r := s.typ(right, e)
	if l.kind == none {
		return unknownType
	}
	in.unify(r, l, 0)
	inner := e
	for p := range in.open {
		t := in.vars[p]
		if t == nil {
			t = anything
		}
		inner = with(inner, p, t)
	}
	switch s.assignable(l, r, 0) {
	case yes:
		return s.typ(n.Child("consequence"), inner)
	case no:
		return s.typ(n.Child("alternative"), e)
	}
	if len(in.open) > 0 && len(in.vars) > 0 {
		return s.typ(n.Child("consequence"), inner)
	}
	if s.undecided >= maxUndecided {
		return unknownType
	}
	s.undecided++
	defer func() { s.undecided-- }()
	return unite(s.typ(n.Child("consequence"), inner), s.typ(n.Child("alternative"), e))
}

// A conditional type that leads to itself is followed maxRecursion times; of
// nested ones whose condition cannot be decided, both branches are read
// maxUndecided deep. Without these bounds the work is exponential.
const (
	maxRecursion = 6
	maxUndecided = 2
)
