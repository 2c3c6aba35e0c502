package nominal

import (
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// session is the binding of one file.
type session struct {
	*language
	f          *graph.File
	v          *graph.View
	m          *fileModel
	links      []code.Link
	found      map[string]*names
	supers     map[*typeInfo][]*typ
	allImports map[*fileModel][]importDecl
	types      map[*cst.Node]*typ
	indexes    map[*cst.Node]map[string][]local
	depth      int
}

const maxDepth = 100

func newSession(l *language, f *graph.File, v *graph.View, m *fileModel) *session {
	return &session{language: l, f: f, v: v, m: m, found: map[string]*names{}, supers: map[*typeInfo][]*typ{}, allImports: map[*fileModel][]importDecl{}, types: map[*cst.Node]*typ{}, indexes: map[*cst.Node]map[string][]local{}}
}

// typ is a type as a value: ours with all its parts, or one from outside.
type typ struct {
	parts []*typeInfo
	args  []*typ
	name  string // of an external type
	// itself: the type's name stands for the type, as before a static member.
	itself bool
}

// place is where names are looked up.
type place struct {
	file *fileModel
	typ  *typeInfo
}

// named are the declarations with a qualified name, all files'.
func (s *session) named(fq string) *names {
	if x, ok := s.found[fq]; ok {
		return x
	}
	var all *names
	for _, p := range s.v.Providers(s.nameKey(fq)) {
		f := s.v.File(p)
		if f == nil {
			continue
		}
		if m, ok := f.Model().(*fileModel); ok && m.top[fq] != nil {
			if all == nil {
				all = &names{}
			}
			all.types = append(all.types, m.top[fq].types...)
			all.members = append(all.members, m.top[fq].members...)
		}
	}
	s.found[fq] = all
	return all
}

func (s *session) declared(t *typeInfo, name string) *names {
	if t.file != s.m {
		s.v.Ask(s.memberKey(t, name))
	}
	return t.declared[name]
}

func (s *session) header(t *typeInfo) *typeInfo {
	if t.file != s.m {
		s.v.Ask(s.headerKey(t))
	}
	return t
}

func (s *session) importsOf(m *fileModel) []importDecl {
	if m != s.m {
		s.v.Ask(s.importsKey(m.path))
	}
	if s.dialect != "csharp" {
		return m.imports
	}
	if list, ok := s.allImports[m]; ok {
		return list
	}
	list := append(slices.Clone(m.imports), s.globalImports(m)...)
	s.allImports[m] = list
	return list
}

// globalImports are those that other files of a project make for all of it.
func (s *session) globalImports(m *fileModel) []importDecl {
	var out []importDecl
	for _, p := range s.v.Providers(s.globalKey()) {
		f := s.v.File(p)
		if f == nil || p == m.path {
			continue
		}
		g, ok := f.Model().(*fileModel)
		if !ok || !inProject(m.path, p) {
			continue
		}
		for _, i := range g.imports {
			if i.global {
				out = append(out, i)
			}
		}
	}
	return out
}

// inProject: a file of global imports stands in a project's folder, or one
// below.
func inProject(file, global string) bool {
	dir := folder(global)
	return strings.HasPrefix(file, dir) || strings.Count(dir, "/") > 1 && strings.HasPrefix(file, folder(strings.TrimSuffix(dir, "/")))
}

func folder(p string) string { return p[:strings.LastIndexByte(p, '/')+1] }

// typeOfParts makes a type of declarations with one name. Where there are
// unrelated ones (the same name in two modules), the nearest counts.
func (s *session) typeOfParts(list []*typeInfo, near *fileModel) *typ {
	if len(list) == 0 {
		return nil
	}
	best, shared := list[0], -1
	for _, t := range list {
		if n := sharedFolders(t.file.path, near.path); n > shared && !t.extension {
			best, shared = t, n
		}
	}
	t := &typ{parts: []*typeInfo{best}}
	for _, p := range list {
		if p != best && (p.extension || s.dialect == "csharp" || p.file == best.file) {
			t.parts = append(t.parts, p)
		}
	}
	return s.withExtensions(t)
}

// withExtensions adds what extends a type elsewhere.
func (s *session) withExtensions(t *typ) *typ {
	if !s.global {
		return t
	}
	have := map[*typeInfo]bool{}
	for _, p := range t.parts {
		have[p] = true
	}
	for _, path := range s.v.Providers(s.extensionKey(t.parts[0].name)) {
		f := s.v.File(path)
		if f == nil {
			continue
		}
		if m, ok := f.Model().(*fileModel); ok {
			for _, x := range m.types {
				if x.extension && x.name == t.parts[0].name && x.outer == nil && !have[x] {
					t.parts = append(t.parts, x)
				}
			}
		}
	}
	return t
}

func sharedFolders(a, b string) int {
	if a == b {
		return len(a) + 1
	}
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n = i + 1
		}
	}
	return n
}
