package code

import (
	"cmp"
	"regexp"
	"strings"
)

// Kind says what a symbol is.
type Kind string

// The kinds of symbols. A struct, trait, record or type alias is a class (an
// alias carries Properties["alias"]); a protocol is an interface; a constant
// or variable of a module or a class is a field.
const (
	Module    Kind = "module"
	Class     Kind = "class"
	Interface Kind = "interface"
	Enum      Kind = "enum"
	Function  Kind = "function"
	Method    Kind = "method"
	Field     Kind = "field"
	Endpoint  Kind = "endpoint"
)

// Callable reports whether a symbol of this kind has a body that calls.
func (k Kind) Callable() bool { return k == Function || k == Method }

// TypeLike reports whether a symbol of this kind has members.
func (k Kind) TypeLike() bool { return k == Class || k == Interface || k == Enum }

// Pos is a place in a file: Line from 1, Col in bytes from 0.
type Pos struct{ Line, Col int }

// Span is a range in a file, End exclusive in its column as editors have it.
type Span struct{ Start, End Pos }

// Lines is the number of lines that the span touches.
func (s Span) Lines() int { return s.End.Line - s.Start.Line + 1 }

// Contains reports whether p lies in s.
func (s Span) Contains(p Pos) bool { return !p.before(s.Start) && p.before(s.End) }

func (p Pos) before(q Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// Symbol is a named definition in one file, known without its path.
type Symbol struct {
	// Local is the dotted name within the file ("Order.refund"), with "~2"
	// for the second of that name, and so on; "" for the module itself.
	Local string
	Kind  Kind
	Name  string
	// Parent is the index of the enclosing symbol in the file's list, where
	// index 0 is the module; -1 for the module.
	Parent int
	// Span is the whole definition with decorators, without the doc comment
	// before it; NamePos is where its name stands.
	Span    Span
	NamePos Pos
	// Signature is the declaration without its body, white space folded.
	Signature string
	// Doc is the doc comment or docstring without comment signs.
	Doc string
	// Exported: other files may name it. Test: a test by the language's rules.
	Exported, Test bool
	Properties     map[string]string
}

// SymbolRef is the identity of a symbol in a snapshot.
type SymbolRef struct{ Path, Local string }

// String is the symbol's id as it is exported: "path#local".
func (r SymbolRef) String() string { return r.Path + "#" + r.Local }

// Compare orders by path, then by local name.
func (r SymbolRef) Compare(o SymbolRef) int {
	return cmp.Or(cmp.Compare(r.Path, o.Path), cmp.Compare(r.Local, o.Local))
}

var namesake = regexp.MustCompile(`~\d+`)

// Qualify joins a prefix and a local name. Namesakes in a file have one
// qualified name: the "~2" that tells them apart belongs to the id alone.
func Qualify(prefix, local string) string {
	if strings.IndexByte(local, '~') >= 0 {
		local = namesake.ReplaceAllString(local, "")
	}
	if local == "" || prefix == "" {
		return prefix + local
	}
	return prefix + "." + local
}
