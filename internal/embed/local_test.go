package embed

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbline/plumbline/internal/config"
)

// openDefault opens the model that set-up brings, or skips the test.
func openDefault(tb testing.TB) *Local {
	tb.Helper()
	data, err := config.DataDir(os.Getenv)
	if err != nil {
		tb.Fatal(err)
	}
	local, err := OpenLocal(filepath.Join(data, "models", "minilm"), filepath.Join(data, "lib", "libonnxruntime.so"))
	if errors.Is(err, ErrNotSetUp) {
		tb.Skipf("the default embedding model is not set up: %v", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = local.Close() })
	return local
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestLocalMeansWhatItShould(t *testing.T) {
	local := openDefault(t)
	if local.Dim() != 384 || !strings.HasPrefix(local.Name(), "onnx/minilm-") {
		t.Errorf("name %q, dim %d", local.Name(), local.Dim())
	}
	query, err := local.Embed(t.Context(), []string{"where is the password checked?"}, Query)
	if err != nil {
		t.Fatal(err)
	}
	passages, err := local.Embed(t.Context(), []string{
		"draw a rounded rectangle on the canvas",
		"verify the login credentials of a user against the stored hash",
		"parse the date of an RFC 822 header",
	}, Passage)
	if err != nil {
		t.Fatal(err)
	}
	right := dot(query[0], passages[1])
	if right < dot(query[0], passages[0])+0.1 || right < dot(query[0], passages[2])+0.1 {
		t.Errorf("the passage on credentials should be nearest: %.3f, others %.3f and %.3f",
			right, dot(query[0], passages[0]), dot(query[0], passages[2]))
	}
}

// A text's vector must not depend on what else is in the call.
func TestLocalBatchingChangesNothing(t *testing.T) {
	local := openDefault(t)
	least := 0.9999
	if local.settings.Model == "int8.onnx" {
		least = 0.98 // the price that deploy/prepare-model.sh tells of
	}
	texts := append(realCards(t, 12), "", "   ", "a", "\xff\xfe", "你好 👍", strings.Repeat("long words ", 5000))
	together, err := local.Embed(t.Context(), texts, Passage)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		alone, err := local.Embed(t.Context(), []string{text}, Passage)
		if err != nil {
			t.Fatal(err)
		}
		if length := dot(together[i], together[i]); math.Abs(length-1) > 1e-4 {
			t.Errorf("%.20q: squared length %v", text, length)
		}
		if cosine := dot(together[i], alone[0]); cosine < least {
			t.Errorf("%.20q: cosine %v between the vector made in a batch and alone", text, cosine)
		}
	}
}

func TestLocalEnds(t *testing.T) {
	local := openDefault(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := local.Embed(ctx, []string{"text"}, Query); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
	if vectors, err := local.Embed(t.Context(), nil, Query); err != nil || len(vectors) != 0 {
		t.Errorf("no texts: %v, %v", vectors, err)
	}
}

func TestMissingPartsSayWhatToDo(t *testing.T) {
	empty := t.TempDir()
	_, err := FromEnv(func(string) string { return "" }, empty)
	if !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), "make setup") {
		t.Errorf("no model: %v", err)
	}
	model := filepath.Join(empty, "models", "minilm")
	writeFiles(t, model, map[string]string{"model.onnx": "not a model"})
	_, err = FromEnv(func(string) string { return "" }, empty)
	if !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), "tokenizer.json") {
		t.Errorf("no tokenizer: %v", err)
	}
	writeFiles(t, model, map[string]string{"vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n"})
	_, err = FromEnv(func(string) string { return "" }, empty)
	if !errors.Is(err, ErrNotSetUp) || !strings.Contains(err.Error(), "PLUMBLINE_ONNXRUNTIME") {
		t.Errorf("no library: %v", err)
	}
}

func TestBrokenModelIsAnError(t *testing.T) {
	openDefault(t) // loads the library
	if _, err := openSession([]byte("not a model")); err == nil {
		t.Error("a file that is no model was opened")
	}
}

func TestPlanBatches(t *testing.T) {
	encoded := make([][]int64, 200)
	for i := range encoded {
		encoded[i] = make([]int64, 2+i*7%95)
	}
	var seen []int
	for _, b := range planBatches(encoded) {
		if len(b.texts) > 1 && len(b.texts)*b.length > batchTokens {
			t.Errorf("batch of %d × %d tokens", len(b.texts), b.length)
		}
		for _, text := range b.texts {
			if n := len(encoded[text]); n > b.length || b.length-n > b.length/8 {
				t.Errorf("a text of %d tokens is padded to %d", n, b.length)
			}
		}
		seen = append(seen, b.texts...)
	}
	slices.Sort(seen)
	if len(seen) != len(encoded) || len(slices.Compact(seen)) != len(encoded) {
		t.Errorf("%d places for %d texts", len(seen), len(encoded))
	}
}

func BenchmarkCards(b *testing.B) {
	local := openDefault(b)
	cards := realCards(b, 1000)
	tokens := 0
	for _, ids := range local.encode(cards, Passage) {
		tokens += len(ids)
	}
	for b.Loop() {
		if _, err := local.Embed(b.Context(), cards, Passage); err != nil {
			b.Fatal(err)
		}
	}
	perSecond := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(float64(len(cards))*perSecond, "cards/s")
	b.ReportMetric(float64(tokens)*perSecond, "tokens/s")
	b.ReportMetric(float64(tokens)/float64(len(cards)), "tokens/card")
}
