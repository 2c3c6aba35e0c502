package nominal

import (
	"strings"

	"github.com/plumbline/plumbline/internal/code/cst"
)

// extensionsOf are the extension functions in scope for a type.
func (s *session) extensionsOf(on *typ, name string, at *cst.Node) *names {
	out := &names{}
	for _, m := range s.extensionsNamed(name) {
		if m.receiver != nil && s.extends(on, s.resolve(m.receiver, place{m.file, m.owner})) {
			out.members = append(out.members, m)
		}
	}
	if len(out.members) == 0 {
		return nil
	}
	return out
}

// extensionsNamed are the extension functions of a name that are in scope.
func (s *session) extensionsNamed(name string) []*member {
	if s.dialect != "csharp" {
		if x := s.inFile(name, s.m); x != nil {
			return x.members
		}
		return nil
	}
	var out []*member
	for _, p := range s.v.Providers(s.extensionKey(name)) {
		f := s.v.File(p)
		if f == nil {
			continue
		}
		m, ok := f.Model().(*fileModel)
		if !ok {
			continue
		}
		for _, x := range m.extensions[name] {
			if s.sees(x.space) {
				out = append(out, x)
			}
		}
	}
	return out
}

// sees reports whether a namespace's names are in scope in the file.
func (s *session) sees(pkg string) bool {
	if pkg == s.m.pkg || strings.HasPrefix(s.m.pkg, pkg+".") || pkg == "" {
		return true
	}
	for _, i := range s.importsOf(s.m) {
		if i.all && strings.Join(i.names, ".") == pkg {
			return true
		}
	}
	return false
}

// extends reports whether a value of type t can be the receiver of type to.
func (s *session) extends(t, to *typ) bool {
	if to == nil {
		return false
	}
	if len(t.parts) == 0 {
		return len(to.parts) == 0 && t.name == to.name
	}
	seen := map[*typeInfo]bool{}
	queue := append([]*typeInfo{}, t.parts...)
	for len(queue) > 0 && len(seen) < 200 {
		p := queue[0]
		queue = queue[1:]
		if seen[p] {
			continue
		}
		seen[p] = true
		for _, q := range to.parts {
			if p == q {
				return true
			}
		}
		for _, super := range s.supertypes(p) {
			if super != nil {
				queue = append(queue, super.parts...)
			}
		}
	}
	return false
}

// extensionsOfSelf leaves of the extensions in x those of what is around.
func (s *session) extensionsOfSelf(x *names, self *typ) (*names, *typ) {
	if len(x.members) == 0 || x.members[0].receiver == nil {
		return x, nil
	}
	out := &names{types: x.types}
	for _, m := range x.members {
		if m.receiver == nil || s.extends(self, s.resolve(m.receiver, place{m.file, m.owner})) {
			out.members = append(out.members, m)
		}
	}
	return out, self
}
