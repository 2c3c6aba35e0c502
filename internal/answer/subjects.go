package answer

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

const (
	// maxSubjects bounds the symbols that a composed answer describes.
	maxSubjects = 3
	// maxNamesakes bounds how many of them bear one name.
	maxNamesakes = 2
)

// subject is a symbol that an answer is about, with its overloads: those of
// the same qualified name in the same file.
type subject struct {
	code.Located
	refs []code.SymbolRef
}

var dottedName = regexp.MustCompile(`[\pL_$][\pL\pN_$]*(?:(?:\.|::|#|->)[\pL_$][\pL\pN_$]*)+`)

// subjects are the symbols that the answer is about, and those that only bear
// the name of one. A name that the question writes in full ("Gson.fromJson")
// means that symbol alone, not the class that stands before it; a name as it
// is written goes before one in another case.
func subjects(question string, symbols []code.Located, want intent) (about, namesakes []subject) {
	exact, qualifiers := map[string]bool{}, map[string]bool{}
	for _, l := range symbols {
		exact[l.Symbol.Name] = exact[l.Symbol.Name] || containsWord(question, l.Symbol.Name)
	}
	written := map[string]bool{} // last names that a dotted name of the question resolves
	for _, whole := range dottedName.FindAllString(question, -1) {
		for _, l := range symbols {
			if inFull(l, whole) {
				written[l.Symbol.Name] = true
				for _, part := range word.FindAllString(dotted(whole), -1) {
					if part != l.Symbol.Name {
						qualifiers[part] = true
					}
				}
			}
		}
	}
	var found []subject
	for _, l := range symbols {
		switch {
		case !exact[l.Symbol.Name] && anyFold(exact, l.Symbol.Name):
		case qualifiers[l.Symbol.Name] && !standsAlone(question, l.Symbol.Name):
		case written[l.Symbol.Name] && !inFullAny(l, question):
			namesakes = join(namesakes, l)
		default:
			found = join(found, l)
		}
	}
	found = withoutConstructors(found)
	found, others := preferKind(found, question, want)
	about, more := pick(found)
	return about, slices.Concat(more, others, namesakes)
}

// inFull reports whether a dotted name is the end of a symbol's.
func inFull(l code.Located, whole string) bool {
	return strings.HasSuffix("."+dotted(l.Qualified), "."+dotted(whole))
}

func inFullAny(l code.Located, question string) bool {
	return slices.ContainsFunc(dottedName.FindAllString(question, -1), func(whole string) bool { return inFull(l, whole) })
}

// standsAlone reports whether a name occurs other than before a separator.
func standsAlone(question, name string) bool {
	rest := dottedName.ReplaceAllString(question, " ")
	return containsWord(rest, name)
}

// anyFold reports whether a name that differs in case alone is in the question.
func anyFold(exact map[string]bool, name string) bool {
	for other, in := range exact {
		if in && strings.EqualFold(other, name) {
			return true
		}
	}
	return false
}

func join(all []subject, l code.Located) []subject {
	for i := range all {
		if all[i].Qualified == l.Qualified && all[i].Ref.Path == l.Ref.Path {
			all[i].refs = append(all[i].refs, l.Ref)
			return all
		}
	}
	return append(all, subject{l, []code.SymbolRef{l.Ref}})
}

// withoutConstructors leaves out constructors that bear their class's name,
// where the class is there: their callers count as its own.
func withoutConstructors(all []subject) []subject {
	out := all[:0:0]
	for _, s := range all {
		owner, own, _ := cutLast(display(s.Located))
		i := slices.IndexFunc(all, func(o subject) bool {
			return o.Symbol.Kind.TypeLike() && o.Ref.Path == s.Ref.Path && display(o.Located) == owner
		})
		if _, last, ok := cutLast(owner); i >= 0 && own == last && (ok || owner == own) {
			continue
		}
		out = append(out, s)
	}
	return out
}

func cutLast(local string) (owner, name string, ok bool) {
	i := strings.LastIndexByte(local, '.')
	if i < 0 {
		return "", local, local != ""
	}
	return local[:i], local[i+1:], true
}

var (
	wantsType     = regexp.MustCompile(`(?i)\b(?:class|interface|struct|trait|type|enum)(?:es|s)?\b`)
	wantsCallable = regexp.MustCompile(`(?i)\b(?:function|method)s?\b`)
)

// preferKind puts first what the question says that it asks about, and sets
// apart namesakes of it that are of another kind.
func preferKind(all []subject, question string, want intent) (preferred, others []subject) {
	types := wantsType.MatchString(question) || want.implementers || want.members
	callables := wantsCallable.MatchString(question) && !want.members
	wanted := func(s subject) bool {
		return types && s.Symbol.Kind.TypeLike() || callables && s.Symbol.Kind.Callable()
	}
	asked := map[string]bool{}
	for _, s := range all {
		asked[s.Symbol.Name] = asked[s.Symbol.Name] || wanted(s)
	}
	for _, s := range all {
		if asked[s.Symbol.Name] && !wanted(s) {
			others = append(others, s)
		} else {
			preferred = append(preferred, s)
		}
	}
	slices.SortStableFunc(preferred, func(a, b subject) int { return cmp.Compare(rankOf(a, wanted), rankOf(b, wanted)) })
	return preferred, others
}

func rankOf(s subject, wanted func(subject) bool) int {
	switch {
	case wanted(s):
		return 0
	case s.Symbol.Kind == code.Field:
		return 2
	}
	return 1
}

// pick takes the best of each name, then namesakes while there is room, in
// the order of the list.
func pick(all []subject) (about, more []subject) {
	taken := map[int]bool{}
	names := map[string]int{}
	for round := range maxNamesakes {
		for i, s := range all {
			if !taken[i] && names[s.Symbol.Name] <= round && len(taken) < maxSubjects && (round == 0 || !s.Test) {
				taken[i] = true
				names[s.Symbol.Name]++
			}
		}
	}
	for i, s := range all {
		if taken[i] {
			about = append(about, s)
		} else {
			more = append(more, s)
		}
	}
	return about, more
}

// maxPlainWords bounds a question in which plain words are taken for names: a
// longer one has too many that are names by chance.
const maxPlainWords = 10

// relationWords speak of relations and are no names in a question about them.
var relationWords = set(`call calls called caller callers callee callees invoke invokes invoked reference references referenced define defined
	declared implement implements implemented implementers extend extends inherit inherits subclass subclasses override overrides break breaks
	change changes remove removes test tests cover covers reach reaches class classes method methods function functions interface type types`)

// plainNames are the symbols that a short question about a relation names by
// plain words, which nothing in their form marks as names: "who calls check?"
func (a *Answerer) plainNames(ctx context.Context, r Request) ([]code.Located, error) {
	words := word.FindAllString(clipped(r.Question), maxPlainWords+1)
	if len(words) > maxPlainWords || !intentOf(r.Question).lists() {
		return nil, nil
	}
	var names []string
	for _, w := range words {
		if lower := strings.ToLower(w); len(w) > 2 && !askingWords[lower] && !relationWords[lower] {
			names = append(names, w)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	found, err := a.Graph.SymbolsNamed(ctx, r.Snapshot, names)
	return slices.DeleteFunc(slices.Clone(found), func(l code.Located) bool { return !slices.Contains(names, l.Symbol.Name) }), err
}
