package nominal

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// typeOf is the type of an expression, nil when it is not known.
func (s *session) typeOf(n *cst.Node) *typ {
	if n == nil || s.depth > maxDepth {
		return nil
	}
	if t, ok := s.types[n]; ok {
		return t
	}
	s.types[n] = nil
	s.depth++
	t := s.typeOfNew(n)
	s.depth--
	s.types[n] = t
	return t
}

func (s *session) typeOfNew(n *cst.Node) *typ {
	switch e := s.expression(n); e.kind {
	case eThis:
		return s.selfAt(n)
	case eSuper:
		return s.superAt(n)
	case eTyped, eNew:
		return s.resolve(e.typ, s.placeAt(n))
	case eInner:
		return s.typeOf(e.recv)
	case eElement:
		return elementOf(s.typeOf(e.recv))
	case eCall:
		return s.typeOfCall(e)
	case eName, eMember:
		return s.typeOfMeaning(s.meaning(n))
	}
	return nil
}

func elementOf(t *typ) *typ {
	if t == nil || len(t.args) == 0 {
		return nil
	}
	return t.args[len(t.args)-1]
}

// placeAt is the file and the innermost type around a node.
func (s *session) placeAt(n *cst.Node) place {
	for p := n.Parent; p != nil; p = p.Parent {
		if t := s.m.byNode[p]; t != nil {
			return place{s.m, t}
		}
	}
	return place{s.m, nil}
}

// selfAt is the type of `this`: that of the type around, or what an extension
// function extends.
func (s *session) selfAt(n *cst.Node) *typ {
	for p := n.Parent; p != nil; p = p.Parent {
		if m := s.m.callables[p]; m != nil && m.receiver != nil {
			return s.resolve(m.receiver, place{s.m, m.owner})
		}
		if t := s.m.byNode[p]; t != nil {
			return s.typeOfSelf(t)
		}
	}
	return nil
}

func (s *session) typeOfSelf(t *typeInfo) *typ {
	if t.extension {
		if x := s.resolveNames([]string{t.name}, place{s.m, t.outer}); x != nil {
			return x
		}
	}
	return s.withExtensions(&typ{parts: []*typeInfo{t}})
}

func (s *session) superAt(n *cst.Node) *typ {
	t := s.placeAt(n).typ
	if t == nil {
		return nil
	}
	for _, super := range s.supertypes(t) {
		if super != nil {
			return super
		}
	}
	return nil
}

// meaning is what a name or a member access stands for.
type meaning struct {
	local   *local
	names   *names
	on      *typ // the type that has the names
	unknown bool // a receiver that is not known
	outside string
	open    bool
}

func (s *session) meaning(n *cst.Node) meaning {
	e := s.expression(n)
	if e.kind == eMember {
		return s.memberMeaning(e)
	}
	name := e.name.Text()
	if v, ok := s.localNamed(name, e.name); ok {
		return meaning{local: &v}
	}
	at := s.placeAt(n)
	if x, on := s.inScopeFunction(name, n); x != nil {
		return meaning{names: x, on: on}
	}
	if self := s.selfAt(n); self != nil && len(self.parts) > 0 {
		if x, _ := s.members(self, name); x != nil {
			return meaning{names: x, on: self}
		}
	}
	x, on := s.lookup(name, at)
	if x == nil {
		return meaning{open: s.openAround(at)}
	}
	if on == nil {
		if self := s.selfAt(n); self != nil {
			x, on = s.extensionsOfSelf(x, self)
		}
	}
	return meaning{names: x, on: on}
}

// extensionsOfSelf leaves of the extensions in x those of what is around.
func (s *session) extensionsOfSelf(x *names, self *typ) (*names, *typ) {
	if len(x.members) == 0 || x.members[0].receiver == nil {
		return x, nil
	}
	out := &names{types: x.types}
	for _, m := range x.members {
		if m.receiver == nil || s.extends(self, s.resolve(m.receiver, place{m.file, m.owner})) {
			out.members = append(out.members, m)
		}
	}
	return out, self
}

// inScopeFunction: in `x.apply { name() }` the members of x come first.
func (s *session) inScopeFunction(name string, n *cst.Node) (*names, *typ) {
	if s.dialect != "kotlin" {
		return nil, nil
	}
	for p := n.Parent; p != nil && s.m.byNode[p] == nil && s.m.callables[p] == nil; p = p.Parent {
		if l, ok := s.lambda(p); ok && l.on != nil && (l.function == "apply" || l.function == "run") {
			if on := s.typeOf(l.on); on != nil && len(on.parts) > 0 {
				if x, _ := s.members(on, name); x != nil {
					return x, on
				}
			}
		}
	}
	return nil, nil
}

// mayHaveOtherSelf: in Kotlin a function literal may have a receiver of its
// own, whose members we might not see.
func (s *session) mayHaveOtherSelf(n *cst.Node) bool {
	if s.dialect != "kotlin" {
		return false
	}
	for p := n.Parent; p != nil && s.m.byNode[p] == nil && s.m.callables[p] == nil; p = p.Parent {
		if l, ok := s.lambda(p); ok && lambdaGets[l.function] == "" {
			return true
		}
	}
	return false
}

// openAround: a type around has a supertype from outside.
func (s *session) openAround(at place) bool {
	for t := at.typ; t != nil; t = t.outer {
		if _, open := s.members(&typ{parts: []*typeInfo{t}}, ""); open {
			return true
		}
	}
	return false
}

func (s *session) memberMeaning(e expr) meaning {
	name := e.name.Text()
	if name == s.constructor {
		name = constructorName
	}
	on := s.typeOf(e.recv)
	if on == nil {
		if x := s.qualified(e.recv, name); x != nil {
			return meaning{names: x}
		}
		return meaning{unknown: true}
	}
	if len(on.parts) == 0 {
		if x := s.extensionsOf(on, name, e.recv); x != nil {
			return meaning{names: x, on: on}
		}
		return meaning{outside: on.name + "." + name}
	}
	x, open := s.members(on, name)
	if x == nil {
		x = s.extensionsOf(on, name, e.recv)
	}
	return meaning{names: x, on: on, open: open}
}

// qualified: a receiver that is no value may be a namespace.
func (s *session) qualified(recv *cst.Node, name string) *names {
	var parts []string
	for n := recv; ; {
		e := s.expression(n)
		if e.kind != eName && e.kind != eMember || e.name == nil {
			return nil
		}
		parts = append([]string{e.name.Text()}, parts...)
		if e.kind == eName {
			break
		}
		n = e.recv
	}
	if _, isLocal := s.localNamed(parts[0], recv); isLocal {
		return nil
	}
	return s.fromRoot(append(parts, name))
}

// extensionsOf are the extension functions in scope for a type.
func (s *session) extensionsOf(on *typ, name string, at *cst.Node) *names {
	out := &names{}
	for _, m := range s.extensionsNamed(name) {
		if m.receiver != nil && s.extends(on, s.resolve(m.receiver, place{m.file, m.owner})) {
			out.members = append(out.members, m)
		}
	}
	if len(out.members) == 0 {
		return nil
	}
	return out
}

// extensionsNamed are the extension functions of a name that are in scope.
func (s *session) extensionsNamed(name string) []*member {
	if s.dialect != "csharp" {
		if x := s.inFile(name, s.m); x != nil {
			return x.members
		}
		return nil
	}
	var out []*member
	for _, p := range s.v.Providers(s.extensionKey(name)) {
		f := s.v.File(p)
		if f == nil {
			continue
		}
		m, ok := f.Model().(*fileModel)
		if !ok {
			continue
		}
		for _, x := range m.extensions[name] {
			if s.sees(x.space) {
				out = append(out, x)
			}
		}
	}
	return out
}

// sees reports whether a namespace's names are in scope in the file.
func (s *session) sees(pkg string) bool {
	if pkg == s.m.pkg || strings.HasPrefix(s.m.pkg, pkg+".") || pkg == "" {
		return true
	}
	for _, i := range s.importsOf(s.m) {
		if i.all && strings.Join(i.names, ".") == pkg {
			return true
		}
	}
	return false
}

// extends reports whether a value of type t can be the receiver of type to.
func (s *session) extends(t, to *typ) bool {
	if to == nil {
		return false
	}
	if len(t.parts) == 0 {
		return len(to.parts) == 0 && t.name == to.name
	}
	seen := map[*typeInfo]bool{}
	queue := append([]*typeInfo{}, t.parts...)
	for len(queue) > 0 && len(seen) < 200 {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		for _, q := range to.parts {
			if p == q {
				return true
			}
		}
		for _, super := range s.supertypes(p) {
			if super != nil {
				queue = append(queue, super.parts...)
			}
		}
	}
	return false
}

func (s *session) typeOfMeaning(m meaning) *typ {
	switch {
	case m.local != nil:
		return s.typeOfLocal(m.local)
	case m.names == nil:
		return nil
	case len(m.names.members) > 0:
		if first := m.names.members[0]; first.kind == "field" {
			return s.resultOf(first, m.on)
		}
	}
	if len(m.names.types) > 0 {
		t := s.typeOfParts(m.names.types, s.m)
		return &typ{parts: append(t.parts, otherParts(m.names.types, t.parts)...), itself: true}
	}
	return nil
}

// otherParts: an object beside a class of its name is reached by the name,
// too.
func otherParts(all, have []*typeInfo) []*typeInfo {
	var out []*typeInfo
	for _, t := range all {
		if t.object && t != have[0] && t.file == have[0].file {
			out = append(out, t)
		}
	}
	return out
}

func (s *session) typeOfLocal(v *local) *typ {
	if v.typ != nil {
		return s.resolve(v.typ, s.placeAt(v.name))
	}
	if v.value == nil {
		return nil
	}
	t := s.typeOf(v.value)
	if v.element {
		return elementOf(t)
	}
	return t
}

// resultOf is what a member gives; a type parameter of its owner is replaced.
func (s *session) resultOf(m *member, on *typ) *typ {
	if m.constructor && m.owner != nil {
		return s.typeOfParts([]*typeInfo{m.owner}, s.m)
	}
	if m.result == nil {
		if m.kind == "field" && m.owner != nil && m.owner.kind == "enum" && m.static {
			return &typ{parts: []*typeInfo{m.owner}}
		}
		return nil
	}
	if on != nil && m.owner != nil && len(m.result.names) == 1 {
		for i, p := range s.header(m.owner).params {
			if p == m.result.names[0] && i < len(on.args) && len(on.parts) > 0 && on.parts[0] == m.owner {
				return on.args[i]
			}
		}
	}
	return s.resolve(m.result, place{m.file, m.owner})
}

func (s *session) typeOfCall(e expr) *typ {
	r := s.resolveCall(e)
	if r.typ != nil {
		return r.typ
	}
	if r.target == nil {
		return nil
	}
	return s.resultOf(r.target, r.on)
}

// localNamed is the variable that a name means within the functions around.
func (s *session) localNamed(name string, at *cst.Node) (local, bool) {
	inFunction := false
	for n := at.Parent; n != nil; n = n.Parent {
		if s.m.byNode[n] != nil {
			return s.headerParameter(name, n, inFunction)
		}
		inFunction = inFunction || s.m.callables[n] != nil
		if v, ok := s.lambdaParameter(name, n); ok {
			return v, true
		}
		var best *local
		list := s.indexOf(n)[name]
		for i := range list {
			if list[i].name.Start <= at.Start {
				best = &list[i]
			}
		}
		if best != nil {
			return *best, true
		}
	}
	return local{}, false
}

// lambdaParameter is a parameter of a function literal that is written without
// a type; the function it is passed to may say what it is.
func (s *session) lambdaParameter(name string, n *cst.Node) (local, bool) {
	if s.lambda == nil {
		return local{}, false
	}
	l, ok := s.lambda(n)
	if !ok {
		return local{}, false
	}
	at := n
	isIts := l.implicit == name && len(l.params) == 0
	for _, p := range l.params {
		if p.Text() == name {
			at, isIts = p, true
		}
	}
	if !isIts {
		return local{}, false
	}
	v := local{name: at}
	if len(l.params) <= 1 {
		switch lambdaGets[l.function] {
		case "receiver":
			v.value = l.on
		case "element":
			v.value, v.element = l.on, true
		}
	}
	return v, true
}

// lambdaGets says what the standard libraries' functions pass to a function
// literal of one parameter: what they are called on, or its elements.
var lambdaGets = map[string]string{
	"let": "receiver", "also": "receiver", "use": "receiver", "takeIf": "receiver", "takeUnless": "receiver", "tap": "receiver",
	"forEach": "element", "foreach": "element", "map": "element", "filter": "element", "filterNot": "element", "flatMap": "element",
	"mapNotNull": "element", "any": "element", "all": "element", "none": "element", "find": "element", "first": "element",
	"firstOrNull": "element", "last": "element", "single": "element", "count": "element", "sumOf": "element", "sortedBy": "element",
	"groupBy": "element", "associateBy": "element", "maxByOrNull": "element", "minByOrNull": "element", "partition": "element",
	"exists": "element", "forall": "element", "collect": "element", "compactMap": "element", "contains": "element", "allSatisfy": "element",
	"Select": "element", "Where": "element", "Any": "element", "All": "element", "First": "element", "FirstOrDefault": "element",
	"Single": "element", "SingleOrDefault": "element", "Last": "element", "LastOrDefault": "element", "OrderBy": "element",
	"OrderByDescending": "element", "ForEach": "element", "GroupBy": "element", "SelectMany": "element", "Sum": "element", "Count": "element",
	"Max": "element", "Min": "element", "ToDictionary": "element",
}

// headerParameter is a parameter of the constructor in a type's header; in
// Kotlin functions do not see it.
func (s *session) headerParameter(name string, n *cst.Node, inFunction bool) (local, bool) {
	if s.dialect == "kotlin" && inFunction {
		return local{}, false
	}
	for c := range n.NamedChildren() {
		if !c.Is("primary_constructor", "class_parameters", "parameter_list") {
			continue
		}
		for _, v := range s.locals(c) {
			if v.name.Text() == name {
				return v, true
			}
		}
	}
	return local{}, false
}

func (s *session) indexOf(n *cst.Node) map[string][]local {
	if x, ok := s.indexes[n]; ok {
		return x
	}
	var x map[string][]local
	for c := range n.NamedChildren() {
		if s.isMember(c) {
			continue
		}
		for _, v := range s.locals(c) {
			if x == nil {
				x = map[string][]local{}
			}
			x[v.name.Text()] = append(x[v.name.Text()], v)
		}
	}
	s.indexes[n] = x
	return x
}

// isMember: what a type or a file declares is no local variable.
func (s *session) isMember(c *cst.Node) bool {
	if c.Parent == s.f.Tree.Root {
		return true
	}
	return c.Parent != nil && c.Parent.Parent != nil && s.m.byNode[c.Parent.Parent] != nil && s.declarations[c.Type]
}
