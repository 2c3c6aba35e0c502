package golang

import (
	"cmp"
	"go/ast"
	"slices"
	"strings"
)

// slice is what binding one file needs of the repository: the declarations
// that its names lead to, and theirs. A method counts when its type is reached
// and something selects its name, a field's type likewise. Nothing else is
// loaded, asked about or checked, so that a declaration nobody here can see
// the use of never causes a file to be bound again.
type slice struct {
	loader   *loader
	self     *model
	unit     *pkg
	selected map[string]bool
	waiting  map[string][]step // by the name that must be selected first
	pending  []step
}

// step is something to follow: a piece to take in, or names to look up.
type step struct {
	pkg   *pkg
	piece *piece
	refs  *refs // of a part of piece; nil for the piece itself
}

// newSlice reaches everything that binding m needs.
func newSlice(l *loader, m *model) *slice {
	s := &slice{loader: l, self: m, unit: l.unit(m), selected: map[string]bool{}, waiting: map[string][]step{}}
	for i := range m.imports {
		s.unit.needs(m, i)
		l.imported(s.unit, m.imports[i].path)
	}
	s.selectName("Error") // the universe's own method
	s.follow(s.unit, m, &m.uses)
	s.drain()
	for _, name := range m.ownTypes() {
		s.whole(s.unit, name)
		s.drain()
	}
	return s
}

func (s *slice) drain() {
	for len(s.pending) > 0 {
		next := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		if next.refs != nil {
			s.follow(next.pkg, next.piece.model, next.refs)
		} else {
			s.take(next.pkg, next.piece)
		}
	}
}

// follow looks up the names that a piece of m's source mentions.
func (s *slice) follow(p *pkg, m *model, r *refs) {
	for _, name := range r.selected {
		s.selectName(name)
	}
	for _, name := range r.plain {
		s.reach(p, name)
	}
	for _, q := range r.qualified {
		if dep, found := s.qualifier(p, m, q[0]); !found {
			s.reach(p, q[0])
		} else if dep != nil {
			s.reach(dep, q[1])
		}
	}
	for i, spec := range m.imports {
		if spec.alias != "." {
			continue
		}
		p.needs(m, i)
		if dep := s.loader.imported(p, spec.path); dep != nil {
			for _, name := range r.plain {
				s.reach(dep, name)
			}
			for _, q := range r.qualified {
				s.reach(dep, q[0])
			}
		}
	}
}

// qualifier is the package that a name before a dot means in a file: nil
// where it lies elsewhere, found false where no import explains the name.
func (s *slice) qualifier(p *pkg, m *model, x string) (dep *pkg, found bool) {
	for i, spec := range m.imports {
		if spec.guessedName() != x {
			continue
		}
		dep = s.loader.imported(p, spec.path)
		if dep != nil && spec.alias == "" && dep.name != x {
			continue
		}
		p.needs(m, i)
		return dep, true
	}
	if m.content != s.self.content && s.reach(p, x) {
		return nil, false
	}
	for i, spec := range m.imports {
		if spec.alias != "" || spec.guessedName() == x {
			continue
		}
		if dep = s.loader.imported(p, spec.path); dep != nil && dep.name == x {
			p.needs(m, i)
			return dep, true
		}
	}
	return nil, false
}

// reach takes in what a name of a package stands for, if anything.
func (s *slice) reach(p *pkg, name string) bool {
	if found, known := p.reached[name]; known {
		return found
	}
	s.loader.view.Ask(nameKey(p.dir, name))
	pieces := p.index.named[name]
	p.reached[name] = len(pieces) > 0
	for _, one := range pieces {
		s.pending = append(s.pending, step{pkg: p, piece: one})
	}
	for _, m := range p.index.methods[name] {
		_, method, _ := cutMethod(m.names[0])
		s.when(method, step{pkg: p, piece: m})
	}
	return len(pieces) > 0
}

// when does a step once a name is selected.
func (s *slice) when(name string, do step) {
	if s.selected[name] {
		s.pending = append(s.pending, do)
		return
	}
	s.waiting[name] = append(s.waiting[name], do)
}

func (s *slice) selectName(name string) {
	if s.selected[name] {
		return
	}
	s.selected[name] = true
	s.loader.view.Ask(methodKey(name))
	s.pending = append(s.pending, s.waiting[name]...)
	delete(s.waiting, name)
}

func (s *slice) take(p *pkg, one *piece) {
	if p.taken[one] {
		return
	}
	p.taken[one] = true
	if one.model.content == s.self.content {
		return // it is there whole
	}
	s.follow(p, one.model, &one.refs)
	for i := range one.parts {
		s.when(one.parts[i].name, step{pkg: p, piece: one, refs: &one.parts[i].refs})
	}
}

// whole reaches a type with all its methods, and so on for what it embeds.
func (s *slice) whole(p *pkg, name string) {
	if p.whole[name] {
		return
	}
	p.whole[name] = true
	s.reach(p, name)
	s.loader.view.Ask(methodsKey(p.dir, name))
	for _, m := range p.index.methods[name] {
		s.pending = append(s.pending, step{pkg: p, piece: m})
	}
	for _, one := range p.index.named[name] {
		for i := range one.parts {
			s.pending = append(s.pending, step{pkg: p, piece: one, refs: &one.parts[i].refs})
		}
		for _, base := range one.embedded.plain {
			s.whole(p, base)
		}
		for _, q := range one.embedded.qualified {
			if dep, _ := s.qualifier(p, one.model, q[0]); dep != nil {
				s.whole(dep, q[1])
			}
		}
	}
}

// files are the sources of a package as far as they were reached.
func (s *slice) files(p *pkg) []*ast.File {
	byFile := map[uint64][]*piece{}
	for one := range p.taken {
		byFile[one.model.content] = append(byFile[one.model.content], one)
	}
	var out []*ast.File
	for _, m := range p.members {
		if m.content == s.self.content && p == s.unit {
			out = append(out, s.self.file)
			continue
		}
		if len(byFile[m.content]) > 0 {
			out = append(out, s.file(p, m, byFile[m.content]))
		}
	}
	return out
}

func (s *slice) file(p *pkg, m *model, pieces []*piece) *ast.File {
	slices.SortFunc(pieces, func(a, b *piece) int { return cmp.Compare(a.at, b.at) })
	out := &ast.File{Package: m.file.Package, Name: m.file.Name}
	for i, spec := range m.file.Imports {
		if p.imports[m.content][i] {
			out.Decls = append(out.Decls, &ast.GenDecl{Tok: importToken, TokPos: spec.Pos(), Specs: []ast.Spec{spec}})
		}
	}
	for _, one := range pieces {
		out.Decls = append(out.Decls, s.decl(p, one))
	}
	return out
}

// decl is a piece without the methods and the types of fields that nothing
// selects.
func (s *slice) decl(p *pkg, one *piece) ast.Decl {
	if len(one.parts) == 0 || p.whole[one.names[0]] {
		return one.node
	}
	g := one.node.(*ast.GenDecl)
	t := *g.Specs[0].(*ast.TypeSpec)
	switch x := t.Type.(type) {
	case *ast.StructType:
		t.Type = &ast.StructType{Struct: x.Struct, Fields: s.fields(x.Fields)}
	case *ast.InterfaceType:
		t.Type = &ast.InterfaceType{Interface: x.Interface, Methods: s.methods(x.Methods)}
	}
	return &ast.GenDecl{Tok: g.Tok, TokPos: g.TokPos, Specs: []ast.Spec{&t}}
}

func (s *slice) anySelected(names []*ast.Ident) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n *ast.Ident) bool { return s.selected[n.Name] })
}

func (s *slice) fields(list *ast.FieldList) *ast.FieldList {
	out := &ast.FieldList{Opening: list.Opening, Closing: list.Closing}
	for _, f := range list.List {
		if !s.anySelected(f.Names) {
			bare := *f
			bare.Type = &ast.InterfaceType{Interface: f.Type.Pos(), Methods: &ast.FieldList{Opening: f.Type.Pos(), Closing: f.Type.Pos()}}
			f = &bare
		}
		out.List = append(out.List, f)
	}
	return out
}

func (s *slice) methods(list *ast.FieldList) *ast.FieldList {
	out := &ast.FieldList{Opening: list.Opening, Closing: list.Closing}
	for _, f := range list.List {
		if s.anySelected(f.Names) {
			out.List = append(out.List, f)
		}
	}
	return out
}

func cutMethod(name string) (typ, method string, ok bool) { return strings.Cut(name, ".") }
