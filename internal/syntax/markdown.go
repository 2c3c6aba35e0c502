package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// markdownFacts cuts a Markdown file at its headings (ATX and setext,
// CommonMark 0.31, sections 4.2 and 4.3), outside fences.
func markdownFacts(source []byte) code.Facts {
	tree := cst.NewTree("markdown", source)
	b := newBuilder(tree)
	f := code.Facts{Dialect: "markdown", Symbols: b.symbols, Lines: tree.Lines()}
	start, fence := 1, ""
	for n := 1; n <= f.Lines; n++ {
		line := strings.TrimRight(string(tree.Line(n)), " \t\r")
		fence = insideFence(fence, line)
		if fence == "" && n > start && isHeading(tree, n, line) {
			f.Chunks = append(f.Chunks, windows(start, n-1, 0)...)
			start = n
		}
	}
	if start <= f.Lines {
		f.Chunks = append(f.Chunks, windows(start, f.Lines, 0)...)
	}
	return f
}

func isHeading(tree *cst.Tree, n int, line string) bool {
	hashes := len(line) - len(strings.TrimLeft(line, "#"))
	if hashes >= 1 && hashes <= 6 && (len(line) == hashes || line[hashes] == ' ') {
		return true
	}
	under := strings.TrimSpace(string(tree.Line(n + 1)))
	return line != "" && len(under) >= 3 && (strings.Trim(under, "=") == "" || strings.Trim(under, "-") == "")
}

// insideFence is the fence that is open after a line, "" for none.
func insideFence(open, line string) string {
	text := strings.TrimLeft(line, " ")
	for _, mark := range []string{"```", "~~~"} {
		if !strings.HasPrefix(text, mark) {
			continue
		}
		if open == "" {
			return mark
		}
		if open == mark {
			return ""
		}
	}
	return open
}
