package localhub

import (
	"bytes"
	"html/template"
	"regexp"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// gfm renders files as GitHub does: its extensions, raw HTML let through to
// the sanitiser.
var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))

// gfmComment renders comments, where a line break is one.
var gfmComment = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(alerts()),
	goldmark.WithRendererOptions(html.WithHardWraps(), html.WithUnsafe()),
)

var sanitiser = newSanitiser()

// newSanitiser allows what GitHub allows: structure, tables, details, task
// lists, links; no scripts, styles, forms, ids, or classes but the language of
// code.
func newSanitiser() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.AllowElements("details", "summary", "input")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").OnElements("input")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[\w+#-]+$`)).OnElements("code")
	p.AllowAttrs("align").OnElements("td", "th", "p", "div", "h1", "h2", "h3", "img")
	return p
}

// render turns Markdown into sanitised HTML.
func render(md goldmark.Markdown, text string) string {
	var out bytes.Buffer
	if err := md.Convert([]byte(text), &out); err != nil {
		return "<pre>" + template.HTMLEscapeString(text) + "</pre>"
	}
	return sanitiser.Sanitize(out.String())
}
