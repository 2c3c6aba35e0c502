package answer

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/syntax"
)

var (
	absentName = regexp.MustCompile("(?i)`[^`]+`(?: [\\pL-]+){0,3} (?:does not exist|do not exist|doesn't exist|don't exist|is not defined|is not present|is not part of|is not implemented|is missing|cannot be found|is nowhere|existiert nicht|gibt es nicht|n'existe pas|no existe)" +
		"|(?:there (?:is|are) no|there isn't (?:a|any)|no such|(?:has|contains|defines|declares) no|es gibt (?:kein|keine|keinen)|il n'y a (?:pas de|aucun|aucune)|no hay(?: ning[uú]na?)?)(?: [\\pL-]+){0,4} `[^`]+`" +
		"|(?:does not|doesn't|do not) (?:have|contain|define|declare|include)(?: [\\pL-]+){0,4} `[^`]+`")
	absentThing = regexp.MustCompile(`(?i)\b(?:there (?:is|are) no|there isn't|no)\b.*\b(?:in|anywhere in|of) (?:this|the) (?:repository|repo|codebase|code base|project)\b|\b(?:this|the) (?:repository|repo|codebase|code base|project) (?:has no|does not|doesn't|contains no|lacks)\b`)
	// conditional: what the code does if something is not there.
	conditional = regexp.MustCompile(`(?i)\b(?:if|when|whenever|unless|whether|where|in case|until|wenn|falls|si|cuando|lorsque|quand)\b`)
)

// saysAbsent: a model's sentence says that something is not there.
func saysAbsent(text string) bool {
	plain := text
	if m := conditional.FindStringIndex(codeSpan.ReplaceAllStringFunc(text, blank)); m != nil {
		plain = text[:m[0]]
	}
	return absentName.MatchString(plain) || absentThing.MatchString(codeSpan.ReplaceAllString(plain, "`"))
}

// blank keeps a span's width, so that places in the text stay.
func blank(s string) string { return strings.Repeat("`", len(s)) }

// checkAbsence: what is said not to be there is found nowhere in the snapshot.
// A name of several words is absent if one of them is. What cannot be
// searched for cannot be said to be absent.
func (v *verifier) checkAbsence(ctx context.Context, s *sentence) (string, error) {
	names := absentNames(s.text)
	if len(names) == 0 {
		return "it says that something is not there, and names nothing that could be searched for", nil
	}
	for _, name := range names {
		n, err := v.mentions(ctx, name)
		if err != nil {
			return "", err
		}
		if n != 0 {
			return fmt.Sprintf("`%s` may occur in this commit", name), nil
		}
	}
	s.citations = nil // what is nowhere has no lines
	return "", nil
}

// absentNames are the names that a sentence says are absent: those within the
// words that say so, else all.
func absentNames(text string) []string {
	var out []string
	for _, m := range absentName.FindAllString(text, -1) {
		out = append(out, spansOf(m)...)
	}
	if len(out) == 0 {
		return spansOf(text)
	}
	return out
}

// mentions is the least number of files that hold a word of a name; -1 where
// the name has no word that the index knows.
func (v *verifier) mentions(ctx context.Context, name string) (int, error) {
	least := -1
	for _, w := range word.FindAllString(name, -1) {
		terms := syntax.Terms(w)
		if len(terms) == 0 {
			continue
		}
		n, err := v.Text.Mentions(ctx, v.request.Snapshot, terms[0])
		if err != nil {
			return 0, err
		}
		if least < 0 || n < least {
			least = n
		}
	}
	return least, nil
}
