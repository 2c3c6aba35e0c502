package code

// Evidence is a piece chosen for a question, with the reasons why.
type Evidence struct {
	Path      string   `json:"path"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Symbol    string   `json:"symbol"` // qualified name, "" outside any
	Score     float64  `json:"score"`
	Why       []string `json:"why"`

	// Ref is the symbol's identity; its Path is "" where there is none.
	Ref SymbolRef `json:"-"`
	// Test: the piece lies in test code.
	Test bool `json:"-"`
	// Text are the lines, without newlines.
	Text []string `json:"-"`
}

// Citation names lines of the snapshot, and what checking them gave.
type Citation struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	URL       string `json:"url"`
	Valid     bool   `json:"valid"`
	Supported bool   `json:"supported"`
}

// MaxCitationLines bounds a citation.
const MaxCitationLines = 60

// ClaimKind says what sort of statement a claim is.
type ClaimKind string

// The kinds of claims.
const (
	Fact      ClaimKind = "fact"
	Relation  ClaimKind = "relation"
	Absence   ClaimKind = "absence"
	Inference ClaimKind = "inference"
)

// Claim is one sentence of an answer; Citations are places in
// Answer.Citations.
type Claim struct {
	Sentence  string    `json:"sentence"`
	Kind      ClaimKind `json:"kind"`
	Citations []int     `json:"citations"`
}

// Dropped is a sentence that was not published, and why.
type Dropped struct {
	Sentence string `json:"sentence"`
	Reason   string `json:"reason"`
}

// Status says how far a question was answered.
type Status string

// The statuses of answers.
const (
	Answered  Status = "answered"
	Partial   Status = "partial"
	Abstained Status = "abstained"
)

// Answer is a verified answer, in the form of `plumbline ask --json`.
type Answer struct {
	Question  string           `json:"question"`
	SHA       string           `json:"sha"`
	Status    Status           `json:"status"`
	Markdown  string           `json:"answer_markdown"`
	Claims    []Claim          `json:"claims"`
	Citations []Citation       `json:"citations"`
	Dropped   []Dropped        `json:"dropped"`
	Evidence  []Evidence       `json:"evidence"`
	Coverage  Coverage         `json:"coverage"`
	Timings   map[string]int64 `json:"timings_ms"`
	Models    Models           `json:"models"`
}

// Models names what took part, "" for none.
type Models struct {
	Embedder string `json:"embedder"`
	LLM      string `json:"llm"`
}

// Located is a symbol at its place in a snapshot.
type Located struct {
	Ref       SymbolRef
	Qualified string
	Test      bool // it lies in test code
	Symbol    Symbol
}

// Neighbour is a symbol one edge away from another, and the edge.
type Neighbour struct {
	Symbol     Located
	Type       EdgeType
	Resolution Resolution
	// Incoming: the edge leads from Symbol to the one asked about.
	Incoming bool
	// Path and Pos are where the reference stands.
	Path string
	Pos  Pos
	// Of is the symbol that was asked about.
	Of SymbolRef
}

// ChunkHit is a chunk that a search found.
type ChunkHit struct {
	PathID, BlobID, Ord int
	Path                string
	StartLine, EndLine  int
	Qualified           string // of the symbol whose body it is; "" for the module
	Local               string
	Kind                Kind
	Test                bool
	Score               float64
}

// QueryTerm is a word that is searched for, with its weight in the question.
type QueryTerm struct {
	Word   string
	Weight float64
}

// BoundEdge is an edge with the line of its reference.
type BoundEdge struct {
	Type       EdgeType
	Resolution Resolution
	From, To   SymbolRef
	Line       int
}
