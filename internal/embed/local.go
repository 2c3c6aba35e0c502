package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/plumbline/plumbline/internal/embed/wordpiece"
)

// Local computes vectors with a model on this machine.
type Local struct {
	name      string
	settings  Settings
	tokenizer *wordpiece.Tokenizer
	session   *session
	workers   int
}

// OpenLocal opens the model in folder with the ONNX Runtime whose shared
// library is at libraryPath. The error wraps ErrNotSetUp if a part is missing.
func OpenLocal(folder, libraryPath string) (*Local, error) {
	settings, err := readSettings(folder)
	if err != nil {
		return nil, err
	}
	tokenizer, err := wordpiece.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w; run `make setup`, or put the model's tokenizer.json there", ErrNotSetUp, err)
	}
	if err != nil {
		return nil, fmt.Errorf("the tokenizer of the embedding model: %w", err)
	}
	if err := loadLibrary(libraryPath); err != nil {
		return nil, err
	}
	model, err := os.ReadFile(filepath.Join(folder, settings.Model))
	if err != nil {
		return nil, fmt.Errorf("the embedding model: %w", err)
	}
	session, err := openSession(model)
	if err != nil {
		return nil, fmt.Errorf("the embedding model %s: %w", filepath.Join(folder, settings.Model), err)
	}
	return &Local{
		name:      localName(settings, model),
		settings:  settings,
		tokenizer: tokenizer,
		session:   session,
		workers:   runtime.GOMAXPROCS(0),
	}, nil
}

// localName names what the vectors depend on: the model's bytes and settings.
func localName(s Settings, model []byte) string {
	content := sha256.New()
	_, _ = content.Write(model)
	_, _ = fmt.Fprintf(content, "\x00%s\x00%s\x00%s\x00%d", s.Pooling, s.QueryPrefix, s.PassagePrefix, s.QueryTokens)
	return fmt.Sprintf("onnx/%s-%s-t%d", s.Name, hex.EncodeToString(content.Sum(nil)[:4]), s.PassageTokens)
}

// Name implements Embedder.
func (l *Local) Name() string { return l.name }

// Dim implements Embedder.
func (l *Local) Dim() int { return l.session.dim }

// Close frees the model's memory. The embedder must not be used afterwards.
func (l *Local) Close() error { return l.session.close() }

// Embed implements Embedder. It uses every core.
func (l *Local) Embed(ctx context.Context, texts []string, kind Kind) ([][]float32, error) {
	encoded := l.encode(texts, kind)
	vectors := make([][]float32, len(texts))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(l.workers)
	for _, b := range planBatches(encoded) {
		work.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return l.embedBatch(encoded, b, vectors)
		})
	}
	if err := work.Wait(); err != nil {
		return nil, fmt.Errorf("computing vectors: %w", err)
	}
	return vectors, nil
}

func (l *Local) encode(texts []string, kind Kind) [][]int64 {
	prefix, limit := l.settings.PassagePrefix, l.settings.PassageTokens
	if kind == Query {
		prefix, limit = l.settings.QueryPrefix, l.settings.QueryTokens
	}
	encoded := make([][]int64, len(texts))
	for i, text := range texts {
		encoded[i] = l.tokenizer.Encode(prefix+text, limit)
	}
	return encoded
}

// embedBatch computes the vectors of one batch and puts them in their places.
func (l *Local) embedBatch(encoded [][]int64, b batch, vectors [][]float32) error {
	ids := make([]int64, len(b.texts)*b.length)
	mask := make([]int64, len(ids))
	for row, text := range b.texts {
		at := row * b.length
		n := copy(ids[at:at+b.length], encoded[text])
		for i := range b.length {
			if i < n {
				mask[at+i] = 1
			} else {
				ids[at+i] = l.tokenizer.Padding()
			}
		}
	}
	output, err := l.session.run(ids, mask, len(b.texts), b.length)
	if err != nil {
		return err
	}
	for row, text := range b.texts {
		vectors[text] = l.pool(output, row, b.length, len(encoded[text]))
	}
	return nil
}

// pool makes one vector of length 1 of the first n token vectors of a row.
func (l *Local) pool(output []float32, row, length, n int) []float32 {
	dim := l.session.dim
	vector := make([]float32, dim)
	if l.session.pooled {
		copy(vector, output[row*dim:])
		normalise(vector)
		return vector
	}
	tokens := output[row*length*dim:]
	if l.settings.Pooling == PoolCLS {
		n = 1
	}
	for token := range n {
		for i, x := range tokens[token*dim : (token+1)*dim] {
			vector[i] += x
		}
	}
	normalise(vector)
	return vector
}
