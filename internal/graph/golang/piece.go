package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"

	"github.com/plumbline/plumbline/internal/graph"
)

// piece is what a package's other files can see of one declaration: it has no
// bodies. It is the unit by which files learn of each other.
type piece struct {
	model *model
	names []string // "T", "T.m" for a method, all of a group of constants that build on each other
	node  ast.Decl
	refs  refs
	// parts are the fields of a struct or the methods of an interface. What
	// they mention matters to those who select them.
	parts    []part
	at       token.Pos
	embedded refs // what it embeds, or is defined as
	external map[string][]string
	hash     uint64
}

type part struct {
	name string
	refs refs
}

// refs are the names that a piece of source mentions.
type refs struct {
	plain     []string
	qualified [][2]string // x.Name
	selected  []string    // every name after a dot, keys of literals
}

// readPieces splits a file into its declarations.
func (m *model) readPieces(source []byte) {
	for _, d := range m.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			m.addFunc(d, source)
		case *ast.GenDecl:
			m.addGroup(d, source)
		}
	}
}

func (m *model) addFunc(d *ast.FuncDecl, source []byte) {
	name := d.Name.Name
	if d.Recv != nil && len(d.Recv.List) > 0 {
		name = receiverName(d.Recv.List[0].Type) + "." + name
	} else if name == "init" {
		return
	}
	bare := *d
	bare.Body, bare.Doc = nil, nil
	p := &piece{names: []string{name}, node: &bare}
	p.refs.add(bare.Type)
	if d.Recv != nil {
		p.refs.add(d.Recv)
	}
	m.addPiece(p, d.Pos(), d.Type.End(), nil, source)
}

func (m *model) addGroup(d *ast.GenDecl, source []byte) {
	if d.Tok == token.CONST && buildsOn(d) {
		p := &piece{node: d}
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				p.names = append(p.names, namesOf(v)...)
				p.refs.add(v.Type)
				p.refs.addAll(v.Values)
			}
		}
		m.addPiece(p, d.Pos(), d.End(), nil, source)
		return
	}
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			m.addType(d, s, source)
		case *ast.ValueSpec:
			m.addValue(d, s, source)
		}
	}
}

// buildsOn reports whether constants of a group depend on their place in it.
func buildsOn(d *ast.GenDecl) bool {
	for _, s := range d.Specs {
		v, ok := s.(*ast.ValueSpec)
		if !ok || len(v.Values) == 0 {
			return true
		}
		var r refs
		r.addAll(v.Values)
		if slices.Contains(r.plain, "iota") {
			return true
		}
	}
	return false
}

func namesOf(v *ast.ValueSpec) []string {
	var out []string
	for _, n := range v.Names {
		if n.Name != "_" {
			out = append(out, n.Name)
		}
	}
	return out
}

func (m *model) addValue(d *ast.GenDecl, v *ast.ValueSpec, source []byte) {
	bare := *v
	var hidden [][2]int
	if d.Tok == token.VAR {
		bare.Values = bareValues(v)
		hidden = hiddenValues(v)
	}
	p := &piece{names: namesOf(v), node: &ast.GenDecl{Tok: d.Tok, TokPos: d.TokPos, Specs: []ast.Spec{&bare}}}
	p.refs.add(v.Type)
	p.refs.addAll(bare.Values)
	m.addPiece(p, v.Pos(), v.End(), hidden, source)
}

func (m *model) addType(d *ast.GenDecl, t *ast.TypeSpec, source []byte) {
	p := &piece{names: []string{t.Name.Name}, node: &ast.GenDecl{Tok: d.Tok, TokPos: d.TokPos, Specs: []ast.Spec{t}}}
	if t.TypeParams != nil {
		p.refs.add(t.TypeParams)
	}
	switch x := t.Type.(type) {
	case *ast.StructType:
		p.addParts(x.Fields)
	case *ast.InterfaceType:
		p.addParts(x.Methods)
	default:
		p.refs.add(t.Type)
		p.embedded.add(t.Type)
	}
	m.addPiece(p, t.Pos(), t.End(), nil, source)
}

func (p *piece) addParts(list *ast.FieldList) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			p.refs.add(f.Type)
			p.embedded.add(f.Type)
		}
		for _, n := range f.Names {
			one := part{name: n.Name}
			one.refs.add(f.Type)
			p.parts = append(p.parts, one)
		}
	}
}

func (m *model) addPiece(p *piece, from, to token.Pos, hidden [][2]int, source []byte) {
	start, end := m.offset(from), m.offset(to)
	if start < 0 || end > len(source) || start > end || len(p.names) == 0 {
		return
	}
	p.model, p.at = m, from
	p.refs.compact()
	for i := range p.parts {
		p.parts[i].refs.compact()
	}
	p.external = externalTypes(p.node, m.imports)
	words := tokens(source[start:end], shifted(hidden, start+m.base))
	for i, _ := slices.BinarySearch(m.localOffsets, start); i < len(m.localOffsets) && m.localOffsets[i] < end; i++ {
		words = append(words, m.locals[m.localOffsets[i]])
	}
	p.hash = graph.Hash(append(words, m.mentioned(p)...)...)
	m.pieces = append(m.pieces, p)
}

// mentioned are the imports that may explain the names of a piece.
func (m *model) mentioned(p *piece) []string {
	var out []string
	note := func(r refs) {
		for _, q := range r.qualified {
			for _, s := range m.imports {
				if s.alias == q[0] || s.alias == "" {
					out = append(out, q[0], s.alias, s.path)
				}
			}
		}
	}
	note(p.refs)
	for _, one := range p.parts {
		note(one.refs)
	}
	for _, s := range m.imports {
		if s.alias == "." {
			out = append(out, s.path)
		}
	}
	return out
}

func shifted(ranges [][2]int, by int) [][2]int {
	for i := range ranges {
		ranges[i][0] -= by
		ranges[i][1] -= by
	}
	return ranges
}

func (r *refs) addAll(list []ast.Expr) {
	for _, e := range list {
		r.add(e)
	}
}

// add notes the names in n, twice where they stand twice.
func (r *refs) add(n ast.Node) {
	if n == nil || n == ast.Expr(nil) {
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			r.selected = append(r.selected, n.Sel.Name)
			if x, ok := n.X.(*ast.Ident); ok {
				r.qualified = append(r.qualified, [2]string{x.Name, n.Sel.Name})
			} else {
				r.add(n.X)
			}
			return false
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				r.selected = append(r.selected, id.Name)
			}
		case *ast.Field:
			if n.Type != nil {
				r.add(n.Type)
			}
			return false
		case *ast.Ident:
			r.plain = append(r.plain, n.Name)
		}
		return true
	})
}

// compact sorts the names and drops repetitions.
func (r *refs) compact() {
	slices.Sort(r.plain)
	r.plain = slices.Compact(r.plain)
	slices.Sort(r.selected)
	r.selected = slices.Compact(r.selected)
	slices.SortFunc(r.qualified, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	r.qualified = slices.Compact(r.qualified)
}

// filesKey asks which Go files a folder has, of which package and for which
// platforms.
func filesKey(dir string) string { return "go.files:" + dir }

// nameKey asks what a name of a folder's packages is.
func nameKey(dir, name string) string { return "go.name:" + dir + "#" + name }

// methodKey asks for the methods of a name, of whatever type.
func methodKey(name string) string { return "go.method:" + name }

// methodsKey asks for all methods of a type.
func methodsKey(dir, typ string) string { return "go.methods:" + dir + "#" + typ }

// answers are what a piece answers.
func (p *piece) answers() []graph.Answer {
	m := p.model
	hash := strconv.FormatUint(p.hash, 36)
	var out []graph.Answer
	for _, name := range p.names {
		if typ, method, ok := cutMethod(name); ok {
			h := graph.Hash(m.path, name, hash)
			out = append(out, graph.Answer{Key: methodKey(method), Hash: h}, graph.Answer{Key: methodsKey(m.dir, typ), Hash: h})
			continue
		}
		out = append(out, graph.Answer{Key: nameKey(m.dir, name), Hash: graph.Hash(m.path, hash)})
	}
	return out
}
