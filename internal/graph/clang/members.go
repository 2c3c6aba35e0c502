package clang

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// overloads keeps those of several functions that take so many arguments,
// and all where none does.
func (w *walker) overloads(names []*name, args int) []*name {
	if len(names) < 2 {
		return names
	}
	var out []*name
	for _, n := range names {
		if n.macro || n.least <= args && args <= n.most {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return names
	}
	return out
}

// maxAliases bounds the aliases that are followed.
const maxAliases = 8

// members are the functions of a name in a type or the nearest base that has
// it, definitions before declarations.
func (w *walker) members(class, last string, args int) []*name {
	return w.inHierarchy(class, func(class string) []*name {
		all := w.unit.visible(last, func(n *name) bool { return n.kind == code.Method && n.class == class })
		return w.overloads(w.definitions(all), args)
	})
}

// definitions leads declarations to what defines them.
func (w *walker) definitions(all []*name) []*name {
	var declared, defined []*name
	for _, n := range all {
		if n.prototype {
			declared = append(declared, n)
		} else {
			defined = append(defined, n)
		}
	}
	if len(defined) > 0 {
		return defined
	}
	if len(declared) == 0 {
		return nil
	}
	return w.unit.link(declared)
}

func (w *walker) fields(class, last string) []*name {
	return w.inHierarchy(class, func(class string) []*name {
		all := w.unit.visible(last, func(n *name) bool { return n.kind == code.Field && n.class == class })
		return all[:min(len(all), 1)]
	})
}

// inHierarchy looks in a class, then in its bases, breadth first.
func (w *walker) inHierarchy(class string, look func(class string) []*name) []*name {
	queue, seen := []string{class}, map[string]bool{class: true}
	for i := 0; i < len(queue) && i < 50; i++ {
		if found := look(queue[i]); len(found) > 0 {
			return found
		}
		t := w.resolvedType(queue[i])
		if t == nil {
			continue
		}
		for _, b := range t.bases {
			if base := w.resolvedType(b); base != nil && !seen[base.qualified] {
				seen[base.qualified] = true
				queue = append(queue, base.qualified)
			}
		}
	}
	return nil
}

// callMember links "object.member(…)" by the object's written type.
func (w *walker) callMember(f *cst.Node, args int) {
	member := f.Child("field")
	if member.Is("template_method") {
		member = member.Child("name")
	}
	if member == nil {
		return
	}
	t, sure := w.receiver(f.Child("argument"))
	if t == nil {
		w.none(member, "", code.Unknown)
		return
	}
	if found := w.members(t.qualified, member.Text(), args); len(found) > 0 {
		w.bind(member, code.Calls, found, sure)
		return
	}
	w.none(member, "", code.Unknown)
}

// field links a member that is read or written.
func (w *walker) field(f *cst.Node) {
	member := f.Child("field")
	if member == nil || f.Parent.Is("call_expression") && f.Field == "function" {
		return
	}
	t, sure := w.receiver(f.Child("argument"))
	if t == nil {
		return
	}
	typ := code.Reads
	if written(f) {
		typ = code.Writes
	}
	if found := w.fields(t.qualified, member.Text()); len(found) > 0 {
		w.bind(member, typ, found, sure)
	}
}

// maxTypeDepth bounds the expressions that a type is followed through.
const maxTypeDepth = 12

// callQualified links "ns::Type::function(…)".
func (w *walker) callQualified(f *cst.Node, args int) {
	last := f
	for last.Is("qualified_identifier") && last.Child("name") != nil {
		last = last.Child("name")
	}
	if last.Is("template_function") {
		last = last.Child("name")
	}
	written := dotted(f)
	if found := w.qualified(written, args); len(found) > 0 {
		w.bind(last, code.Calls, found, code.Exact)
		return
	}
	if w.typeNamed(written) != nil && w.constructor(last, written, args) {
		return
	}
	w.none(last, written, code.External)
}

func dotted(f *cst.Node) string {
	if !f.Is("qualified_identifier") {
		if f.Is("template_function", "template_type") {
			return f.Child("name").Text()
		}
		return f.Text()
	}
	scope := f.Child("scope")
	if scope == nil {
		return dotted(f.Child("name"))
	}
	if scope.Is("template_type") {
		scope = scope.Child("name")
	}
	return scope.Text() + "." + dotted(f.Child("name"))
}

// qualified are the functions that a qualified name means; one of a base
// class may be named through the derived.
func (w *walker) qualified(written string, args int) []*name {
	last := written[strings.LastIndexByte(written, '.')+1:]
	all := w.unit.visible(last, func(n *name) bool { return n.callable() && hasPath(n.qualified, written) })
	if found := w.overloads(w.definitions(all), args); len(found) > 0 {
		return found
	}
	if i := strings.LastIndexByte(written, '.'); i > 0 {
		if t := w.resolvedType(written[:i]); t != nil {
			return w.members(t.qualified, last, args)
		}
	}
	return nil
}

// construct links "new T(…)".
func (w *walker) construct(n *cst.Node) {
	t := n.Child("type")
	if t == nil {
		return
	}
	if !w.constructor(t, dotted(t), argumentCount(n.Child("arguments"))) {
		w.none(t, dotted(t), code.External)
	}
}

// constructor links the construction of a type: to the constructor where one
// is declared, else to the type.
func (w *walker) constructor(at *cst.Node, written string, args int) bool {
	t := w.resolvedType(written)
	if t == nil {
		return false
	}
	if found := w.members(t.qualified, t.last(), args); len(found) > 0 && found[0].class == t.qualified {
		w.bind(at, code.Calls, found, code.Exact)
	} else {
		w.bind(at, code.Calls, []*name{t}, code.Exact)
	}
	return true
}

// typeEdges adds EXTENDS between types and OVERRIDES between methods.
func (w *walker) typeEdges() {
	byLocal := map[string]*name{}
	for _, n := range w.model.names {
		byLocal[n.local] = n
	}
	for i := range w.file.Facts.Symbols[1:] {
		s := &w.file.Facts.Symbols[i+1]
		n := byLocal[s.Local]
		w.from = s
		switch {
		case len(n.bases) > 0:
			for _, b := range n.bases {
				if base := w.resolvedType(b); base != nil {
					w.addAt(s.NamePos, s.Name, code.Extends, []*name{base}, code.Exact)
				}
			}
		case n.kind == code.Method && n.class != "" && s.Properties["static"] == "":
			w.overrides(s, n)
		}
	}
	w.from = nil
}

func (w *walker) overrides(s *code.Symbol, n *name) {
	t := w.resolvedType(n.class)
	if t == nil || n.last() == t.last() {
		return
	}
	for _, b := range t.bases {
		base := w.resolvedType(b)
		if base == nil || base.qualified == t.qualified {
			continue
		}
		for _, m := range w.members(base.qualified, n.last(), n.least) {
			if m.least == n.least && m.most == n.most && m.ref() != n.ref() {
				w.addAt(s.NamePos, s.Name, code.Overrides, []*name{m}, code.Exact)
				break
			}
		}
	}
}
