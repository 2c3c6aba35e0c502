package java

// verdict says whether a conversion is allowed, as far as can be told.
type verdict uint8

const (
	no verdict = iota
	maybe
	yes
)

func (v verdict) and(w verdict) verdict { return min(v, w) }

// strict: may a value of type from be passed for to without boxing (JLS 5.3)?
// Type arguments do not count: they never tell overloads apart.
func (s *session) strict(from, to *typ) verdict {
	from, to = bare(from), bare(to)
	switch {
	case from.kind == kVoid:
		return no
	case from.kind == kUnknown || to.kind == kUnknown:
		return maybe
	case from.kind == kPrim || to.kind == kPrim:
		return primitive(from, to)
	case from.kind == kNull:
		return yes
	case to.kind == kInfer:
		return s.withinBounds(from, to.param)
	case to.kind == kVar:
		return s.toVar(from, to)
	case from.kind == kArray:
		return s.arrayTo(from, to)
	case to.kind == kArray:
		return no // no class is an array
	}
	return s.reference(from, to)
}

func primitive(from, to *typ) verdict {
	if from.kind != kPrim || to.kind != kPrim {
		return no
	}
	if from.name == to.name || contains(widening[from.name], to.name) {
		return yes
	}
	return no
}

func contains(words, w string) bool {
	for i := 0; i+len(w)+2 <= len(words); i++ {
		if words[i] == ' ' && words[i+1:i+1+len(w)] == w && words[i+1+len(w)] == ' ' {
			return true
		}
	}
	return false
}

func (s *session) withinBounds(from *typ, p *typeParam) verdict {
	v := yes
	if len(p.bounds) == 0 {
		return yes
	}
	for _, b := range s.boundsOf(p) {
		if b.kind == kVar || b.kind == kInfer {
			continue
		}
		v = v.and(s.strict(from, b))
	}
	return v
}

func (s *session) toVar(from, to *typ) verdict {
	if from.kind == kVar && from.param == to.param {
		return yes
	}
	if from.kind == kVar {
		for _, b := range s.boundsOf(from.param) {
			if b.kind == kVar && s.toVar(b, to) == yes {
				return yes
			}
		}
	}
	return no
}

func (s *session) arrayTo(from, to *typ) verdict {
	switch to.kind {
	case kArray:
		if from.elem.kind == kPrim || to.elem.kind == kPrim {
			if sameErasure(from.elem, to.elem) {
				return yes
			}
			return no
		}
		return s.strict(from.elem, to.elem)
	case kClass:
		switch to.decl.fq {
		case "java.lang.Object", "java.lang.Cloneable", "java.io.Serializable":
			return yes
		}
	}
	return no
}

func (s *session) reference(from, to *typ) verdict {
	if to.kind == kClass && to.decl.fq == "java.lang.Object" {
		return yes
	}
	found, isForeign := false, false
	known := s.walkUp(from, func(x *typ) bool {
		found = found || to.kind == kClass && x.decl == to.decl
		return !found
	})
	if from.kind == kExternal {
		isForeign = true
		found = to.kind == kExternal && to.name == from.name
	}
	switch {
	case found:
		return yes
	case to.kind == kExternal && from.kind == kClass && from.decl.file.platform:
		return maybe // another type of the platform
	case known:
		return no
	case to.kind == kClass && !to.decl.file.platform:
		// Nothing outside the repository extends what is in it.
		return no
	case isForeign && to.kind == kClass && finalTypes[to.decl.fq]:
		return no
	}
	return maybe
}

// finalTypes are types of the platform that no other type extends.
var finalTypes = map[string]bool{"java.lang.String": true, "java.lang.Class": true, "java.lang.Integer": true, "java.lang.Long": true,
	"java.lang.Short": true, "java.lang.Byte": true, "java.lang.Character": true, "java.lang.Boolean": true, "java.lang.Double": true,
	"java.lang.Float": true, "java.lang.StringBuilder": true, "java.lang.StringBuffer": true, "java.util.Optional": true,
	"java.lang.reflect.Method": true, "java.lang.reflect.Field": true}

// loose is strict with boxing and unboxing.
func (s *session) loose(from, to *typ) verdict {
	from, to = bare(from), bare(to)
	if v := s.strict(from, to); v != no {
		return v
	}
	switch {
	case from.kind == kPrim && to.kind != kPrim:
		return s.strict(s.box(from), to)
	case from.kind == kClass && to.kind == kPrim:
		if p := unboxes[from.decl.fq]; p != "" {
			return primitive(primTypes[p], to)
		}
	case from.kind == kExternal && to.kind == kPrim:
		return no
	}
	return no
}

func (s *session) box(t *typ) *typ {
	if t.kind != kPrim {
		return t
	}
	return s.platformType("java.lang." + boxes[t.name])
}

func unbox(t *typ) *typ {
	if t.kind == kClass {
		if p := unboxes[t.decl.fq]; p != "" {
			return primTypes[p]
		}
	}
	return t
}
