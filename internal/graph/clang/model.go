package clang

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/syntax"
)

// name is a symbol as other files see it.
type name struct {
	path, local string
	qualified   string // local without its number: "ns.Type.member"
	kind        code.Kind
	macro       bool
	prototype   bool // a declaration, the definition is elsewhere or follows
	static      bool // no other unit sees it
	inactive    bool // in a branch that the compiler most likely skips
	alias       bool
	class       string   // qualified name of the type it is a member of
	bases       []string // of a class, as written
	returns     string   // of a function, or the type of a field or alias, as written
	least, most int      // arguments that a function takes
}

func (n *name) ref() code.SymbolRef { return code.SymbolRef{Path: n.path, Local: n.local} }

func (n *name) last() string { return n.qualified[strings.LastIndexByte(n.qualified, '.')+1:] }

// include is an #include line.
type include struct {
	path   string
	system bool // in angle brackets
	pos    code.Pos
}

type model struct {
	path     string
	names    []*name
	byLast   map[string][]*name
	includes []include
	system   bool // it includes something in angle brackets
	hash     uint64
}

func newModel(f *graph.File) *model {
	m := &model{path: f.Path, byLast: map[string][]*name{}}
	if f.Tree == nil {
		return m
	}
	inactive := syntax.InactiveLines(f.Source)
	at := declarations(f.Tree)
	for i := range f.Facts.Symbols[1:] {
		s := &f.Facts.Symbols[i+1]
		n := newName(f, s, at[s.NamePos])
		n.inactive = within(inactive, s.NamePos.Line)
		m.names = append(m.names, n)
		m.byLast[n.last()] = append(m.byLast[n.last()], n)
	}
	m.noteIncludes(f.Source)
	m.hash = m.namesHash()
	return m
}

func newName(f *graph.File, s *code.Symbol, n *cst.Node) *name {
	qualified := s.Local
	for i := strings.IndexByte(qualified, '~'); i > 0 && qualified[i-1] != '.'; i = strings.IndexByte(qualified, '~') {
		end := i + 1
		for end < len(qualified) && qualified[end] >= '0' && qualified[end] <= '9' {
			end++
		}
		qualified = qualified[:i] + qualified[end:]
	}
	out := &name{path: f.Path, local: s.Local, qualified: qualified, kind: s.Kind,
		macro: s.Properties["macro"] != "", prototype: s.Properties["prototype"] != "" || s.Properties["extern"] != "" && s.Kind == code.Field,
		alias: s.Properties["alias"] != ""}
	out.static = s.Properties["static"] != "" && s.Kind != code.Method || out.macro || s.Kind.TypeLike() || s.Properties["const"] != ""
	if i := strings.LastIndexByte(qualified, '.'); i > 0 && (s.Kind == code.Method || f.Facts.Symbols[s.Parent].Kind.TypeLike()) {
		out.class = qualified[:i]
	}
	out.describe(n)
	return out
}

func within(ranges [][2]int, line int) bool {
	for _, r := range ranges {
		if r[0] <= line && line <= r[1] {
			return true
		}
	}
	return false
}

// declarations finds what declares the name at a place.
func declarations(t *cst.Tree) map[code.Pos]*cst.Node {
	out := map[code.Pos]*cst.Node{}
	t.Root.Walk(func(n *cst.Node) bool {
		switch n.Type {
		case "identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name":
			if n.Field == "declarator" || n.Field == "name" {
				out[n.Pos()] = n
			}
		}
		return true
	})
	return out
}

// describe reads types and parameters around the node of the name.
func (n *name) describe(at *cst.Node) {
	d := at
	for p := d; p != nil; p = p.Parent {
		switch p.Type {
		case "function_declarator":
			if n.kind.Callable() && n.most == 0 && n.least == 0 {
				n.least, n.most = arity(p.Child("parameters"))
			}
		case "function_definition", "declaration", "field_declaration", "type_definition", "parameter_declaration":
			n.returns = typeText(p.Child("type"))
			return
		case "alias_declaration":
			n.returns = typeText(p.Child("type"))
			return
		case "class_specifier", "struct_specifier":
			if p.Child("name") == at {
				n.bases = basesOf(p)
				return
			}
		}
	}
}

const anyNumber = 1 << 20

func arity(params *cst.Node) (least, most int) {
	for p := range params.Children() {
		switch p.Type {
		case "parameter_declaration":
			if p.Child("declarator") == nil && p.Child("type").Text() == "void" {
				continue
			}
			least, most = least+1, most+1
		case "optional_parameter_declaration":
			most++
		case "variadic_parameter", "variadic_parameter_declaration", "...":
			most = anyNumber
		case "identifier", "ERROR":
			most = anyNumber
		}
	}
	return least, most
}

func basesOf(class *cst.Node) []string {
	var out []string
	for b := range class.ChildOfType("base_class_clause").NamedChildren() {
		if b.Is("type_identifier", "qualified_identifier", "template_type") {
			out = append(out, typeText(b))
		}
	}
	return out
}

// typeText spells a type's name with dots, without arguments, but for those
// of a pointer that owns: "std::unique_ptr<ns::T>" is "ns.T".
func typeText(t *cst.Node) string {
	switch {
	case t == nil:
		return ""
	case t.Is("type_descriptor"):
		return typeText(t.Child("type"))
	case t.Is("template_type"):
		if smartPointers[t.Child("name").Text()] {
			return typeText(t.Child("arguments").NamedChild(0))
		}
		return t.Child("name").Text()
	case t.Is("qualified_identifier"):
		last := t.Child("name")
		if last.Is("template_type") && smartPointers[last.Child("name").Text()] {
			return typeText(last)
		}
		scope := t.Child("scope")
		if scope == nil {
			return typeText(last)
		}
		return scope.Text() + "." + typeText(last)
	case t.Is("struct_specifier", "union_specifier", "enum_specifier", "class_specifier"):
		return t.Child("name").Text()
	}
	return t.Text()
}

var smartPointers = map[string]bool{"unique_ptr": true, "shared_ptr": true, "weak_ptr": true, "optional": true, "scoped_refptr": true, "intrusive_ptr": true}

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:include|import)[ \t]*([<"])([^>"\n]+)[>"]`)

func (m *model) noteIncludes(source []byte) {
	lines := strings.Split(string(source), "\n")
	for i, l := range lines {
		if g := includeLine.FindStringSubmatchIndex(l); g != nil {
			system := l[g[2]] == '<'
			m.system = m.system || system
			m.includes = append(m.includes, include{path: l[g[4]:g[5]], system: system, pos: code.Pos{Line: i + 1, Col: g[4]}})
		}
	}
}

func (m *model) namesHash() uint64 {
	var parts []string
	for _, n := range m.names {
		parts = append(parts, n.local, string(n.kind), n.returns, strings.Join(n.bases, " "),
			strconv.Itoa(n.least), strconv.Itoa(n.most), flags(n.macro, n.prototype, n.static, n.inactive, n.alias))
	}
	for _, i := range m.includes {
		parts = append(parts, i.path, flags(i.system))
	}
	return graph.Hash(parts...)
}

func flags(of ...bool) string {
	out := ""
	for _, f := range of {
		if f {
			out += "1"
		} else {
			out += "0"
		}
	}
	return out
}

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	out := []graph.Answer{
		{Key: namesKey(m.path), Hash: m.hash},
		{Key: headerKey(path.Base(m.path)), Hash: graph.Hash(m.path), Provided: true},
	}
	seen := map[string]bool{}
	for _, n := range m.names {
		if n.linked() && !seen[n.qualified] {
			seen[n.qualified] = true
			out = append(out, graph.Answer{Key: definitionKey(n.qualified), Hash: graph.Hash(m.path, strconv.FormatUint(m.hash, 36)), Provided: true})
		}
	}
	return out
}

// linked reports whether other units reach the definition by its name.
func (n *name) linked() bool {
	return !n.prototype && !n.static && (n.kind.Callable() || n.kind == code.Field && n.class == "")
}

// namesKey asks for everything that a file declares and includes.
func namesKey(p string) string { return "c.names:" + p }

// headerKey asks for the files of a name, wherever they lie.
func headerKey(base string) string { return "c.header:" + base }

// definitionKey asks for the files that define a name for the linker.
func definitionKey(qualified string) string { return "c.def:" + qualified }
