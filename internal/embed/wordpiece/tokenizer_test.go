package wordpiece

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nget\n##user\nuser\n(\n)\n你\n##s\né\ne\nE\n"

func tiny(t testing.TB, uncased bool) *Tokenizer {
	t.Helper()
	tokenizer, err := New(strings.NewReader(vocabulary), uncased)
	if err != nil {
		t.Fatal(err)
	}
	return tokenizer
}

func TestEncode(t *testing.T) {
	tests := []struct {
		text    string
		limit   int
		uncased bool
		want    []int64
	}{
		{"getUsers()", 96, true, []int64{2, 4, 5, 10, 7, 8, 3}},
		{"getUsers()", 96, false, []int64{2, 1, 7, 8, 3}},
		{"getusers users", 5, true, []int64{2, 4, 5, 10, 3}},
		{"getusers", 3, true, []int64{2, 4, 3}},
		{"getusers", 0, true, []int64{2, 3}},
		{"", 96, true, []int64{2, 3}},
		{"user你user", 96, true, []int64{2, 6, 9, 6, 3}},
		{"É", 96, true, []int64{2, 12, 3}},
		{"é E", 96, false, []int64{2, 11, 13, 3}},
		{"[SEP]", 96, true, []int64{2, 1, 1, 1, 3}},
		{"us\x00er\xff", 96, true, []int64{2, 6, 3}},
	}
	for _, test := range tests {
		if got := tiny(t, test.uncased).Encode(test.text, test.limit); !slices.Equal(got, test.want) {
			t.Errorf("%q, at most %d, uncased %v: got %v, want %v", test.text, test.limit, test.uncased, got, test.want)
		}
	}
}

func TestOpenRefusesOtherKinds(t *testing.T) {
	tests := []struct{ file, content, says string }{
		{"tokenizer.json", `{"model":{"type":"Unigram","vocab":[]}}`, "Unigram"},
		{"tokenizer.json", `{"model":{"type":"WordPiece","vocab":{}},"normalizer":{"type":"Sequence"}}`, "Sequence"},
		{"tokenizer.json", `{"model":{"type":"WordPiece","unk_token":"[UNK]","vocab":{"a":1}},"normalizer":{"type":"BertNormalizer"}}`, "BERT"},
		{"tokenizer.json", `{`, "tokenizer.json"},
		{"vocab.txt", "a\nb\n", "BERT"},
	}
	for _, test := range tests {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, test.file), []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(folder); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want one that says %q", test.content, err, test.says)
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, text := range []string{"getUser()", "é\u0301", "\xff\x00", "你好", strings.Repeat("user", 60)} {
		f.Add(text, 8)
	}
	tokenizer := tiny(f, true)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		ids := tokenizer.Encode(text, limit)
		if len(ids) < 2 || len(ids) > max(limit, 2) || ids[0] != 2 || ids[len(ids)-1] != 3 {
			t.Errorf("%q, at most %d: %v", text, limit, ids)
		}
	})
}
