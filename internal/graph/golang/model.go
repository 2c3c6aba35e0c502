package golang

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// model is what one Go file tells others.
type model struct {
	path, dir string
	name      string    // of the package, "" when there is no clause
	file      *ast.File // with bodies; nil when nothing could be parsed
	api       *ast.File // without them
	broken    bool      // it does not parse without errors
	apiHash   uint64
	content   uint64
	size      int                 // in bytes
	base      int                 // token.Pos of the first byte
	starts    []int               // offset of each line
	locals    map[int]string      // offset of a symbol's name → its local name
	endpoints map[int]endpoint    // offset of a route's path → the endpoint
	functions map[string]bool     // local names of variables that hold a function literal
	imports   []importSpec        // all of them
	tags      constraint.Expr     // nil for none
	declared  []string            // names it declares at package level, "T.m" for methods
	external  map[string][]string // import path → names used as types
	ifaces    []iface
	test      bool
}

type importSpec struct {
	path, alias string
	inAPI       bool // a declaration without its bodies may need it
	at          token.Pos
}

// offsetBits is the room that one file has among the positions.
const offsetBits = 22

// newModel parses f. Each file has positions of its own, made from its path
// and content, so that an object's position alone tells the file that declares it.
func newModel(f *graph.File) *model {
	m := &model{path: f.Path, dir: dirOf(f.Path), test: strings.HasSuffix(f.Path, "_test.go"),
		content: graph.Hash(f.Path, string(f.Source)), size: len(f.Source)}
	m.base = baseOf(m.content)
	fset := token.NewFileSet()
	fset.AddFile("", 1, m.base-2)
	file, err := parser.ParseFile(fset, f.Path, f.Source, parser.SkipObjectResolution)
	if file == nil || file.Name == nil || len(f.Source) >= 1<<offsetBits {
		return m
	}
	m.file, m.name, m.broken = file, file.Name.Name, err != nil
	m.tags = buildTags(f.Source)
	m.starts = lineStarts(f.Source)
	m.noteSymbols(f.Facts.Symbols)
	openAssertions(file)
	m.api = withoutBodies(file)
	m.noteImports()
	m.external = externalTypes(file, m.imports)
	m.noteDeclared()
	m.apiHash = hashAPI(m, f.Source)
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
	out := []graph.Answer{{Key: apiKey(m.dir), Hash: graph.Hash(m.path, strconv.FormatUint(m.apiHash, 16)), Provided: true}}
	for _, i := range m.ifaces {
		out = append(out, graph.Answer{Key: ifaceKey(i.smallest()), Hash: graph.Hash(m.path, strconv.FormatUint(m.apiHash, 16)), Provided: true})
	}
	for _, e := range m.endpoints {
		out = append(out, graph.Answer{Key: endpointKey(e.method, e.path), Hash: graph.Hash(m.path, e.local), Provided: true})
	}
	return out
}

// apiKey asks for the declarations of all files in a folder.
func apiKey(dir string) string { return "go.api:" + dir }

// ifaceKey asks for the interfaces whose smallest method has a name.
func ifaceKey(method string) string { return "go.iface:" + method }

func dirOf(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// noteSymbols maps the offset of each symbol's name to its local name.
func (m *model) noteSymbols(symbols []code.Symbol) {
	m.locals, m.functions, m.endpoints = make(map[int]string, len(symbols)), map[string]bool{}, map[int]endpoint{}
	for _, s := range symbols[1:] {
		if s.NamePos.Line > len(m.starts) {
			continue
		}
		if s.Kind == code.Endpoint {
			m.endpoints[m.starts[s.NamePos.Line-1]+s.NamePos.Col] = endpoint{s.Local, s.Properties["method"], s.Properties["path"]}
			continue
		}
		m.locals[m.starts[s.NamePos.Line-1]+s.NamePos.Col] = s.Local
		if s.Properties["variable"] != "" {
			m.functions[s.Local] = true
		}
	}
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
	used := selectorRoots(m.api)
	explained := map[string]bool{}
	for _, s := range m.file.Imports {
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil || p == "C" {
			continue
		}
		spec := importSpec{path: p, at: s.Path.Pos()}
		if s.Name != nil {
			spec.alias = s.Name.Name
		}
		name := spec.guessedName()
		spec.inAPI = spec.alias == "." || used[name]
		explained[name] = explained[name] || used[name]
		m.imports = append(m.imports, spec)
	}
	for name := range used {
		if !explained[name] && !ast.IsExported(name) {
			m.keepUnexplained()
			return
		}
	}
}

// keepUnexplained keeps every import without an alias whose name its path may
// not tell: one of them may explain a name that none seems to.
func (m *model) keepUnexplained() {
	for i, s := range m.imports {
		if s.alias == "" {
			m.imports[i].inAPI = true
		}
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

// selectorRoots are the identifiers before a dot.
func selectorRoots(f *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					out[x.Name] = true
				}
			}
			return true
		})
	}
	return out
}

func (m *model) noteDeclared() {
	for _, d := range m.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				name = receiverName(d.Recv.List[0].Type) + "." + name
			} else if name == "init" {
				continue
			}
			m.declare(name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				m.noteSpec(s)
			}
		}
	}
}

func (m *model) declare(name string) {
	if name != "_" {
		m.declared = append(m.declared, name)
	}
}

func (m *model) noteSpec(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		m.declare(s.Name.Name)
		if t, ok := s.Type.(*ast.InterfaceType); ok {
			if i := m.ifaceOf(s, t); len(i.methods) > 0 {
				m.ifaces = append(m.ifaces, i)
			}
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			m.declare(n.Name)
		}
	}
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
