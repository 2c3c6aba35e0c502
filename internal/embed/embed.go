// Package embed turns texts into vectors for similarity search.
//
// It owns the ways to compute them: a local model run by ONNX Runtime, any
// endpoint that speaks OpenAI's embeddings API, and a deterministic fake for
// tests. Every vector has length 1, so that cosine similarity is the dot
// product. Vectors of two embedders must never be compared: Name tells them
// apart, and names the model's content, its preparation and the token limit.
//
// It never stores anything, never downloads anything, and sends text to
// nobody but the endpoint that the environment names.
package embed

import (
	"context"
	"errors"
	"math"
)

// Kind tells what a text is to be used for. Some models were trained with
// different prefixes for the two.
type Kind int

const (
	Passage Kind = iota // a text that is to be found
	Query               // a text that is searched with
)

// Embedder computes vectors. It is safe for concurrent use.
type Embedder interface {
	// Name identifies everything that the vectors depend on.
	Name() string
	// Dim is the number of elements of every vector.
	Dim() int
	// Embed returns one vector of length 1 for each text, in order. Empty
	// texts and texts of any bytes are allowed; what exceeds the model's
	// limit of tokens is cut off. It returns all vectors or an error.
	Embed(ctx context.Context, texts []string, kind Kind) ([][]float32, error)
}

// ErrNotSetUp is wrapped by errors that say that a part of the local model is
// missing. Retrieval goes on without vectors.
var ErrNotSetUp = errors.New("embedding model not set up")

// normalise scales the vector to length 1. A zero vector stays as it is.
func normalise(vector []float32) {
	var sum float64
	for _, x := range vector {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range vector {
		vector[i] *= scale
	}
}
