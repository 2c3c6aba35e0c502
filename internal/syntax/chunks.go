package syntax

import (
	"bytes"
	"sort"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// chunks cuts a file of some lines into pieces: each function, method or
// small type by itself, long ones in windows, and windows over what lies
// between. No line lies in two chunks, and lines without a word that stand by
// themselves lie in none.
func chunks(symbols []code.Symbol, tree *cst.Tree) []code.Chunk {
	lines := tree.Lines()
	owner := make([]int, lines+2)
	for _, i := range outerFirst(symbols) {
		s := symbols[i]
		if !ownsLines(s, symbols) {
			continue
		}
		for l := firstLine(tree, s); l <= min(s.Span.End.Line, lines); l++ {
			owner[l] = i
		}
	}
	var out []code.Chunk
	for start := 1; start <= lines; {
		end := start
		for end < lines && owner[end+1] == owner[start] {
			end++
		}
		if anyWord(tree, start, end) {
			out = append(out, windows(start, end, owner[start])...)
		}
		start = end + 1
	}
	return out
}

// anyWord: something in these lines can be searched for.
func anyWord(tree *cst.Tree, start, end int) bool {
	for l := start; l <= end; l++ {
		if bytes.ContainsFunc(tree.Line(l), func(r rune) bool { return !notIdentifier(r) }) {
			return true
		}
	}
	return false
}

// firstLine is where a symbol's chunk begins: with the comments and
// annotations that stand right above it.
func firstLine(tree *cst.Tree, s code.Symbol) int {
	l := max(s.Span.Start.Line, 1)
	for l > 1 && leadsIn(tree.Dialect, bytes.TrimSpace(tree.Line(l-1))) {
		l--
	}
	return l
}

func leadsIn(dialect string, line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '/':
		return len(line) > 1 && (line[1] == '/' || line[1] == '*')
	case '*', '@':
		return true
	case '#':
		return dialect != "c" && dialect != "cpp" && dialect != "csharp"
	}
	return false
}

// ownsLines: a field's line belongs to the type or module around it, and a
// function within a function to the outer one.
func ownsLines(s code.Symbol, symbols []code.Symbol) bool {
	switch s.Kind {
	case code.Class, code.Interface, code.Enum, code.Function, code.Method:
		for p := s.Parent; p > 0; p = symbols[p].Parent {
			if symbols[p].Kind.Callable() {
				return false
			}
		}
		return true
	}
	return false
}

func outerFirst(symbols []code.Symbol) []int {
	order := make([]int, 0, len(symbols))
	for i := 1; i < len(symbols); i++ {
		order = append(order, i)
	}
	sort.SliceStable(order, func(a, b int) bool {
		return symbols[order[a]].Span.Lines() > symbols[order[b]].Span.Lines()
	})
	return order
}

// windows cuts lines start to end into pieces of nearly equal size.
func windows(start, end, symbol int) []code.Chunk {
	n := end - start + 1
	pieces := (n + code.MaxChunkLines - 1) / code.MaxChunkLines
	var out []code.Chunk
	for i := range pieces {
		from, to := start+i*n/pieces, start+(i+1)*n/pieces-1
		out = append(out, code.Chunk{StartLine: from, EndLine: to, Symbol: symbol})
	}
	return out
}
