package answer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// name stands for a code span in the patterns below.
	name   = "`+([^`]+)`+(?: (?:method|function|class|interface|type|struct|trait|constructor))?"
	amount = `(\d+|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
	uses   = `(called|invoked|used|referenced|extended|subclassed|implemented|overridden|read|written)`
	users  = `(callers?|users?|usages?|uses|references|subclass(?:es)?|implementations?|implementers?|implementors?|call sites?)`
	using  = `(calls?|invokes?|uses?|references?|extends?|implements?|overrides?|reads?|writes?)`
	units  = `(callers?|functions?|methods?|tests?|classes|types|structs|places|sites|call sites|locations|lines|times|other \w+)`
)

var (
	neverUsed = regexp.MustCompile(`(?i)` + name + ` (?:is|are|was) (?:never|not|nowhere) ` + uses + `|` +
		name + ` has no ` + users + `|` + name + ` is (unused)`)
	nobodyUses = regexp.MustCompile(`(?i)\b(?:nobody|nothing|no one|no (?:other )?(?:code|function|method|caller|class|test|type)s?)(?: in this \w+)? ` + using + ` ` + name)
	countUsed  = regexp.MustCompile(`(?i)` + name + ` (?:is|are) ` + uses + `(?: \w+)?(?: by| in| at| from)? (?:exactly |only )?` + amount + ` ` + units)
	countHas   = regexp.MustCompile(`(?i)` + name + ` has (?:exactly |only )?` + amount + ` (?:direct |known )?` + users)
	countUse   = regexp.MustCompile(`(?i)\b(?:exactly |only )?` + amount + ` ` + units + ` ` + using + ` ` + name)

	onlyWord = regexp.MustCompile(`(?i)\b(?:only|solely|exclusively|sole|no other|nur|seulement|uniquement|solo|solamente|únicamente)\b`)
	allWord  = regexp.MustCompile(`(?i)\b(?:all|every|always|alle|immer|tous|toujours|todos|siempre)\b`)
)

// checkTotals: what is said of all, of none, or of a number of a symbol's
// references holds if each of that name is bound and the graph agrees.
func (v *verifier) checkTotals(ctx context.Context, s *sentence, claims []stated) (string, error) {
	for _, t := range totalsIn(s.text) {
		s.kind = code.Relation
		if reason, err := v.checkTotal(ctx, t); err != nil || reason != "" {
			return reason, err
		}
	}
	plain := codeSpan.ReplaceAllString(s.text, "`")
	for _, c := range claims {
		switch {
		case onlyWord.MatchString(plain):
			if reason, err := v.checkOnly(ctx, c, claims, plain); err != nil || reason != "" {
				return reason, err
			}
		case allWord.MatchString(plain):
			if reason, err := v.checkAllBound(ctx, c.to); err != nil || reason != "" {
				return reason, err
			}
		}
	}
	return "", nil
}

// claimedTotal is a number that a sentence gives of a symbol's references.
type claimedTotal struct {
	name, verb string
	n          int
	sites      bool // places are counted, not the symbols that they stand in
}

func totalsIn(text string) []claimedTotal {
	var out []claimedTotal
	for _, m := range neverUsed.FindAllStringSubmatch(text, -1) {
		out = append(out, claimedTotal{name: m[1] + m[3] + m[5], verb: m[2] + m[4] + m[6]})
	}
	for _, m := range nobodyUses.FindAllStringSubmatch(text, -1) {
		out = append(out, claimedTotal{name: m[2], verb: m[1]})
	}
	add := func(symbol, verb, amount, unit string) {
		n, _ := number(amount)
		out = append(out, claimedTotal{symbol, verb, n, placeUnit.MatchString(unit)})
	}
	for _, m := range countUsed.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2], m[3], m[4])
	}
	for _, m := range countHas.FindAllStringSubmatch(text, -1) {
		add(m[1], m[3], m[2], m[3])
	}
	for _, m := range countUse.FindAllStringSubmatch(text, -1) {
		add(m[4], m[3], m[1], m[2])
	}
	return out
}

var placeUnit = regexp.MustCompile(`(?i)place|site|location|line|time|usage|uses|reference`)

// typesOf are the edges that a word of use speaks of.
func typesOf(word string) []code.EdgeType {
	for stem, types := range map[string][]code.EdgeType{"call": calling, "invok": calling, "exten": extending, "subcl": extending,
		"imple": implementing, "overr": overriding, "read": {code.Reads}, "wri": {code.Writes}} {
		if strings.HasPrefix(strings.ToLower(word), stem) {
			return types
		}
	}
	return []code.EdgeType{code.Calls, code.Extends, code.Implements, code.Overrides, code.Reads, code.Writes, code.Imports}
}

func (v *verifier) checkTotal(ctx context.Context, t claimedTotal) (string, error) {
	if reason, err := v.checkAllBound(ctx, t.name); err != nil || reason != "" {
		return reason, err
	}
	near, reason, err := v.incoming(ctx, t.name, typesOf(t.verb))
	if err != nil || reason != "" {
		return reason, err
	}
	if n := count(near, t.sites); n != t.n {
		return fmt.Sprintf("the graph has %d of what is said to be %d for `%s`", n, t.n, t.name), nil
	}
	return "", nil
}

// incoming are the edges to the one symbol of a name, all of them certain.
func (v *verifier) incoming(ctx context.Context, name string, types []code.EdgeType) ([]code.Neighbour, string, error) {
	symbols, err := v.resolve(ctx, name)
	if err != nil {
		return nil, "", err
	}
	if len(symbols) != 1 {
		return nil, fmt.Sprintf("`%s` names %d symbols of this commit, so their references cannot be counted", name, len(symbols)), nil
	}
	near, err := v.Graph.Neighbours(ctx, v.request.Snapshot, refs(symbols), types, true, maxEdges)
	if err != nil {
		return nil, "", err
	}
	if len(near) == maxEdges || slices.ContainsFunc(near, func(n code.Neighbour) bool { return n.Resolution == code.Inferred }) {
		return nil, fmt.Sprintf("not every reference to `%s` is certain, so they cannot be counted", name), nil
	}
	return near, "", nil
}

func count(near []code.Neighbour, sites bool) int {
	seen := map[any]bool{}
	for _, n := range near {
		if sites {
			seen[[2]any{n.Path, n.Pos}] = true
			continue
		}
		seen[n.Symbol.Ref] = true
	}
	return len(seen)
}

var onlyOutgoing = regexp.MustCompile("(?i)(?:calls?|invokes?|reads?|writes?|extends?|implements?) (?:only|solely|exclusively|nothing but)|(?:only|solely|exclusively) (?:calls|invokes|reads|writes|extends|implements)\\b")

// checkOnly: "only `A` calls `B`" holds if nothing else does. What `A` itself
// reaches cannot be known whole, so "`A` calls only `B`" never holds.
func (v *verifier) checkOnly(ctx context.Context, c stated, claims []stated, plain string) (string, error) {
	if !c.passive && onlyOutgoing.MatchString(plain) {
		return fmt.Sprintf("what else `%s` reaches outside this repository is not known", c.from), nil
	}
	if reason, err := v.checkAllBound(ctx, c.to); err != nil || reason != "" {
		return reason, err
	}
	near, reason, err := v.incoming(ctx, c.to, c.types)
	if err != nil || reason != "" {
		return reason, err
	}
	for _, n := range near {
		if !slices.ContainsFunc(claims, func(o stated) bool { return o.to == c.to && named(n.Symbol.Ref, o.from) }) {
			return fmt.Sprintf("`%s` is reached from %s:%d, too", c.to, n.Path, n.Pos.Line), nil
		}
	}
	return "", nil
}
