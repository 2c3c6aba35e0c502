package render

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM))

var active = regexp.MustCompile(`@[A-Za-z0-9_-]|#\d|(?i:\bGH-\d)`)

// acts is what a reader's browser or GitHub would do at a piece of Markdown,
// "" for nothing.
func acts(markdown string) string {
	source := []byte(markdown)
	found := ""
	_ = ast.Walk(gfm.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindLink, ast.KindImage, ast.KindAutoLink, ast.KindRawHTML, ast.KindHTMLBlock, ast.KindHeading,
			ast.KindFencedCodeBlock, ast.KindCodeBlock, ast.KindBlockquote, ast.KindThematicBreak, extast.KindTable, extast.KindTaskCheckBox:
			found = n.Kind().String()
			return ast.WalkStop, nil
		case ast.KindCodeSpan:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	if found == "" {
		found = active.FindString(shownText(source))
	}
	return found
}

// shownText is the text outside code as it is shown, entities and escapes read.
func shownText(source []byte) string {
	var b strings.Builder
	_ = ast.Walk(gfm.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindCodeSpan {
			if entering {
				b.WriteByte(' ')
			}
			return ast.WalkSkipChildren, nil
		}
		if t, ok := n.(*ast.Text); ok && entering {
			b.WriteString(unescaped(string(t.Segment.Value(source))))
			if t.SoftLineBreak() || t.HardLineBreak() {
				b.WriteByte('\n')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

var escaped = regexp.MustCompile(`\\([!-/:-@\[-\x60{-~])`)

func unescaped(s string) string {
	s = escaped.ReplaceAllString(s, "$1")
	return strings.NewReplacer("&lt;", "<", "&amp;", "&").Replace(s)
}

func TestInert(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain text stays", "It pays *twice* and **logs**.", "It pays *twice* and **logs**."},
		{"a picture", "See ![alt](https://evil.example/p.png?q=secret) here", "See alt here"},
		{"a link", "See [the docs](https://evil.example) here", "See the docs here"},
		{"a reference link", "See [the docs][1] here", "See the docs here"},
		{"a definition", "[1]: https://evil.example", ""},
		{"nested brackets", "[a[b]](https://evil.example/x)", `\[a\[b\]\](` + "(address removed))"},
		{"a bare address", "at https://evil.example/a?b=c now", "at (address removed) now"},
		{"after a sign", "_https://evil.example_", "_(address removed)"},
		{"a bare host", "at www.evil.example now", "at (address removed) now"},
		{"an autolink", "<https://evil.example>", "&lt;(address removed)>"},
		{"HTML", "<img src=x onerror=y> <b>", "&lt;img src=x onerror=y> &lt;b>"},
		{"a comment", "<!-- hidden -->", "&lt;!-- hidden -->"},
		{"an entity", "&#64;admin", "&amp;#\u200b64;admin"},
		{"a mention", "ask @admin", "ask @\u200badmin"},
		{"a team", "ask @org/team", "ask @\u200borg/team"},
		{"an email", "mail a@b.example", "mail a@\u200bb.example"},
		{"an issue", "fixes #1", "fixes #\u200b1"},
		{"an issue elsewhere", "org/repo#12", "org/repo#\u200b12"},
		{"the old form", "GH-7", "GH-\u200b7"},
		{"code stays", "call `@Override` and `#1` of `[x](y)`", "call `@Override` and `#1` of `[x](y)`"},
		{"code in longer quotes", "``a ` @b``", "``a ` @b``"},
		{"an open quote is no code", "a ` @admin", "a \\` @\u200badmin"},
		{"an escaped quote is one all the same", "\\`@admin`", "\\\\`@admin`"},
		{"code does not cross lines", "`a\n@admin`", "\\`a\n@\u200badmin\\`"},
		{"a heading", "# Title", `\# Title`},
		{"a quote", "> quoted", `\> quoted`},
		{"a fence", "~~~", `\~\~\~`},
		{"a numbered item", "1. one", `1\. one`},
		{"indented code", "    @admin", "@\u200badmin"},
		{"a task", "[ ] do it", `\[ \] do it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Inert(c.text)
			if got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if what := acts("- " + strings.ReplaceAll(got, "\n", "\n- ")); what != "" {
				t.Errorf("%q acts: %s", got, what)
			}
		})
	}
}

func TestEscape(t *testing.T) {
	for _, s := range []string{"a_b*c", "[x](https://evil.example)", "@admin #1 GH-2", "<b>", "`code`", "&#64;x", "a|b", "~~x~~", "![p](q)"} {
		if what := acts("x " + Escape(s)); what != "" {
			t.Errorf("%q acts: %s", Escape(s), what)
		}
	}
}

var seeds = []string{"[a](b)", "![a](b)", "`a` @b", "``", "<a href=\"`\">@b`", "\\`@b`", "[a]: b", "&#64;b", "https://x.y", "www.x.y", "#1", "1. a",
	"- - # a", "\t a", "a\n\n    b", "*`*@b", "[[a](b)](c)", "<!--", "\\[a](b)", "a\\", "http://a@b", "x@y.z", "~~~", "$$"}

func FuzzInert(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range strings.Split(Inert(s), "\n") {
			if what := acts("- " + line + "\n"); what != "" {
				t.Errorf("%q became %q, which acts: %s", s, line, what)
			}
		}
	})
}

func FuzzEscape(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if what := acts("x" + Escape(oneLine(s)) + "\n"); what != "" {
			t.Errorf("%q became %q, which acts: %s", s, Escape(s), what)
		}
	})
}
