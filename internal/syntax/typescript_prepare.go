package syntax

import (
	"bytes"
	"regexp"
)

// typescriptPrepare changes what the grammar cannot read into what it can, as
// long as before: words that it does not know become blanks, and a
// call signature on a line of its own gets the semicolon that the line before
// lacks.
func typescriptPrepare(source []byte) []byte {
	variance := tsUnknownWord.FindAllSubmatchIndex(source, -1)
	signatures := tsCallSignature.FindAllIndex(source, -1)
	if variance == nil && signatures == nil {
		return source
	}
	text := append([]byte(nil), source...)
	for _, p := range variance {
		for g := 2; g < len(p); g += 2 {
			blank(text, p[g], p[g+1])
		}
	}
	for _, p := range signatures {
		if at := p[0] + bytes.IndexByte(source[p[0]:p[1]], '<') - 1; source[at] == ' ' || source[at] == '\t' {
			if endsMember(source[:p[0]]) {
				text[at] = ';'
			}
		}
	}
	return text
}

// Variance annotations, and the word in "export type * from". No expression
// has these words behind a bracket or a comma, and what is blanked within a
// string stays as long.
var tsUnknownWord = regexp.MustCompile(`[<,](?:\s|//[^\n]*\n|/\*[^*]*(?:\*+[^*/][^*]*)*\*+/)*\b(in\s+out|in|out)\s+[A-Za-z_$]|\bexport\s+(type)\s*\*`)

func blank(text []byte, from, to int) {
	for i := from; i >= 0 && i < to; i++ {
		if c := text[i]; c != '\n' && c != '\r' && c != '\t' {
			text[i] = ' '
		}
	}
}

// The type parameters of a call signature at the beginning of a line.
var tsCallSignature = regexp.MustCompile(`(?m)^[ \t]+<\s*(?:const\s+)?[A-Za-z_$][\w$]*(?:\s+extends\b|\s*[,=>])`)

// endsMember reports whether the last code of text, over comment lines, may be
// the end of a member without a semicolon.
func endsMember(text []byte) bool {
	for len(text) > 0 {
		text = bytes.TrimRight(text, " \t\r\n")
		start := bytes.LastIndexByte(text, '\n') + 1
		line := bytes.TrimLeft(text[start:], " \t")
		if !bytes.HasPrefix(line, []byte("//")) && !bytes.HasPrefix(line, []byte("*")) && !bytes.HasPrefix(line, []byte("/*")) {
			break
		}
		text = text[:start]
	}
	if len(text) == 0 {
		return false
	}
	last := text[len(text)-1]
	return last == ')' || last == ']' || last == '}' || last == '>' || last == '\'' || last == '"' || last == '_' || last == '$' ||
		last >= '0' && last <= '9' || last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z'
}
