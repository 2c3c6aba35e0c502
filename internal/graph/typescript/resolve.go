package typescript

import (
	"path"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

var extensions = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.mts", ".d.cts"}

// written are the extensions of the source behind one that an import names.
var written = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts", ".js", ".jsx"}, ".jsx": {".tsx", ".jsx"},
	".mjs": {".mts", ".d.mts", ".mjs"}, ".cjs": {".cts", ".d.cts", ".cjs"},
}

// resolve finds the file that an import of spec in the file at from means, ""
// where it leaves the repository.
func (s *session) resolve(from, spec string) string {
	key := from + "\x00" + spec
	if p, ok := s.resolved[key]; ok {
		return p
	}
	p := s.resolveSpec(from, spec)
	s.resolved[key] = p
	return p
}

func (s *session) resolveSpec(from, spec string) string {
	dir := code.Folder(from)
	switch {
	case spec == "":
		return ""
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		return s.file(path.Join(dir, spec))
	case strings.HasPrefix(spec, "node:"):
		return ""
	case spec[0] == '#':
		return s.packageImport(from, spec)
	}
	if p := s.mappedPath(from, spec); p != "" {
		return p
	}
	return s.packageFile(from, spec)
}

// file is the file that a path without or with an extension means.
func (s *session) file(p string) string {
	if strings.HasPrefix(p, "..") {
		return ""
	}
	ext := path.Ext(p)
	for _, e := range written[ext] {
		if q := strings.TrimSuffix(p, ext) + e; s.v.Has(q) {
			return q
		}
	}
	if (slices.Contains(extensions, ext) || ext == ".json" || ext == ".vue") && s.v.Has(p) {
		return p
	}
	for _, e := range extensions {
		if s.v.Has(p + e) {
			return p + e
		}
	}
	return s.folder(p)
}

func (s *session) folder(dir string) string {
	if dir == "." {
		dir = ""
	}
	if dir != "" {
		if pkg := s.packageAt(dir); pkg != nil {
			for _, main := range pkg.mains {
				if p := s.plainFile(path.Join(dir, main)); p != "" {
					return p
				}
			}
		}
	}
	return s.plainFile(path.Join(dir, "index"))
}

func (s *session) plainFile(p string) string {
	ext := path.Ext(p)
	for _, e := range written[ext] {
		if q := strings.TrimSuffix(p, ext) + e; s.v.Has(q) {
			return q
		}
	}
	if slices.Contains(extensions, ext) && s.v.Has(p) {
		return p
	}
	for _, e := range extensions {
		if s.v.Has(p + e) {
			return p + e
		}
	}
	return ""
}

// mappedPath follows "paths" and "baseUrl" of the nearest tsconfig.json.
func (s *session) mappedPath(from, spec string) string {
	for dir := code.Folder(from); ; dir = code.Folder(dir) {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			if p := path.Join(dir, name); s.v.Has(p) {
				return s.mapped(s.config(p, 0), spec)
			}
		}
		if dir == "" {
			return ""
		}
	}
}

func (s *session) mapped(c *config, spec string) string {
	best, star := "", ""
	for pattern := range c.paths {
		head, tail, wild := strings.Cut(pattern, "*")
		if !wild && pattern == spec {
			best, star = pattern, ""
			break
		}
		if wild && strings.HasPrefix(spec, head) && strings.HasSuffix(spec, tail) && len(spec) >= len(head)+len(tail) && len(pattern) > len(best) {
			best, star = pattern, spec[len(head):len(spec)-len(tail)]
		}
	}
	for _, target := range c.paths[best] {
		if p := s.file(path.Join(c.pathsBase, strings.Replace(target, "*", star, 1))); p != "" {
			return p
		}
	}
	if c.hasBase && best == "" {
		if p := s.file(path.Join(c.base, spec)); p != "" {
			return p
		}
	}
	for _, r := range c.references {
		if p := s.mapped(r, spec); p != "" {
			return p
		}
	}
	return ""
}

// packageImport follows "imports" of the nearest package.json.
func (s *session) packageImport(from, spec string) string {
	dir, pkg := s.nearestPackage(from, "")
	if pkg == nil {
		return ""
	}
	return s.entry(from, dir, pkg.imports, spec)
}

// packageFile finds a bare name in the package around the file or in a
// workspace package of that name.
func (s *session) packageFile(from, spec string) string {
	name, sub := splitPackage(spec)
	dir, pkg := s.nearestPackage(from, name)
	if pkg == nil {
		for _, p := range s.v.Providers(packageKey(name)) {
			dir = code.Folder(p)
			if pkg = s.packageAt(dir); pkg != nil {
				break
			}
		}
	}
	if pkg == nil {
		return ""
	}
	if pkg.exports != nil {
		if p := s.entry(from, dir, pkg.exports, "."+sub); p != "" {
			return p
		}
	}
	if sub != "" {
		if p := s.file(path.Join(dir, sub)); p != "" {
			return p
		}
		return s.file(path.Join(dir, "src", sub))
	}
	for _, main := range pkg.mains {
		if p := s.built(dir, main); p != "" {
			return p
		}
	}
	for _, guess := range []string{"index", "src/index", "lib/index", "src/main"} {
		if p := s.plainFile(path.Join(dir, guess)); p != "" {
			return p
		}
	}
	return ""
}

func splitPackage(spec string) (name, sub string) {
	parts := strings.SplitN(spec, "/", 3)
	n := 1
	if spec[0] == '@' {
		n = 2
	}
	if len(parts) <= n {
		return spec, ""
	}
	name = strings.Join(parts[:n], "/")
	return name, spec[len(name):]
}

// entry follows the map of a package.json ("exports", "imports") for a key.
func (s *session) entry(from, dir string, entries map[string]any, key string) string {
	target, star := entries[key], ""
	if target == nil {
		best := ""
		for pattern, t := range entries {
			head, tail, wild := strings.Cut(pattern, "*")
			if wild && strings.HasPrefix(key, head) && strings.HasSuffix(key, tail) && len(key) >= len(head)+len(tail) && len(pattern) > len(best) {
				best, target, star = pattern, t, key[len(head):len(key)-len(tail)]
			}
		}
	}
	for _, leaf := range leaves(target, s.conditions(from), nil) {
		leaf = strings.ReplaceAll(leaf, "*", star)
		if !strings.HasPrefix(leaf, "./") {
			continue
		}
		if p := s.built(dir, leaf); p != "" {
			return p
		}
	}
	return ""
}

var outputs = []string{"dist", "lib", "build", "out", "esm", "cjs", "es", "types", "output"}

// built is the file of a package that an entry names, or the source that it
// is built from: an output folder stands for "src".
func (s *session) built(dir, leaf string) string {
	leaf = path.Clean(leaf)
	if p := s.plainFile(path.Join(dir, leaf)); p != "" {
		return p
	}
	if p := s.plainFile(path.Join(dir, leaf, "index")); p != "" && path.Ext(leaf) == "" {
		return p
	}
	stem := leaf
	for _, e := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs"} {
		if strings.HasSuffix(stem, e) {
			stem = strings.TrimSuffix(stem, e)
			break
		}
	}
	parts := strings.Split(stem, "/")
	for len(parts) > 1 && slices.Contains(outputs, parts[0]) {
		parts = parts[1:]
		if p := s.plainFile(path.Join(dir, "src", path.Join(parts...))); p != "" {
			return p
		}
	}
	return s.plainFile(path.Join(dir, "src", path.Join(parts...)))
}

// conditions are the custom conditions of the nearest tsconfig.json.
func (s *session) conditions(from string) []string {
	for dir := code.Folder(from); ; dir = code.Folder(dir) {
		if p := path.Join(dir, "tsconfig.json"); s.v.Has(p) {
			return s.config(p, 0).conditions
		}
		if dir == "" {
			return nil
		}
	}
}
