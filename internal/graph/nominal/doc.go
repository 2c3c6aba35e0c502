// Package nominal binds languages whose types have names: C#, Kotlin, Scala
// and Swift. It knows namespaces and imports, the names in scope, and the
// members of a receiver whose type is written, constructed, or declared as the
// result of what gave it. It promises to bind nothing by name alone: where the
// type of a receiver is not known, the reference is unknown. Overloads are told
// apart by the number of their arguments; what that leaves open is ambiguous.
//
// What differs from one language to another is a value of type language.
package nominal

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// language is what one language brings.
type language struct {
	dialect string
	// imports reads a file's imports.
	imports func(root *cst.Node) []importDecl
	// declarations are the types of nodes that define symbols.
	declarations map[string]bool
	// supers are the types that a definition extends or implements.
	supers func(n *cst.Node) []*typeRef
	// result is the type that a function gives or a field has, as written or
	// as a constructor call says; nil when it is neither.
	result func(n *cst.Node) *typeRef
	// params are the parameters of a callable, or of a constructor in a type's
	// header.
	params func(n *cst.Node) []param
	// receiver is the type that an extension extends, or nil.
	receiver func(n *cst.Node) *typeRef
	// expression reads an expression.
	expression func(n *cst.Node) expr
	// locals are the variables that a node declares for its siblings behind it
	// and for what stands in them.
	locals func(n *cst.Node) []local
	// outward: names of the enclosing namespaces are in scope.
	outward bool
	// labelled: arguments must bear their parameters' labels.
	labelled bool
	// constructs: a type's name called is its constructor.
	constructs bool
	// constructor is the name of constructors; "" where they bear their type's.
	constructor string
	// namespace is the namespace around a definition where a file may hold
	// several, else nil.
	namespace func(n *cst.Node) string
	// lambda reads a function literal, and says how its function treats it.
	lambda func(n *cst.Node) (lambda, bool)
	// global: all files share one namespace.
	global bool
}

type binder struct{ *language }

// CSharp makes the binder of C# files.
func CSharp() graph.Binder { return binder{&csharp} }

// Kotlin makes the binder of Kotlin files.
func Kotlin() graph.Binder { return binder{&kotlin} }

// Scala makes the binder of Scala files.
func Scala() graph.Binder { return binder{&scala} }

// Swift makes the binder of Swift files.
func Swift() graph.Binder { return binder{&swift} }

// Claims implements graph.Binder.
func (b binder) Claims(_, dialect string) bool { return dialect == b.dialect }

// Model implements graph.Binder.
func (b binder) Model(f *graph.File) graph.Model { return readModel(b.language, f) }

// Bind implements graph.Binder.
func (b binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*fileModel)
	if !ok || f.Tree == nil || f.Tree.Root == nil {
		return nil
	}
	s := newSession(b.language, f, v, m)
	s.importLinks()
	s.walk(f.Tree.Root, "")
	s.inheritance()
	s.exposes()
	return s.links
}

// typeRef is a type as it is written, without what makes it optional.
type typeRef struct {
	names []string
	args  []*typeRef
	at    *cst.Node // the name's last part, for links
}

func (r *typeRef) text() string {
	if r == nil {
		return ""
	}
	s := ""
	for _, n := range r.names {
		s += "." + n
	}
	for _, a := range r.args {
		s += "<" + a.text() + ">"
	}
	return s
}

type importDecl struct {
	names []string
	alias string // the name that it brings, "" for all in names
	all   bool
	// global: it holds for the files beside and below, too.
	global bool
	node   *cst.Node
}

// exprKind says what an expression is.
type exprKind uint8

const (
	eNone   exprKind = iota
	eName            // name
	eMember          // name of recv
	eCall            // fn with args
	eNew             // typ with args
	eThis
	eSuper
	eTyped   // typ: a cast or a literal
	eInner   // recv with something around it that keeps its type
	eElement // an element of recv
)

type expr struct {
	kind exprKind
	name *cst.Node
	recv *cst.Node
	typ  *typeRef
	args []argument
}

// argument is a value that is passed, with the label it bears.
type argument struct {
	label string
	value *cst.Node
	// trailing: a function literal behind the list.
	trailing bool
}

// param is a parameter of a callable.
type param struct {
	label    string
	typ      *typeRef
	optional bool // it has a default
	variadic bool
}

// lambda is a function literal that is passed to a call.
type lambda struct {
	on       *cst.Node // what the function is a member of, or nil
	function string
	params   []*cst.Node
	implicit string // the name of its one parameter when none is written
}

// local is a variable; its type is written, that of a value, or that of the
// elements of one.
type local struct {
	name    *cst.Node
	typ     *typeRef
	value   *cst.Node
	element bool
}
