package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestStem(t *testing.T) {
	for stem, words := range map[string]string{
		"valid": "valid validate validates validated validating validator validation",
		"handl": "handle handles handled handler handlers handling",
		"pars":  "parse parser parsed parsing",
		"stop":  "stop stops stopped stopping",
		"call":  "call calls called caller",
		"iter":  "iterate iterator iteration",
		"need":  "need needed needs",
		"get":   "get gets",
	} {
		for w := range strings.FieldsSeq(words) {
			if got := Stem(w); got != stem {
				t.Errorf("%s is %s, want %s", w, got, stem)
			}
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"getUserByID(x)":        "getuserbyid get user by id x",
		"_cached_values":        "cached_values cach valu",
		"if a.b != \"naïve\" {": "if a b naïv",
	} {
		if got := strings.Join(Terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"", "HTTPServer", "____", "\xff", "日本語のテキスト", strings.Repeat("a", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, term := range Terms(text) {
			if term == "" || strings.ContainsAny(term, " \t\n'\\") || utf8.ValidString(text) && !utf8.ValidString(term) {
				t.Errorf("%q of %q", term, text)
			}
		}
	})
}
