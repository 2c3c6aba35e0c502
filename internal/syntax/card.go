package syntax

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// cardBytes bounds a card: some 96 tokens of an English word-piece vocabulary.
const cardBytes = 420

// Card is the text that is embedded for a chunk: the path's words, the
// qualified name, signature, doc, and the identifiers of its lines in the
// order of their first use, as far as there is room.
func Card(path, prefix string, facts *code.Facts, source *cst.Tree, c code.Chunk) string {
	var b strings.Builder
	b.WriteString(strings.Join(code.PathWords(path), " "))
	if c.Symbol > 0 && c.Symbol < len(facts.Symbols) {
		s := facts.Symbols[c.Symbol]
		b.WriteString("\n" + Qualify(prefix, s.Local) + "\n" + cut(s.Signature, 120) + "\n" + cut(fold(s.Doc), 180))
	}
	b.WriteByte('\n')
	seen := map[string]bool{}
	for l := c.StartLine; l <= c.EndLine && b.Len() < cardBytes; l++ {
		addIdentifiers(&b, seen, string(source.Line(l)))
	}
	return cut(b.String(), cardBytes)
}

func addIdentifiers(b *strings.Builder, seen map[string]bool, line string) {
	for _, w := range strings.FieldsFunc(line, notIdentifier) {
		if len(w) < 3 || len(w) > maxWord || seen[w] {
			continue
		}
		seen[w] = true
		b.WriteString(strings.Join(code.Words(w), " "))
		b.WriteByte(' ')
	}
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
