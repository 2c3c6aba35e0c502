package answer

import (
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
	out.Markdown = render.Answer(*out, r.WebURL, render.MaxComment)
}
