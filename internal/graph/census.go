package graph

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
)

// Census counts a snapshot's graph file by file, in any order.
type Census struct {
	health    Health
	languages map[string]*LanguageHealth
	ids       map[code.SymbolRef]int
	symbols   []counted
	edges     [][2]int
	imports   imports
	layering  *layering
	goFiles   map[string]bool
	importing []fileImport
}

// counted is a symbol: as an edge names it, until its file comes.
type counted struct {
	ref       code.SymbolRef
	qualified string
	kind      code.Kind
	there     bool
	test      bool
	touched   bool // by an edge
	in, out   int
}

// fileImport is an import outside tests.
type fileImport struct{ from, to string }

// CountedFile is one file as a census sees it.
type CountedFile struct {
	Path, Prefix string
	Test         bool
	Facts        *code.Facts
	Links        []code.Link // the bound and ambiguous ones
}

// NewCensus begins a count. Layers may be none.
func NewCensus(layers []Layer) *Census {
	c := &Census{languages: map[string]*LanguageHealth{}, ids: map[code.SymbolRef]int{}, imports: imports{}, layering: newLayering(layers), goFiles: map[string]bool{}}
	c.health.Nodes, c.health.Edges, c.health.References = map[code.Kind]int{}, map[code.EdgeType]int{}, map[code.Resolution]int{}
	return c
}

// File counts a file's symbols and links.
func (c *Census) File(f CountedFile) {
	c.health.Files++
	c.language(f.Facts.Dialect).Files++
	c.goFiles[f.Path] = f.Facts.Dialect == "go"
	if f.Facts.Errors > 0 {
		c.health.ParseErrors.Files++
		c.health.ParseErrors.Worst = append(c.health.ParseErrors.Worst, FileErrors{f.Path, f.Facts.Errors})
	}
	for i, s := range f.Facts.Symbols {
		c.health.Nodes[s.Kind]++
		if i > 0 {
			c.health.Edges[code.Contains]++
		}
		known := c.symbol(code.SymbolRef{Path: f.Path, Local: s.Local})
		known.there, known.kind, known.test = true, s.Kind, f.Test || s.Test
		known.qualified = code.Qualify(f.Prefix, s.Local)
	}
	for _, l := range f.Links {
		c.References(f.Facts.Dialect, l.Resolution, 1)
		c.link(f, l)
	}
}

func (c *Census) link(f CountedFile, l code.Link) {
	source := l.Source(f.Path)
	c.symbol(source).touched = true
	if l.Resolution == code.Ambiguous {
		for _, candidate := range l.Candidates {
			c.symbol(candidate).touched = true
		}
		return
	}
	c.health.Edges[l.Type]++
	c.symbol(l.Target).touched = true
	c.layering.judge(f.Path, l)
	if l.Type == code.Imports {
		if !f.Test {
			c.importing = append(c.importing, fileImport{source.Path, l.Target.Path})
		}
		return
	}
	c.symbol(source).out++
	c.symbol(l.Target).in++
	c.edges = append(c.edges, [2]int{c.ids[source], c.ids[l.Target]})
}

// References counts references in a language's files that no link shows:
// external and unknown ones.
func (c *Census) References(language string, r code.Resolution, n int) {
	c.health.References[r] += n
	l := c.language(language)
	l.References += n
	switch r {
	case code.External:
		l.External += n
	case code.Unknown:
		l.Unknown += n
	case code.Ambiguous:
		l.Ambiguous += n
	default:
		l.Bound += n
	}
}

func (c *Census) language(name string) *LanguageHealth {
	if c.languages[name] == nil {
		c.languages[name] = &LanguageHealth{Language: name}
	}
	return c.languages[name]
}

func (c *Census) symbol(ref code.SymbolRef) *counted {
	id, known := c.ids[ref]
	if !known {
		id = len(c.symbols)
		c.ids[ref] = id
		c.symbols = append(c.symbols, counted{ref: ref})
	}
	return &c.symbols[id]
}

// Health is what was counted.
func (c *Census) Health(sha string) Health {
	h := c.health
	h.SHA, h.Jumps = sha, []Jump{}
	h.Languages = c.languageList()
	h.Hubs, h.Isolated, h.Dangling = c.hubs(), c.isolated(), c.dangling()
	h.Layers = c.layering.out
	for _, i := range c.importing {
		c.imports.add(c.unit(i.from), c.unit(i.to))
	}
	h.Cycles = c.imports.cycles()
	h.ParseErrors.Worst = slices.SortedFunc(slices.Values(h.ParseErrors.Worst), func(a, b FileErrors) int {
		return cmp.Or(cmp.Compare(b.Errors, a.Errors), cmp.Compare(a.Path, b.Path))
	})
	h.ParseErrors.Worst = append([]FileErrors{}, h.ParseErrors.Worst[:min(len(h.ParseErrors.Worst), maxExamples)]...)
	return h
}

// unit is what is imported: a file, or in Go the folder of a package.
func (c *Census) unit(p string) string {
	if c.goFiles[p] {
		return path.Dir(p) + "/"
	}
	return p
}

// languageList has the languages with the most references first; those
// without any are no languages that are bound.
func (c *Census) languageList() []LanguageHealth {
	out := []LanguageHealth{}
	for _, name := range slices.Sorted(maps.Keys(c.languages)) {
		if l := c.languages[name]; l.References > 0 {
			out = append(out, *l)
		}
	}
	slices.SortStableFunc(out, func(a, b LanguageHealth) int { return cmp.Compare(b.References, a.References) })
	return out
}

func (c *Census) hubs() []Hub {
	order := make([]int, 0, len(c.symbols))
	for i := range c.symbols {
		if c.symbols[i].in > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := c.symbols[a], c.symbols[b]
		return cmp.Or(cmp.Compare(y.in, x.in), x.ref.Compare(y.ref))
	})
	rank := PageRank(len(c.symbols), c.edges)
	hubs := []Hub{}
	for _, i := range order[:min(len(order), maxHubs)] {
		s := c.symbols[i]
		hubs = append(hubs, Hub{s.ref.String(), s.qualified, s.kind, s.in, s.out, rank[i] * float64(len(c.symbols))})
	}
	return hubs
}

func (c *Census) isolated() Isolated {
	var alone []code.SymbolRef
	out := Isolated{Examples: []string{}}
	for _, s := range c.symbols {
		if !s.there || s.test || s.kind == code.Module {
			continue
		}
		out.Of++
		if !s.touched {
			alone = append(alone, s.ref)
		}
	}
	out.Count = len(alone)
	slices.SortFunc(alone, code.SymbolRef.Compare)
	for _, ref := range alone[:min(len(alone), maxExamples)] {
		out.Examples = append(out.Examples, ref.String())
	}
	return out
}

// dangling counts symbols that edges name and no file has.
func (c *Census) dangling() (n int) {
	for _, s := range c.symbols {
		if !s.there {
			n++
		}
	}
	return n
}
