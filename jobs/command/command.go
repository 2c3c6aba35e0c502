// Package command reads the questions out of a comment.
//
// It owns what counts as a question: a line of the comment's own text that
// begins with /ask. The comment is read as Markdown, so that what stands in
// code, a quote, a list or HTML asks nothing. What follows the command, up to
// the next one or the end, is the question, word for word.
//
// Anyone can write a comment, so it promises to be quick with any: a tenth of
// a second for the longest that GitHub takes.
package command

import (
	"bytes"
	"crypto/sha256"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// word begins a question.
const word = "/ask"

// MaxQuestions bounds what one comment may ask.
const MaxQuestions = 5

// markdown reads blocks, and of what lies in a line only that which can hide a
// command: code and HTML. Links and emphasis can't, and take quadratic time.
var markdown = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(util.Prioritized(parser.NewCodeSpanParser(), 100), util.Prioritized(parser.NewRawHTMLParser(), 200)),
)

// atLineStart finds what looks like a command. Most comments have none, and
// are spared the parser.
var atLineStart = regexp.MustCompile(`(?im)^[ \t]*(/ask)([\s:]|$)`)

// Questions are the questions of a comment in order, at most MaxQuestions. A
// command with nothing behind it is an empty question.
func Questions(comment string) []string {
	comment = strings.ReplaceAll(comment, "\r\n", "\n")
	looks := atLineStart.FindAllStringSubmatchIndex(comment, -1)
	if looks == nil {
		return nil
	}
	starts := commands([]byte(comment), looks)
	var questions []string
	for i, start := range starts {
		end := len(comment)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		questions = append(questions, question(comment[start:end]))
	}
	return questions[:min(len(questions), MaxQuestions)]
}

// Hash identifies questions.
func Hash(questions []string) []byte {
	h := sha256.New()
	for _, q := range questions {
		h.Write([]byte(q))
		h.Write([]byte{0})
	}
	return h.Sum(nil)
}

func question(s string) string {
	s = s[len(word):]
	return strings.TrimSpace(strings.TrimPrefix(s, ":"))
}

// commands are those of the places that look like one which are text of the
// comment's own.
func commands(source []byte, looks [][]int) (starts []int) {
	own := map[int]bool{}
	doc := markdown.Parse(text.NewReader(shallow(source)))
	for block := doc.FirstChild(); block != nil; block = block.NextSibling() {
		// A heading too: a line of dashes below a question makes one of it.
		if block.Kind() != ast.KindParagraph && block.Kind() != ast.KindHeading {
			continue
		}
		for inline := block.FirstChild(); inline != nil; inline = inline.NextSibling() {
			if t, ok := inline.(*ast.Text); ok {
				own[t.Segment.Start] = true
			}
		}
	}
	for _, look := range looks {
		if at := look[2]; own[at] {
			starts = append(starts, at)
		}
	}
	return starts
}

// maxNesting bounds the markers of quotes and lists at the start of a line:
// each opens a block in the one before it, and deep nests take quadratic time.
const maxNesting = 300

// shallow blots out the markers beyond maxNesting; every byte keeps its place.
func shallow(source []byte) []byte {
	out := bytes.Clone(source)
	for start := 0; start < len(out); {
		end := start + bytes.IndexByte(out[start:], '\n')
		if end < start {
			end = len(out)
		}
		line := out[start:end]
		markers := len(line) - len(bytes.TrimLeft(line, " \t>*+-.)0123456789"))
		for i := maxNesting; i < markers; i++ {
			line[i] = 'x'
		}
		start = end + 1
	}
	return out
}
