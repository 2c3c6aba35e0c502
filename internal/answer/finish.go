package answer

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/render"
)

// finish decides the status and writes the Markdown.
func finish(r Request, out *code.Answer) {
	switch {
	case len(out.Claims) == 0:
		out.Status = code.Abstained
	case len(out.Dropped) > 0 || len(r.Symbols) == 0 && out.Models.LLM == "":
		out.Status = code.Partial
	default:
		out.Status = code.Answered
	}
	out.Markdown = markdown(r, out)
}

// markdown writes the claims as a list, each with its citations as links.
func markdown(r Request, out *code.Answer) string {
	if out.Status == code.Abstained {
		return abstention(r, out)
	}
	var b strings.Builder
	for _, c := range out.Claims {
		b.WriteString("- " + render.Inert(c.Sentence))
		for _, i := range c.Citations {
			at := out.Citations[i]
			b.WriteString(" " + render.Link(render.Range(at.Path, at.StartLine, at.EndLine), at.URL))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// abstention says what could not be found and what was looked at.
func abstention(r Request, out *code.Answer) string {
	c := r.Snapshot.Coverage
	var b strings.Builder
	fmt.Fprintf(&b, "I found nothing in this repository at %s that answers the question and can be shown by its lines.\n\n", render.Code(out.SHA[:min(12, len(out.SHA))]))
	fmt.Fprintf(&b, "Looked at: %d files (%d skipped), %d pieces of text, %d references of which %d are bound.\n", c.Files, c.Skipped, c.Chunks, c.References, c.Bound)
	for i, e := range r.Evidence {
		if i == 5 {
			break
		}
		b.WriteString("- nearest: " + render.Link(render.Range(e.Path, e.StartLine, e.EndLine), render.Permalink(r.WebURL, out.SHA, e.Path, e.StartLine, e.EndLine)) + "\n")
	}
	if len(out.Dropped) > 0 {
		fmt.Fprintf(&b, "\n%d drafted sentences were left out because their citations do not show what they say.\n", len(out.Dropped))
	}
	return b.String()
}
