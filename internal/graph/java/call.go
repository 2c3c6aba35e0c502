package java

import (
	"iter"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// callResult is what became of a call.
type callResult struct {
	target     *methodDecl // nil: none of the repository's or the platform's
	class      *typeDecl   // for a creation without a constructor to be seen
	among      []candidate
	resolution code.Resolution
	external   string
	typ        *typ
	open       *typ // typ before what no argument fixed was given up; nil if nothing was
	params     []*typ
	varargs    bool
	choice     *choice // with args, to infer it again
	args       []argument
}

// callAt resolves a call, nil for what is none and while it is being resolved.
func (s *session) callAt(n *cst.Node) *callResult {
	if r, ok := s.calls[n]; ok {
		if r == nil {
			s.cuts++
		}
		return r
	}
	if s.steps > maxSteps || s.depth > maxDepth {
		s.cuts++
		return nil
	}
	s.calls[n] = nil
	s.depth++
	before := s.cuts
	var r *callResult
	switch n.Type {
	case "method_invocation":
		r = s.invocation(n)
	case "object_creation_expression":
		r = s.creation(n)
	case "explicit_constructor_invocation":
		r = s.explicit(n)
	case "enum_constant":
		r = s.enumConstant(n)
	}
	s.depth--
	delete(s.calls, n)
	if r != nil && s.cuts == before || s.depth == 0 {
		s.calls[n] = r
		s.fromPlace(n, r)
	}
	return r
}

// fromPlace fixes what a call left open by the declaration, assignment or
// return that it stands in.
func (s *session) fromPlace(n *cst.Node, r *callResult) {
	if r == nil || r.open == nil || !n.Parent.Is("variable_declarator", "assignment_expression", "return_statement") {
		return
	}
	b := bindings{}
	if s.unify(r.open, s.expected(n), b, 0); len(b) > 0 {
		s.retarget(n, b)
	}
}

func arguments(list *cst.Node) iter.Seq[*cst.Node] {
	return func(yield func(*cst.Node) bool) {
		for c := range list.NamedChildren() {
			if c.Is("line_comment", "block_comment") {
				continue
			}
			if !yield(c) {
				return
			}
		}
	}
}

func (s *session) argumentsOf(n *cst.Node) []argument {
	var out []argument
	for a := range arguments(n.Child("arguments")) {
		t := unknown
		if x := unparenthesised(a); !x.Is("lambda_expression", "method_reference") {
			t = s.typeOf(a)
		}
		out = append(out, argument{node: a, typ: t, open: s.openAt(a)})
	}
	return out
}

func (s *session) openAt(n *cst.Node) *typ {
	if n = unparenthesised(n); n.Is("method_invocation") {
		if r := s.callAt(n); r != nil {
			return r.open
		}
	}
	return nil
}

func (s *session) invocation(n *cst.Node) *callResult {
	name := n.Child("name").Text()
	args := s.argumentsOf(n)
	object := n.Child("object")
	if object == nil {
		return s.unqualified(n, name, args)
	}
	var t *typ
	switch on := s.classify(object); {
	case n.Has("super"):
		t = s.outerSuper(on)
	case on.open || len(on.pkg) > 1:
		return &callResult{resolution: code.External, typ: unknown}
	default:
		t = on.typ
	}
	if object.Is("super") {
		t = s.superAt(object)
	}
	if t == nil {
		t = unknown
	}
	return s.onReceiver(n, bare(t), name, args)
}

// outerSuper: `Interface.super.m()` calls an interface's default method,
// `Outer.super.m()` that of an enclosing class's superclass.
func (s *session) outerSuper(on meaning) *typ {
	if on.typ == nil || on.typ.kind != kClass {
		return unknown
	}
	if s.head(on.typ.decl).isInterface() {
		return on.typ
	}
	return s.superclass(s.thisType(on.typ.decl))
}

func (s *session) onReceiver(n *cst.Node, t *typ, name string, args []argument) *callResult {
	switch t.kind {
	case kUnknown, kPrim, kNull, kVoid:
		return &callResult{resolution: code.Unknown, typ: unknown}
	case kExternal:
		return &callResult{resolution: code.External, external: t.name + "." + name, typ: unknown}
	case kArray:
		if name == "clone" {
			return &callResult{resolution: code.External, typ: t}
		}
	}
	found, known := s.findMethods(t, name)
	if len(found) == 0 {
		if known {
			return &callResult{resolution: code.Unknown, typ: unknown}
		}
		return &callResult{resolution: code.External, typ: unknown}
	}
	r := s.pick(n, found, args, known)
	if name == "getClass" && len(args) == 0 {
		r.typ = s.platformType("java.lang.Class", &typ{kind: kWild, name: "+", elem: s.erase(t)})
	}
	return r
}

// unqualified is a call of a name alone: the innermost class that has a method
// of that name, then static imports (JLS 15.12.1).
func (s *session) unqualified(n *cst.Node, name string, args []argument) *callResult {
	open := false
	for sc := s.scopeAt(n); sc.typ != nil; sc.typ = sc.typ.outer {
		found, known := s.findMethods(s.thisType(sc.typ), name)
		if len(found) > 0 {
			r := s.pick(n, found, args, known)
			if open && r.resolution == code.Exact {
				r.resolution = code.Inferred // what we cannot see might have it, too
			}
			return r
		}
		open = open || !known
	}
	if r := s.staticallyImported(n, name, args); r != nil {
		return r
	}
	if open {
		return &callResult{resolution: code.External, typ: unknown}
	}
	return &callResult{resolution: code.Unknown, typ: unknown}
}

func (s *session) staticallyImported(n *cst.Node, name string, args []argument) *callResult {
	var found []candidate
	outside := ""
	known := true
	for _, i := range s.m.imports {
		if !i.static || !i.star && i.names[len(i.names)-1] != name {
			continue
		}
		t := s.importedFrom(i)
		if t == nil || t.kind != kClass {
			known = false
			if outside == "" || !i.star {
				outside = importName(i, name)
			}
			continue
		}
		methods, all := s.findMethods(t, name)
		known = known && (all || !i.star)
		for _, m := range methods {
			if m.static {
				found = append(found, m)
			}
		}
	}
	switch {
	case len(found) > 0:
		return s.pick(n, found, args, known)
	case outside != "":
		return &callResult{resolution: code.External, external: outside, typ: unknown}
	}
	return nil
}

// pick chooses among the methods found and types the call. known: there are no
// others.
func (s *session) pick(n *cst.Node, found []candidate, args []argument, known bool) *callResult {
	c := s.choose(found, args, known)
	if c.best == nil {
		return s.undecided(c, known)
	}
	r := &callResult{target: c.best.methodDecl, resolution: code.Exact, varargs: c.best.varargs && !s.passesArray(&c, args), choice: &c, args: args}
	if !c.sure {
		r.resolution = code.Inferred
		if !known {
			return &callResult{resolution: code.External, typ: unknown}
		}
	}
	if b := s.explicitArguments(n, c.best); b != nil {
		s.conclude(r, b)
		return r
	}
	s.conclude(r, s.infer(&c, args, bindings{}))
	return r
}

// conclude types a call whose method's type parameters are fixed by b.
func (s *session) conclude(r *callResult, b bindings) {
	c := r.choice
	result := subst(subst(s.resultType(*c.best), inferenceVars(*c.best)), b)
	r.typ, r.open, r.params = s.settled(result), nil, nil
	if r.typ != result {
		r.open = result
	}
	r.typ = s.readable(r.typ)
	for _, p := range c.params {
		r.params = append(r.params, subst(p, b))
	}
}

func (s *session) undecided(c choice, known bool) *callResult {
	if len(c.among) == 0 {
		if known {
			return &callResult{resolution: code.Unknown, typ: unknown}
		}
		return &callResult{resolution: code.External, typ: unknown}
	}
	r := &callResult{resolution: code.Ambiguous, among: c.among, typ: s.resultType(c.among[0])}
	for _, m := range c.among {
		if len(m.typeParams) > 0 || !sameErasure(bare(s.resultType(m)), bare(r.typ)) {
			r.typ = unknown
			break
		}
	}
	return r
}

// explicitArguments are the type arguments written at a call, nil for none.
func (s *session) explicitArguments(n *cst.Node, c *candidate) bindings {
	list := n.Child("type_arguments")
	if list == nil || len(c.typeParams) == 0 {
		return nil
	}
	b, i := bindings{}, 0
	for a := range list.NamedChildren() {
		if i < len(c.typeParams) {
			b[c.typeParams[i]] = s.typeAt(a)
		}
		i++
	}
	return b
}
