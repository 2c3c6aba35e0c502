package retrieve

import (
	"math"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// Question is a question as retrieval reads it.
type Question struct {
	Text string
	// Identifiers are what looks like a name in code: in code quotes, or by
	// its form ("getUser", "get_user", "pkg.Name", "run()").
	Identifiers []string
	// Doubtful are those that may be ordinary words: a capital is all that
	// speaks for them.
	Doubtful map[string]bool
	// Files are paths that it names.
	Files []string
	// Asks: it is a question, not a report of a fault or a change.
	Asks bool
	// Tests and Docs: it asks about tests, about documents.
	Tests, Docs bool
}

// maxQuestion bounds what is read of a question, in bytes; more is a paste.
const maxQuestion = 16 << 10

var (
	quoted     = regexp.MustCompile("`([^`\n]{1,200})`")
	dotted     = regexp.MustCompile(`[\pL_$][\pL\pN_$]*(?:(?:\.|::|#|->)[\pL_$][\pL\pN_$]*)+`)
	called     = regexp.MustCompile(`([\pL_$][\pL\pN_$]*)\(`)
	compound   = regexp.MustCompile(`\b(?:[\pL_$][\pL\pN]*_[\pL\pN_]*|_+[\pL\pN]+|\p{Ll}+\p{Lu}[\pL\pN]*|\p{Lu}+\p{Ll}+\p{Lu}[\pL\pN]*)\b`)
	capital    = regexp.MustCompile(`[^.?!\s]\s+(\p{Lu}\p{Ll}[\pL\pN]+)\b`)
	aboutTests = regexp.MustCompile(`(?i)\b(?:tests?|tested|testing|fixtures?|specs?)\b`)
	aboutDocs  = regexp.MustCompile(`(?i)\b(?:docs?|documented|documentation|readme|changelog|changes)\b`)
	asks       = regexp.MustCompile(`(?i)^\s*(?:(?:what|how|why|where|who|whom|whose|which|when|is|are|does|do|can|could|should|explain|describe|show|list|tell|find|trace|compare)\b|[^\n]*\?)`)
	identifier = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)
)

// Understand finds the names and words of a question.
func Understand(text string) Question {
	if len(text) > maxQuestion {
		text = strings.ToValidUTF8(text[:maxQuestion], "")
	}
	q := Question{Text: text, Doubtful: map[string]bool{}, Files: filesNamed(text), Asks: asks.MatchString(text), Tests: aboutTests.MatchString(text), Docs: aboutDocs.MatchString(text)}
	seen := map[string]bool{}
	add := func(name string) {
		if name = strings.Trim(name, ".:#"); name != "" && !seen[name] {
			seen[name] = true
			q.Identifiers = append(q.Identifiers, name)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		for _, name := range identifier.FindAllString(m[1], 8) {
			add(name)
		}
		for _, name := range dotted.FindAllString(m[1], 4) {
			add(name)
		}
	}
	for _, re := range []*regexp.Regexp{dotted, compound} {
		for _, name := range re.FindAllString(text, -1) {
			add(name)
		}
	}
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		add(m[1])
	}
	for _, m := range capital.FindAllStringSubmatch(text, -1) {
		if !seen[m[1]] {
			q.Doubtful[m[1]] = true
		}
		add(m[1])
	}
	return q
}

// maxTerms bounds the words that are offered to the search, which takes the
// rarest of them.
const maxTerms = 300

// terms are the question's words as the index has them, each once, in the
// order of their first use. Those of names in code count Identifier times,
// those of a report's first line Title times; a word that comes back counts
// more, ever less so.
func (q Question) terms(o Options) []code.QueryTerm {
	named := map[string]bool{}
	for _, name := range q.Identifiers {
		for _, t := range syntax.Terms(name) {
			named[t] = true
		}
	}
	title, rest, _ := strings.Cut(q.Text, "\n")
	if rest == "" {
		title = ""
	}
	inTitle := map[string]bool{}
	for _, t := range wordsOf(title) {
		inTitle[t] = true
	}
	times := map[string]int{}
	var out []code.QueryTerm
	for _, t := range wordsOf(q.Text) {
		if times[t]++; times[t] == 1 {
			out = append(out, code.QueryTerm{Word: t})
		}
	}
	for i, t := range out {
		out[i].Weight = 1 + math.Log(float64(times[t.Word]))
		if named[t.Word] {
			out[i].Weight *= o.Identifier
		}
		if inTitle[t.Word] {
			out[i].Weight *= o.Title
		}
	}
	return out[:min(len(out), maxTerms)]
}

// wordsOf are the terms of a text without stop words.
func wordsOf(text string) (out []string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;?!()[]{}<>\"'`", r) }) {
		if stopWords[strings.ToLower(strings.Trim(w, ".:"))] {
			continue
		}
		for _, t := range syntax.Terms(w) {
			if len(t) > 1 {
				out = append(out, t)
			}
		}
	}
	return out
}

// stopWords are words of questions, not of code.
var stopWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`a an the of to in on at by for from with without into about as and or nor but
		is are was were be been being am do does did doing done has have had having can could should would will shall may might must
		what which who whom whose when where why how that this these those there here it its they them their he she we you i me my our your
		if then else than so such not no only also just very more most some any each every all both between within during
		explain describe tell show find please purpose relationship mean means happen happens work works used using use
		code repository repo project framework library codebase`) {
		set[w] = true
	}
	return set
}()
