package render

import (
	"fmt"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// maxRows bounds the rows of one section of an impact summary.
const maxRows = 25

// Impact writes a report as a comment: what changed, who depends on it, which
// tests reach it, each with a permalink. base is the repository's web address;
// the text is at most max bytes long.
func Impact(r code.Report, base string, max int) string {
	var blocks []string
	blocks = append(blocks, fmt.Sprintf("### Impact of %s\n\n%s\n\n", Code(short(r.Head)), headline(r)))
	blocks = append(blocks, section("Changed", len(r.Changed), func(i int) string {
		c := r.Changed[i]
		sha := r.Head
		if c.Side == "base" {
			sha = r.Base
		}
		return fmt.Sprintf("%s %s, %s", changeWord(c.Change), symbolLink(shownName(c), Permalink(base, sha, c.Path, c.StartLine, c.EndLine)), Code(Range(c.Path, c.StartLine, c.EndLine)))
	})...)
	blocks = append(blocks, section("Depends on it, outside this change", len(r.Affected), func(i int) string {
		a := r.Affected[i]
		sha := r.Head
		if a.Side == "base" {
			sha = r.Base
		}
		text := fmt.Sprintf("%s %s %s", symbolLink(a.Symbol, Permalink(base, sha, a.Path, a.Line, a.Line)), relationWord(a.Via), Code(lastWords(a.Because)))
		if a.Resolution == code.Inferred {
			text += " (inferred)"
		}
		return text + ", " + Code(Range(a.Path, a.Line, a.Line))
	})...)
	blocks = append(blocks, section("Tests that reach it", len(r.Tests), func(i int) string {
		t := r.Tests[i]
		return fmt.Sprintf("%s, %d %s away", symbolLink(t.Symbol, Permalink(base, r.Head, t.Path, t.Line, t.Line)), t.Distance, plural(t.Distance, "step", "steps"))
	})...)
	return Budget(max, blocks, func(left int) string {
		if left == 0 {
			return ""
		}
		return fmt.Sprintf("\n… %d more lines are left out.\n", left)
	})
}

func headline(r code.Report) string {
	if len(r.Changed) == 0 {
		return "No symbol that is known to the index changes."
	}
	tests := "no test reaches them"
	if n := len(r.Tests); n > 0 {
		tests = fmt.Sprintf("%d %s them", n, plural(n, "test reaches", "tests reach"))
	}
	n, m := len(r.Changed), len(r.Affected)+r.More
	return fmt.Sprintf("%d %s; %d %s outside this change %s on them; %s.", n, plural(n, "symbol changes", "symbols change"),
		m, plural(m, "place", "places"), plural(m, "depends", "depend"), tests)
}

// section is a heading and one block a row, so that whole rows are left out.
func section(title string, n int, row func(int) string) []string {
	if n == 0 {
		return nil
	}
	out := []string{fmt.Sprintf("**%s** (%d)\n\n", title, n)}
	for i := range min(n, maxRows) {
		out = append(out, "- "+row(i)+"\n")
	}
	if n > maxRows {
		out = append(out, fmt.Sprintf("- … and %d more\n", n-maxRows))
	}
	return append(out, "\n")
}

func symbolLink(name, address string) string { return Link(lastWords(name), address) }

// shownName names a module by its path: its qualified name is often a
// package's, which many files share.
func shownName(c code.Changed) string {
	if c.Type == code.Module {
		return c.Path
	}
	return c.Symbol
}

// lastWords is a qualified name without the long path before it.
func lastWords(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[i+1:]
	}
	return name
}

func relationWord(via []code.EdgeType) string {
	words := map[code.EdgeType]string{code.Calls: "calls", code.Extends: "extends", code.Implements: "implements", code.Overrides: "overrides",
		code.Reads: "reads", code.Writes: "writes", code.Imports: "imports", code.Requests: "requests"}
	if len(via) == 0 {
		return "depends on"
	}
	return words[via[len(via)-1]]
}

func changeWord(c code.Change) string {
	if c == code.Signature || c == code.Body {
		return string(c) + " of"
	}
	return string(c)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func short(sha string) string { return sha[:min(12, len(sha))] }
