package java

// kind says what a typ is.
type kind uint8

const (
	kUnknown  kind = iota
	kPrim          // name
	kVoid          //
	kNull          //
	kClass         // decl, args
	kExternal      // name: a type whose declaration nobody showed us
	kVar           // param: a type parameter in its own scope
	kInfer         // param: one that a call is to fix
	kArray         // elem
	kWild          // name "?", "+" or "-"; elem its bound
)

// typ is a type as a value. Values are shared and never changed.
type typ struct {
	kind  kind
	name  string
	decl  *typeDecl
	args  []*typ
	elem  *typ
	param *typeParam
}

var (
	unknown   = &typ{kind: kUnknown}
	voidType  = &typ{kind: kVoid}
	nullType  = &typ{kind: kNull}
	boolean   = &typ{kind: kPrim, name: "boolean"}
	intType   = &typ{kind: kPrim, name: "int"}
	primTypes = map[string]*typ{"boolean": boolean, "int": intType, "void": voidType}
)

func init() {
	for _, name := range []string{"byte", "short", "char", "long", "float", "double"} {
		primTypes[name] = &typ{kind: kPrim, name: name}
	}
}

// widening lists what a primitive converts to by itself (JLS 5.1.2).
var widening = map[string]string{
	"byte": " short int long float double ", "short": " int long float double ", "char": " int long float double ",
	"int": " long float double ", "long": " float double ", "float": " double ",
}

var boxes = map[string]string{"boolean": "Boolean", "byte": "Byte", "short": "Short", "char": "Character",
	"int": "Integer", "long": "Long", "float": "Float", "double": "Double"}

var unboxes = map[string]string{}

func init() {
	for p, b := range boxes {
		unboxes["java.lang."+b] = p
	}
}

func arrayOf(elem *typ, dims int) *typ {
	for ; dims > 0; dims-- {
		elem = &typ{kind: kArray, elem: elem}
	}
	return elem
}

func external(name string) *typ { return &typ{kind: kExternal, name: name} }

// bindings say what type parameters stand for.
type bindings map[*typeParam]*typ

// subst puts bindings in the place of type parameters.
func subst(t *typ, b bindings) *typ {
	if t == nil || len(b) == 0 {
		return t
	}
	switch t.kind {
	case kVar, kInfer:
		if to := b[t.param]; to != nil {
			return to
		}
	case kArray, kWild:
		if t.elem == nil {
			return t
		}
		if e := subst(t.elem, b); e != t.elem {
			return &typ{kind: t.kind, name: t.name, elem: e}
		}
	case kClass:
		for i, a := range t.args {
			if n := subst(a, b); n != a {
				args := append(append([]*typ{}, t.args[:i]...), n)
				for _, rest := range t.args[i+1:] {
					args = append(args, subst(rest, b))
				}
				return &typ{kind: kClass, decl: t.decl, args: args}
			}
		}
	}
	return t
}

// bare takes a wildcard for its bound: what is read from it, or for "-" what
// may be put in.
func bare(t *typ) *typ {
	if t == nil {
		return unknown
	}
	if t.kind == kWild {
		if t.elem == nil {
			return unknown
		}
		return bare(t.elem)
	}
	return t
}

func sameErasure(a, b *typ) bool {
	if a == nil || b == nil || a.kind != b.kind {
		return false
	}
	switch a.kind {
	case kPrim, kExternal:
		return a.name == b.name
	case kClass:
		return a.decl == b.decl
	case kArray:
		return sameErasure(a.elem, b.elem)
	case kVar, kInfer:
		return a.param == b.param || len(a.param.bounds) == 0 && len(b.param.bounds) == 0
	}
	return a.kind == kVoid || a.kind == kNull
}

// qualifiedName names a type in messages: "java.util.List".
func (t *typ) qualifiedName() string {
	switch t.kind {
	case kClass:
		return t.decl.fq
	case kExternal, kPrim:
		return t.name
	}
	return ""
}
