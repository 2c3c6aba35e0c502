package nominal

import (
	"strings"
	"unicode"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// What the adapters of the languages share.

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func simpleRef(name *cst.Node) *typeRef {
	if name == nil {
		return nil
	}
	return &typeRef{names: []string{name.Text()}, at: name}
}

// constructed is the type that an initial value says by itself: `Foo(1)`,
// `new Foo()`, `x as Foo`.
func constructed(l *language, value *cst.Node) *typeRef {
	for range 5 {
		e := l.expression(value)
		switch e.kind {
		case eInner:
			value = e.recv
			continue
		case eNew, eTyped:
			return e.typ
		case eCall:
			if fn := l.expression(e.recv); l.constructs && fn.kind == eName && startsUpper(fn.name.Text()) {
				return simpleRef(fn.name)
			}
		}
		return nil
	}
	return nil
}

func startsUpper(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r)
	}
	return false
}

// parts splits a dotted name's text.
func parts(n *cst.Node) []string {
	return strings.Split(strings.Join(strings.Fields(n.Text()), ""), ".")
}

// plainArguments are the children of a list of arguments.
func plainArguments(list *cst.Node) []argument {
	var out []argument
	for c := range list.NamedChildren() {
		if !strings.Contains(c.Type, "comment") {
			out = append(out, argument{value: c})
		}
	}
	return out
}

func lastNamed(n *cst.Node) *cst.Node {
	var last *cst.Node
	for c := range n.NamedChildren() {
		if !strings.Contains(c.Type, "comment") {
			last = c
		}
	}
	return last
}
