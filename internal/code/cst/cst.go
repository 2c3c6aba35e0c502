// Package cst is a concrete syntax tree in plain Go values: what tree-sitter
// found in one file, free of C memory, so that pure packages can walk it.
// Named nodes are all there; of the anonymous ones only words and operators
// ("async", "+="), never brackets, commas or semicolons.
package cst

import (
	"bytes"
	"iter"
	"sort"

	"github.com/plumbline/plumbline/internal/code"
)

// Node is one node. Type and Field are the grammar's names; Field is "" where
// the parent gives none. Start and End are byte offsets into the source.
type Node struct {
	Type, Field string
	Start, End  uint32
	Parent      *Node
	First, Next *Node // first child, next sibling
	Named       bool
	Error       bool // an ERROR node or a missing token
	tree        *Tree
}

// Tree is the tree of one file.
type Tree struct {
	Dialect string
	Source  []byte
	Root    *Node
	// Errors counts ERROR and missing nodes; Cut counts nodes that were
	// dropped because they lay deeper than MaxDepth.
	Errors, Cut int
	Nodes       int
	lines       []uint32 // offset of each line's first byte
}

// MaxDepth bounds the depth of a tree, and so every recursion over it.
const MaxDepth = 1500

// NewTree makes a tree without nodes over source.
func NewTree(dialect string, source []byte) *Tree {
	t := &Tree{Dialect: dialect, Source: source, lines: []uint32{0}}
	for i := 0; ; {
		j := bytes.IndexByte(source[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		t.lines = append(t.lines, uint32(i))
	}
	return t
}

// Own makes n a node of t.
func (t *Tree) Own(n *Node) { n.tree = t }

// Lines is the number of lines; a last line without a newline counts, an
// empty one after the last newline does not.
func (t *Tree) Lines() int {
	n := len(t.lines)
	if n > 0 && int(t.lines[n-1]) == len(t.Source) {
		n--
	}
	return n
}

// Line is the text of line n (from 1) without its newline.
func (t *Tree) Line(n int) []byte {
	if n < 1 || n > len(t.lines) {
		return nil
	}
	end := len(t.Source)
	if n < len(t.lines) {
		end = int(t.lines[n]) - 1
	}
	return t.Source[t.lines[n-1]:end]
}

// Pos is the place of a byte offset.
func (t *Tree) Pos(offset uint32) code.Pos {
	i := sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > offset }) - 1
	return code.Pos{Line: i + 1, Col: int(offset - t.lines[i])}
}

// Tree is the tree that holds n.
func (n *Node) Tree() *Tree { return n.tree }

// Text is the source of n; a nil node has none.
func (n *Node) Text() string {
	if n == nil {
		return ""
	}
	return string(n.tree.Source[n.Start:n.End])
}

// Pos is where n begins.
func (n *Node) Pos() code.Pos { return n.tree.Pos(n.Start) }

// Span is the range of n.
func (n *Node) Span() code.Span { return code.Span{Start: n.tree.Pos(n.Start), End: n.tree.Pos(n.End)} }

// Children are all children that were kept, in order.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		if n == nil {
			return
		}
		for c := n.First; c != nil; c = c.Next {
			if !yield(c) {
				return
			}
		}
	}
}

// NamedChildren are the named children, comments among them, in order.
func (n *Node) NamedChildren() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := range n.Children() {
			if c.Named && !yield(c) {
				return
			}
		}
	}
}

// NamedChild is the i-th named child from 0, or nil.
func (n *Node) NamedChild(i int) *Node {
	for c := range n.NamedChildren() {
		if i == 0 {
			return c
		}
		i--
	}
	return nil
}

// Child is the first child in the grammar's field, or nil.
func (n *Node) Child(field string) *Node {
	for c := range n.Children() {
		if c.Field == field {
			return c
		}
	}
	return nil
}

// All are the children in the grammar's field.
func (n *Node) All(field string) []*Node {
	var out []*Node
	for c := range n.Children() {
		if c.Field == field {
			out = append(out, c)
		}
	}
	return out
}

// ChildOfType is the first child of one of the types, or nil.
func (n *Node) ChildOfType(types ...string) *Node {
	for c := range n.Children() {
		if c.Is(types...) {
			return c
		}
	}
	return nil
}

// Has reports whether n has a child of type t ("async", "static").
func (n *Node) Has(t string) bool { return n.ChildOfType(t) != nil }

// Is reports whether n is not nil and of one of the types.
func (n *Node) Is(types ...string) bool {
	if n == nil {
		return false
	}
	for _, t := range types {
		if n.Type == t {
			return true
		}
	}
	return false
}

// Walk visits n and what is below it in source order; visit returns whether
// to go down.
func (n *Node) Walk(visit func(*Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for c := n.First; c != nil; c = c.Next {
		c.Walk(visit)
	}
}

// Enclosing is the nearest ancestor of one of the types, or nil.
func (n *Node) Enclosing(types ...string) *Node {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Is(types...) {
			return p
		}
	}
	return nil
}

// At is the smallest named node that begins at or before pos and ends after
// it, or nil.
func (t *Tree) At(offset uint32) *Node {
	n := t.Root
	if n == nil || offset < n.Start || offset >= n.End {
		return nil
	}
	for {
		var in *Node
		for c := range n.NamedChildren() {
			if c.Start <= offset && offset < c.End {
				in = c
				break
			}
		}
		if in == nil {
			return n
		}
		n = in
	}
}
