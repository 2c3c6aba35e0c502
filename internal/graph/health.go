package graph

import "github.com/plumbline/plumbline/internal/code"

// Health is what the graph of one snapshot looks like from afar, in the form
// of `plumbline graph health --json`.
type Health struct {
	SHA   string `json:"sha"`
	Files int    `json:"files"`
	// Nodes, and Edges that are bound, CONTAINS included.
	Nodes map[code.Kind]int     `json:"nodes"`
	Edges map[code.EdgeType]int `json:"edges"`
	// References are those of the code and of the settings, by how they were
	// bound; CONTAINS is none.
	References  map[code.Resolution]int `json:"references"`
	Languages   []LanguageHealth        `json:"languages"`
	Isolated    Isolated                `json:"isolated"`
	Hubs        []Hub                   `json:"hubs"`
	ParseErrors ParseErrors             `json:"parse_errors"`
	// Cycles are of imports outside tests.
	Cycles []Cycle       `json:"cycles"`
	Layers LayerBreaches `json:"layers"`
	// Dangling are edges whose symbol at either end is not in the snapshot:
	// always none, unless Plumbline itself is wrong.
	Dangling int `json:"dangling"`
	// Jumps are what differs suddenly from the snapshot Against, "" for none.
	Against string `json:"against"`
	Jumps   []Jump `json:"jumps"`
}

// LanguageHealth says what became of the references in one language's files.
type LanguageHealth struct {
	Language   string `json:"language"`
	Files      int    `json:"files"`
	References int    `json:"references"`
	Bound      int    `json:"bound"`
	Ambiguous  int    `json:"ambiguous"`
	External   int    `json:"external"`
	Unknown    int    `json:"unknown"`
}

// Share is n as a part of the references, 0 where there are none.
func (l LanguageHealth) Share(n int) float64 {
	if l.References == 0 {
		return 0
	}
	return float64(n) / float64(l.References)
}

// Isolated are symbols outside tests, modules left out, at which no edge but
// CONTAINS begins or ends, not even as a candidate.
type Isolated struct {
	Count    int      `json:"count"`
	Of       int      `json:"of"`
	Examples []string `json:"examples"` // the first by id
}

// Hub is a symbol that many edges lead to, CONTAINS and IMPORTS left out.
type Hub struct {
	ID        string    `json:"id"`
	Qualified string    `json:"qualified_name"`
	Type      code.Kind `json:"type"`
	In        int       `json:"in"`
	Out       int       `json:"out"`
	// Rank is the PageRank as a multiple of the mean.
	Rank float64 `json:"rank"`
}

// ParseErrors are the files in which the parser had to recover.
type ParseErrors struct {
	Files int          `json:"files"`
	Worst []FileErrors `json:"worst"`
}

// FileErrors counts the places in a file where the parser had to recover.
type FileErrors struct {
	Path   string `json:"path"`
	Errors int    `json:"errors"`
}

// How much is listed of what may be long.
const (
	maxHubs     = 10
	maxExamples = 20
	maxBreaches = 200
)
