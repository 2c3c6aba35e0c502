package python

import (
	"sync"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
)

// scope is a region in which names are bound: a module, class, function,
// lambda or comprehension.
type scope struct {
	module *module
	node   *cst.Node
	parent *scope
	names  map[string][]*binding
	outer  map[string]string // names declared global or nonlocal
	// attrs are a class's attributes set through a method's first parameter.
	attrs map[string][]*binding
	// paths are the assignments to attributes in a function, as written.
	paths map[string][]*binding
	stars []*binding

	once  sync.Once
	asked string // the text of its conditions, once wanted
}

// binding is one place that gives a name a meaning.
type binding struct {
	kind  bindKind
	name  *cst.Node // the token, nil for a star import
	node  *cst.Node // the statement, definition or parameter
	value *cst.Node // the expression that is bound, or iterated
	typ   *cst.Node // its annotation
	path  []int     // places within the value when it is unpacked; -1 for a rest
	scope *scope    // where value and typ are read
}

type bindKind int

const (
	bindAssign bindKind = iota
	bindFor
	bindWith
	bindExcept
	bindParam
	bindFunction
	bindClass
	bindImport
	bindFrom
	bindStar
	bindDeclare
	bindOther
)

func (s *scope) isClass() bool { return s.node.Type == "class_definition" }

func (s *scope) isModule() bool { return s.parent == nil }

// function is the nearest scope that runs by itself: not a comprehension.
func (s *scope) function() *scope {
	for s.node.Is("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression") {
		s = s.parent
	}
	return s
}

// symbol is the symbol that the scope's definition has, nil for a lambda.
func (s *scope) symbol() *code.Symbol {
	if s.isModule() {
		return &s.module.file.Facts.Symbols[0]
	}
	if name := s.node.Child("name"); name != nil {
		return s.module.at[name.Start]
	}
	return nil
}

// local is the local name of the innermost symbol around the scope.
func (s *scope) local() string {
	for ; s != nil; s = s.parent {
		if sym := s.symbol(); sym != nil {
			return sym.Local
		}
	}
	return ""
}

func (s *scope) bind(b *binding) {
	if b.scope == nil {
		b.scope = s
	}
	if b.kind == bindStar {
		s.stars = append(s.stars, b)
		return
	}
	into, name := s, b.name.Text()
	switch s.outer[name] {
	case "global":
		for into.parent != nil {
			into = into.parent
		}
	case "nonlocal":
		for into = s.parent; into.parent != nil && into.names[name] == nil; {
			into = into.parent
		}
	}
	into.names[name] = append(into.names[name], b)
}
