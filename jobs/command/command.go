// Package command reads the questions out of a comment.
//
// It owns what counts as a question: a line of the comment's own text that
// begins with /ask. The comment is read as Markdown, so that what stands in
// code, a quote, a list or HTML asks nothing. What follows the command, up to
// the next one or the end, is the question, word for word.
package command

import (
	"crypto/sha256"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// word begins a question.
const word = "/ask"

// MaxQuestions bounds what one comment may ask.
const MaxQuestions = 5

var markdown = goldmark.DefaultParser()

// Questions are the questions of a comment in order, at most MaxQuestions. A
// command with nothing behind it is an empty question.
func Questions(comment string) []string {
	comment = strings.ReplaceAll(comment, "\r\n", "\n")
	if !mayAsk(comment) {
		return nil
	}
	starts := commands([]byte(comment))
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

// mayAsk spares most comments the parser.
func mayAsk(comment string) bool { return strings.Contains(strings.ToLower(comment), word) }

func question(s string) string {
	s = s[len(word):]
	return strings.TrimSpace(strings.TrimPrefix(s, ":"))
}

// commands are the places at which a command begins.
func commands(source []byte) (starts []int) {
	doc := markdown.Parse(text.NewReader(source))
	for block := doc.FirstChild(); block != nil; block = block.NextSibling() {
		// A heading too: a line of dashes below a question makes one of it.
		// One that begins with # is not at the start of its line.
		if block.Kind() != ast.KindParagraph && block.Kind() != ast.KindHeading {
			continue
		}
		for inline := block.FirstChild(); inline != nil; inline = inline.NextSibling() {
			t, ok := inline.(*ast.Text)
			if ok && atLineStart(source, t.Segment.Start) && isCommand(source[t.Segment.Start:]) {
				starts = append(starts, t.Segment.Start)
			}
		}
	}
	return starts
}

func atLineStart(source []byte, at int) bool {
	for at > 0 && (source[at-1] == ' ' || source[at-1] == '\t') {
		at--
	}
	return at == 0 || source[at-1] == '\n'
}

func isCommand(line []byte) bool {
	if len(line) < len(word) || !strings.EqualFold(string(line[:len(word)]), word) {
		return false
	}
	next, _ := utf8.DecodeRune(line[len(word):])
	return len(line) == len(word) || strings.ContainsRune(" \t\n\r:", next)
}
