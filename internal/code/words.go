package code

import (
	"strings"
	"unicode"
)

// Words splits an identifier into its lower-case words: "getHTTPServer_v2" is
// get, http, server, v2.
func Words(identifier string) []string {
	var out []string
	runes := []rune(identifier)
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r == '_':
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
		}
	}
	flush(len(runes))
	return out
}
