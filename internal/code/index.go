package code

// TermField is the part of a chunk that a term stands in.
type TermField int

// The fields, from the strongest.
const (
	FieldName TermField = iota
	FieldSignature
	FieldProse
	FieldBody
	termFields
)

// Terms counts words by field.
type Terms map[string][termFields]int

// Len is the number of words counted.
func (t Terms) Len() int {
	n := 0
	for _, counts := range t {
		for _, c := range counts {
			n += c
		}
	}
	return n
}

// Snapshot is a repository at one commit as it is stored: a state of the
// trunk (Line 0), or an overlay over one.
type Snapshot struct {
	Repo  int64
	ID    int
	SHA   string
	Line  int
	State int
	// Version names the extractor and binder that made it.
	Version string
	Head    bool
	// Chunks and Terms are the number of chunks at paths and the sum of
	// their lengths.
	Chunks   int
	Terms    int64
	Coverage Coverage
}

// Coverage says how much of a snapshot is known.
type Coverage struct {
	Files      int `json:"files"`
	Parsed     int `json:"parsed"`
	Skipped    int `json:"skipped"`
	References int `json:"references"`
	Bound      int `json:"bound"`
	External   int `json:"external"`
	Unknown    int `json:"unknown"`
	Ambiguous  int `json:"ambiguous"`
	Declared   int `json:"declared"`
	Chunks     int `json:"chunks"`
	Cards      int `json:"cards"`
	Embedded   int `json:"embedded"`
}

// BlobKey identifies a blob in one dialect.
type BlobKey struct{ Hash, Dialect string }

// BlobFacts are what is stored of a blob.
type BlobFacts struct {
	Key     BlobKey
	Facts   *Facts
	Terms   []Terms // one per chunk
	Skipped string  // why its content was not read or not parsed
}

// FileRow is a file of a snapshot.
type FileRow struct {
	Path   string
	Blob   BlobKey
	BlobID int
	Prefix string
	Test   bool
	Cards  []string // one per chunk: the text to embed, "" for none
}

// Binding is what binding one file gave.
type Binding struct {
	Path     string
	Links    []Link
	Asked    []uint64
	Provided []uint64
}

// Publication is the difference that makes one snapshot of another.
type Publication struct {
	Repo    int64
	SHA     string
	Version string
	// Overlay: beside the trunk's state Base. Else the trunk's next state.
	Overlay bool
	Base    int
	// Rebuild: nothing of earlier states is kept.
	Rebuild  bool
	Files    []FileRow // added or changed
	Removed  []string  // paths that are gone
	Bindings []Binding // of every file that was bound anew
}

// Plus adds counts.
func (c Coverage) Plus(d Coverage) Coverage {
	c.Files += d.Files
	c.Parsed += d.Parsed
	c.Skipped += d.Skipped
	c.References += d.References
	c.Bound += d.Bound
	c.External += d.External
	c.Unknown += d.Unknown
	c.Ambiguous += d.Ambiguous
	c.Declared += d.Declared
	c.Chunks += d.Chunks
	c.Cards += d.Cards
	c.Embedded += d.Embedded
	return c
}

// Count adds n references (n may be negative) that were bound so.
func (c *Coverage) Count(r Resolution, n int) {
	c.References += n
	switch r {
	case External:
		c.External += n
	case Unknown:
		c.Unknown += n
	case Ambiguous:
		c.Ambiguous += n
	case Declared:
		c.Declared += n
		c.Bound += n
	default:
		c.Bound += n
	}
}
