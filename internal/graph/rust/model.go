package rust

import (
	"path"
	"regexp"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/code/cst"
	"github.com/plumbline/plumbline/internal/graph"
)

// item is a definition as other files see it.
type item struct {
	local, name string
	module      string // the inline module in its file, dotted
	kind        code.Kind
	owner       string // of a member, its type's name as the impl block writes it
	trait       string // the trait of its impl block
	typ         string // what a function returns, a field holds, an alias means
	macro       bool
	takesSelf   bool
}

// use is one name that a use declaration brings into a module.
type use struct {
	module, name string // name "*" for all
	path         []string
}

// impl is the head of an impl block.
type impl struct{ module, typ, trait string }

type model struct {
	path  string
	items []*item
	by    map[string][]*item // module "\x00" name of what is no member
	uses  []use
	mods  map[string]bool // module "." name of each "mod name;"
	impls []impl
	hash  uint64
	// routes are the endpoints' local names by where they are written.
	routes map[code.Pos]string
	served []graph.Answer
}

func newModel(f *graph.File) *model {
	m := &model{path: f.Path, by: map[string][]*item{}, mods: map[string]bool{}}
	if f.Tree == nil {
		return m
	}
	b := modelBuilder{model: m, locals: map[code.Pos]*code.Symbol{}}
	m.routes, m.served = map[code.Pos]string{}, graph.EndpointAnswers(f.Path, f.Facts.Symbols)
	for i := range f.Facts.Symbols {
		if s := &f.Facts.Symbols[i]; s.Kind == code.Endpoint {
			m.routes[s.NamePos] = s.Local
		} else {
			b.locals[s.NamePos] = s
		}
	}
	b.module("", f.Tree.Root)
	for _, i := range m.items {
		if i.owner == "" {
			key := i.module + "\x00" + i.name
			m.by[key] = append(m.by[key], i)
		}
	}
	m.hash = m.allHash()
	return m
}

type modelBuilder struct {
	*model
	locals map[code.Pos]*code.Symbol
}

func (b *modelBuilder) module(module string, n *cst.Node) {
	for c := range n.NamedChildren() {
		switch c.Type {
		case "ERROR":
			b.module(module, c)
		case "use_declaration":
			b.use(module, nil, c.Child("argument"))
		case "mod_item":
			b.mod(module, c)
		case "impl_item":
			owner, trait := c.Child("type").Text(), c.Child("trait").Text()
			b.impls = append(b.impls, impl{module, owner, trait})
			b.members(module, owner, trait, c.Child("body"))
		case "trait_item":
			b.add(module, c, "", "")
			name := c.Child("name").Text()
			b.members(module, name, "", c.Child("body"))
			for _, bound := range bounds(c.Child("bounds")) {
				b.impls = append(b.impls, impl{module, name, bound})
			}
		case "struct_item", "enum_item", "union_item":
			b.add(module, c, "", "")
			b.members(module, c.Child("name").Text(), "", c.Child("body"))
		default:
			b.add(module, c, "", "")
		}
	}
}

func (b *modelBuilder) mod(module string, c *cst.Node) {
	name := c.Child("name").Text()
	full := join(module, name)
	if body := c.Child("body"); body != nil {
		b.add(module, c, "", "")
		b.module(full, body)
		return
	}
	b.mods[full] = true
}

func (b *modelBuilder) members(module, owner, trait string, body *cst.Node) {
	for c := range body.NamedChildren() {
		b.add(module, c, owner, trait)
	}
}

func (b *modelBuilder) add(module string, c *cst.Node, owner, trait string) {
	name := c.Child("name")
	if name == nil {
		return
	}
	s := b.locals[name.Pos()]
	if s == nil {
		return
	}
	i := &item{local: s.Local, name: s.Name, module: module, kind: s.Kind, owner: owner, trait: trait,
		macro: s.Properties["macro"] != "", takesSelf: s.Kind == code.Method && s.Properties["static"] == ""}
	switch c.Type {
	case "function_item", "function_signature_item":
		i.typ = typeWithBounds(c, c.Child("return_type"))
	default:
		i.typ = c.Child("type").Text()
	}
	b.items = append(b.items, i)
}

// typeWithBounds is a type's text; a parameter of the function is replaced by
// its first bound.
func typeWithBounds(function, t *cst.Node) string {
	if t == nil {
		return ""
	}
	if b, ok := genericBounds(function)[t.Text()]; ok {
		return b
	}
	return t.Text()
}

// genericBounds are the first bounds of a function's or block's type
// parameters.
func genericBounds(n *cst.Node) map[string]string {
	out := map[string]string{}
	for p := range n.Child("type_parameters").NamedChildren() {
		if bs := bounds(p.Child("bounds")); p.Type == "constrained_type_parameter" && len(bs) > 0 {
			out[p.Child("left").Text()] = bs[0]
		}
	}
	for p := range n.ChildOfType("where_clause").NamedChildren() {
		if bs := bounds(p.Child("bounds")); len(bs) > 0 {
			out[p.Child("left").Text()] = bs[0]
		}
	}
	return out
}

func bounds(n *cst.Node) []string {
	var out []string
	for c := range n.NamedChildren() {
		if c.Is("type_identifier", "scoped_type_identifier", "generic_type") {
			out = append(out, c.Text())
		}
	}
	return out
}

// use reads a use tree below a prefix.
func (b *modelBuilder) use(module string, prefix []string, n *cst.Node) {
	switch {
	case n == nil:
	case n.Is("use_list"):
		for c := range n.NamedChildren() {
			b.use(module, prefix, c)
		}
	case n.Is("scoped_use_list"):
		b.use(module, append(prefix[:len(prefix):len(prefix)], segments(n.Child("path"))...), n.Child("list"))
	case n.Is("use_as_clause"):
		b.addUse(module, n.Child("alias").Text(), append(prefix[:len(prefix):len(prefix)], segments(n.Child("path"))...))
	case n.Is("use_wildcard"):
		b.addUse(module, "*", append(prefix[:len(prefix):len(prefix)], segments(n.NamedChild(0))...))
	default:
		full := append(prefix[:len(prefix):len(prefix)], segments(n)...)
		if last := len(full) - 1; last > 0 && full[last] == "self" {
			full = full[:last]
		}
		if len(full) > 0 {
			b.addUse(module, full[len(full)-1], full)
		}
	}
}

func (b *modelBuilder) addUse(module, name string, path []string) {
	if len(path) > 0 {
		b.uses = append(b.uses, use{module, name, path})
	}
}

// segments are the names of a path, arguments left out.
func segments(n *cst.Node) []string {
	switch {
	case n == nil:
		return nil
	case n.Is("scoped_identifier", "scoped_type_identifier"):
		return append(segments(n.Child("path")), segments(n.Child("name"))...)
	case n.Is("generic_type", "generic_type_with_turbofish"):
		return segments(n.Child("type"))
	case n.Is("bracketed_type"):
		q := n.ChildOfType("qualified_type")
		if q == nil {
			return segments(n.NamedChild(0))
		}
		return segments(q.Child("type"))
	}
	return []string{n.Text()}
}

func (m *model) allHash() uint64 {
	var parts []string
	for _, i := range m.items {
		parts = append(parts, i.local, string(i.kind), i.owner, i.trait, i.typ)
		if i.takesSelf {
			parts = append(parts, "self")
		}
	}
	for _, u := range m.uses {
		parts = append(parts, "use", u.module, u.name, strings.Join(u.path, "::"))
	}
	for _, i := range m.impls {
		parts = append(parts, "impl", i.module, i.typ, i.trait)
	}
	mods := 0
	for mod := range m.mods {
		mods += int(graph.Hash(mod) >> 8)
	}
	return graph.Hash(parts...) + uint64(mods)
}

// Answers implements graph.Model.
func (m *model) Answers() []graph.Answer {
	out := []graph.Answer{{Key: namesKey(m.path), Hash: m.hash}}
	seen := map[string]bool{}
	provide := func(key string) {
		if !seen[key] {
			seen[key] = true
			out = append(out, graph.Answer{Key: key, Hash: m.hash + graph.Hash(m.path), Provided: true})
		}
	}
	for _, i := range m.items {
		if i.owner != "" && i.kind == code.Method {
			provide(methodKey(lastName(i.owner), i.name))
		}
	}
	for _, i := range m.impls {
		if i.trait != "" {
			provide(implKey(lastName(i.typ)))
		}
	}
	return append(out, m.served...)
}

// namesKey asks for all that a file declares.
func namesKey(p string) string { return "rust.names:" + p }

// methodKey asks for the files with a method of a type of that name.
func methodKey(typ, method string) string { return "rust.method:" + typ + "." + method }

// implKey asks for the files that implement traits for a type of that name.
func implKey(typ string) string { return "rust.impl:" + typ }

// crateKey asks where a crate lies.
func crateKey(name string) string { return "rust.crate:" + name }

func join(module, name string) string {
	if module == "" {
		return name
	}
	return module + "." + name
}

// crate is what a Cargo.toml tells.
type crate struct{ dir, name, lib string }

var (
	section   = regexp.MustCompile(`^\s*\[([^\[\]]+)\]`)
	cargoName = regexp.MustCompile(`(?m)^\s*name\s*=\s*"([^"]+)"`)
	cargoPath = regexp.MustCompile(`(?m)^\s*path\s*=\s*"([^"]+)"`)
)

func newCrate(p string, source []byte) *crate {
	c := &crate{dir: code.Folder(p), lib: "src/lib.rs"}
	current := ""
	for line := range strings.Lines(string(source)) {
		if m := section.FindStringSubmatch(line); m != nil {
			current = strings.TrimSpace(m[1])
		}
		if m := cargoName.FindStringSubmatch(line); m != nil && (current == "package" && c.name == "" || current == "lib") {
			c.name = strings.ReplaceAll(m[1], "-", "_")
		}
		if m := cargoPath.FindStringSubmatch(line); m != nil && current == "lib" {
			c.lib = m[1]
		}
	}
	return c
}

// Answers implements graph.Model.
func (c *crate) Answers() []graph.Answer {
	if c.name == "" {
		return nil
	}
	return []graph.Answer{{Key: crateKey(c.name), Hash: graph.Hash(c.dir, c.lib), Provided: true}}
}

func (c *crate) root() string { return path.Join(c.dir, c.lib) }
