package syntax

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// bashSymbols adds functions wherever they are defined, and the variables
// that are assigned outside any.
func bashSymbols(b *builder) {
	seen := map[string]bool{}
	b.tree.Root.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "function_definition":
			bashFunction(b, n)
		case "variable_assignment":
			name := n.Child("name")
			if name.Is("variable_name") && n.Enclosing("function_definition") == nil && n.Enclosing("command") == nil && !seen[name.Text()] {
				seen[name.Text()] = true
				i := b.add(0, code.Field, n, name)
				b.at(i).Signature, b.at(i).Doc = signature(n, nil), docBefore(bashStatement(n))
			}
		}
		return true
	})
}

func bashFunction(b *builder, n *cst.Node) {
	name := n.Child("name")
	if name == nil {
		return
	}
	i := b.add(0, code.Function, n, name)
	b.at(i).Signature, b.at(i).Doc = signature(n, n.Child("body")), docBefore(n)
}

func bashStatement(n *cst.Node) *cst.Node {
	if n.Parent.Is("declaration_command") {
		return n.Parent
	}
	return n
}
