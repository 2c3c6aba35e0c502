package syntax

import (
	"strings"
	"unicode"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// ChunkTerms are the terms of one chunk by field, as they are indexed.
func ChunkTerms(facts *code.Facts, source *cst.Tree, c code.Chunk) code.Terms {
	t := code.Terms{}
	if s := facts.Symbols[c.Symbol]; c.Symbol > 0 {
		addTerms(t, code.FieldName, s.Local)
		addTerms(t, code.FieldSignature, s.Signature)
		if p := facts.Symbols[s.Parent]; s.Parent > 0 {
			addTerms(t, code.FieldSignature, p.Signature)
		}
		addTerms(t, code.FieldProse, s.Doc)
	}
	for l := c.StartLine; l <= c.EndLine; l++ {
		addTerms(t, code.FieldBody, string(source.Line(l)))
	}
	return t
}

func addTerms(t code.Terms, field code.TermField, text string) {
	for _, w := range Terms(text) {
		counts := t[w]
		counts[field]++
		t[w] = counts
	}
}

// maxWord bounds an indexed word: longer runs are data, not words.
const maxWord = 64

// Terms are the words that text is searched by, in order: each identifier
// whole and its parts (split at case, digits and underscores), lower-case,
// the parts reduced to their stems. Index and query share it.
func Terms(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, notIdentifier) {
		if len(w) > maxWord {
			continue
		}
		parts := code.Words(w)
		if len(parts) > 1 {
			if whole := strings.ToLower(strings.Trim(w, "_")); whole != "" {
				out = append(out, whole)
			}
		}
		for _, p := range parts {
			out = append(out, Stem(p))
		}
	}
	return out
}

// Stem takes English endings from a word as far as it can be done without a
// dictionary, so that what a verb does, who does it and what comes of it meet:
// validate, validates, validated, validating, validator and validation are
// all valid. It goes further than Porter's, since code is made of agents
// ("handler", "iterator").
func Stem(w string) string {
	if len(w) < 4 {
		return w
	}
	w = singular(w)
	for _, end := range []string{"ing", "ed"} {
		if stem := strings.TrimSuffix(w, end); stem != w && len(stem) >= 3 && !strings.HasSuffix(stem, "e") && strings.ContainsAny(stem, "aeiouy") {
			w = single(stem)
			break
		}
	}
	for _, end := range []string{"ation", "ator", "ate", "at", "ion", "er", "or"} {
		if stem := strings.TrimSuffix(w, end); stem != w && len(stem) >= 4 {
			w = single(stem)
			break
		}
	}
	if len(w) > 4 {
		return strings.TrimSuffix(w, "e")
	}
	return w
}

func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}

// single undoes the doubling before an ending: "stopp" is stop, "call" stays.
func single(stem string) string {
	n := len(stem)
	if n > 3 && stem[n-1] == stem[n-2] && strings.IndexByte("bdgmnprt", stem[n-1]) >= 0 {
		return stem[:n-1]
	}
	return stem
}

func notIdentifier(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
