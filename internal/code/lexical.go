package code

// FieldCounts is how often a word stands in each field of a chunk.
type FieldCounts [termFields]uint8

// Match is a chunk that holds words of a query: how long it is, in terms, and
// how often each of the query's terms stands in it, in the order of
// Matches.Terms. The chunk's Score is rough: the sum of the inverse document
// frequencies of the words present.
type Match struct {
	ChunkHit
	Len    int
	Counts []FieldCounts
}

// Matches are the chunks of a snapshot that hold words of a query, as facts
// from which a score is made.
type Matches struct {
	Terms []MatchedTerm
	// Average is the mean length of the snapshot's chunks, in terms.
	Average float64
	Chunks  []Match
}

// MatchedTerm is a query term that some chunk holds, with its inverse document
// frequency in the snapshot.
type MatchedTerm struct {
	QueryTerm
	IDF float64
}
