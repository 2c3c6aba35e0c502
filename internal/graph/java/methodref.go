package java

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// referenceTarget is the method that a method reference means for a function
// of some parameters (nil: they are not known).
func (s *session) referenceTarget(n *cst.Node, params []*typ) *callResult {
	of, name := n.NamedChild(0), referenceName(n)
	if of == nil || name == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	args := make([]argument, len(params))
	for i, p := range params {
		args[i] = argument{node: n, typ: p}
	}
	on := s.classify(of)
	if of.Is("super") {
		on = meaning{typ: s.superAt(of)}
	}
	t := on.typ
	if t == nil {
		t = unknown
	}
	t = bare(t)
	if name.Is("new") {
		return s.referToConstructor(t, params, args)
	}
	if t.kind == kUnknown || t.kind == kExternal {
		return s.onReceiver(n, t, name.Text(), nil)
	}
	return s.referToMethod(t, on.isType, name.Text(), params, args)
}

func referenceName(n *cst.Node) *cst.Node {
	var last *cst.Node
	for c := range n.Children() {
		if c.Is("identifier", "new") {
			last = c
		}
	}
	if last == n.First {
		return nil
	}
	return last
}

func (s *session) referToConstructor(t *typ, params []*typ, args []argument) *callResult {
	if t.kind == kArray {
		return &callResult{resolution: code.External, typ: t}
	}
	if params == nil && t.kind == kClass {
		var found []candidate
		for _, m := range s.methods(t.decl, constructorName) {
			found = append(found, candidate{m, t})
		}
		if len(found) > 1 {
			return &callResult{resolution: code.Ambiguous, among: found, typ: t}
		}
		if len(found) == 1 {
			return &callResult{target: found[0].methodDecl, resolution: code.Exact, typ: t}
		}
	}
	return s.constructByTypes(t, args)
}

func (s *session) constructByTypes(t *typ, args []argument) *callResult {
	for i := range args {
		args[i].node = nil
	}
	return s.construct(&cst.Node{}, t, args)
}

func (s *session) referToMethod(t *typ, isType bool, name string, params []*typ, args []argument) *callResult {
	found, known := s.findMethods(t, name)
	switch {
	case len(found) == 0 && known:
		return &callResult{resolution: code.Unknown, typ: unknown}
	case len(found) == 0:
		return &callResult{resolution: code.External, typ: unknown}
	case params == nil && len(found) > 1:
		return &callResult{resolution: code.Ambiguous, among: found, typ: unknown}
	case params == nil:
		return &callResult{target: found[0].methodDecl, resolution: code.Exact, typ: s.settled(subst(s.resultType(found[0]), inferenceVars(found[0])))}
	}
	for i := range args {
		args[i].node = nil
	}
	if isType && t.kind == kClass && len(t.args) == 0 && len(params) > 0 {
		// A raw type stands for the parameterization that fits (JLS 15.13.1).
		if as, _ := s.asSuper(params[0], t.decl); as != nil {
			t = as
			found, known = s.findMethods(t, name)
		}
	}
	var static, bound []candidate
	for _, c := range found {
		if c.static || !isType {
			static = append(static, c)
		} else {
			bound = append(bound, c)
		}
	}
	empty := &cst.Node{}
	var r *callResult
	if len(static) > 0 {
		r = s.pick(empty, static, args, known)
	}
	if (r == nil || r.target == nil && len(r.among) == 0) && len(bound) > 0 && len(args) > 0 {
		r = s.pick(empty, bound, args[1:], known)
	}
	if r == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	return r
}
