package code

import (
	"cmp"
	"slices"
)

// EdgeType is the type of an edge between two symbols.
type EdgeType string

// The types of edges.
const (
	Calls      EdgeType = "CALLS"
	Extends    EdgeType = "EXTENDS"
	Implements EdgeType = "IMPLEMENTS"
	Overrides  EdgeType = "OVERRIDES"
	Imports    EdgeType = "IMPORTS"
	Reads      EdgeType = "READS"
	Writes     EdgeType = "WRITES"
	Contains   EdgeType = "CONTAINS"
	Exposes    EdgeType = "EXPOSES"
	Requests   EdgeType = "REQUESTS"
)

// Resolution says how a reference was bound, or why it was not.
type Resolution string

// Exact to Scip are bound edges (Ambiguous with candidates in place of a
// target); External leaves the repository; Unknown could not be bound.
const (
	Exact     Resolution = "exact"
	Inferred  Resolution = "inferred"
	Ambiguous Resolution = "ambiguous"
	Declared  Resolution = "declared"
	Scip      Resolution = "scip"
	External  Resolution = "external"
	Unknown   Resolution = "unknown"
)

// Link is a reference in one file and what became of it.
type Link struct {
	// From is the Local name of the innermost enclosing function or method
	// (the module, "", outside any); for EXTENDS, IMPLEMENTS, OVERRIDES and
	// CONTAINS the symbol that extends, implements, overrides or contains.
	From string
	// FromPath is the file of From where it is another than the one that the
	// link stands in (a declared edge, a route's handler); "" otherwise.
	FromPath string
	Type     EdgeType
	// Name is the name token as written; Pos is where it stands.
	Name string
	Pos  Pos
	// Target is zero when Resolution is ambiguous, external or unknown. An
	// external link may say in Properties["external"] what it leads to
	// ("fmt.Println").
	Target     SymbolRef
	Resolution Resolution
	// Candidates are sorted, for ambiguous links alone.
	Candidates []SymbolRef
	Properties map[string]string
}

// Source is the symbol that a link in the file at a path comes from.
func (a Link) Source(path string) SymbolRef {
	if a.FromPath != "" {
		path = a.FromPath
	}
	return SymbolRef{Path: path, Local: a.From}
}

// FromSymbol is the link, which stands in the file at a path, from a symbol of
// that or another file.
func (a Link) FromSymbol(s SymbolRef, path string) Link {
	a.From, a.FromPath = s.Local, ""
	if s.Path != path {
		a.FromPath = s.Path
	}
	return a
}

// SortLinks sorts links as they stand in the source.
func SortLinks(links []Link) { slices.SortStableFunc(links, Link.Compare) }

// Compare orders links by place, then by what they say.
func (a Link) Compare(b Link) int {
	return cmp.Or(
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Col, b.Pos.Col),
		cmp.Compare(a.FromPath, b.FromPath),
		cmp.Compare(a.From, b.From),
		cmp.Compare(a.Type, b.Type),
		cmp.Compare(a.Name, b.Name),
		a.Target.Compare(b.Target),
		cmp.Compare(a.Resolution, b.Resolution),
		slices.CompareFunc(a.Candidates, b.Candidates, SymbolRef.Compare),
	)
}
