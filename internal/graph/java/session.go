package java

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// session is the binding of one file. What it remembers ends with it.
type session struct {
	f     *graph.File
	v     *graph.View
	m     *fileModel
	p     *platform
	links []code.Link

	named       map[nearName]*typeDecl
	asked       map[question]bool
	resolved    map[*typeExpr]*typ
	supers      map[*typeDecl][]*typ
	busy        map[*typeDecl]bool
	types       map[*cst.Node]*typ
	calls       map[*cst.Node]*callResult
	scopes      map[*cst.Node]scope
	indexes     map[*cst.Node]map[string][]*variable
	lambdaTypes map[*cst.Node][]*typ
	expects     map[*cst.Node]*typ
	typing      map[*cst.Node]bool
	cuts        int // how often recursion was cut short
	memo        memo
	depth       int
	steps       int
}

// maxDepth bounds the recursion of typing one expression, maxSteps the work
// for one file.
const (
	maxDepth = 300
	maxSteps = 3_000_000
)

// memo remembers what follows from types alone, by their identity: one type
// is looked at many times.
type memo struct {
	this    map[*typeDecl]*typ
	supers  map[*typ][]*typ
	methods map[typeMember]foundMethods
	fields  map[typeMember]foundField
	params  map[methodOf][]*typ
}

type typeMember struct {
	t    *typ
	name string
}

type methodOf struct {
	m     *methodDecl
	owner *typ
}

type foundMethods struct {
	list  []candidate
	known bool
}

type foundField struct {
	f     *fieldDecl
	owner *typ
	known bool
}

func newMemo() memo {
	return memo{map[*typeDecl]*typ{}, map[*typ][]*typ{}, map[typeMember]foundMethods{}, map[typeMember]foundField{}, map[methodOf][]*typ{}}
}

type nearName struct{ dir, name string }

type question struct {
	d    *typeDecl
	name string // "" for the header
}

func newSession(f *graph.File, v *graph.View, m *fileModel) *session {
	return &session{f: f, v: v, m: m, p: loadPlatform(), named: map[nearName]*typeDecl{}, asked: map[question]bool{}, resolved: map[*typeExpr]*typ{},
		supers: map[*typeDecl][]*typ{}, busy: map[*typeDecl]bool{}, types: map[*cst.Node]*typ{}, calls: map[*cst.Node]*callResult{},
		scopes: map[*cst.Node]scope{}, indexes: map[*cst.Node]map[string][]*variable{}, lambdaTypes: map[*cst.Node][]*typ{},
		expects: map[*cst.Node]*typ{}, typing: map[*cst.Node]bool{}, memo: newMemo()}
}

// foreign reports whether what is read of a file must be asked for.
func (s *session) foreign(m *fileModel) bool { return m != s.m && !m.platform }

// first reports whether a question about a type was not asked before; making
// its key costs more than looking.
func (s *session) first(d *typeDecl, name string) bool {
	q := question{d, name}
	if s.asked[q] {
		return false
	}
	s.asked[q] = true
	return true
}

// head allows the reading of a type's header.
func (s *session) head(d *typeDecl) *typeDecl {
	if s.foreign(d.file) && s.first(d, "") {
		s.v.Ask(headerKey(d))
	}
	return d
}

// member allows the reading of all that a type declares under a name.
func (s *session) member(d *typeDecl, name string) {
	if s.foreign(d.file) && s.first(d, name) {
		s.v.Ask(memberKey(d, name))
	}
}

func (s *session) methods(d *typeDecl, name string) []*methodDecl {
	s.member(d, name)
	return d.methods[name]
}

func (s *session) field(d *typeDecl, name string) *fieldDecl {
	s.member(d, name)
	return d.fields[name]
}

func (s *session) ownMemberType(d *typeDecl, name string) *typeDecl {
	s.member(d, name)
	return d.types[name]
}

// importsOf are a file's imports.
func (s *session) importsOf(m *fileModel) []importDecl {
	if s.foreign(m) {
		s.v.Ask(importsKey(m.path))
	}
	return m.imports
}

// typeNamed is the top-level type with a qualified name: the repository's one
// that lies nearest to the file that names it, else the platform's.
func (s *session) typeNamed(fq string, near *fileModel) *typeDecl {
	if near.platform {
		return s.p.byName[fq]
	}
	key := nearName{dirOf(near.path), fq}
	if d, ok := s.named[key]; ok {
		return d
	}
	d := s.findType(fq, near.path)
	if d == nil {
		d = s.p.byName[fq]
	}
	s.named[key] = d
	return d
}

func (s *session) findType(fq, near string) *typeDecl {
	best, bestShared := (*typeDecl)(nil), -1
	for _, p := range s.v.Providers(typeKey(fq)) {
		f := s.v.File(p)
		if f == nil {
			continue
		}
		m, ok := f.Model().(*fileModel)
		if !ok {
			continue
		}
		if d := m.top[fq[strings.LastIndexByte(fq, '.')+1:]]; d != nil {
			if n := sharedFolders(p, near); n > bestShared {
				best, bestShared = d, n
			}
		}
	}
	return best
}

func dirOf(p string) string { return p[:strings.LastIndexByte(p, '/')+1] }

// sharedFolders counts the bytes of the folders that two paths share; a path
// shares more with itself than with any other.
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
