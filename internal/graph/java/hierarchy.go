package java

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

// supertypes are the direct supertypes of a type, its superclass first. While
// they are being read (a type among them may be a member of one) there are
// none.
func (s *session) supertypes(d *typeDecl) []*typ {
	if list, ok := s.supers[d]; ok {
		return list
	}
	if s.busy[d] {
		return nil
	}
	s.busy[d] = true
	s.head(d)
	sc := scope{file: d.file, typ: d.outer, method: d.method, header: d}
	var list []*typ
	for _, e := range d.extends {
		list = append(list, s.resolve(e, sc))
	}
	if implied := s.impliedSuper(d); implied != nil {
		list = append([]*typ{implied}, list...)
	}
	for _, e := range d.implements {
		list = append(list, s.resolve(e, sc))
	}
	delete(s.busy, d)
	if d.file.platform {
		list = slices.DeleteFunc(list, func(t *typ) bool { return t.kind != kClass }) // what its signatures leave out
	}
	s.supers[d] = list
	return list
}

func (s *session) impliedSuper(d *typeDecl) *typ {
	name := ""
	switch {
	case d.kind == code.Enum:
		if e := s.p.byName["java.lang.Enum"]; e != nil {
			return &typ{kind: kClass, decl: e, args: []*typ{{kind: kClass, decl: d}}}
		}
	case d.record:
		name = "java.lang.Record"
	case d.isInterface():
		if len(d.extends) == 0 {
			name = "java.lang.Object" // its methods can be called on every interface
		}
	case len(d.extends) == 0 && d.fq != "java.lang.Object":
		name = "java.lang.Object"
	}
	if o := s.p.byName[name]; o != nil {
		return &typ{kind: kClass, decl: o}
	}
	return nil
}

// supersOf are the direct supertypes of a type with its arguments put in.
func (s *session) supersOf(t *typ) []*typ {
	switch t.kind {
	case kClass:
		list := s.supertypes(t.decl)
		if out, ok := s.memo.supers[t]; ok {
			return out
		}
		b := s.argsOf(t)
		if len(b) == 0 {
			return list
		}
		out := make([]*typ, len(list))
		for i, x := range list {
			out[i] = subst(x, b)
		}
		if s.supers[t.decl] != nil {
			s.memo.supers[t] = out
		}
		return out
	case kVar, kInfer:
		return s.boundsOf(t.param)
	case kArray:
		return []*typ{s.object()}
	case kWild:
		return []*typ{bare(t)}
	}
	return nil
}

func (s *session) object() *typ { return s.p.objectType }

func (s *session) platformType(fq string, args ...*typ) *typ {
	d := s.p.byName[fq]
	switch {
	case d == nil:
		return external(fq)
	case len(args) == 0:
		return s.p.plain[d]
	}
	return &typ{kind: kClass, decl: d, args: args}
}

func (s *session) boundsOf(p *typeParam) []*typ {
	if len(p.bounds) == 0 {
		return []*typ{s.object()}
	}
	out := make([]*typ, len(p.bounds))
	for i, b := range p.bounds {
		out[i] = s.resolve(b, p.scope)
	}
	return out
}

// argsOf binds the parameters of a class type; a raw one's are erased.
func (s *session) argsOf(t *typ) bindings {
	params := s.head(t.decl).params
	if len(params) == 0 {
		return nil
	}
	b := make(bindings, len(params))
	for i, p := range params {
		switch {
		case i < len(t.args):
			b[p] = s.bounded(t.args[i], p)
		case len(t.args) == 0:
			b[p] = s.erasedBound(p)
		}
	}
	return b
}

// bounded: a wildcard alone stands for what its parameter's bound allows.
func (s *session) bounded(arg *typ, p *typeParam) *typ {
	if arg.kind == kWild && arg.elem == nil && len(p.bounds) > 0 {
		if bound := s.erasedBound(p); bound.kind == kClass {
			return &typ{kind: kWild, name: arg.name, elem: bound}
		}
	}
	return arg
}

// readable is the type of a value whose type is a wildcard: what bounds it
// from above.
func (s *session) readable(t *typ) *typ {
	if t.kind != kWild {
		return t
	}
	if t.name == "-" || t.elem == nil {
		return s.object()
	}
	return s.readable(t.elem)
}

func (s *session) erasedBound(p *typeParam) *typ {
	t := s.boundsOf(p)[0]
	if t.kind == kClass {
		return &typ{kind: kClass, decl: t.decl}
	}
	if t.kind == kVar && t.param != p {
		return unknown
	}
	return t
}

// thisType is a type as it sees itself.
func (s *session) thisType(d *typeDecl) *typ {
	if t := s.memo.this[d]; t != nil {
		return t
	}
	t := &typ{kind: kClass, decl: d}
	for _, p := range s.head(d).params {
		t.args = append(t.args, &typ{kind: kVar, param: p})
	}
	s.memo.this[d] = t
	return t
}

// walkUp visits a type and its supertypes, nearest first, each declaration
// once, until visit returns false. It reports whether all of them are known.
func (s *session) walkUp(t *typ, visit func(*typ) bool) (known bool) {
	known = true
	seen := map[*typeDecl]bool{}
	queue := []*typ{t}
	for n := 0; len(queue) > 0 && n < 2000; n++ {
		t := bare(queue[0])
		queue = queue[1:]
		switch t.kind {
		case kClass:
			if seen[t.decl] {
				continue
			}
			seen[t.decl] = true
			if !visit(t) {
				return known
			}
			queue = append(queue, s.supersOf(t)...)
		case kVar, kInfer, kArray:
			queue = append(queue, s.supersOf(t)...)
		default:
			known = false
		}
	}
	return known
}

// asSuper is t seen as the type that declares d, nil when t is none. known
// says whether every supertype could be read.
func (s *session) asSuper(t *typ, d *typeDecl) (found *typ, known bool) {
	known = s.walkUp(t, func(x *typ) bool {
		if x.decl == d {
			found = x
		}
		return found == nil
	})
	return found, known
}

// candidate is a method as a member of a type.
type candidate struct {
	*methodDecl
	owner *typ
}

// paramTypes are the types of a candidate's parameters; the method's own type
// parameters stand as they are, those of its owner are replaced.
func (s *session) paramTypes(c candidate) []*typ {
	if len(c.params) == 0 {
		return nil
	}
	key := methodOf{c.methodDecl, c.owner}
	out, ok := s.memo.params[key]
	if !ok {
		out = s.newParamTypes(c)
		s.memo.params[key] = out
	}
	return out
}

func (s *session) newParamTypes(c candidate) []*typ {
	b := s.argsOf(c.owner)
	sc := scope{file: c.methodDecl.owner.file, typ: c.methodDecl.owner, method: c.methodDecl}
	out := make([]*typ, len(c.params))
	for i, e := range c.params {
		out[i] = subst(s.resolve(e, sc), b)
	}
	return out
}

func (s *session) resultType(c candidate) *typ {
	sc := scope{file: c.methodDecl.owner.file, typ: c.methodDecl.owner, method: c.methodDecl}
	return subst(s.resolve(c.result, sc), s.argsOf(c.owner))
}

// findMethods are the methods of a name that t has, without those that are
// overridden by another. known says whether all supertypes could be read.
func (s *session) findMethods(t *typ, name string) (out []candidate, known bool) {
	key := typeMember{t, name}
	if r, ok := s.memo.methods[key]; ok {
		return r.list, r.known
	}
	out, known = s.searchMethods(t, name)
	s.memo.methods[key] = foundMethods{out, known}
	return out, known
}

func (s *session) searchMethods(t *typ, name string) (out []candidate, known bool) {
	known = s.walkUp(t, func(x *typ) bool {
		isSelf := t.kind == kClass && x.decl == t.decl
		for _, m := range s.methods(x.decl, name) {
			c := candidate{m, x}
			if !isSelf && (m.private || m.static && x.decl.isInterface()) || s.overridden(c, out) {
				continue
			}
			out = append(out, c)
		}
		return true
	})
	return out, known
}

func (s *session) overridden(c candidate, by []candidate) bool {
	for _, o := range by {
		if o.methodDecl.owner != c.methodDecl.owner && len(o.params) == len(c.params) && s.sameParams(o, c) {
			return true
		}
	}
	return false
}

// sameParams compares two methods' parameters by their erasures.
func (s *session) sameParams(a, b candidate) bool {
	x, y := s.paramTypes(a), s.paramTypes(b)
	for i := range x {
		if !s.sameParam(x[i], y[i]) {
			return false
		}
	}
	return true
}

func (s *session) sameParam(a, b *typ) bool {
	a, b = bare(a), bare(b)
	if a.kind == kUnknown || b.kind == kUnknown {
		return a.kind == b.kind
	}
	return sameErasure(s.erase(a), s.erase(b))
}

func (s *session) erase(t *typ) *typ {
	switch t.kind {
	case kVar, kInfer:
		return s.erasedBound(t.param)
	case kArray:
		return &typ{kind: kArray, elem: s.erase(t.elem)}
	}
	return t
}

// findField is the field of a name that t has.
func (s *session) findField(t *typ, name string) (f *fieldDecl, owner *typ, known bool) {
	key := typeMember{t, name}
	if r, ok := s.memo.fields[key]; ok {
		return r.f, r.owner, r.known
	}
	known = s.walkUp(t, func(x *typ) bool {
		if g := s.field(x.decl, name); g != nil {
			f, owner = g, x
		}
		return f == nil
	})
	s.memo.fields[key] = foundField{f, owner, known}
	return f, owner, known
}

func (s *session) fieldType(f *fieldDecl, owner *typ) *typ {
	return s.readable(subst(s.resolve(f.typ, scope{file: f.owner.file, typ: f.owner}), s.argsOf(owner)))
}
