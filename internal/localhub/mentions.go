package localhub

import (
	"html/template"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// reference is what GitHub gives a meaning of its own in text: @name, #1 and
// owner/name#1.
var reference = regexp.MustCompile(`(^|[\s(\[,;:/"'])(@[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?\b|(?:[\w.-]+/[\w.-]+)?#[0-9]{1,9}\b)`)

// markReferences marks people and links issues in sanitised HTML, outside of
// code and links, and lists what it found. GitHub does so on HTML too, so raw
// tags hide nothing.
func markReferences(repo, safe string) (marked string, found []string) {
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(safe))
	literal := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out.String(), found
		}
		raw := string(z.Raw())
		name, _ := z.TagName()
		switch {
		case kind == html.StartTagToken && isLiteral(string(name)):
			literal++
		case kind == html.EndTagToken && isLiteral(string(name)):
			literal--
		case kind == html.TextToken && literal == 0:
			raw = reference.ReplaceAllStringFunc(raw, func(match string) string {
				parts := reference.FindStringSubmatch(match)
				found = append(found, parts[2])
				return parts[1] + referenceHTML(repo, parts[2])
			})
		}
		out.WriteString(raw)
	}
}

func isLiteral(tag string) bool { return tag == "a" || tag == "code" || tag == "pre" }

func referenceHTML(repo, word string) string {
	if word[0] == '@' {
		return "<strong>" + word + "</strong>"
	}
	of, number, _ := strings.Cut(word, "#")
	set(&of, repo)
	return `<a href="/` + of + `/issues/` + number + `">` + word + `</a>`
}

// renderComment turns a comment into safe HTML: line breaks are kept, and
// people and issues that it names are marked.
func renderComment(repo, text string) template.HTML {
	marked, _ := markReferences(repo, render(gfmComment, text))
	return template.HTML(marked) //nolint:gosec // sanitised by render
}

// Mentions lists what a comment's text notifies or links on GitHub (@name, #1,
// owner/name#1), in order.
func (h *Hub) Mentions(commentID int64) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.comments[commentID]
	if c == nil {
		return nil
	}
	_, found := markReferences(h.fullName(), render(gfmComment, c.body))
	return found
}
