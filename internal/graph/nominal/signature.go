package nominal

import (
	"fmt"
	"slices"
	"strings"
)

// signature is what a callable takes.
type signature struct {
	params     []param
	typeParams []string
	low, high  int // how many arguments; high is -1 for any number
}

func newSignature(params []param, typeParams []string) signature {
	s := signature{params: params, typeParams: typeParams}
	for _, p := range params {
		switch {
		case p.variadic:
			s.high = -1
		case !p.optional:
			s.low++
		}
		if s.high >= 0 {
			s.high++
		}
	}
	return s
}

func (s signature) text() string {
	var b strings.Builder
	for _, p := range s.params {
		fmt.Fprintf(&b, "%s:%s%v%v,", p.label, p.typ.text(), p.optional, p.variadic)
	}
	return b.String() + strings.Join(s.typeParams, ",")
}

// takes reports whether a call with such arguments is possible.
func (s *session) takes(sig signature, args []argument) bool {
	if len(args) < sig.low || sig.high >= 0 && len(args) > sig.high {
		return false
	}
	return !s.labelled || labelsFit(sig.params, args)
}

// labelsFit: arguments come in the order of their parameters and bear their
// labels; only parameters with defaults are left out. A trailing function
// literal bears none.
func labelsFit(params []param, args []argument) bool {
	i := 0
	for _, a := range args {
		for i < len(params) && !a.trailing && params[i].label != a.label {
			if !params[i].optional && !params[i].variadic {
				return false
			}
			i++
		}
		if i >= len(params) {
			return false
		}
		if !params[i].variadic {
			i++
		}
	}
	return true
}

// narrow leaves of several callables those whose parameters the arguments'
// types fit, as far as they are known.
func (s *session) narrow(list []*member, args []argument) []*member {
	if len(list) < 2 {
		return list
	}
	out := slices.DeleteFunc(slices.Clone(list), func(m *member) bool { return !s.typesFit(m, args) })
	if len(out) == 0 {
		return list
	}
	return out
}

func (s *session) typesFit(m *member, args []argument) bool {
	for i, a := range args {
		p := paramOf(m.params, a, i)
		if p == nil || p.typ == nil || a.value == nil || a.trailing {
			continue
		}
		if len(p.typ.names) == 1 && slices.Contains(m.typeParams, p.typ.names[0]) {
			continue
		}
		if from := s.typeOf(a.value); from != nil && !from.itself && !s.passes(from, s.resolve(p.typ, place{m.file, m.owner})) {
			return false
		}
	}
	return true
}

func paramOf(params []param, a argument, i int) *param {
	if a.label != "" {
		for k := range params {
			if params[k].label == a.label {
				return &params[k]
			}
		}
	}
	if i < len(params) && !params[i].variadic {
		return &params[i]
	}
	return nil
}

// passes reports whether a value of one type may be passed for another, true
// where that cannot be told.
func (s *session) passes(from, to *typ) bool {
	switch {
	case to == nil:
		return true
	case len(to.parts) > 0 && len(from.parts) > 0:
		return s.extends(from, to)
	case len(to.parts) > 0:
		return !isBasic(from.name)
	case len(from.parts) > 0:
		return !isBasic(to.name)
	}
	return !isBasic(from.name) || !isBasic(to.name) || strings.EqualFold(from.name, to.name)
}

// isBasic: types of the language that no type of a repository converts to.
func isBasic(name string) bool {
	switch strings.ToLower(name) {
	case "string", "int", "long", "short", "byte", "bool", "boolean", "double", "float", "char", "decimal", "uint", "ulong":
		return true
	}
	return false
}
