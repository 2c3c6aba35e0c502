package clang

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// typeNamed is the type that a written name means here, nil where it is not
// one of the repository's or two may be meant.
func (w *walker) typeNamed(text string) *name {
	return w.typeIn(text, 0)
}

func (w *walker) typeIn(text string, depth int) *name {
	last := text[strings.LastIndexByte(text, '.')+1:]
	if last == "" || depth > maxAliases {
		return nil
	}
	all := w.unit.visible(last, func(n *name) bool { return n.kind.TypeLike() && hasPath(n.qualified, text) })
	var types []*name
	for _, n := range all {
		if !n.alias {
			types = append(types, n)
		}
	}
	if len(types) == 0 {
		types = all
	}
	if len(types) == 0 || len(types) > 1 && types[0].qualified != types[1].qualified {
		return nil
	}
	return types[0]
}

// resolvedType follows aliases.
func (w *walker) resolvedType(text string) *name {
	for depth := range maxAliases {
		t := w.typeIn(text, depth)
		if t == nil || !t.alias || t.returns == "" || t.returns == text {
			return t
		}
		text = t.returns
	}
	return nil
}

// hasPath reports whether a qualified name ends in the parts of a written one.
func hasPath(qualified, written string) bool {
	return qualified == written || strings.HasSuffix(qualified, "."+written)
}

// receiver is the type of what stands before a member, and how sure it is:
// inferred where a variable's type is not written but follows from its value.
func (w *walker) receiver(e *cst.Node) (*name, code.Resolution) {
	w.flowed = false
	t := w.typeOf(e, 0)
	if w.flowed {
		return t, code.Inferred
	}
	return t, code.Exact
}

// typeOf is the type of an expression as far as it is written.
func (w *walker) typeOf(e *cst.Node, depth int) *name {
	if depth > maxTypeDepth || e == nil {
		return nil
	}
	switch e.Type {
	case "this":
		return w.resolvedType(w.class)
	case "identifier":
		return w.variableType(e.Text(), depth)
	case "parenthesized_expression", "pointer_expression", "subscript_expression":
		inner := e.Child("argument")
		if inner == nil {
			inner = e.NamedChild(0)
		}
		return w.typeOf(inner, depth+1)
	case "cast_expression":
		return w.resolvedType(typeText(e.Child("type")))
	case "field_expression":
		if t := w.typeOf(e.Child("argument"), depth+1); t != nil {
			if f := w.fields(t.qualified, e.Child("field").Text()); len(f) > 0 {
				return w.resolvedType(f[0].returns)
			}
		}
	case "call_expression":
		return w.returned(e, depth)
	case "new_expression":
		return w.resolvedType(typeText(e.Child("type")))
	}
	return nil
}

func (w *walker) variableType(text string, depth int) *name {
	if d := w.locals[text]; d != nil {
		t := typeText(d.Child("type"))
		if t == "auto" || t == "" {
			for _, declarator := range d.All("declarator") {
				if v := declarator.Child("value"); v != nil && plainName(declarator).Text() == text {
					w.flowed = true
					return w.typeOf(v, depth+1)
				}
			}
			return nil
		}
		return w.resolvedType(t)
	}
	if w.class != "" {
		if f := w.fields(w.class, text); len(f) > 0 {
			return w.resolvedType(f[0].returns)
		}
	}
	if g := w.unit.visible(text, func(n *name) bool { return n.kind == code.Field && n.class == "" && !n.macro }); len(g) > 0 {
		return w.resolvedType(g[0].returns)
	}
	return nil
}

// returned is the type that a call returns.
func (w *walker) returned(call *cst.Node, depth int) *name {
	f := call.Child("function")
	args := argumentCount(call.Child("arguments"))
	var found []*name
	switch {
	case f.Is("identifier"):
		found = w.unit.function(f.Text(), func(n *name) bool { return n.kind == code.Function && n.class == "" && !n.macro }).targets
		if len(found) == 0 {
			return w.resolvedType(f.Text())
		}
	case f.Is("field_expression"):
		if t := w.typeOf(f.Child("argument"), depth+1); t != nil {
			found = w.members(t.qualified, f.Child("field").Text(), args)
		}
	case f.Is("qualified_identifier"):
		found = w.qualified(typeText(f), args)
	case f.Is("template_function"):
		if strings.HasPrefix(f.Child("name").Text(), "make_") {
			return w.resolvedType(typeText(f.Child("arguments").NamedChild(0)))
		}
	}
	if len(found) == 0 {
		return nil
	}
	return w.resolvedType(found[0].returns)
}
