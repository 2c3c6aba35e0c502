package retrieve

// Options are the weights of retrieval. Each lever can be taken out by itself:
// zero (one, for a factor) switches it off.
type Options struct {
	// K1 and B are BM25's; Name, Signature, Prose and Path are what an
	// occurrence in that field counts for, in occurrences in the body
	// (BM25F).
	K1, B                        float64
	Name, Signature, Prose, Path float64
	// Identifier is the factor of words that the question names as code,
	// Title that of the first line's words, where more lines follow.
	Identifier, Title float64
	// Alpha, Around, File and Beta weigh a chunk's words, those around it,
	// those of its whole file, and its meaning, each normalised to its best.
	Alpha, Around, File, Beta float64
	// Named is what a file's chunks gain where the question names the file.
	Named float64
	// Symbol is what being named in the question adds; Namesakes is the
	// number of symbols of one name at which that is halved.
	Symbol, Namesakes float64
	// Decay is the part of a seed's score that its neighbours get at each of
	// Hops steps; Hub is the number of neighbours at which that is halved.
	// Seeds is how many seeds there are, Neighbours how many edges are
	// followed at a step.
	Decay             float64
	Hub               float64
	Hops              int
	Seeds, Neighbours int
	// Test and Doc are the factors of test code and of prose, unless the
	// question is about tests or documents; Log that of a list of changes.
	Test, Doc, Log float64
	// Lines is to how many lines a piece grows around a chunk, Gather the
	// part of the scores of the other chunks in it that it gets.
	Lines  int
	Gather float64
	// Candidates is how many hits a search by meaning yields; Pieces how many
	// pieces of evidence are kept.
	Candidates, Pieces int
	// Model re-ranks the candidates.
	Model Model
}

// DefaultOptions are what the evaluation prefers (docs/evaluation.md).
var DefaultOptions = Options{
	K1: 1.2, B: 0.6, Name: 3, Signature: 1.5, Prose: 1, Path: 1, Identifier: 1.5, Title: 2,
	Alpha: 0.45, Around: 0.2, File: 0.25, Beta: 0.35,
	Named: 0.3, Symbol: 0.4, Namesakes: 8, Decay: 0.25, Hub: 10, Hops: 1, Seeds: 8, Neighbours: 80,
	Test: 0.8, Doc: 0.8, Log: 0.5, Lines: 50, Gather: 0.05,
	Candidates: 100, Pieces: 20,
	Model: learnt,
}
