package code

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// PathWords are the names of a path's parts and the words of them, lower-case,
// without stemming: "src/json_provider.py" is src, json_provider, json,
// provider, py.
func PathWords(path string) []string {
	seen := map[string]bool{}
	var out []string
	add := func(w string) {
		if w = strings.ToLower(w); w != "" && len(w) <= 64 && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("/. -+@()[]{}'\"\\:;,#%!?&=~$^`|<>*\t\n", r) }) {
		add(part)
		for _, w := range Words(part) {
			add(w)
		}
	}
	return out
}

// PathText is a path as Plumbline names it: as git has it where that is UTF-8,
// else with the odd bytes escaped as \xNN and backslashes doubled.
func PathText(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, p[i])
		case r == '\\':
			b.WriteString(`\\`)
		default:
			b.WriteString(p[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Folder is the folder of a path, "" for the root.
func Folder(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }
