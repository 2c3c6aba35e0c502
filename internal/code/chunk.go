package code

// Chunk is a piece of a file that is searched and shown. It spans at most
// MaxChunkLines lines.
type Chunk struct {
	StartLine, EndLine int
	// Symbol is the index of the symbol whose body this is, in the file's
	// list; 0, the module, for lines outside any other.
	Symbol int
}

// MaxChunkLines bounds a chunk, and so a piece of evidence.
const MaxChunkLines = 50

// Facts are what is known of a blob by itself.
type Facts struct {
	Dialect string
	Package string // the package or namespace that it declares
	Symbols []Symbol
	Chunks  []Chunk
	Lines   int
	// Errors counts the places where the parser had to recover.
	Errors int
	// Generated: the file says that a program wrote it.
	Generated bool
}
