package rust

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// maxExpression bounds the expressions that a type is followed through.
const maxExpression = 20

// receiver is the type of what stands before a dot, and how sure it is:
// inferred where a variable's type is not written but follows from its value.
func (w *walker) receiver(e *cst.Node) (typ, bool, code.Resolution) {
	w.flowed = false
	t, known := w.typeOf(e, 0)
	if w.flowed {
		return t, known, code.Inferred
	}
	return t, known, code.Exact
}

// typeOf is the type of an expression, as far as it is written or returned.
func (w *walker) typeOf(e *cst.Node, depth int) (typ, bool) {
	if e == nil || depth > maxExpression {
		return typ{}, false
	}
	switch e.Type {
	case "self":
		return typ{w.self, w.loc}, w.self != ""
	case "identifier":
		return w.variable(e.Text(), depth)
	case "reference_expression", "parenthesized_expression", "unary_expression", "await_expression":
		inner := e.Child("value")
		if inner == nil {
			inner = e.NamedChild(0)
		}
		return w.typeOf(inner, depth+1)
	case "try_expression":
		return w.unwrapped(w.typeOf(e.NamedChild(0), depth+1))
	case "struct_expression":
		if name := e.Child("name"); name.Text() != "Self" {
			return typ{name.Text(), w.loc}, true
		}
		return typ{w.self, w.loc}, w.self != ""
	case "string_literal":
		return typ{"str", w.loc}, true
	case "macro_invocation":
		return elsewhere, true
	case "type_cast_expression":
		return typ{e.Child("type").Text(), w.loc}, true
	case "field_expression":
		return w.fieldType(e, depth)
	case "call_expression":
		return w.callType(e, depth)
	}
	return typ{}, false
}

func (w *walker) variable(name string, depth int) (typ, bool) {
	l, known := w.locals[name]
	if !known {
		if t := w.resolve(w.loc, []string{name}, 0); t.item != nil {
			if t.item.kind.TypeLike() {
				return typ{t.item.name, t.loc}, true
			}
			return typ{t.item.typ, t.loc}, t.item.typ != ""
		}
		return typ{}, false
	}
	if l.typ != "" {
		if b, ok := w.bounds[bare(l.typ)]; ok {
			return typ{b, w.loc}, true
		}
		return typ{l.typ, w.loc}, true
	}
	if l.value == nil || l.busy {
		return typ{}, false
	}
	l.busy, w.flowed = true, true
	w.locals[name] = l
	t, ok := w.typeOf(l.value, depth+1)
	l.busy = false
	w.locals[name] = l
	if l.element {
		return elementOf(t, ok)
	}
	if l.unwrap {
		return w.unwrapped(t, ok)
	}
	return t, ok
}

// elementOf is what a loop over a list, set or slice gives.
func elementOf(t typ, known bool) (typ, bool) {
	if !known || t.text == elsewhere.text {
		return t, known
	}
	if i := inner(t.text, "Vec", "VecDeque", "HashSet", "BTreeSet", "BinaryHeap", "Option"); i != "" {
		return typ{i, t.at}, true
	}
	text := bare(t.text)
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		element := text[1 : len(text)-1]
		if end := topLevel(element, ';'); end >= 0 {
			element = element[:end]
		}
		return typ{strings.TrimSpace(element), t.at}, true
	}
	return typ{}, false
}

func (w *walker) unwrapped(t typ, known bool) (typ, bool) {
	if i := inner(t.text, "Option", "Result"); known && i != "" {
		return typ{i, t.at}, true
	}
	if known && t.text == elsewhere.text {
		return t, true
	}
	return typ{}, false
}

// typeTarget is the repository's type that a type's methods belong to.
func (w *walker) typeTarget(t typ) target {
	text := t.text
	for range 6 {
		if bare(text) == "Self" && t.at == w.loc && w.self != "" {
			text = w.self
		}
		if i := firstTransparent(text); i != "" {
			text = i
			continue
		}
		break
	}
	if b, ok := w.bounds[bare(text)]; ok && t.at == w.loc {
		text = b
	}
	found := w.resolve(t.at, typePath(text), 0)
	if found.item != nil && !found.item.kind.TypeLike() {
		return target{}
	}
	if found.item != nil && found.item.typ != "" && found.item.kind == code.Class {
		if alias := w.resolve(found.loc, typePath(found.item.typ), 0); alias.item != nil && alias.item.kind.TypeLike() {
			return alias
		}
	}
	return found
}

func firstTransparent(t string) string {
	if !transparent[lastName(t)] {
		return ""
	}
	if args := arguments(t); len(args) > 0 {
		return args[0]
	}
	return ""
}

func (w *walker) fieldType(e *cst.Node, depth int) (typ, bool) {
	t, known := w.typeOf(e.Child("value"), depth+1)
	if !known {
		return typ{}, false
	}
	owner := w.typeTarget(t)
	if owner.item == nil {
		return elsewhere, w.outside(t)
	}
	f := w.member(owner, e.Child("field").Text(), 0)
	if f.item == nil || f.item.typ == "" {
		return typ{}, false
	}
	return typ{f.item.typ, f.loc}, true
}

// same are methods of the standard library that give their receiver's type.
var same = map[string]bool{"clone": true, "as_ref": true, "as_mut": true, "borrow": true, "borrow_mut": true, "to_owned": true, "deref": true, "by_ref": true,
	"iter": true, "iter_mut": true, "into_iter": true}

// unwrapping are those that give what an Option or Result holds.
var unwrapping = map[string]bool{"unwrap": true, "expect": true, "unwrap_or_default": true, "unwrap_or": true, "unwrap_or_else": true}

func (w *walker) callType(e *cst.Node, depth int) (typ, bool) {
	f := e.Child("function")
	if f.Is("generic_function") {
		f = f.Child("function")
	}
	switch {
	case f.Is("identifier", "scoped_identifier"):
		segs := segments(f)
		if n := len(segs); n > 0 && (segs[n-1] == "Some" || segs[n-1] == "Ok") || isTransparentNew(segs) {
			t, ok := w.typeOf(e.Child("arguments").NamedChild(0), depth+1)
			if ok && !isTransparentNew(segs) {
				t.text = "Option<" + t.text + ">"
			}
			return t, ok
		}
		found := w.pathTarget(f)
		if found.item == nil && !w.isLocal(segs) {
			return elsewhere, true
		}
		return w.returned(found, w.ownerOf(segs))
	case f.Is("field_expression"):
		t, known := w.typeOf(f.Child("value"), depth+1)
		if !known {
			return typ{}, false
		}
		name := f.Child("field").Text()
		if owner := w.typeTarget(t); owner.item != nil {
			if m := w.member(owner, name, 0); m.item != nil {
				return w.returned(m, t)
			}
		}
		if unwrapping[name] {
			return w.unwrapped(t, true)
		}
		if same[name] {
			return t, true
		}
		if w.outside(t) {
			return elsewhere, true
		}
	}
	return typ{}, false
}

// elsewhere is the type of what another crate gives: its members lie there.
var elsewhere = typ{text: "\x00"}

// outside reports whether a type is another crate's.
func (w *walker) outside(t typ) bool {
	return t.text == elsewhere.text || primitive(t.text) || w.typeTarget(t).external
}

func (w *walker) isLocal(segs []string) bool {
	if len(segs) != 1 {
		return false
	}
	_, known := w.locals[segs[0]]
	return known
}

func isTransparentNew(segs []string) bool {
	return len(segs) == 2 && segs[1] == "new" && transparent[segs[0]]
}

// ownerOf is the type before the last name of a path.
func (w *walker) ownerOf(segs []string) typ {
	if len(segs) < 2 {
		return typ{}
	}
	text := ""
	for i, s := range w.expandSelf(segs[:len(segs)-1]) {
		if i > 0 {
			text += "::"
		}
		text += s
	}
	return typ{text, w.loc}
}

// returned is what a function gives; Self in its type is the owner. A tuple
// struct or variant that is called gives its type.
func (w *walker) returned(t target, owner typ) (typ, bool) {
	switch {
	case t.item == nil:
		return typ{}, false
	case t.item.kind.TypeLike():
		return typ{t.item.name, t.loc}, true
	case t.item.kind == code.Field:
		return owner, owner.text != ""
	case bare(t.item.typ) == "Self":
		if owner.text == "" {
			return typ{t.item.owner, t.loc}, t.item.owner != ""
		}
		return owner, true
	case inner(t.item.typ, "Option", "Result") == "Self":
		if owner.text == "" {
			owner = typ{t.item.owner, t.loc}
		}
		return typ{"Option<" + owner.text + ">", owner.at}, owner.text != ""
	}
	return typ{t.item.typ, t.loc}, t.item.typ != ""
}
