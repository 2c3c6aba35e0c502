package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"
)

// Settings are what a repository's maintainers say in .github/plumbline.yml on
// its default branch.
type Settings struct {
	Ask    AskSettings
	Impact ImpactSettings
	// Exclude are globs of paths that are left out of the index.
	Exclude  []string
	Edges    []DeclaredEdge
	Layers   []Layer
	Glossary map[string][]string // a word of the project → identifiers it means
}

// AskSettings say who may ask. Quota bounds what one person who may not write
// asks in a day, 0 for no bound.
type AskSettings struct {
	Enabled    bool
	Who        string // Writers or Everyone
	Quota      int
	SkipLabels []string // issues and pull requests with one of these are left alone
}

// Who may ask.
const (
	Writers  = "writers"
	Everyone = "everyone"
)

// ImpactSettings say which pull requests get an impact summary.
type ImpactSettings struct {
	Enabled, Drafts, Bots bool
	SkipLabels            []string
}

// DeclaredEdge is a relation that the code does not show. From and To are ids
// of symbols, "path#local.name"; Line and Col say where To stands in the file.
type DeclaredEdge struct {
	From string `yaml:"from"`
	To   string `yaml:"to"`
	Type string `yaml:"type"`
	Line int    `yaml:"-"`
	Col  int    `yaml:"-"`
}

// Layer is a part of the repository that may use other layers alone.
type Layer struct {
	Name   string   `yaml:"name"`
	Paths  []string `yaml:"paths"`
	MayUse []string `yaml:"may_use"`
}

// DefaultSettings hold where there is no file.
func DefaultSettings() Settings {
	return Settings{
		Ask:    AskSettings{Enabled: true, Who: Writers, Quota: 20},
		Impact: ImpactSettings{Enabled: true},
	}
}

// MaxSettings bounds the file, in bytes.
const MaxSettings = 256 << 10

// Problem is something wrong in the file. Line is 0 where it concerns all of
// it.
type Problem struct {
	Line int
	Text string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.Text
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Text)
}

// ParseSettings reads the file. What is wrong is listed, in the file's order,
// and keeps its default; the rest counts. It never fails.
func ParseSettings(content []byte) (Settings, []Problem) {
	s := DefaultSettings()
	if len(content) > MaxSettings {
		return s, []Problem{{0, fmt.Sprintf("the file is larger than %d KiB", MaxSettings>>10)}}
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(content, &doc); err != nil {
		return s, []Problem{{0, "this is not YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}}
	}
	if len(doc.Content) == 0 {
		return s, nil
	}
	r := &reader{}
	r.mapping(doc.Content[0], "the file", map[string]func(*yaml.Node){
		"ask":      func(n *yaml.Node) { r.ask(n, &s.Ask) },
		"impact":   func(n *yaml.Node) { r.impact(n, &s.Impact) },
		"exclude":  func(n *yaml.Node) { s.Exclude = r.globs(n, "exclude") },
		"edges":    func(n *yaml.Node) { s.Edges = r.edges(n) },
		"layers":   func(n *yaml.Node) { s.Layers = r.layers(n) },
		"glossary": func(n *yaml.Node) { s.Glossary = r.glossary(n) },
	})
	return s, r.problems
}

// reader collects what is wrong on the way.
type reader struct{ problems []Problem }

func (r *reader) problem(n *yaml.Node, format string, args ...any) {
	r.problems = append(r.problems, Problem{n.Line, fmt.Sprintf(format, args...)})
}

// mapping hands each value to the reader of its key.
func (r *reader) mapping(n *yaml.Node, what string, keys map[string]func(*yaml.Node)) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind != yaml.MappingNode {
		r.problem(n, "%s should be a mapping of keys to values", what)
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		read, known := keys[key.Value]
		if !known {
			r.problem(key, "unknown key %q in %s", short(key.Value), what)
			continue
		}
		read(value)
	}
}

func (r *reader) ask(n *yaml.Node, s *AskSettings) {
	if r.toggle(n, &s.Enabled) {
		return
	}
	r.mapping(n, "ask", map[string]func(*yaml.Node){
		"enabled":     func(n *yaml.Node) { r.boolean(n, "ask.enabled", &s.Enabled) },
		"who":         func(n *yaml.Node) { r.oneOf(n, "ask.who", &s.Who, Writers, Everyone) },
		"quota":       func(n *yaml.Node) { r.count(n, "ask.quota", &s.Quota) },
		"skip_labels": func(n *yaml.Node) { s.SkipLabels = r.words(n, "ask.skip_labels") },
	})
}

func (r *reader) impact(n *yaml.Node, s *ImpactSettings) {
	if r.toggle(n, &s.Enabled) {
		return
	}
	r.mapping(n, "impact", map[string]func(*yaml.Node){
		"enabled":     func(n *yaml.Node) { r.boolean(n, "impact.enabled", &s.Enabled) },
		"drafts":      func(n *yaml.Node) { r.boolean(n, "impact.drafts", &s.Drafts) },
		"bots":        func(n *yaml.Node) { r.boolean(n, "impact.bots", &s.Bots) },
		"skip_labels": func(n *yaml.Node) { s.SkipLabels = r.words(n, "impact.skip_labels") },
	})
}

// toggle reads the short form "ask: off".
func (r *reader) toggle(n *yaml.Node, to *bool) bool {
	return n.Kind == yaml.ScalarNode && n.Decode(to) == nil
}

func (r *reader) boolean(n *yaml.Node, what string, to *bool) {
	if err := n.Decode(to); err != nil {
		r.problem(n, "%s should be true or false", what)
	}
}

func (r *reader) count(n *yaml.Node, what string, to *int) {
	var v int
	if err := n.Decode(&v); err != nil || v < 0 {
		r.problem(n, "%s should be a number from 0", what)
		return
	}
	*to = v
}

func (r *reader) oneOf(n *yaml.Node, what string, to *string, values ...string) {
	if n.Kind != yaml.ScalarNode || !slices.Contains(values, n.Value) {
		r.problem(n, "%s should be %s", what, strings.Join(values, " or "))
		return
	}
	*to = n.Value
}

// words reads a list of words, or a single one.
func (r *reader) words(n *yaml.Node, what string) []string {
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		return []string{n.Value}
	}
	var out []string
	if err := n.Decode(&out); err != nil {
		r.problem(n, "%s should be a list of words", what)
		return nil
	}
	return out
}

func (r *reader) globs(n *yaml.Node, what string) []string {
	return slices.DeleteFunc(r.words(n, what), func(glob string) bool {
		bad := glob == "" || !doublestar.ValidatePattern(glob)
		if bad {
			r.problem(n, "%s: %q is no glob", what, short(glob))
		}
		return bad
	})
}

var edgeTypes = []string{"CALLS", "EXTENDS", "IMPLEMENTS", "OVERRIDES", "IMPORTS", "READS", "WRITES", "CONTAINS", "EXPOSES", "REQUESTS"}

func (r *reader) edges(n *yaml.Node) (edges []DeclaredEdge) {
	r.each(n, "edges", func(item *yaml.Node) {
		var e DeclaredEdge
		if err := item.Decode(&e); err != nil {
			r.problem(item, "an edge has from, to and type")
			return
		}
		if err := e.check(); err != nil {
			r.problem(item, "%s", err)
			return
		}
		e.Line, e.Col = valuePlace(item, "to")
		edges = append(edges, e)
	})
	return edges
}

// valuePlace is where a key's value stands in a mapping: the line from 1, the
// column from 0.
func valuePlace(n *yaml.Node, key string) (line, col int) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			n = n.Content[i+1]
			break
		}
	}
	return n.Line, max(n.Column-1, 0)
}

func (e DeclaredEdge) check() error {
	for _, id := range []string{e.From, e.To} {
		path, _, found := strings.Cut(id, "#")
		if !found || path == "" || strings.HasPrefix(path, "/") || slices.Contains(strings.Split(path, "/"), "..") {
			return fmt.Errorf("an edge's from and to are symbols as path#name, not %q", short(id))
		}
	}
	if !slices.Contains(edgeTypes, e.Type) {
		return fmt.Errorf("an edge's type is one of %s", strings.Join(edgeTypes, ", "))
	}
	if e.From == e.To {
		return errors.New("an edge leads from one symbol to another")
	}
	return nil
}

func (r *reader) layers(n *yaml.Node) (layers []Layer) {
	r.each(n, "layers", func(item *yaml.Node) {
		var l Layer
		if err := item.Decode(&l); err != nil || l.Name == "" || len(l.Paths) == 0 {
			r.problem(item, "a layer has a name, paths and may_use")
			return
		}
		for _, glob := range l.Paths {
			if !doublestar.ValidatePattern(glob) {
				r.problem(item, "layer %q: %q is no glob", short(l.Name), short(glob))
				return
			}
		}
		layers = append(layers, l)
	})
	return layers
}

func (r *reader) glossary(n *yaml.Node) map[string][]string {
	if n.Kind != yaml.MappingNode {
		r.problem(n, "glossary should be a mapping of words to identifiers")
		return nil
	}
	out := map[string][]string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if words := r.words(n.Content[i+1], "glossary"); len(words) > 0 {
			out[n.Content[i].Value] = words
		}
	}
	return out
}

func (r *reader) each(n *yaml.Node, what string, do func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.problem(n, "%s should be a list", what)
		return
	}
	for _, item := range n.Content {
		do(item)
	}
}

// Has says whether a path belongs to the layer.
func (l Layer) Has(path string) bool {
	return slices.ContainsFunc(l.Paths, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) })
}

// Excluded says whether a path is left out by the settings.
func (s Settings) Excluded(path string) bool {
	return slices.ContainsFunc(s.Exclude, func(glob string) bool { return doublestar.MatchUnvalidated(glob, path) })
}

func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}
