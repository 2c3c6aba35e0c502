package java

// function is the one method that a lambda for a functional interface
// implements.
type function struct {
	params []*typ
	result *typ
}

// functionOf is the function type of t (JLS 9.9), nil when t is no functional
// interface; known is false when that cannot be told.
func (s *session) functionOf(t *typ) (f *function, known bool) {
	t = bare(t)
	switch t.kind {
	case kExternal, kUnknown:
		return nil, false
	case kClass:
	default:
		return nil, true
	}
	if !s.head(t.decl).isInterface() {
		return nil, true
	}
	var found []candidate
	var concrete []candidate
	known = s.walkUp(t, func(x *typ) bool {
		if s.foreign(x.decl.file) && s.first(x.decl, "abstract methods") {
			s.v.Ask(abstractKey(x.decl))
		}
		if !x.decl.isInterface() {
			return true
		}
		for _, m := range x.decl.all {
			c := candidate{m, x}
			switch {
			case m.static || m.private || objectMethods[m.name] == len(m.params)+1:
			case !m.abstract:
				concrete = append(concrete, c)
			case !s.overridden(c, sameName(found, m.name)) && !s.overridden(c, sameName(concrete, m.name)):
				found = append(found, c)
			}
		}
		return true
	})
	if len(found) != 1 {
		return nil, known
	}
	f = &function{result: bare(s.resultType(found[0]))}
	for _, p := range s.paramTypes(found[0]) {
		f.params = append(f.params, bare(p))
	}
	return f, known
}

func sameName(list []candidate, name string) []candidate {
	var out []candidate
	for _, c := range list {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// objectMethods are the public methods of Object, with the number of their
// parameters and one.
var objectMethods = map[string]int{"equals": 2, "hashCode": 1, "toString": 1}
