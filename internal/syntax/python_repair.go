package syntax

import (
	"bytes"
	"regexp"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// pythonDefinition matches the lines that nothing but a definition begins
// with, and the decorators before it.
var pythonDefinition = regexp.MustCompile(`(?m)^[ \t]*(?:@[\w.]+(?:\(.*\))?[ \t]*\r?\n[ \t]*)*(?:async[ \t]+def|def|class)[ \t]+[A-Za-z_]\w*[ \t]*[\[(:]`)

// pythonLost are the offsets of the lines of definitions that the parser took
// for the rest of something broken before them.
func pythonLost(tree *cst.Tree) []int {
	var lost []int
	for _, at := range pythonDefinition.FindAllIndex(tree.Source, -1) {
		start := at[0] + indentation(tree.Source[at[0]:at[1]])
		if !pythonDefinesAt(tree, uint32(start)) {
			lost = append(lost, at[0])
		}
	}
	return lost
}

// pythonDefinesAt reports whether a definition begins at an offset, or text
// that only looks like one lies there.
func pythonDefinesAt(tree *cst.Tree, offset uint32) bool {
	for n := tree.At(offset); n != nil; n = n.Parent {
		switch {
		case n.Is("string", "comment"):
			return true
		case n.Is("function_definition", "class_definition", "decorated_definition") && n.Start == offset:
			return true
		}
	}
	return false
}

func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// pythonRepair changes what stands before a lost definition, so that the
// parser sees the end of it: brackets that are open there are closed, or else
// the line before the first is emptied.
func pythonRepair(tree *cst.Tree, text []byte) ([]byte, int) {
	lost := pythonLost(tree)
	out := bytes.Clone(text)
	closed := false
	open := openBrackets(text, lost)
	for _, at := range lost {
		if brackets := open[at]; len(brackets) > 0 {
			closeBefore(out, at, brackets)
			closed = true
		}
	}
	if !closed && len(lost) > 0 {
		if line := brokenLine(out, lost[0]); line >= 0 {
			emptyLine(out, line)
		}
	}
	return out, len(lost)
}

// openBrackets are, for each of the offsets, the brackets that are open there
// since the one before.
func openBrackets(text []byte, offsets []int) map[int][]int {
	open := map[int][]int{}
	var stack []int
	for i, next := 0, 0; i < len(text) && next < len(offsets); i++ {
		if i == offsets[next] {
			open[i] = stack
			stack, next = nil, next+1
		}
		switch c := text[i]; c {
		case '#':
			i += lineLength(text[i:]) - 1
		case '"', '\'':
			i += stringLength(text[i:]) - 1
			for next < len(offsets) && offsets[next] <= i {
				next++
			}
		case '(', '[', '{':
			stack = append(stack, i)
		case ')', ']', '}':
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		}
	}
	return open
}

func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return max(n, 1)
	}
	return len(text)
}

// stringLength is how long the string literal at the front of text is.
func stringLength(text []byte) int {
	quote := text[:1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(text, triple) {
		if n := bytes.Index(text[3:], triple); n >= 0 {
			return n + 6
		}
		return len(text)
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', quote[0]:
			return i + 1
		}
	}
	return len(text)
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// closeBefore closes brackets in the space before offset at, or takes them
// away where there is too little. A comma there needs no place.
func closeBefore(text []byte, at int, brackets []int) {
	from := len(bytes.TrimRight(text[:at], " \t\r\n,"))
	if from+len(brackets) >= at {
		for _, b := range brackets {
			text[b] = ' '
		}
		return
	}
	for i := range brackets {
		text[from+i] = closing[text[brackets[len(brackets)-1-i]]]
	}
}

// brokenLine is where the last line before an offset begins that still says
// something, -1 for none.
func brokenLine(text []byte, at int) int {
	for at > 0 {
		at = bytes.LastIndexByte(text[:at-1], '\n') + 1
		if hasCode(text[at:]) {
			return at
		}
	}
	return -1
}

var emptied = []byte("pass")

func hasCode(line []byte) bool {
	line = bytes.TrimSpace(line[:lineLength(line)])
	return len(line) > 0 && !bytes.Equal(line, emptied)
}

// emptyLine puts a statement that does nothing where a line has text.
func emptyLine(text []byte, at int) {
	line := text[at : at+lineLength(text[at:])]
	line = line[indentation(line):]
	n := copy(line, emptied)
	if n < len(emptied) {
		n = 0
	}
	blank(line, n, len(line))
}
