package jobs

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/config"
	"github.com/plumbline/plumbline/internal/github"
)

// maxComment is the budget of one comment, in bytes. GitHub takes 65,536
// characters; what we add around an answer needs the rest.
const maxComment = 60_000

// hardLimit leaves room for the marker and a note on the settings.
const hardLimit = 64_000

// What Plumbline says by itself. Nothing that a stranger wrote goes in
// unquoted.
const (
	helpText = "Ask a question about this repository's code behind the command, for example:\n\n" +
		"```\n/ask Where is a payment refunded, and what calls it?\n```\n\n" +
		"The answer cites the lines it rests on. Edit your comment to ask."
	notReadyText = "This repository is still being indexed, and the question has waited as long as it may. " +
		"Ask again in a new comment in a while."
)

func failedText(job int64) string {
	return fmt.Sprintf("This question could not be answered: something failed on our side, several times. "+
		"Ask again in a new comment; if it fails again, tell who runs this Plumbline, with the reference `job %d`.", job)
}

func problemsText(problems []config.Problem) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n\n---\n\n`%s` has problems, and the defaults are used in their place:\n", github.SettingsPath)
	const shown = 10
	for i, p := range problems {
		if i == shown {
			fmt.Fprintf(&b, "- %d more\n", len(problems)-shown)
			break
		}
		fmt.Fprintf(&b, "- %s\n", inert(p.String()))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// inert shows a stranger's text as code, where it can name and link nobody.
func inert(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
