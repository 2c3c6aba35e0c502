package typescript

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// manifest is what binding needs of a package.json.
type manifest struct {
	name             string
	mains            []string // where the package begins, best first
	exports, imports map[string]any
}

func packageKey(name string) string { return "npm.package:" + name }

// packageModel is a package.json as others see it: its name alone; what is in
// it is read as content.
type packageModel struct{ name string }

// Answers implements graph.Model.
func (p packageModel) Answers() []graph.Answer {
	if p.name == "" {
		return nil
	}
	return []graph.Answer{{Key: packageKey(p.name), Hash: graph.Hash(p.name), Provided: true}}
}

func parseManifest(content []byte) *manifest {
	var raw struct {
		Name                                 string
		Source, Types, Typings, Module, Main any
		Exports                              any
		Imports                              map[string]any
	}
	if json.Unmarshal(content, &raw) != nil {
		return nil
	}
	m := &manifest{name: raw.Name, imports: raw.Imports}
	for _, v := range []any{raw.Source, raw.Types, raw.Typings, raw.Module, raw.Main} {
		if text, ok := v.(string); ok && text != "" {
			m.mains = append(m.mains, text)
		}
	}
	switch e := raw.Exports.(type) {
	case string:
		m.exports = map[string]any{".": e}
	case map[string]any:
		m.exports = e
		for k := range e {
			if !strings.HasPrefix(k, ".") {
				m.exports = map[string]any{".": e}
				break
			}
		}
	}
	return m
}

// packageAt is the package.json in a folder, nil if there is none.
func (s *session) packageAt(dir string) *manifest {
	if m, ok := s.manifests[dir]; ok {
		return m
	}
	var m *manifest
	if p := path.Join(dir, "package.json"); s.v.Has(p) {
		m = parseManifest(s.v.Read(p))
	}
	s.manifests[dir] = m
	return m
}

// nearestPackage is the package around a file: the nearest with the name, the
// nearest of all for no name.
func (s *session) nearestPackage(from, name string) (string, *manifest) {
	for dir := code.Folder(from); ; dir = code.Folder(dir) {
		if m := s.packageAt(dir); m != nil {
			if name == "" || m.name == name {
				return dir, m
			}
		}
		if dir == "" {
			return "", nil
		}
	}
}

var conditionOrder = map[string]int{"source": 1, "development": 2, "types": 3, "import": 4, "module": 5, "default": 6, "require": 7, "node": 8, "browser": 9}

// leaves are the targets below an entry of "exports", best condition first:
// the custom ones, those that no tool defines, and then the usual ones.
func leaves(target any, custom []string, out []string) []string {
	switch t := target.(type) {
	case string:
		return append(out, t)
	case []any:
		for _, e := range t {
			out = leaves(e, custom, out)
		}
	case map[string]any:
		keys := slices.Sorted(maps.Keys(t))
		rank := func(k string) int {
			if slices.Contains(custom, k) {
				return -1
			}
			return conditionOrder[k]
		}
		slices.SortStableFunc(keys, func(a, b string) int { return rank(a) - rank(b) })
		for _, k := range keys {
			out = leaves(t[k], custom, out)
		}
	}
	return out
}

// config is what binding needs of a tsconfig.json.
type config struct {
	base, pathsBase string
	hasBase         bool
	paths           map[string][]string
	conditions      []string
	references      []*config
}

// config reads a tsconfig.json and what it extends and refers to.
func (s *session) config(p string, depth int) *config {
	if c, ok := s.configs[p]; ok {
		return c
	}
	c := &config{}
	s.configs[p] = c
	var raw struct {
		Extends         any
		References      []struct{ Path string }
		CompilerOptions struct {
			BaseURL          *string
			Paths            map[string][]string
			CustomConditions []string
		}
	}
	if json.Unmarshal(plainJSON(s.v.Read(p)), &raw) != nil || depth > 8 {
		return c
	}
	dir := code.Folder(p)
	var extends []any
	switch e := raw.Extends.(type) {
	case string:
		extends = []any{e}
	case []any:
		extends = e
	}
	for _, e := range extends {
		if text, ok := e.(string); ok {
			if q := s.configFile(dir, text); q != "" {
				*c = *s.config(q, depth+1)
				c.references = nil
			}
		}
	}
	o := raw.CompilerOptions
	if o.BaseURL != nil {
		c.base, c.hasBase = path.Join(dir, *o.BaseURL), true
	}
	if o.Paths != nil {
		c.paths, c.pathsBase = o.Paths, dir
		if c.hasBase {
			c.pathsBase = c.base
		}
	}
	if o.CustomConditions != nil {
		c.conditions = o.CustomConditions
	}
	for _, r := range raw.References {
		if q := s.configFile(dir, "./"+r.Path); q != "" {
			c.references = append(c.references, s.config(q, depth+1))
		}
	}
	return c
}

func (s *session) configFile(dir, name string) string {
	if !strings.HasPrefix(name, ".") {
		pkg, sub := splitPackage(name + " ")
		providers := s.v.Providers(packageKey(strings.TrimSpace(pkg)))
		if len(providers) == 0 {
			return ""
		}
		if sub = strings.TrimSpace(sub); sub == "" {
			sub = "tsconfig.json"
		}
		return s.configFile(code.Folder(providers[0]), "./"+strings.TrimPrefix(sub, "/"))
	}
	for _, suffix := range []string{"", ".json", "/tsconfig.json"} {
		if p := path.Join(dir, name) + suffix; strings.HasSuffix(p, ".json") && !strings.HasPrefix(p, "..") && s.v.Has(p) {
			return p
		}
	}
	return ""
}

// plainJSON takes comments and trailing commas out of JSON.
func plainJSON(in []byte) []byte {
	var out []byte
	for i := 0; i < len(in); {
		switch c := in[i]; {
		case c == '"':
			j := i + 1
			for j < len(in) && in[j] != '"' {
				if in[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(in))
			out = append(out, in[i:j]...)
			i = j
		case c == '/' && i+1 < len(in) && in[i+1] == '/':
			for i < len(in) && in[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(in) && in[i+1] == '*':
			for i += 2; i < len(in) && (in[i] != '/' || in[i-1] != '*'); {
				i++
			}
			i++
		case c == '}' || c == ']':
			for n := len(out); n > 0 && (out[n-1] == ' ' || out[n-1] == '\n' || out[n-1] == '\r' || out[n-1] == '\t' || out[n-1] == ','); n-- {
				if out[n-1] == ',' {
					out = out[:n-1]
					break
				}
			}
			out = append(out, c)
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}
