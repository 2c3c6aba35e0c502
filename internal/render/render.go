// Package render writes answers and reports as GitHub Markdown within
// GitHub's limits. Text from a repository, a person or a model is made inert:
// it can notify nobody, link nothing and load nothing. It is pure.
package render

import (
	"fmt"
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxComment is the budget of a comment in bytes; GitHub takes 65,536
// characters.
const MaxComment = 60_000

// Permalink links to lines of a file at a commit. base is the repository's
// web address ("https://github.com/o/r"); without one there is no link, "".
func Permalink(base, sha, file string, start, end int) string {
	if base == "" {
		return ""
	}
	segments := strings.Split(file, "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.PathEscape(s), "'", "%27")
	}
	link := fmt.Sprintf("%s/blob/%s/%s", strings.TrimSuffix(base, "/"), sha, strings.Join(segments, "/"))
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".rst", ".adoc", ".asciidoc", ".asc", ".textile", ".rdoc", ".org", ".creole",
		".mediawiki", ".wiki", ".pod", ".ipynb", ".csv", ".tsv", ".svg", ".geojson", ".stl":
		link += "?plain=1" // the rendered view has no lines
	}
	if end > start {
		return fmt.Sprintf("%s#L%d-L%d", link, start, end)
	}
	return fmt.Sprintf("%s#L%d", link, start)
}

// Link is a Markdown link whose text is made safe; without an address the
// text alone.
func Link(text, address string) string {
	if address == "" {
		return Code(text)
	}
	return "[" + Escape(text) + "](" + strings.NewReplacer("(", "%28", ")", "%29").Replace(address) + ")"
}

// Range is how lines are written: "path:1-9" or "path:1".
func Range(file string, start, end int) string {
	if end > start {
		return fmt.Sprintf("%s:%d-%d", file, start, end)
	}
	return fmt.Sprintf("%s:%d", file, start)
}

// Code is a code span around s, whatever backquotes s holds (CommonMark 0.31,
// section 6.1).
func Code(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	if s == "" {
		return ""
	}
	longest, run := 0, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

var special = regexp.MustCompile("[\\\\`*_{}\\[\\]()<>#+!|~&-]")

// Escape makes text plain: no character of it is Markdown, a mention or a
// reference.
func Escape(s string) string {
	return special.ReplaceAllString(breakMentions(s), `\$0`)
}

// zeroWidth keeps GitHub from reading a mention or a reference.
const zeroWidth = "\u200b"

var (
	mention   = regexp.MustCompile(`@([\pL\pN_-])`)
	reference = regexp.MustCompile(`(?i)(#|\bGH-)(\pN)`)
)

func breakMentions(s string) string {
	s = mention.ReplaceAllString(s, "@"+zeroWidth+"$1")
	return reference.ReplaceAllString(s, "$1"+zeroWidth+"$2")
}

var (
	image      = regexp.MustCompile(`!\[([^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])`)
	link       = regexp.MustCompile(`\[([^\]\n]*)\](?:\([^)\n]*\)|\[[^\]\n]*\])`)
	definition = regexp.MustCompile(`^ {0,3}\[[^\]\n]+\]:.*$`)
	address    = regexp.MustCompile(`(?i)(?:https?|ftp)://[^\s<>)\x60]*`)
	bareHost   = regexp.MustCompile(`(?i)(^|[^\pL\pN.])www\.[^\s<>)\x60]*`)
	blockStart = regexp.MustCompile(`^(\s*)([>+=|-]|#{1,6}(?:\s|$)|[*_](?:\s|[*_ ]+$)|\d+[.)])`)
	indent     = regexp.MustCompile(`^(?: {4,}|\t)\s*`)
)

// Inert takes every picture, link, tag, mention and reference out of Markdown
// that a model or a person wrote, line by line: emphasis and code spans stay,
// since GitHub reads nothing in code; a line can begin no block.
func Inert(markdown string) string {
	lines := strings.Split(strings.ReplaceAll(markdown, "\r", "\n"), "\n")
	for i, line := range lines {
		lines[i] = inertLine(line)
	}
	return strings.Join(lines, "\n")
}

func inertLine(line string) string {
	line = definition.ReplaceAllString(line, "")
	line = indent.ReplaceAllString(line, "")
	if m := blockStart.FindStringSubmatchIndex(line); m != nil {
		// The mark's last sign is escaped: "1." is one by its full stop.
		at := m[4]
		if c := line[at]; c >= '0' && c <= '9' {
			at = m[5] - 1
		}
		return inertSpans(line[:at]) + `\` + line[at:at+1] + inertSpans(line[at+1:])
	}
	return inertSpans(line)
}

func inertSpans(s string) string {
	var b strings.Builder
	for rest := s; rest != ""; {
		before, span, after := cutSpan(rest)
		b.WriteString(inertText(before))
		b.WriteString(span)
		rest = after
	}
	return b.String()
}

// escapes come after what is taken out for its form: whatever is left of
// brackets, tags and entities is text.
var escapes = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", "&lt;", "&", "&amp;", "~", `\~`)

func inertText(s string) string {
	s = image.ReplaceAllString(s, "$1")
	s = link.ReplaceAllString(s, "$1")
	s = address.ReplaceAllString(s, "(address removed)")
	s = bareHost.ReplaceAllString(s, "$1(address removed)")
	return escapes.Replace(breakMentions(s))
}

// cutSpan cuts the first code span off: what is before it, the span, the rest.
func cutSpan(s string) (before, span, after string) {
	open := strings.IndexByte(s, '`')
	if open < 0 {
		return s, "", ""
	}
	n := 0
	for open+n < len(s) && s[open+n] == '`' {
		n++
	}
	fence := s[open : open+n]
	for at := open + n; at < len(s); {
		i := strings.Index(s[at:], fence)
		if i < 0 {
			break
		}
		at += i
		end := at + n
		if end == len(s) || s[end] != '`' {
			return s[:open], s[open:end], s[end:]
		}
		for end < len(s) && s[end] == '`' {
			end++
		}
		at = end
	}
	return s[:open], strings.Repeat("\\`", n), s[open+n:]
}

// Budget joins blocks while they fit in n bytes, whole blocks alone, and says
// with more(k) how many were left out.
func Budget(n int, blocks []string, more func(left int) string) string {
	size := 0
	for _, block := range blocks {
		size += len(block)
	}
	if size <= n {
		return strings.Join(blocks, "")
	}
	var b strings.Builder
	for i, block := range blocks {
		tail := more(len(blocks) - i)
		if b.Len()+len(block)+len(more(len(blocks)-i-1)) > n {
			if b.Len()+len(tail) <= n {
				b.WriteString(tail)
			}
			break
		}
		b.WriteString(block)
	}
	return b.String()
}

// Clip shortens one line of text to n bytes at a letter's border.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := s[:n]
	for !utf8.ValidString(cut) && len(cut) > 0 {
		cut = cut[:len(cut)-1]
	}
	return cut + "…"
}
