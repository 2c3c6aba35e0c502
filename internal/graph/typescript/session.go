package typescript

import (
	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// session is the binding of one file. Everything that it remembers follows
// from the file and the answers of its view.
type session struct {
	v      *graph.View
	source *graph.File
	mod    *module

	mods      map[*cst.Tree]*module
	byPath    map[string]*module
	tables    map[*cst.Node]table
	resolved  map[string]string
	manifests map[string]*manifest
	configs   map[string]*config

	values    map[*binding]*Type
	exprs     map[*cst.Node]*Type
	returns   map[*cst.Node]*Type
	contexts  map[*cst.Node]*Type
	params    map[*cst.Node]*Type
	calls     map[callKey]*callResult
	bodies    map[*cst.Node]map[string][]*cst.Node
	busy      map[any]bool
	anon      map[*cst.Node]*binding
	narrowed  map[*cst.Node]*Type
	exported  map[exportAsk]found
	found     map[memberAsk][]member
	property  map[memberAsk]*Type
	filtered  map[filterAsk]*Type
	types     map[*cst.Node]*Type
	typeNames map[*cst.Node]typeName

	active        map[*cst.Node]int // conditional types being read
	undecided     int
	steps, depth  int
	budget, spent int
	cuts          int
}

// A reference may take maxSteps steps; once a file's references have taken
// maxFileSteps together, the rest have fewSteps each.
const (
	maxSteps     = 8_000
	maxFileSteps = 4_000_000
	fewSteps     = 200
	maxDepth     = 90
)

// begin opens the budget of the next reference.
func (s *session) begin() {
	s.spent += s.steps
	s.steps, s.depth, s.budget = 0, 0, maxSteps
	if s.spent > maxFileSteps {
		s.budget = fewSteps
	}
}

func newSession(f *graph.File, v *graph.View) *session {
	s := &session{v: v, source: f, mods: map[*cst.Tree]*module{}, byPath: map[string]*module{}, tables: map[*cst.Node]table{},
		resolved: map[string]string{}, manifests: map[string]*manifest{}, configs: map[string]*config{},
		values: map[*binding]*Type{}, exprs: map[*cst.Node]*Type{}, returns: map[*cst.Node]*Type{}, contexts: map[*cst.Node]*Type{}, params: map[*cst.Node]*Type{},
		calls: map[callKey]*callResult{}, bodies: map[*cst.Node]map[string][]*cst.Node{}, busy: map[any]bool{},
		anon: map[*cst.Node]*binding{}, narrowed: map[*cst.Node]*Type{}, exported: map[exportAsk]found{},
		found: map[memberAsk][]member{}, property: map[memberAsk]*Type{}, filtered: map[filterAsk]*Type{},
		active: map[*cst.Node]int{}, types: map[*cst.Node]*Type{}, typeNames: map[*cst.Node]typeName{}}
	s.mod = f.Model().(*module)
	s.know(s.mod)
	s.know(prelude())
	return s
}

func (s *session) know(m *module) {
	s.mods[m.tree] = m
	if !m.external {
		s.byPath[m.path] = m
	}
}

// module is the model of the file at a path, nil where it has none.
func (s *session) module(p string) *module {
	if m, ok := s.byPath[p]; ok {
		return m
	}
	var m *module
	if f := s.v.File(p); f != nil {
		m, _ = f.Model().(*module)
	}
	s.byPath[p] = m
	if m != nil {
		s.mods[m.tree] = m
	}
	return m
}

func (s *session) modOf(n *cst.Node) *module { return s.mods[n.Tree()] }

// top is a name at the top of a module.
func (s *session) top(m *module, name string) *binding {
	if m != s.mod && !m.external {
		s.v.Ask(nameKey(m.path, name))
	}
	return m.top[name]
}

// global is a name that is declared for every file.
func (s *session) global(name string) *binding {
	if b := prelude().top[name]; b != nil {
		return b
	}
	for _, p := range s.v.Providers(globalKey(name)) {
		if m := s.module(p); m != nil {
			return m.globals[name]
		}
	}
	return nil
}

func (s *session) table(n *cst.Node) table {
	if !opensScope(n) {
		return nil
	}
	if t, ok := s.tables[n]; ok {
		return t
	}
	t := scopeOf(s.modOf(n), n)
	s.tables[n] = t
	return t
}

// lookup is the binding of a name in the scopes around n whose declarations
// satisfy the condition, nil for none.
func (s *session) lookup(n *cst.Node, name string, is func(def) bool) *binding {
	m := s.modOf(n)
	for p := n; p != nil; p = p.Parent {
		if p.Parent == nil {
			if b := s.top(m, name); b != nil && b.has(is) {
				return b
			}
			break
		}
		if b := s.table(p)[name]; b != nil && b.has(is) {
			return b
		}
		if p.Is("internal_module", "module") {
			if b := s.spaceMember(s.lookupSpace(p), name); b != nil && b.has(is) {
				return b
			}
		}
	}
	if b := s.global(name); b != nil && b.has(is) {
		return b
	}
	return nil
}

// lookupSpace is the binding of the namespace that n declares.
func (s *session) lookupSpace(n *cst.Node) *binding {
	name := n.Child("name")
	if !name.Is("identifier") || n.Parent == nil {
		return nil
	}
	return s.lookup(n.Parent, name.Text(), func(d def) bool { return d.node.Is("internal_module", "module") })
}

// spaceMember is a name in any of the bodies of a namespace.
func (s *session) spaceMember(b *binding, name string) *binding {
	if b == nil {
		return nil
	}
	for _, d := range b.defs {
		if body := d.node.Child("body"); body != nil && d.node.Is("internal_module", "module") {
			if m := s.table(body)[name]; m != nil {
				return m
			}
		}
	}
	return nil
}

// enter bounds the work of one reference; leave must follow where it is true.
func (s *session) enter() bool {
	if s.depth >= maxDepth || s.steps >= s.budget {
		s.cuts++
		return false
	}
	s.depth++
	s.steps++
	return true
}

func (s *session) leave() { s.depth-- }

// ref is the symbol whose name stands at a node, false for none.
func (s *session) ref(id *cst.Node) (code.SymbolRef, bool) {
	m := s.modOf(id)
	if m == nil || m.external {
		return code.SymbolRef{}, false
	}
	local, ok := m.locals[id.Start]
	return code.SymbolRef{Path: m.path, Local: local}, ok
}
