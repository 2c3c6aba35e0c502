package python

import (
	"github.com/plumbline/plumbline/internal/code/cst"
)

// ends reports whether control never comes out at the end of a block.
func (e *evaluator) ends(block *cst.Node) bool {
	if got, ok := e.ended[block]; ok {
		return got
	}
	ends := false
	for n := range block.NamedChildren() {
		switch n.Type {
		case "return_statement", "raise_statement", "continue_statement", "break_statement":
			ends = true
		case "if_statement":
			ends = ends || e.allEnd(n)
		case "with_statement":
			ends = ends || e.ends(n.Child("body"))
		}
	}
	e.ended[block] = ends
	return ends
}

func branches(n *cst.Node) (blocks []*cst.Node, hasElse bool) {
	blocks = append(blocks, n.Child("consequence"))
	for c := range n.NamedChildren() {
		switch c.Type {
		case "elif_clause":
			blocks = append(blocks, c.Child("consequence"))
		case "else_clause":
			blocks, hasElse = append(blocks, c.Child("body")), true
		}
	}
	return blocks, hasElse
}

func (e *evaluator) allEnd(n *cst.Node) bool {
	blocks, hasElse := branches(n)
	for _, b := range blocks {
		if b == nil || !e.ends(b) {
			return false
		}
	}
	return hasElse
}

// leaves reports whether a branch of an if statement ends, so that its
// condition holds, or does not, behind it.
func (e *evaluator) leaves(n *cst.Node) bool {
	blocks, _ := branches(n)
	for _, b := range blocks {
		if b != nil && e.ends(b) {
			return true
		}
	}
	return false
}

func (f *flow) afterIf(n *cst.Node) (t Type, live bool) {
	hasElse := false
	join := func(block *cst.Node) {
		if block == nil || f.e.ends(block) {
			return
		}
		if in, ok := f.end(block); ok {
			t, live = union(t, in), true
		}
	}
	join(n.Child("consequence"))
	for c := range n.NamedChildren() {
		switch c.Type {
		case "elif_clause":
			join(c.Child("consequence"))
		case "else_clause":
			hasElse = true
			join(c.Child("body"))
		}
	}
	if !hasElse {
		in, ok := f.before(n)
		in = f.narrow(in, n.Child("condition"), false)
		for c := range n.NamedChildren() {
			if c.Type == "elif_clause" {
				in = f.narrow(in, c.Child("condition"), false)
			}
		}
		t, live = union(t, in), live || ok
	}
	return t, live
}

func (f *flow) afterTry(n *cst.Node) (t Type, live bool) {
	for c := range n.NamedChildren() {
		block := c
		switch c.Type {
		case "block":
			if next := n.ChildOfType("else_clause"); next != nil {
				continue
			}
		case "finally_clause":
			if f.within(c) != nil {
				return f.end(c.ChildOfType("block"))
			}
			continue
		case "except_clause", "except_group_clause", "else_clause":
			block = c.ChildOfType("block")
		default:
			continue
		}
		if in, ok := f.end(block); ok {
			t, live = union(t, in), true
		}
	}
	return t, live
}
