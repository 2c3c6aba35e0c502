package syntax

import (
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// What the grammars of Kotlin, Scala, Swift and C# share.

// callableKind: a function in a type is a method, elsewhere a function.
func callableKind(b *builder, parent int) code.Kind {
	if p := b.at(parent); p.Kind.TypeLike() || p.Kind == code.Field {
		return code.Method
	}
	return code.Function
}

// dotted is the text of a name in parts without white space.
func dotted(n *cst.Node) string { return strings.Join(strings.Fields(n.Text()), "") }

// annotatedAny reports whether a definition carries one of the annotations or
// attributes, named with or without what qualifies them.
func annotatedAny(n *cst.Node, names ...string) bool {
	found := false
	for c := range n.NamedChildren() {
		if !c.Is("modifiers", "attribute_list", "annotation", "attribute") {
			continue
		}
		c.Walk(func(x *cst.Node) bool {
			if x.Is("type_identifier", "identifier") && slices.Contains(names, x.Text()) {
				found = true
			}
			return !found && !x.Is("value_arguments", "arguments", "attribute_argument_list")
		})
	}
	return found
}

// modifierWords are the words before a definition's name that modify it.
func modifierWords(n *cst.Node) []string {
	var words []string
	for c := range n.NamedChildren() {
		switch c.Type {
		case "modifiers", "modifier", "visibility_modifier":
			words = append(words, strings.Fields(c.Text())...)
		}
	}
	return words
}

// describeBy fills in signature, doc, visibility and the modifiers to keep.
func describeBy(b *builder, i int, n, body *cst.Node, hidden []string, kept ...string) {
	s := b.at(i)
	s.Doc, s.Signature = docBefore(n), strings.TrimRight(signature(n, body), "; ")
	s.Exported = visibleBelow(b, s.Parent)
	for _, w := range modifierWords(n) {
		if slices.Contains(hidden, w) {
			b.at(i).Exported = false
		}
		if slices.Contains(kept, w) {
			b.set(i, w, "true")
		}
	}
}
