package golang

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// model is what one Go file tells others.
type model struct {
	path, dir    string
	name         string    // of the package, "" when there is no clause
	file         *ast.File // nil when nothing could be parsed
	broken       bool      // it does not parse without errors
	content      uint64    // hash of path and content
	pieces       []*piece
	uses         refs                // of the whole file
	size         int                 // in bytes
	base         int                 // token.Pos of the first byte
	starts       []int               // offset of each line
	locals       map[int]string      // offset of a symbol's name → its local name
	endpoints    map[int]string      // offset of a route's path → local name of the endpoint
	served       []graph.Answer      // what the endpoints answer
	functions    map[string]bool     // local names of variables that hold a function literal
	imports      []importSpec        // all of them
	tags         constraint.Expr     // nil for none
	localOffsets []int               // the keys of locals, sorted
	external     map[string][]string // import path → names used as types
	ifaces       []iface
	test         bool
}

type importSpec struct {
	path, alias string
	at          token.Pos
}

// offsetBits is the room that one file has among the positions.
const offsetBits = 22

// newModel parses f. Each file has positions of its own, made from its path
// and content, so that an object's position alone tells the file that declares it.
func newModel(f *graph.File) *model {
	m := &model{path: f.Path, dir: code.Folder(f.Path), test: strings.HasSuffix(f.Path, "_test.go"),
		content: graph.Hash(f.Path, string(f.Source)), size: len(f.Source)}
	m.base = baseOf(m.content)
	if len(f.Source) >= 1<<offsetBits {
		return m
	}
	file, broken := parse(m.base, f.Source)
	if file == nil {
		return m
	}
	m.file, m.name, m.broken = file, file.Name.Name, broken
	m.tags = buildTags(f.Source)
	m.starts = lineStarts(f.Source)
	m.noteSymbols(f.Facts.Symbols)
	m.noteImports()
	m.readPieces(f.Source)
	m.noteInterfaces()
	m.external = externalTypes(file, m.imports)
	openAssertions(file)
	for _, d := range file.Decls {
		m.uses.add(d)
	}
	m.noteMethods()
	m.uses.compact()
	return m
}

// baseOf is where the positions of a file begin: 40 bits of the hash of its
// path and content, shifted by the room of a file.
func baseOf(content uint64) int { return int((content>>24|1)<<offsetBits) + 1 }

// fileKey tells the file of a position.
func fileKey(p token.Pos) int { return (int(p) - 1) >> offsetBits }

func (m *model) offset(p token.Pos) int { return int(p) - m.base }

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	if m.file == nil {
		return nil
	}
	tags := ""
	if m.tags != nil {
		tags = m.tags.String()
	}
	out := []graph.Answer{{Key: filesKey(m.dir), Hash: graph.Hash(m.path, m.name, tags), Provided: true}}
	for _, p := range m.pieces {
		out = append(out, p.answers()...)
	}
	for _, i := range m.ifaces {
		out = append(out, graph.Answer{Key: ifaceKey(i.smallest()), Hash: graph.Hash(m.path, i.String()), Provided: true})
	}
	return append(out, m.served...)
}

// ifaceKey asks for the interfaces whose smallest method has a name.
func ifaceKey(method string) string { return "go.iface:" + method }

// noteSymbols maps the offset of each symbol's name to its local name.
func (m *model) noteSymbols(symbols []code.Symbol) {
	m.locals, m.functions, m.endpoints = make(map[int]string, len(symbols)), map[string]bool{}, map[int]string{}
	m.served = graph.EndpointAnswers(m.path, symbols)
	for _, s := range symbols[1:] {
		if s.NamePos.Line > len(m.starts) {
			continue
		}
		if s.Kind == code.Endpoint {
			m.endpoints[m.starts[s.NamePos.Line-1]+s.NamePos.Col] = s.Local
			continue
		}
		offset := m.starts[s.NamePos.Line-1] + s.NamePos.Col
		m.locals[offset] = s.Local
		m.localOffsets = append(m.localOffsets, offset)
		if s.Properties["variable"] != "" {
			m.functions[s.Local] = true
		}
	}
	slices.Sort(m.localOffsets)
}

func lineStarts(source []byte) []int {
	starts := []int{0}
	for i, c := range source {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func (m *model) noteImports() {
	for _, s := range m.file.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			p = ""
		}
		spec := importSpec{path: p, at: s.Path.Pos()}
		if s.Name != nil {
			spec.alias = s.Name.Name
		}
		m.imports = append(m.imports, spec)
	}
}

// guessedName is the name that an import has in its file, as far as the path
// tells it.
func (s importSpec) guessedName() string {
	if s.alias != "" {
		return s.alias
	}
	return guessName(s.path)
}

func guessName(p string) string {
	name := path.Base(p)
	if isMajorVersion(name) && strings.Contains(p, "/") {
		name = path.Base(path.Dir(p))
	}
	if stem, version, ok := strings.Cut(name, ".v"); ok && version != "" && version[0] >= '0' && version[0] <= '9' {
		name = stem
	}
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go"), ".go")
	if i := strings.LastIndexByte(name, '-'); i >= 0 {
		name = name[i+1:]
	}
	return name
}

func isMajorVersion(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	_, err := strconv.Atoi(s[1:])
	return err == nil
}

// noteInterfaces reads the interfaces that the file declares.
func (m *model) noteInterfaces() {
	for _, d := range m.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			t, ok := s.(*ast.TypeSpec)
			if !ok || t.Name.Name == "_" {
				continue
			}
			if it, ok := t.Type.(*ast.InterfaceType); ok {
				if i := m.ifaceOf(t, it); len(i.methods) > 0 {
					m.ifaces = append(m.ifaces, i)
				}
			}
		}
	}
}

// noteMethods counts the file's own methods among the names that it selects:
// they may hide others of the name.
func (m *model) noteMethods() {
	for _, p := range m.pieces {
		if _, method, ok := cutMethod(p.names[0]); ok {
			m.uses.selected = append(m.uses.selected, method)
		}
	}
}

// ownTypes are the names of types that the file declares or adds methods to,
// and maybe of other declarations.
func (m *model) ownTypes() []string {
	names := map[string]bool{}
	for _, p := range m.pieces {
		for _, name := range p.names {
			typ, _, _ := cutMethod(name)
			names[typ] = true
		}
	}
	return slices.Sorted(mapKeys(names))
}

func receiverName(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
