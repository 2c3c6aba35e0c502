package render

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// Answer writes an answer's claims as a list, each with its citations as
// links, and a foot that says what it stands on, in at most max bytes. base is
// the repository's web address.
func Answer(a code.Answer, base string, max int) string {
	var blocks []string
	if a.Status == code.Abstained {
		blocks = abstention(a, base)
	}
	for _, c := range a.Claims {
		line := "- " + Inert(oneLine(c.Sentence))
		for _, i := range c.Citations {
			at := a.Citations[i]
			line += " " + Link(Range(at.Path, at.StartLine, at.EndLine), at.URL)
		}
		blocks = append(blocks, line+"\n")
	}
	foot := foot(a, base)
	return Budget(max-len(foot), blocks, func(left int) string {
		if left == 0 {
			return ""
		}
		return fmt.Sprintf("\n… %d more %s left out.\n", left, plural(left, "statement is", "statements are"))
	}) + foot
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// foot says which commit the answer is of, who wrote it, and what was dropped.
func foot(a code.Answer, base string) string {
	at := Code(short(a.SHA))
	if base != "" {
		at = fmt.Sprintf("[%s](%s/tree/%s)", at, strings.TrimSuffix(base, "/"), a.SHA)
	}
	text := "At " + at + ". "
	if a.Models.LLM == "" {
		text += "Composed from the code graph; no language model took part."
	} else {
		text += "Drafted by " + Code(a.Models.LLM) + "; every statement was checked against the cited lines."
	}
	if n := len(a.Dropped); n > 0 && a.Status != code.Abstained {
		text += fmt.Sprintf(" %d drafted %s left out.", n, plural(n, "statement was", "statements were"))
	}
	return "\n<sub>" + text + "</sub>\n"
}

// maxNearest bounds the pieces that an abstention points at.
const maxNearest = 5

// abstention says what could not be found and what was looked at.
func abstention(a code.Answer, base string) []string {
	c := a.Coverage
	blocks := []string{
		fmt.Sprintf("I found nothing in this repository at %s that answers the question and can be shown by its lines.\n\n", Code(short(a.SHA))),
		fmt.Sprintf("Looked at: %d files (%d skipped), %d pieces of text, %d references of which %d are bound.\n", c.Files, c.Skipped, c.Chunks, c.References, c.Bound),
	}
	for _, e := range a.Evidence[:min(maxNearest, len(a.Evidence))] {
		blocks = append(blocks, "- nearest: "+Link(Range(e.Path, e.StartLine, e.EndLine), Permalink(base, a.SHA, e.Path, e.StartLine, e.EndLine))+"\n")
	}
	if n := len(a.Dropped); n > 0 {
		blocks = append(blocks, fmt.Sprintf("\n%d drafted %s left out: the citations do not show what was said.\n", n, plural(n, "sentence was", "sentences were")))
	}
	return blocks
}
