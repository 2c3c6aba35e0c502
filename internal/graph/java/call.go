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
	case on.open || on.pkg != nil && len(on.pkg) > 1:
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
	c := s.choose(found, args)
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

// creation is `new T(…)`.
func (s *session) creation(n *cst.Node) *callResult {
	args := s.argumentsOf(n)
	r := s.construct(n, s.openDiamond(n, s.createdType(n)), args)
	if d := s.m.byNode[n]; d != nil {
		r.typ = &typ{kind: kClass, decl: d}
	}
	return r
}

func (s *session) createdType(n *cst.Node) *typ {
	node := n.Child("type")
	if outer := n.NamedChild(0); outer != nil && outer != node && !outer.Is("type_arguments", "marker_annotation", "annotation") {
		if on := bare(s.typeOf(outer)); on.kind == kClass {
			if e := typeExprOf(node); e != nil && len(e.names) == 1 {
				return s.withArgs(s.memberOf(on, e.names[0]), e, s.scopeAt(n))
			}
		}
	}
	return s.typeAt(node)
}

// openDiamond is the type of `new T<>(…)` with what its place fixes of its
// arguments; the rest is left to the constructor's.
func (s *session) openDiamond(n *cst.Node, t *typ) *typ {
	if node := n.Child("type"); t.kind != kClass || !node.Is("generic_type") || !typeExprOf(node).diamond {
		return t
	}
	open := &typ{kind: kClass, decl: t.decl}
	for _, p := range s.head(t.decl).params {
		open.args = append(open.args, &typ{kind: kInfer, param: p})
	}
	b := bindings{}
	if n.Parent.Is("variable_declarator", "assignment_expression", "return_statement") {
		if to := s.expected(n); to.kind == kClass {
			if as, _ := s.asSuper(open, to.decl); as != nil {
				s.unify(as, to, b, 0)
			}
		}
	}
	return subst(open, b)
}

func (s *session) construct(n *cst.Node, t *typ, args []argument) *callResult {
	switch t.kind {
	case kClass:
	case kExternal:
		return &callResult{resolution: code.External, external: t.name, typ: t}
	default:
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	if s.head(t.decl).isInterface() {
		return &callResult{resolution: code.External, external: "java.lang.Object", typ: t}
	}
	var found []candidate
	for _, m := range s.methods(t.decl, constructorName) {
		found = append(found, candidate{m, t})
	}
	if len(found) == 0 {
		return &callResult{class: t.decl, resolution: code.Exact, typ: s.settled(t)}
	}
	r := s.pick(n, found, args, true)
	r.typ = s.settled(t)
	if r.choice != nil {
		r.typ = s.settled(subst(t, s.infer(r.choice, args, bindings{})))
	}
	return r
}

// explicit is `this(…)` or `super(…)`.
func (s *session) explicit(n *cst.Node) *callResult {
	sc := s.scopeAt(n)
	if sc.typ == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	t := s.thisType(sc.typ)
	if n.Child("constructor").Is("super") {
		t = s.superclass(t)
	}
	return s.construct(n, t, s.argumentsOf(n))
}

func (s *session) enumConstant(n *cst.Node) *callResult {
	sc := s.scopeAt(n)
	if sc.typ == nil {
		return &callResult{resolution: code.Unknown, typ: unknown}
	}
	return s.construct(n, s.thisType(sc.typ), s.argumentsOf(n))
}

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
