package code

// Change says how a symbol differs between two snapshots.
type Change string

// The changes of a symbol.
const (
	Added     Change = "added"
	Removed   Change = "removed"
	Signature Change = "signature"
	Body      Change = "body"
	Renamed   Change = "renamed"
)

// Report is what a difference reaches, in the form of `plumbline impact --json`.
type Report struct {
	Base      string         `json:"base"`
	Head      string         `json:"head"`
	Changed   []Changed      `json:"changed"`
	Affected  []Affected     `json:"affected"`
	Tests     []ReachingTest `json:"tests"`
	Endpoints []Affected     `json:"endpoints"`
	Cycles    [][]string     `json:"cycles"`
	Skipped   []SkippedFile  `json:"skipped"`
	// More counts affected places that were left out at the limit.
	More int `json:"more,omitempty"`
}

// Changed is a symbol that differs. Lines are at the head, at the base for
// what was removed (Side is "base").
type Changed struct {
	Symbol    string `json:"symbol"`
	Type      Kind   `json:"type"`
	Change    Change `json:"change"`
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Side      string `json:"side,omitempty"`

	Ref  SymbolRef `json:"-"`
	Test bool      `json:"-"`
}

// Affected is a place outside the change that depends on it.
type Affected struct {
	Symbol     string     `json:"symbol"`
	Path       string     `json:"path"`
	Line       int        `json:"line"`
	Distance   int        `json:"distance"`
	Via        []EdgeType `json:"via"`
	Resolution Resolution `json:"resolution"`
	Because    string     `json:"because"`
	Side       string     `json:"side,omitempty"`
}

// ReachingTest is a test that reaches the change.
type ReachingTest struct {
	Symbol   string `json:"symbol"`
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Distance int    `json:"distance"`
}

// SkippedFile is a changed file that could not be looked into, and why.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}
