package wordpiece

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plumbline/plumbline/internal/config"
)

// TestReference compares with what the reference implementation made of a
// thousand texts. It needs the vocabulary of the default model, which is
// among the parts that set-up brings.
func TestReference(t *testing.T) {
	data, err := config.DataDir(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := Open(filepath.Join(data, "models", "minilm"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the default model's tokenizer is not there; run `make setup`: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/reference.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		var want struct {
			Text string  `json:"text"`
			IDs  []int64 `json:"ids"`
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		if got := tokenizer.Encode(want.Text, 1<<20); !slices.Equal(got, want.IDs) {
			t.Errorf("line %d: %q (%+q)\n got %v\nwant %v", count+1, want.Text, want.Text, got, want.IDs)
		}
	}
	if count != 1000 {
		t.Fatalf("read %d texts, want 1000", count)
	}
}
