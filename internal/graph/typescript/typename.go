package typescript

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// namedType is the type that a plain name means at n.
func (s *session) namedType(n *cst.Node, name string, args []*Type, e *env) *Type {
	if name == "const" {
		return unknownType
	}
	hit := s.typeName(n, name)
	switch {
	case hit.param != nil:
		if v := e.lookup(hit.param); v != nil {
			return v
		}
		return &Type{kind: param, node: hit.param, name: name, env: e}
	case hit.missing && name == "undefined":
		return prim(name)
	case hit.missing:
		return external(name)
	}
	return s.foundAsType(hit.found, args, name)
}

// typeName is what a name means as a type: a type parameter or a declaration.
type typeName struct {
	param   *cst.Node
	found   found
	missing bool
}

func (s *session) typeName(n *cst.Node, name string) typeName {
	if hit, ok := s.typeNames[n]; ok {
		return hit
	}
	hit := s.findTypeName(n, name)
	s.typeNames[n] = hit
	return hit
}

func (s *session) findTypeName(n *cst.Node, name string) typeName {
	for p, from := n.Parent, n; p != nil; p, from = p.Parent, p {
		if tp := typeParameter(p, from, name); tp != nil {
			return typeName{param: tp}
		}
	}
	b := s.lookup(n, name, def.isType)
	if b == nil {
		return typeName{missing: true}
	}
	return typeName{found: s.resolveBinding(b)}
}

// typeParameter is the type parameter called name that p brings to what is
// below from.
func typeParameter(p, from *cst.Node, name string) *cst.Node {
	switch p.Type {
	case "conditional_type":
		if from.Field == "consequence" || from.Field == "right" {
			return inferred(p.Child("right"), name)
		}
	case "index_signature":
		if c := p.ChildOfType("mapped_type_clause"); c != nil && c.Child("name").Text() == name {
			return c
		}
	case "mapped_type_clause":
		if p.Child("name").Text() == name {
			return p
		}
	}
	if !declaresTypes(p) {
		return nil
	}
	for tp := range p.Child("type_parameters").NamedChildren() {
		if tp.Type == "type_parameter" && tp.Child("name").Text() == name {
			return tp
		}
	}
	return nil
}

// declaresTypes reports whether a node may have type parameters.
func declaresTypes(n *cst.Node) bool {
	return opensScope(n) || n.Is("interface_declaration", "type_alias_declaration", "class_declaration", "abstract_class_declaration")
}

func inferred(right *cst.Node, name string) *cst.Node {
	var hit *cst.Node
	right.Walk(func(n *cst.Node) bool {
		if n.Type == "infer_type" && n.NamedChild(0).Text() == name && hit == nil {
			hit = n
		}
		return hit == nil
	})
	return hit
}

// qualified is what a dotted name of types leads to.
func (s *session) qualified(n *cst.Node) found {
	left := n.Child("module")
	if left == nil {
		left = n.Child("object")
	}
	name := n.Child("name")
	if name == nil {
		name = n.Child("property")
	}
	var in found
	if left.Is("identifier", "type_identifier") {
		b := s.lookup(left, left.Text(), func(d def) bool { return d.isType() || d.isValue() })
		if b == nil {
			return found{outside: n.Text()}
		}
		in = s.resolveBinding(b)
	} else if left != nil {
		in = s.qualified(left)
	}
	return s.memberOfFound(in, name.Text())
}

// memberOfFound is a name within a namespace.
func (s *session) memberOfFound(in found, name string) found {
	switch {
	case in.mod != nil:
		return s.export(in.mod, name)
	case in.outside != "":
		return found{outside: in.outside + "." + name}
	case in.b != nil:
		if m := s.spaceMember(in.b, name); m != nil {
			return s.resolveBinding(m)
		}
	case in.value != nil:
		if in.value.Is("identifier") {
			if b := s.lookup(in.value, in.value.Text(), func(def) bool { return true }); b != nil {
				return s.memberOfFound(s.resolveBinding(b), name)
			}
		}
	}
	return found{}
}

func (s *session) foundAsType(f found, args []*Type, name string) *Type {
	switch {
	case f.b != nil:
		return s.instantiate(f.b, args)
	case f.outside != "":
		return external(f.outside)
	case f.value != nil && isClass(f.value):
		return s.instantiate(s.anonymous(f.value), args)
	case f.value != nil && f.value.Is("identifier"):
		if b := s.lookup(f.value, f.value.Text(), def.isType); b != nil {
			return s.foundAsType(s.resolveBinding(b), args, name)
		}
	case f.value != nil && f.value.Is("interface_declaration"):
		return s.instantiate(s.anonymous(f.value), args)
	}
	return unknownType
}

// instantiate is the type that a declared name means with type arguments.
func (s *session) instantiate(b *binding, args []*Type) *Type {
	for _, d := range b.defs {
		switch {
		case isClass(d.node) || d.node.Type == "interface_declaration":
			return &Type{kind: instance, decl: b, args: s.fill(d.node, args)}
		case d.node.Type == "type_alias_declaration":
			return s.alias(b, d.node, args)
		case d.node.Type == "enum_declaration":
			return &Type{kind: primitive, name: "enum", decl: b}
		}
	}
	return unknownType
}

func (s *session) alias(b *binding, n *cst.Node, args []*Type) *Type {
	if b.mod.external {
		if t := s.builtinAlias(b.name, args); t != nil {
			return t
		}
	}
	return s.typ(n.Child("value"), s.zip(n, s.fill(n, args)))
}

// builtinAlias are the aliases of the library that no type can express.
func (s *session) builtinAlias(name string, args []*Type) *Type {
	if len(args) == 0 {
		return nil
	}
	switch name {
	case "NoInfer", "Uppercase", "Lowercase", "Capitalize", "Uncapitalize":
		return args[0]
	case "Awaited":
		return s.awaited(s.force(args[0]))
	}
	return nil
}

func typeParameters(n *cst.Node) []*cst.Node {
	var out []*cst.Node
	for tp := range n.Child("type_parameters").NamedChildren() {
		if tp.Type == "type_parameter" {
			out = append(out, tp)
		}
	}
	return out
}

// fill adds the defaults of type parameters to the arguments given.
func (s *session) fill(n *cst.Node, args []*Type) []*Type {
	params := typeParameters(n)
	if len(params) == 0 {
		return nil
	}
	e := &env{vars: map[*cst.Node]*Type{}}
	out := make([]*Type, len(params))
	for i, p := range params {
		switch {
		case i < len(args) && args[i] != nil:
			out[i] = args[i]
		case p.Child("value") != nil:
			out[i] = &Type{kind: lazy, node: p.Child("value"), env: e}
		default:
			out[i] = &Type{kind: param, node: p, name: p.Child("name").Text()}
			continue // leaves the parameter itself
		}
		e.vars[p] = out[i]
	}
	return out
}

// zip gives a declaration's type parameters their arguments.
func (s *session) zip(n *cst.Node, args []*Type) *env {
	params := typeParameters(n)
	if len(params) == 0 {
		return nil
	}
	e := &env{vars: map[*cst.Node]*Type{}}
	for i, p := range params {
		if i < len(args) {
			e.vars[p] = args[i]
		}
	}
	return e
}
