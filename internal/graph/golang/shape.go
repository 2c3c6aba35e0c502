package golang

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// iface is an interface as its file alone tells it.
type iface struct {
	name, local string
	methods     []ifaceMethod
	// open: it embeds something, or has type parameters, so that it may want
	// more than its methods or other types than those written.
	open bool
}

type ifaceMethod struct {
	name, local string
	shape       shape
}

// shape is a function's type in words that two files agree on: parameters and
// results, each a type's canonical spelling.
type shape struct{ params, results []string }

// unknownType stands for a type that cannot be spelt; it may be any.
const unknownType = "?"

// ifaceOf reads an interface's declaration.
func (m *model) ifaceOf(t *ast.TypeSpec, it *ast.InterfaceType) iface {
	out := iface{name: t.Name.Name, local: m.locals[m.offset(t.Name.Pos())], open: t.TypeParams != nil}
	for _, f := range it.Methods.List {
		fun, ok := f.Type.(*ast.FuncType)
		if len(f.Names) == 0 || !ok {
			out.open = true
			continue
		}
		for _, n := range f.Names {
			out.methods = append(out.methods, ifaceMethod{n.Name, m.locals[m.offset(n.Pos())], m.shapeOf(fun)})
		}
	}
	return out
}

func (i iface) smallest() string {
	out := ""
	for _, m := range i.methods {
		if out == "" || m.name < out {
			out = m.name
		}
	}
	return out
}

func (m *model) shapeOf(f *ast.FuncType) shape {
	return shape{m.spellings(f.Params), m.spellings(f.Results)}
}

func (m *model) spellings(list *ast.FieldList) []string {
	if list == nil {
		return nil
	}
	var out []string
	for _, f := range list.List {
		s := m.spell(f.Type)
		for range max(1, len(f.Names)) {
			out = append(out, s)
		}
	}
	return out
}

// spell writes a type with the folder or import path of each name before it:
// "*@internal/store.DB", "context.Context". An import path stays as written.
func (m *model) spell(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return m.spellName(e.Name)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if s, ok := m.importNamed(x.Name); ok {
				return s.path + "." + e.Sel.Name
			}
		}
	case *ast.ParenExpr:
		return m.spell(e.X)
	case *ast.StarExpr:
		return "*" + m.spell(e.X)
	case *ast.Ellipsis:
		return "..." + m.spell(e.Elt)
	case *ast.ArrayType:
		return spellArray(e) + m.spell(e.Elt)
	case *ast.MapType:
		return "map[" + m.spell(e.Key) + "]" + m.spell(e.Value)
	case *ast.ChanType:
		return chanWord(types.ChanDir(int(e.Dir)%3)) + m.spell(e.Value)
	case *ast.FuncType:
		return "func" + m.shapeOf(e).String()
	case *ast.InterfaceType:
		if len(e.Methods.List) == 0 {
			return "any"
		}
	case *ast.StructType:
		if len(e.Fields.List) == 0 {
			return "struct{}"
		}
	}
	return unknownType
}

func (m *model) spellName(name string) string {
	if types.Universe.Lookup(name) == nil {
		return "@" + m.dir + "." + name
	}
	switch name {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	}
	return name
}

func spellArray(e *ast.ArrayType) string {
	if e.Len == nil {
		return "[]"
	}
	if n, ok := e.Len.(*ast.BasicLit); ok {
		return "[" + n.Value + "]"
	}
	return "[" + unknownType + "]"
}

// chanWord spells a channel. Both packages count send 1 and receive 2; for
// both, go/ast has their sum and go/types 0.
func chanWord(d types.ChanDir) string {
	switch d {
	case types.SendRecv:
		return "chan "
	case types.SendOnly:
		return "chan<- "
	}
	return "<-chan "
}

func (s shape) String() string {
	return "(" + strings.Join(s.params, ",") + ")(" + strings.Join(s.results, ",") + ")"
}

// shapeOfSignature is the shape of a checked function.
func shapeOfSignature(s *types.Signature) shape {
	out := shape{spellTuple(s.Params()), spellTuple(s.Results())}
	if n := len(out.params); s.Variadic() && n > 0 {
		out.params[n-1] = "..." + strings.TrimPrefix(out.params[n-1], "[]")
	}
	return out
}

func spellTuple(t *types.Tuple) []string {
	var out []string
	for v := range t.Variables() {
		out = append(out, spellType(v.Type(), 0))
	}
	return out
}

// spellType spells a checked type as model.spell does.
func spellType(t types.Type, depth int) string {
	if depth > 10 {
		return unknownType
	}
	in := func(t types.Type) string { return spellType(t, depth+1) }
	switch t := t.(type) {
	case *types.Alias:
		return in(types.Unalias(t))
	case *types.Basic:
		switch {
		case t.Kind() == types.Invalid:
			return unknownType
		case t.Name() == "byte":
			return "uint8"
		case t.Name() == "rune":
			return "int32"
		}
		return t.Name()
	case *types.Named:
		if t.TypeArgs().Len() > 0 || t.TypeParams().Len() > 0 {
			return unknownType
		}
		if p := t.Obj().Pkg(); p != nil {
			return p.Path() + "." + t.Obj().Name()
		}
		return t.Obj().Name()
	case *types.Pointer:
		return "*" + in(t.Elem())
	case *types.Slice:
		return "[]" + in(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + in(t.Elem())
	case *types.Map:
		return "map[" + in(t.Key()) + "]" + in(t.Elem())
	case *types.Chan:
		return chanWord(t.Dir()) + in(t.Elem())
	case *types.Signature:
		return "func" + shapeOfSignature(t).String()
	case *types.Interface:
		if t.Empty() {
			return "any"
		}
	case *types.Struct:
		if t.NumFields() == 0 {
			return "struct{}"
		}
	}
	return unknownType
}

type answer int

const (
	no answer = iota
	maybe
	yes
)

// matches compares a method's shape with what an interface wants; an import
// path in the latter is spelt as the former has it by folder.
func (want shape) matches(have shape, folder func(spelling string) string) answer {
	if len(want.params) != len(have.params) || len(want.results) != len(have.results) {
		return no
	}
	out := yes
	for _, pair := range [][2][]string{{want.params, have.params}, {want.results, have.results}} {
		for i, w := range pair[0] {
			h := pair[1][i]
			switch {
			case w == h || folder(w) == h:
			case strings.Contains(w, unknownType) || strings.Contains(h, unknownType):
				out = maybe
			default:
				return no
			}
		}
	}
	return out
}

// String tells all that others may learn of an interface.
func (i iface) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s %t", i.name, i.local, i.open)
	for _, m := range i.methods {
		fmt.Fprintf(&out, "\n%s %s %s", m.name, m.local, m.shape)
	}
	return out.String()
}
