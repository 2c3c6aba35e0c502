package nominal

import (
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// result is what became of a call.
type result struct {
	target     *member
	class      *typeInfo
	among      []code.SymbolRef
	resolution code.Resolution
	outside    string
	typ        *typ
	on         *typ
}

func (s *session) resolveCall(e expr) result {
	fn := s.expression(e.recv)
	for fn.kind == eInner {
		e.recv = fn.recv
		fn = s.expression(e.recv)
	}
	if fn.kind == eThis || fn.kind == eSuper {
		t := s.typeOf(e.recv)
		if t == nil || len(t.parts) == 0 {
			return outside(t)
		}
		return s.construct(t, e.args)
	}
	if fn.kind != eName && fn.kind != eMember {
		return result{resolution: code.Unknown}
	}
	m := s.meaning(e.recv)
	switch {
	case m.local != nil || m.unknown:
		return result{resolution: code.Unknown}
	case m.outside != "" || m.names == nil && (m.open || fn.kind == eName):
		return result{resolution: code.External, outside: m.outside}
	case m.names == nil:
		return result{resolution: code.Unknown}
	}
	if r, ok := s.callNamed(m, e.args); ok {
		r.on = m.on
		if r.resolution == code.Exact && fn.kind == eName && s.mayHaveOtherSelf(e.recv) {
			r.resolution = code.Inferred
		}
		return r
	}
	return result{resolution: code.Unknown}
}

func outside(t *typ) result {
	if t == nil {
		return result{resolution: code.Unknown}
	}
	return result{resolution: code.External, outside: t.name, typ: t}
}

// callNamed calls one of the functions of a name, or constructs its type.
func (s *session) callNamed(m meaning, args []argument) (result, bool) {
	var fitting []*member
	for _, f := range m.names.members {
		if f.kind.Callable() && s.takes(f.signature, args) && (f.receiver == nil || m.on != nil) {
			fitting = append(fitting, f)
		}
	}
	if len(fitting) > 0 {
		return choose(s.narrow(fitting, args)), true
	}
	if r, ok := s.companionApply(m.names.types, args); ok {
		return r, true
	}
	if s.constructs && len(m.names.types) > 0 {
		return s.construct(s.typeOfParts(declaredTypes(m.names), s.m), args), true
	}
	for _, f := range m.names.members {
		if f.kind == code.Field {
			if t := s.resultOf(f, m.on); t != nil && len(t.parts) > 0 {
				return s.applied(t, args), true
			}
		}
	}
	return result{}, false
}

// companionApply: in Scala a type's name called is its companion's apply.
func (s *session) companionApply(types []*typeInfo, args []argument) (result, bool) {
	if s.dialect != "scala" {
		return result{}, false
	}
	for _, t := range types {
		if x := s.declared(t, "apply"); t.object && x != nil {
			if fitting := s.fittingOf(x.members, args); len(fitting) > 0 {
				return choose(s.narrow(fitting, args)), true
			}
		}
	}
	return result{}, false
}

// applied: a value that is called stands for its function.
func (s *session) applied(t *typ, args []argument) result {
	for _, name := range []string{"apply", "invoke", "Invoke", "callAsFunction"} {
		if x := s.memberNames(t, name); x != nil && len(x.members) > 0 {
			if r, ok := s.callNamed(meaning{names: &names{members: x.members}, on: t}, args); ok {
				return r
			}
		}
	}
	return result{resolution: code.Unknown}
}

func choose(fitting []*member) result {
	first := fitting[0]
	nearest := slices.DeleteFunc(slices.Clone(fitting), func(m *member) bool { return m.owner != first.owner })
	if len(nearest) == 1 {
		return result{target: first, resolution: code.Exact}
	}
	r := result{resolution: code.Ambiguous}
	for _, m := range nearest {
		r.among = append(r.among, m.ref())
	}
	return r
}

// construct is the call of a type's constructor; where none that is written
// fits, the type stands for it.
func (s *session) construct(t *typ, args []argument) result {
	if t == nil || len(t.parts) == 0 {
		return outside(t)
	}
	var fitting []*member
	header := t.parts[0]
	for _, p := range t.parts {
		if x := s.declared(p, constructorName); x != nil {
			fitting = append(fitting, s.fittingOf(x.members, args)...)
		}
	}
	fitting = s.narrow(fitting, args)
	r := result{class: header, resolution: code.Exact}
	switch {
	case len(fitting) == 0 && isExtended(t):
		return result{resolution: code.External, outside: header.name, typ: &typ{parts: t.parts, args: t.args}}
	case len(fitting) == 1 && !s.primaryFits(header, args):
		r = result{target: fitting[0], resolution: code.Exact}
	case len(fitting) > 1:
		r = result{resolution: code.Ambiguous}
		for _, m := range fitting {
			r.among = append(r.among, m.ref())
		}
	}
	r.typ = &typ{parts: t.parts, args: t.args}
	return r
}

// isExtended: nothing of a type is in the repository but what extends it.
func isExtended(t *typ) bool {
	for _, p := range t.parts {
		if !p.extension {
			return false
		}
	}
	return len(t.parts) > 0
}

func (s *session) primaryFits(t *typeInfo, args []argument) bool {
	return len(t.header.params) > 0 && s.takes(t.header, args)
}

func (s *session) fittingOf(list []*member, args []argument) []*member {
	return slices.DeleteFunc(slices.Clone(list), func(m *member) bool { return !s.takes(m.signature, args) })
}

// walk links the references below n, which stands in the symbol from.
func (s *session) walk(n *cst.Node, from string) {
	if m := s.m.callables[n]; m != nil {
		from = m.local
	}
	switch e := s.expression(n); e.kind {
	case eCall:
		s.callLink(e, from)
		s.walkCallee(e.recv, from)
		for c := range n.NamedChildren() {
			if c != e.recv {
				s.walk(c, from)
			}
		}
		return
	case eNew:
		s.newLink(n, e, from)
	case eName, eMember:
		s.useLink(n, e, from)
		if e.kind == eMember && e.recv != nil {
			s.walk(e.recv, from)
		}
		return
	}
	for c := range n.NamedChildren() {
		s.walk(c, from)
	}
}

// walkCallee links what stands before the name that is called.
func (s *session) walkCallee(fn *cst.Node, from string) {
	switch e := s.expression(fn); e.kind {
	case eName, eThis, eSuper:
	case eMember:
		if e.recv != nil {
			s.walk(e.recv, from)
		}
	default:
		s.walk(fn, from)
	}
}

func (s *session) callLink(e expr, from string) {
	fn := s.expression(e.recv)
	for fn.kind == eInner {
		fn = s.expression(fn.recv)
	}
	name := fn.name
	switch fn.kind {
	case eThis, eSuper:
		name = e.recv
	case eName, eMember:
	default:
		return // the call of a call's result names nothing
	}
	s.resultLink(code.Calls, name, from, s.resolveCall(e))
}

func (s *session) newLink(n *cst.Node, e expr, from string) {
	if e.typ == nil || e.typ.at == nil {
		return
	}
	t := s.resolve(e.typ, s.placeAt(n))
	s.resultLink(code.Calls, e.typ.at, from, s.construct(t, e.args))
}

func (s *session) resultLink(kind code.EdgeType, name *cst.Node, from string, r result) {
	l := code.Link{From: from, Type: kind, Name: name.Text(), Pos: name.Pos(), Resolution: r.resolution, Candidates: r.among}
	switch {
	case r.target != nil:
		l.Target = r.target.ref()
	case r.class != nil:
		l.Target = r.class.ref()
	case r.resolution == code.External && r.outside != "":
		l.Properties = map[string]string{"external": r.outside}
	}
	s.links = append(s.links, l)
}

// useLink links the read or write of a field, or of a function as a value.
func (s *session) useLink(n *cst.Node, e expr, from string) {
	if e.name == nil {
		return
	}
	m := s.meaning(n)
	if m.names == nil || len(m.names.members) != 1 {
		return
	}
	x := m.names.members[0]
	if x.file == s.m && n.Parent.Is("variable_declaration", "pattern", "variable_declarator") && n.Field != "value" && n.Parent.First == n {
		return
	}
	kind := code.Reads
	switch {
	case written(n):
		kind = code.Writes
	case s.dialect == "scala" && x.kind.Callable() && x.high == 0:
		kind = code.Calls // a method without parameters is called by its name
	}
	s.links = append(s.links, code.Link{From: from, Type: kind, Name: e.name.Text(), Pos: e.name.Pos(), Target: x.ref(), Resolution: code.Exact})
}

func written(n *cst.Node) bool {
	p := n.Parent
	if p.Is("directly_assignable_expression") {
		return true
	}
	return p.Is("assignment_expression") && p.First == n
}

func (s *session) importLinks() {
	for _, i := range s.m.imports {
		l := code.Link{Type: code.Imports, Name: i.names[len(i.names)-1], Pos: i.node.Pos(), Resolution: code.External,
			Properties: map[string]string{"external": strings.Join(i.names, ".")}}
		if i.all && len(s.v.Providers(s.packageKey(strings.Join(i.names, ".")))) > 0 {
			continue // a namespace of ours is no symbol
		}
		if x := s.fromRoot(i.names); x != nil && !s.global {
			refs := x.refs()
			l.Resolution, l.Properties = code.Ambiguous, nil
			if len(refs) == 1 {
				l.Resolution, l.Target = code.Exact, refs[0]
			} else {
				l.Candidates = refs
			}
			if i.alias != "" && i.alias != l.Name {
				l.Properties = map[string]string{"alias": i.alias}
			}
		}
		s.links = append(s.links, l)
	}
}

func (x *names) refs() []code.SymbolRef {
	var out []code.SymbolRef
	for _, t := range x.types {
		out = append(out, t.ref())
	}
	for _, m := range x.members {
		out = append(out, m.ref())
	}
	return out
}

// inheritance links types to their supertypes, and methods to those that they
// override.
func (s *session) inheritance() {
	for _, t := range s.m.types {
		for i, r := range t.supers {
			s.superLink(t, r, s.supertypes(t)[i])
		}
		for _, m := range t.all {
			if m.kind == code.Method && !m.static && !m.constructor {
				s.overrides(t, m)
			}
		}
	}
}

// exposes links the methods of controllers to the routes that they serve.
func (s *session) exposes() {
	for _, e := range s.m.endpoints {
		for n, m := range s.m.callables {
			if n.Is("method_declaration") && n.Span().Contains(e.NamePos) {
				s.links = append(s.links, code.Link{From: m.local, Type: code.Exposes, Name: e.Name, Pos: e.NamePos,
					Target: code.SymbolRef{Path: s.m.path, Local: e.Local}, Resolution: code.Exact})
			}
		}
	}
}

func (s *session) superLink(t *typeInfo, r *typeRef, super *typ) {
	if r.at == nil {
		return
	}
	l := code.Link{From: t.local, Type: code.Extends, Name: r.at.Text(), Pos: r.at.Pos(), Resolution: code.External}
	switch {
	case super == nil:
		return // a type parameter
	case len(super.parts) == 0:
		l.Properties = map[string]string{"external": super.name}
	default:
		l.Target, l.Resolution = super.parts[0].ref(), code.Exact
		if t.kind != code.Interface && s.header(super.parts[0]).kind == code.Interface {
			l.Type = code.Implements
		}
	}
	s.links = append(s.links, l)
}

func (s *session) overrides(t *typeInfo, m *member) {
	for _, super := range s.supertypes(t) {
		if super == nil || len(super.parts) == 0 {
			continue
		}
		x := s.memberNames(super, m.name)
		if x == nil {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(x.members), func(o *member) bool {
			return o.kind != code.Method || o.static || o.low != m.low || o.high != m.high || o.owner == t
		})
		if len(same) != 1 || same[0].owner == nil {
			continue
		}
		l := code.Link{From: m.local, Type: code.Overrides, Name: m.name, Target: same[0].ref(), Resolution: code.Exact}
		if sym := s.f.Symbol(m.local); sym != nil {
			l.Pos = sym.NamePos
		}
		if t.kind != code.Interface && s.header(same[0].owner).kind == code.Interface {
			l.Type = code.Implements
		}
		s.links = append(s.links, l)
	}
}
