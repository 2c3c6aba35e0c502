package graph

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// nodeLine and edgeLine are the lines of `plumbline graph export`.
type nodeLine struct {
	Kind          string            `json:"kind"`
	ID            string            `json:"id"`
	Type          code.Kind         `json:"type"`
	Name          string            `json:"name"`
	QualifiedName string            `json:"qualified_name"`
	Path          string            `json:"path"`
	StartLine     int               `json:"start_line"`
	StartCol      int               `json:"start_col"`
	EndLine       int               `json:"end_line"`
	EndCol        int               `json:"end_col"`
	Properties    map[string]string `json:"properties"`
}

type edgeLine struct {
	Kind       string          `json:"kind"`
	Source     string          `json:"source"`
	Target     *string         `json:"target"` // null for an ambiguous reference
	Type       code.EdgeType   `json:"type"`
	Path       string          `json:"path"`
	Line       int             `json:"line"`
	Col        int             `json:"col"`
	Resolution code.Resolution `json:"resolution"`
	Properties map[string]any  `json:"properties"`
}

// Exporter writes a graph as JSON lines. Files must come sorted by path: a
// file's nodes and edges follow each other, so equal snapshots export equal
// bytes.
type Exporter struct{ out *json.Encoder }

// NewExporter makes an exporter that writes to w.
func NewExporter(w io.Writer) *Exporter {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return &Exporter{out: e}
}

// File writes one file's symbols, what contains what, and its bound links.
func (e *Exporter) File(path string, facts *code.Facts, links []code.Link) error {
	prefix := syntax.Prefix(facts.Dialect, path, facts.Package)
	for _, s := range facts.Symbols {
		if err := e.out.Encode(nodeOf(path, prefix, s)); err != nil {
			return err
		}
	}
	for i, s := range facts.Symbols {
		if i == 0 {
			continue
		}
		if err := e.out.Encode(containsLine(path, facts.Symbols[s.Parent].Local, s)); err != nil {
			return err
		}
	}
	for _, l := range links {
		if l.Resolution == code.External || l.Resolution == code.Unknown {
			continue
		}
		if err := e.out.Encode(edgeOf(path, l)); err != nil {
			return err
		}
	}
	return nil
}

func nodeOf(path, prefix string, s code.Symbol) nodeLine {
	name := s.Name
	if s.Kind == code.Module {
		name = prefix
	}
	n := nodeLine{Kind: "node", ID: code.SymbolRef{Path: path, Local: s.Local}.String(), Type: s.Kind, Name: name,
		QualifiedName: syntax.Qualify(prefix, s.Local), Path: path, Properties: s.Properties,
		StartLine: s.Span.Start.Line, StartCol: s.Span.Start.Col, EndLine: s.Span.End.Line, EndCol: s.Span.End.Col}
	if n.Properties == nil {
		n.Properties = map[string]string{}
	}
	return n
}

func containsLine(path, parent string, s code.Symbol) edgeLine {
	target := code.SymbolRef{Path: path, Local: s.Local}.String()
	return edgeLine{Kind: "edge", Source: code.SymbolRef{Path: path, Local: parent}.String(), Target: &target, Type: code.Contains, Path: path,
		Line: s.NamePos.Line, Col: s.NamePos.Col, Resolution: code.Exact, Properties: map[string]any{}}
}

func edgeOf(path string, l code.Link) edgeLine {
	e := edgeLine{Kind: "edge", Source: l.Source(path).String(), Type: l.Type, Path: path,
		Line: l.Pos.Line, Col: l.Pos.Col, Resolution: l.Resolution, Properties: map[string]any{}}
	for k, v := range l.Properties {
		e.Properties[k] = v
	}
	if l.Resolution == code.Ambiguous {
		ids := make([]string, len(l.Candidates))
		for i, c := range l.Candidates {
			ids[i] = c.String()
		}
		slices.Sort(ids)
		e.Properties["candidates"] = ids
		return e
	}
	target := l.Target.String()
	e.Target = &target
	return e
}
