package retrieve

// Options are the weights of retrieval.
type Options struct {
	// Alpha and Beta weigh the lexical and the dense score, each normalised
	// to its best.
	Alpha, Beta float64
	// Symbol is what being named in the question adds.
	Symbol float64
	// Decay is the part of a seed's score that its neighbours get; Seeds how
	// many seeds there are, Neighbours how many edges are followed.
	Decay             float64
	Seeds, Neighbours int
	// Test is the factor for test code, unless the question is about tests.
	Test float64
	// Candidates is how many hits each search yields; Pieces how many pieces
	// of evidence are kept.
	Candidates, Pieces int
}

// DefaultOptions are what the evaluation prefers.
var DefaultOptions = Options{Alpha: 0.45, Beta: 0.55, Symbol: 0.6, Decay: 0.25, Seeds: 8, Neighbours: 80,
	Test: 0.7, Candidates: 100, Pieces: 20}
