package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

func cppSymbols(b *builder) {
	c := &cFile{builder: b, cpp: true, bodies: map[string]bool{}}
	c.noteBodies()
	c.scope(0, b.tree.Root)
}

// namespace adds a namespace as a module symbol; what an anonymous one holds
// belongs to the namespace around it.
func (c *cFile) namespace(parent int, n *cst.Node) {
	name, body := n.Child("name"), n.Child("body")
	if name == nil {
		c.scope(parent, body)
		return
	}
	i := c.addNamed(parent, code.Module, n, name, strings.ReplaceAll(squeeze(name.Text()), "::", "."))
	c.at(i).Signature, c.at(i).Doc = signature(n, body), docBefore(n)
	c.scope(i, body)
}

// alias adds "using Name = type".
func (c *cFile) alias(parent int, n, whole *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	i := c.add(parent, code.Class, whole, name)
	c.at(i).Signature, c.at(i).Doc = cSignature(whole, nil), docBefore(whole)
	c.set(i, "alias", "true")
}

// classMembers adds what a class body defines; members below "private:" or
// "protected:", and those of a class before any such word, are not exported.
func (c *cFile) classMembers(parent int, body *cst.Node) {
	hidden := body.Parent.Is("class_specifier")
	for m := range body.NamedChildren() {
		if m.Type == "access_specifier" {
			hidden = m.Text() != "public"
			continue
		}
		before := len(c.symbols)
		c.definition(parent, m, m)
		for i := before; hidden && i < len(c.symbols); i++ {
			c.symbols[i].Exported = false
		}
	}
}
