// Package scip refines what was bound with what a compiler knows: an index in
// the SCIP format (github.com/sourcegraph/scip) of the same commit.
//
// It owns the reading of that format, as far as it is needed, and the rules by
// which an occurrence replaces a binding. It promises that a target is always
// a symbol of the snapshot, and that what the index does not speak of stays as
// it was bound. It never adds references, and never guesses: an index of
// another commit gives fewer matches, which is for the caller to notice.
package scip

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
)

// Index is a SCIP index. It is safe for concurrent use.
type Index struct {
	documents   map[string]*document
	definitions map[string][]place // of a symbol; a local one's key begins with its path

	mu    sync.Mutex
	named map[*document]map[point][]code.SymbolRef // our symbols, by where their names stand
}

type document struct {
	path        string
	encoding    encoding
	occurrences map[point][]string // symbols that are referred to there
}

// point is a place as the index gives it: both from 0, the column in the
// document's encoding.
type point struct{ line, char int }

type place struct {
	document *document
	point
}

// encoding is what a document's columns count.
type encoding int

const (
	unspecified encoding = iota // most indexers that leave it out count as utf16 does
	octets8
	units16
	runes32
)

// Files finds a file of the snapshot, nil if there is none.
type Files = func(path string) (*graph.File, error)

// Paths are the documents that the index covers, sorted.
func (x *Index) Paths() []string {
	paths := make([]string, 0, len(x.documents))
	for p := range x.documents {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// refined are the edges whose reference is a name that a compiler resolves.
var refined = []code.EdgeType{code.Calls, code.Reads, code.Writes, code.Extends, code.Implements}

// Refine is what was bound in a file, with the targets that the index knows.
func (x *Index) Refine(f *graph.File, links []code.Link, files Files) ([]code.Link, error) {
	doc := x.documents[f.Path]
	if doc == nil {
		return links, nil
	}
	out, lines := slices.Clone(links), bytes.Split(f.Source, newline)
	for i := range out {
		l := &out[i]
		if !slices.Contains(refined, l.Type) {
			continue
		}
		at := point{l.Pos.Line - 1, doc.encoding.column(lines, l.Pos)}
		if err := x.refine(l, doc.occurrences[at], files); err != nil {
			return nil, err
		}
	}
	code.SortLinks(out)
	return slices.CompactFunc(out, func(a, b code.Link) bool { return a.Compare(b) == 0 }), nil
}

func (x *Index) refine(l *code.Link, symbols []string, files Files) error {
	var ours []code.SymbolRef
	outside := ""
	for _, s := range symbols {
		refs, err := x.find(s, files)
		if err != nil {
			return err
		}
		ours = append(ours, refs...)
		if len(x.definitions[s]) == 0 && !isLocal(s) {
			outside = s
		}
	}
	slices.SortFunc(ours, code.SymbolRef.Compare)
	ours = slices.Compact(ours)
	switch {
	case len(ours) > 0:
		settle(l, ours)
	case outside != "":
		l.Target, l.Candidates, l.Resolution = code.SymbolRef{}, nil, code.External
		l.Properties = map[string]string{"external": readable(outside)}
	}
	return nil
}

// settle binds a link to what its name means. Where we bound a call of a class
// to its constructor, we said more than the index, and agree with it.
func settle(l *code.Link, ours []code.SymbolRef) {
	i := slices.IndexFunc(ours, func(r code.SymbolRef) bool { return r == l.Target || l.Type == code.Calls && constructs(l.Target, r) })
	switch {
	case i >= 0 && len(ours) > 1:
		return // the index leaves it open, and we did not
	case i >= 0:
	case len(ours) == 1:
		l.Target = ours[0]
	default:
		l.Target, l.Candidates, l.Resolution = code.SymbolRef{}, ours, code.Ambiguous
		return
	}
	l.Candidates, l.Resolution = nil, code.Scip
	delete(l.Properties, "external")
}

// constructs reports whether a target is a member of a type, as its
// constructor is.
func constructs(target, typ code.SymbolRef) bool {
	n := len(typ.Local)
	return target.Path == typ.Path && n > 0 && len(target.Local) > n && target.Local[:n] == typ.Local && target.Local[n] == '.'
}

// find are the symbols of ours that a SCIP symbol is defined as.
func (x *Index) find(symbol string, files Files) (refs []code.SymbolRef, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.definitions[symbol] {
		if x.named[p.document] == nil {
			f, err := files(p.document.path)
			if err != nil {
				return nil, err
			}
			x.named[p.document] = p.document.names(f)
		}
		refs = append(refs, x.named[p.document][p.point]...)
	}
	return refs, nil
}

// names are a file's symbols by where their names stand; none of a nil file.
func (d *document) names(f *graph.File) map[point][]code.SymbolRef {
	out := map[point][]code.SymbolRef{}
	if f == nil {
		return out
	}
	lines := bytes.Split(f.Source, newline)
	for _, s := range f.Facts.Symbols[1:] { // the module's name stands nowhere
		at := point{s.NamePos.Line - 1, d.encoding.column(lines, s.NamePos)}
		out[at] = append(out[at], code.SymbolRef{Path: f.Path, Local: s.Local})
	}
	return out
}

var newline = []byte{'\n'}

// column is a place's column as a document counts it, -1 outside the text.
func (e encoding) column(lines [][]byte, at code.Pos) int {
	if at.Line < 1 || at.Line > len(lines) || at.Col > len(lines[at.Line-1]) {
		return -1
	}
	before := lines[at.Line-1][:at.Col]
	switch e {
	case octets8:
		return at.Col
	case runes32:
		return utf8.RuneCount(before)
	}
	n := 0
	for _, r := range string(before) {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}
