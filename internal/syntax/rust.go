package syntax

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// rustPrefix is the module path that a file has by the usual layout:
// "axum/src/routing/mod.rs" is axum.routing, "src/lib.rs" is "".
func rustPrefix(filePath, _ string) string {
	p := strings.TrimSuffix(filePath, path.Ext(filePath))
	for _, root := range []string{"/lib", "/main", "/mod"} {
		p = strings.TrimSuffix(p, root)
	}
	parts := strings.Split(p, "/")
	kept := parts[:0]
	for _, part := range parts {
		if part != "src" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, ".")
}

func rustSymbols(b *builder) {
	r := &rustFile{builder: b, types: map[string]int{}}
	r.noteTypes(0, b.tree.Root)
	r.items(0, b.tree.Root)
	rustEndpoints(b)
}

// rustFile gathers the symbols of a Rust file. Types are noted first: an impl
// block may stand before its type.
type rustFile struct {
	*builder
	types map[string]int // local name of a type → its symbol, once added
}

func (r *rustFile) items(parent int, n *cst.Node) {
	for item := range n.NamedChildren() {
		r.item(parent, item)
	}
}

// noteTypes adds the types of a scope and of the modules in it.
func (r *rustFile) noteTypes(parent int, n *cst.Node) {
	for item := range n.NamedChildren() {
		switch item.Type {
		case "struct_item", "union_item", "enum_item", "trait_item", "type_item":
			r.typeItem(parent, item)
		case "mod_item":
			r.module(parent, item)
		case "ERROR":
			r.noteTypes(parent, item)
		}
	}
}

func (r *rustFile) module(parent int, item *cst.Node) {
	name, body := item.Child("name"), item.Child("body")
	if name == nil || body == nil {
		return
	}
	i := r.add(parent, code.Module, item, name)
	r.describe(i, item, body)
	r.types[r.at(i).Local] = i
	r.noteTypes(i, body)
	r.items(i, body)
}

var rustKinds = map[string]code.Kind{"struct_item": code.Class, "union_item": code.Class, "enum_item": code.Enum, "trait_item": code.Interface, "type_item": code.Class}

func (r *rustFile) typeItem(parent int, item *cst.Node) {
	name, body := item.Child("name"), item.Child("body")
	if name == nil {
		return
	}
	i := r.add(parent, rustKinds[item.Type], item, name)
	r.describe(i, item, body)
	r.types[r.at(i).Local] = i
	if item.Type == "type_item" {
		r.set(i, "alias", "true")
	}
	for m := range body.NamedChildren() {
		switch m.Type {
		case "field_declaration", "enum_variant":
			r.field(i, m)
		case "function_item", "function_signature_item", "const_item", "associated_type":
			r.item(i, m)
		}
	}
}

func (r *rustFile) field(parent int, n *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	i := r.add(parent, code.Field, n, name)
	r.describe(i, n, nil)
	if n.Type == "enum_variant" {
		r.at(i).Exported = r.at(parent).Exported
		r.set(i, "variant", "true")
	}
	for m := range n.Child("body").NamedChildren() {
		if m.Type == "field_declaration" {
			r.field(i, m)
		}
	}
}

func (r *rustFile) item(parent int, item *cst.Node) {
	switch item.Type {
	case "function_item", "function_signature_item":
		r.function(parent, item)
	case "impl_item":
		r.impl(parent, item)
	case "const_item", "static_item", "associated_type":
		r.named(parent, code.Field, item)
	case "macro_definition":
		if i := r.named(parent, code.Function, item); i > 0 {
			r.set(i, "macro", "true")
			r.at(i).Signature = "macro_rules! " + r.at(i).Name
		}
	case "foreign_mod_item":
		r.items(parent, item.Child("body"))
	case "ERROR":
		r.items(parent, item)
	}
}

func (r *rustFile) named(parent int, kind code.Kind, item *cst.Node) int {
	name := item.Child("name")
	if name == nil || name.Text() == "_" {
		return 0
	}
	i := r.add(parent, kind, item, name)
	r.describe(i, item, nil)
	if r.at(parent).Kind == code.Interface {
		r.at(i).Exported = r.at(parent).Exported
	}
	return i
}

func (r *rustFile) function(parent int, item *cst.Node) {
	kind := code.Function
	if r.at(parent).Kind.TypeLike() {
		kind = code.Method
	}
	i := r.named(parent, kind, item)
	if i == 0 {
		return
	}
	r.finish(i, item)
}

func (r *rustFile) finish(i int, item *cst.Node) {
	body := item.Child("body")
	r.at(i).Signature = strings.TrimRight(signature(item, body), " ;")
	r.at(i).Test = rustTest(item)
	if item.ChildOfType("function_modifiers").Has("async") {
		r.set(i, "async", "true")
	}
	if r.at(i).Kind == code.Method {
		if item.Child("parameters").ChildOfType("self_parameter") == nil {
			r.set(i, "static", "true")
		}
		if body == nil {
			r.set(i, "abstract", "true")
		}
	}
	r.nested(i, body)
}

// nested adds the items inside a function's body.
func (r *rustFile) nested(parent int, body *cst.Node) {
	body.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "struct_item", "union_item", "enum_item", "trait_item", "type_item":
			r.typeItem(parent, n)
			return false
		case "function_item", "impl_item", "macro_definition":
			r.item(parent, n)
			return false
		}
		return true
	})
}

// impl adds the members of an impl block to its type, by the type's name
// where the type stands in another file.
func (r *rustFile) impl(parent int, item *cst.Node) {
	owner := rustTypeName(item.Child("type"))
	trait := rustTypeName(item.Child("trait"))
	local := owner
	if p := r.at(parent).Local; p != "" {
		local = p + "." + owner
	}
	home, here := r.types[local]
	for m := range item.Child("body").NamedChildren() {
		name := m.Child("name")
		if name == nil || !m.Is("function_item", "const_item", "associated_type", "type_item") {
			continue
		}
		kind := code.Field
		if m.Type == "function_item" {
			kind = code.Method
		}
		var i int
		switch {
		case here:
			i = r.add(home, kind, m, name)
		case owner != "":
			i = r.addNamed(parent, kind, m, name, owner+"."+name.Text())
			r.at(i).Name = name.Text()
		default:
			i = r.add(parent, kind, m, name)
		}
		r.describe(i, m, nil)
		if trait != "" {
			r.set(i, "trait", trait)
			r.at(i).Exported = true
		}
		if kind == code.Method {
			r.finish(i, m)
		}
	}
}

// rustTypeName is the last name of a type's path, without references and
// arguments.
func rustTypeName(t *cst.Node) string {
	switch {
	case t.Is("generic_type"):
		return rustTypeName(t.Child("type"))
	case t.Is("reference_type", "pointer_type"):
		return rustTypeName(t.Child("type"))
	case t.Is("scoped_type_identifier"):
		return t.Child("name").Text()
	case t.Is("type_identifier", "primitive_type"):
		return t.Text()
	case t.Is("dynamic_type"):
		return rustTypeName(t.Child("trait"))
	}
	return ""
}

func (r *rustFile) describe(i int, item, body *cst.Node) {
	s := r.at(i)
	first := item
	for a := previous(first); a.Is("attribute_item"); a = previous(first) {
		first = a
	}
	s.Span.Start = first.Pos()
	s.Signature = strings.TrimRight(signature(item, body), " ;")
	s.Doc = docBefore(first)
	s.Exported = item.ChildOfType("visibility_modifier") != nil
}

// rustTest: an attribute named test, bare or of a runtime ("tokio::test").
func rustTest(item *cst.Node) bool {
	for a := previous(item); a.Is("attribute_item", "line_comment"); a = previous(a) {
		name, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(a.Text(), "#["), "]"), "(")
		if a.Type == "attribute_item" && (name == "test" || strings.HasSuffix(name, "::test") || name == "rstest") {
			return true
		}
	}
	return false
}
