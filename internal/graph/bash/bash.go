// Package bash binds shell scripts: commands to functions of the script and
// of those that it sources by a path that can be told from its text.
package bash

import (
	"path"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// New makes the binder of shell scripts.
func New() graph.Binder { return binder{} }

type binder struct{}

// Claims implements graph.Binder.
func (binder) Claims(_, dialect string) bool { return dialect == "bash" }

// model is the functions of a script, by name the last definition, and what
// it sources.
type model struct {
	path      string
	functions map[string]string // name → local name
	sources   []source
	hash      uint64
}

type source struct {
	text string
	node code.Pos
}

// Model implements graph.Binder.
func (binder) Model(f *graph.File) graph.Model {
	m := &model{path: f.Path, functions: map[string]string{}}
	if f.Tree == nil {
		return m
	}
	var parts []string
	for _, s := range f.Facts.Symbols[1:] {
		if s.Kind == code.Function {
			m.functions[s.Name] = s.Local
			parts = append(parts, s.Local)
		}
	}
	f.Tree.Root.Walk(func(n *cst.Node) bool {
		if name := n.Child("name").Text(); n.Type == "command" && (name == "source" || name == ".") {
			if a := n.Child("argument"); a != nil {
				m.sources = append(m.sources, source{a.Text(), a.Pos()})
				parts = append(parts, "source", a.Text())
			}
		}
		return true
	})
	m.hash = graph.Hash(parts...)
	return m
}

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	return []graph.Answer{{Key: namesKey(m.path), Hash: m.hash}}
}

func namesKey(p string) string { return "bash.names:" + p }

// Bind implements graph.Binder.
func (binder) Bind(f *graph.File, v *graph.View) []code.Link {
	m, ok := f.Model().(*model)
	if !ok {
		return nil
	}
	b := &script{file: f, view: v, models: []*model{m}}
	b.sourced()
	b.commands()
	return b.links
}

type script struct {
	file   *graph.File
	view   *graph.View
	models []*model // the script first, then what it sources
	links  []code.Link
}

// maxSourced bounds the scripts that one sources.
const maxSourced = 50

func (b *script) sourced() {
	seen := map[string]bool{b.file.Path: true}
	for i := 0; i < len(b.models) && i < maxSourced; i++ {
		for _, s := range b.models[i].sources {
			p := b.resolve(b.models[i].path, s.text)
			if i == 0 {
				b.importLink(s, p)
			}
			if p == "" || seen[p] {
				continue
			}
			seen[p] = true
			b.view.Ask(namesKey(p))
			if m, ok := b.view.File(p).Model().(*model); ok {
				b.models = append(b.models, m)
			}
		}
	}
}

func (b *script) importLink(s source, p string) {
	l := code.Link{Type: code.Imports, Name: s.text, Pos: s.node, Resolution: code.Unknown}
	if p != "" {
		l.Target, l.Resolution = code.SymbolRef{Path: p}, code.Inferred
	}
	b.links = append(b.links, l)
}

// resolve finds the script that a source command names. A folder held in a
// variable is taken for the script's own, or the repository's root.
func (b *script) resolve(from, text string) string {
	text = strings.Trim(text, `"'`)
	for strings.HasPrefix(text, "$") {
		end := expansionEnd(text)
		if end == len(text) {
			return ""
		}
		text = strings.TrimLeft(text[end:], `/"'`)
	}
	if text == "" || strings.ContainsAny(text, "$*`") {
		return ""
	}
	dir := path.Dir(from)
	for _, p := range []string{path.Join(dir, text), path.Clean(text)} {
		if !strings.HasPrefix(p, "..") && b.view.Has(p) {
			return p
		}
	}
	return ""
}

// expansionEnd is the end of the expansion that text begins with.
func expansionEnd(text string) int {
	open, closing := byte(0), byte(0)
	if len(text) > 1 && (text[1] == '(' || text[1] == '{') {
		open, closing = text[1], map[byte]byte{'(': ')', '{': '}'}[text[1]]
	}
	depth := 0
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case open == 0 && !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'):
			return i
		case open != 0 && c == open:
			depth++
		case open != 0 && c == closing:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

func (b *script) commands() {
	b.file.Tree.Root.Walk(func(n *cst.Node) bool {
		if n.Type != "command" {
			return true
		}
		name := n.Child("name").ChildOfType("word")
		if name == nil || name.Text() == "source" || name.Text() == "." {
			return true
		}
		b.links = append(b.links, b.command(name))
		return true
	})
}

func (b *script) command(name *cst.Node) code.Link {
	l := code.Link{From: b.around(name), Type: code.Calls, Name: name.Text(), Pos: name.Pos(),
		Resolution: code.External, Properties: map[string]string{"external": name.Text()}}
	for _, m := range b.models {
		if local, ok := m.functions[name.Text()]; ok {
			l.Target, l.Properties = code.SymbolRef{Path: m.path, Local: local}, nil
			l.Resolution = code.Exact
			if m != b.models[0] {
				l.Resolution = code.Inferred
			}
			break
		}
	}
	return l
}

// around is the function that a command stands in.
func (b *script) around(n *cst.Node) string {
	f := n.Enclosing("function_definition")
	if f == nil || f.Child("name") == nil {
		return ""
	}
	at := f.Child("name").Pos()
	for _, s := range b.file.Facts.Symbols {
		if s.Kind == code.Function && s.NamePos == at {
			return s.Local
		}
	}
	return ""
}
