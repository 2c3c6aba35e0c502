package syntax

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// builder gathers the symbols of one file.
type builder struct {
	tree    *cst.Tree
	symbols []code.Symbol
	taken   map[string]int // local name without its number → how often
}

func newBuilder(t *cst.Tree) *builder {
	end := t.Pos(uint32(len(t.Source)))
	return &builder{
		tree:    t,
		symbols: []code.Symbol{{Kind: code.Module, Parent: -1, Exported: true, Span: code.Span{Start: code.Pos{Line: 1}, End: end}, NamePos: code.Pos{Line: 1}}},
		taken:   map[string]int{},
	}
}

// add appends a symbol below parent and returns its index. whole is the
// definition with its decorators, name the node of its name.
func (b *builder) add(parent int, kind code.Kind, whole, name *cst.Node) int {
	return b.addNamed(parent, kind, whole, name, name.Text())
}

// addNamed is add for a name that differs from the text of its node.
func (b *builder) addNamed(parent int, kind code.Kind, whole, at *cst.Node, name string) int {
	local := name
	if p := b.symbols[parent].Local; p != "" {
		local = p + "." + name
	}
	b.taken[local]++
	if n := b.taken[local]; n > 1 {
		local = fmt.Sprintf("%s~%d", local, n)
	}
	b.symbols = append(b.symbols, code.Symbol{
		Local: local, Kind: kind, Name: name, Parent: parent,
		Span: whole.Span(), NamePos: at.Pos(), Exported: true,
	})
	return len(b.symbols) - 1
}

func (b *builder) at(i int) *code.Symbol { return &b.symbols[i] }

// set notes a property of symbol i.
func (b *builder) set(i int, key, value string) {
	if b.symbols[i].Properties == nil {
		b.symbols[i].Properties = map[string]string{}
	}
	b.symbols[i].Properties[key] = value
}

// signature is the source from whole's start to body's start (to whole's end
// where there is no body), white space folded, at most 400 bytes.
func signature(whole, body *cst.Node) string {
	end := whole.End
	if body != nil {
		end = body.Start
	}
	text := fold(string(whole.Tree().Source[whole.Start:end]))
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:397], "") + "…"
	}
	return strings.TrimRight(text, " {:=")
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// docBefore is the text of the comments that end on the line above whole, one
// after another, without comment signs.
func docBefore(whole *cst.Node) string {
	var comments []*cst.Node
	first := whole
	for {
		c := previous(first)
		if c == nil || !strings.Contains(c.Type, "comment") || c.Span().End.Line < first.Pos().Line-1 || trailing(c) {
			break
		}
		comments, first = append(comments, c), c
	}
	var lines []string
	for i := len(comments) - 1; i >= 0; i-- {
		lines = append(lines, commentText(comments[i].Text()))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// trailing reports whether a comment stands behind code on its line.
func trailing(c *cst.Node) bool {
	p := c.Pos()
	return strings.TrimSpace(string(c.Tree().Line(p.Line)[:p.Col])) != ""
}

func previous(n *cst.Node) *cst.Node {
	var before *cst.Node
	for c := range n.Parent.Children() {
		if c == n {
			return before
		}
		before = c
	}
	return nil
}

// commentText takes the signs of line and block comments away.
func commentText(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "/*"), "*/")
	var lines []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		line = strings.TrimLeft(line, "/#*!")
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
