package answer

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// stated is a relation read from a sentence's words: "`A` calls `B`".
type stated struct {
	types    []code.EdgeType
	from, to string
	// negated: "`A` never calls `B`". passive: the target is the subject.
	negated, passive bool
}

// verb is a way to say an edge.
type verb struct {
	types   []code.EdgeType
	passive bool
}

var (
	calling      = []code.EdgeType{code.Calls}
	extending    = []code.EdgeType{code.Extends, code.Implements}
	implementing = []code.EdgeType{code.Implements, code.Extends}
	overriding   = []code.EdgeType{code.Overrides, code.Implements}
)

// verbs by their words, in the languages that questions come in most.
var verbs = map[string]verb{}

func init() {
	for _, v := range []struct {
		types            []code.EdgeType
		active, passives string // forms, with _ for a space
	}{
		{calling, "calls call invokes invoke ruft rufen appelle appellent llama_a llama llaman_a",
			"called_by called_from invoked_by invoked_from appelé_par appelée_par llamado_por llamada_por"},
		{extending, "extends extend inherits_from inherit_from subclasses", "extended_by subclassed_by inherited_by"},
		{implementing, "implements implement", "implemented_by"},
		{overriding, "overrides override", "overridden_by"},
		{[]code.EdgeType{code.Reads}, "reads read", "read_by"},
		{[]code.EdgeType{code.Writes}, "writes write sets assigns", "written_by set_by assigned_by"},
	} {
		for _, form := range strings.Fields(v.active) {
			verbs[strings.ReplaceAll(form, "_", " ")] = verb{v.types, false}
		}
		for _, form := range strings.Fields(v.passives) {
			verbs[strings.ReplaceAll(form, "_", " ")] = verb{v.types, true}
		}
	}
}

// set is a set of words.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

var (
	// fillers may stand between a verb and its names.
	fillers = set(`the a an its both either method methods function functions class classes interface interfaces type struct trait
		module helper constructor test tests directly also then always itself first finally again internally simply only solely
		exclusively mainly turn in is are was gets be being est es does do der die das la le el`)
	negations = set("never not doesn't don't isn't aren't nie nicht jamais nunca")
	joins     = set("and or und oder et ou y o")
)

// token is a word, a punctuation mark, or a code span.
type token struct {
	text string
	span bool
}

var tokenForm = regexp.MustCompile("`+([^`]+)`+|[\\pL\\pN_'’-]+|[,;:.()]")

func tokens(text string) []token {
	var out []token
	for _, m := range tokenForm.FindAllStringSubmatch(text, -1) {
		if strings.TrimSpace(m[1]) != "" {
			out = append(out, token{strings.TrimSpace(m[1]), true})
			continue
		}
		out = append(out, token{strings.ToLower(strings.ReplaceAll(m[0], "’", "'")), false})
	}
	return out
}

// statements reads the relations that a sentence states.
func statements(text string) []stated {
	ts := tokens(text)
	var out []stated
	var subject []string // of the relation before, for "`A` calls `B` and reads `C`"
	next := -1           // where that relation ended
	for i := 0; i < len(ts); i++ {
		v, width := verbAt(ts, i)
		if width == 0 {
			continue
		}
		from := listBefore(ts[:i], max(next, 0))
		if len(from) == 0 && next >= 0 && onlyBetween(ts[next:i]) {
			from = subject
		}
		to, end := listAfter(ts, i+width)
		if len(from) == 0 || len(to) == 0 {
			continue
		}
		subject, next = from, end
		out = append(out, pairs(v, from, to, negatedAt(ts, i))...)
	}
	return out
}

func pairs(v verb, from, to []string, negated bool) []stated {
	var out []stated
	for _, f := range from {
		for _, t := range to {
			r := stated{types: v.types, from: f, to: t, negated: negated, passive: v.passive}
			if v.passive {
				r.from, r.to = t, f
			}
			out = append(out, r)
		}
	}
	return out
}

// verbAt is the verb at a token and its width in tokens, 0 for none.
func verbAt(ts []token, i int) (verb, int) {
	for width := 2; width >= 1; width-- {
		if i+width > len(ts) {
			continue
		}
		words := make([]string, 0, width)
		for _, t := range ts[i : i+width] {
			if t.span {
				words = append(words, "`")
			}
			words = append(words, t.text)
		}
		if v, ok := verbs[strings.Join(words, " ")]; ok {
			return v, width
		}
	}
	return verb{}, 0
}

func skippable(t token) bool { return !t.span && (fillers[t.text] || negations[t.text]) }

func negatedAt(ts []token, i int) bool {
	for i--; i >= 0 && skippable(ts[i]); i-- {
		if negations[ts[i].text] {
			return true
		}
	}
	return false
}

// onlyBetween: nothing but joining words lies between two verbs' parts.
func onlyBetween(ts []token) bool {
	for _, t := range ts {
		if t.span || !joins[t.text] && t.text != "," && !skippable(t) {
			return false
		}
	}
	return true
}

// listBefore are the names that end the tokens from low on: "`A`, `B` and
// `C`". Names that only a comma joins to the last are not of the list ("in
// `A`, `B` calls").
func listBefore(ts []token, low int) []string {
	var out []string
	joined := false
	skip := func(i int) int {
		for i >= low && skippable(ts[i]) {
			i--
		}
		return i
	}
	for i := len(ts) - 1; i >= low; {
		if i = skip(i); i < low || !ts[i].span {
			return out
		}
		out = append([]string{ts[i].text}, out...)
		if i = skip(i - 1); i < low {
			return out
		}
		switch {
		case !ts[i].span && joins[ts[i].text]:
			joined = true
			if i--; i >= low && ts[i].text == "," {
				i--
			}
		case joined && ts[i].text == ",":
			i--
		default:
			return out
		}
	}
	return out
}

// listAfter are the names from a token on, and where they end. A last name
// that is itself followed by a verb is the subject of the next statement.
func listAfter(ts []token, i int) (out []string, end int) {
	var ends []int
	for i < len(ts) {
		at := i
		for at < len(ts) && skippable(ts[at]) {
			at++
		}
		if at == len(ts) || !ts[at].span {
			break
		}
		out, i = append(out, ts[at].text), at+1
		ends = append(ends, i)
		at = i
		for at < len(ts) && !ts[at].span && (ts[at].text == "," || joins[ts[at].text]) {
			at++
		}
		if at == i {
			break
		}
		i = at
	}
	if len(out) == 0 {
		return nil, i
	}
	last := ends[len(ends)-1]
	for at := last; at < len(ts) && !ts[at].span && len(out) > 1; at++ {
		if _, width := verbAt(ts, at); width > 0 {
			return out[:len(out)-1], ends[len(ends)-2]
		}
		if !skippable(ts[at]) {
			break
		}
	}
	return out, last
}

// number reads a number in digits or words.
func number(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve") {
		if w == strings.ToLower(s) {
			return i, true
		}
	}
	return 0, false
}
