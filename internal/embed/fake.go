package embed

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"
)

// Fake is a deterministic embedder for tests: texts that share words are
// near, and the same text always gives the same vector.
type Fake struct{ dim int }

// NewFake returns a fake whose vectors have dim elements.
func NewFake(dim int) Fake { return Fake{dim: dim} }

// Name implements Embedder.
func (f Fake) Name() string { return fmt.Sprintf("fake/words-%d", f.dim) }

// Dim implements Embedder.
func (f Fake) Dim() int { return f.dim }

// Embed adds up one hashed direction a word.
func (f Fake) Embed(ctx context.Context, texts []string, _ Kind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = f.vector(text)
	}
	return vectors, nil
}

func (f Fake) vector(text string) []float32 {
	vector := make([]float32, f.dim)
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	for _, word := range words {
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(word))
		at := hash.Sum64()
		sign := float32(1)
		if at>>63 == 1 {
			sign = -1
		}
		vector[at%uint64(f.dim)] += sign
	}
	if len(words) == 0 {
		vector[0] = 1
	}
	normalise(vector)
	return vector
}
