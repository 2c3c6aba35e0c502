package answer

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// maxSentences bounds what is read of a draft.
const maxSentences = 60

var (
	citationForm = regexp.MustCompile(`\[([^\[\]\n]+?):(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\]`)
	citedGroup   = regexp.MustCompile(`\(\s*(?:` + citationForm.String() + `[\s,;]*)+\)|` + citationForm.String())
	sentenceEnd  = regexp.MustCompile(`[.!?。？！]["'”)]?(\s+)`)
	listMark     = regexp.MustCompile(`^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+`)
	abbreviation = regexp.MustCompile(`(?i)\b(?:e\.g|i\.e|etc|cf|vs|z\.B|d\.h|p\.ex)\.["'”)]?\s+$`)
	fenceMark    = regexp.MustCompile("^(?:```|~~~)")
)

// readDraft reads what a model wrote: claims in JSON where it is that, else
// Markdown.
func readDraft(text string) []sentence {
	draft, ok := parseClaims(text)
	if !ok {
		draft = parseDraft(text)
	}
	return draft[:min(len(draft), maxSentences)]
}

// parseClaims reads a structured draft, in a fence or bare.
func parseClaims(text string) ([]sentence, bool) {
	start, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if start < 0 || end < start || strings.Trim(text[:start], "` \t\r\njson") != "" {
		return nil, false
	}
	var draft struct {
		Claims []struct {
			Sentence  string          `json:"sentence"`
			Citations []code.Citation `json:"citations"`
		} `json:"claims"`
	}
	if err := json.Unmarshal([]byte(text[start:end+1]), &draft); err != nil || draft.Claims == nil {
		return nil, false
	}
	var out []sentence
	for _, c := range draft.Claims {
		var given []code.Citation
		for _, at := range c.Citations {
			given = append(given, code.Citation{Path: at.Path, StartLine: at.StartLine, EndLine: max(at.EndLine, at.StartLine)})
		}
		// A claim that holds several sentences is cut, so that each is checked
		// against the claim's citations.
		for _, s := range parseLine(strings.Join(strings.Fields(c.Sentence), " ")) {
			s.citations = append(s.citations, given...)
			out = append(out, s)
		}
	}
	return out, true
}

// parseDraft cuts a model's Markdown into sentences with their citations. A
// citation belongs to the sentence that it follows. Headings, fences, tables'
// rules and the words for having no answer are left out.
func parseDraft(markdown string) []sentence {
	var out []sentence
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		if fenceMark.MatchString(line) {
			fenced = !fenced
			continue
		}
		if fenced || line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		found := parseLine(listMark.ReplaceAllString(line, ""))
		if n := len(out); len(found) > 0 && found[0].text == "" { // a line of citations alone
			if n > 0 {
				out[n-1].citations = append(out[n-1].citations, found[0].citations...)
			}
			found = found[1:]
		}
		out = append(out, found...)
	}
	return out
}

// parseLine cuts a line into sentences. The first has no text where the line
// begins with citations.
func parseLine(line string) []sentence {
	var out []sentence
	for _, part := range splitSentences(line) {
		lead, rest := leadingCitations(part)
		if n := len(out); n > 0 { // citations after the full stop
			out[n-1].citations = append(out[n-1].citations, lead...)
		} else if len(lead) > 0 {
			out = append(out, sentence{citations: lead})
		}
		text := tidy(citedGroup.ReplaceAllString(rest, ""))
		if strings.Trim(text, ".,;:!?()-–—* ") == "" || text == noAnswer {
			continue
		}
		out = append(out, sentence{text: text, kind: kindOf(text), citations: citationsIn(rest)})
	}
	return out
}

func kindOf(text string) code.ClaimKind {
	switch {
	case saysAbsent(text):
		return code.Absence
	case hedged(text):
		return code.Inference
	}
	return code.Fact
}

// leadingCitations cuts off the citations that a part begins with: they
// belong to the sentence before.
func leadingCitations(part string) (lead []code.Citation, rest string) {
	for {
		trimmed := strings.TrimLeft(part, " \t,;(")
		m := citationForm.FindStringIndex(trimmed)
		if m == nil || m[0] != 0 {
			return lead, part
		}
		lead = append(lead, citationsIn(trimmed[:m[1]])...)
		part = strings.TrimLeft(trimmed[m[1]:], " \t).")
	}
}

// tidy mends the gaps that citations leave.
func tidy(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSpace(strings.NewReplacer(" .", ".", " ,", ",", " ;", ";").Replace(text))
}

// splitSentences cuts after full stops that white space follows, outside code
// spans and brackets.
func splitSentences(line string) []string {
	var out []string
	start := 0
	for _, m := range sentenceEnd.FindAllStringIndex(line, -1) {
		head := line[start:m[1]]
		if strings.Count(head, "`")%2 == 1 || strings.Count(head, "[") > strings.Count(head, "]") || abbreviation.MatchString(head) {
			continue
		}
		out = append(out, head)
		start = m[1]
	}
	return append(out, line[start:])
}

func citationsIn(s string) []code.Citation {
	var out []code.Citation
	for _, m := range citationForm.FindAllStringSubmatch(s, -1) {
		start, _ := strconv.Atoi(m[2])
		end := start
		if m[3] != "" {
			end, _ = strconv.Atoi(m[3])
		}
		out = append(out, code.Citation{Path: strings.Trim(m[1], "` "), StartLine: start, EndLine: end})
	}
	return out
}
