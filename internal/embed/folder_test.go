package embed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func writeFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadSettings(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  Settings
		says  string
	}{
		{
			name:  "bare",
			files: map[string]string{"model.onnx": ""},
			want:  Settings{Model: "model.onnx", Pooling: PoolMean, PassageTokens: 96, QueryTokens: 256},
		},
		{
			name: "as sentence-transformers writes it",
			files: map[string]string{
				"onnx/model.onnx":                   "",
				"1_Pooling/config.json":             `{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}`,
				"sentence_bert_config.json":         `{"max_seq_length":64,"do_lower_case":false}`,
				"config_sentence_transformers.json": `{"prompts":{"query":"query: ","document":"passage: "}}`,
			},
			want: Settings{Model: "onnx/model.onnx", Pooling: PoolCLS, PassageTokens: 64, QueryTokens: 64, QueryPrefix: "query: ", PassagePrefix: "passage: "},
		},
		{
			name: "our own file wins",
			files: map[string]string{
				"bge.onnx":              "",
				"1_Pooling/config.json": `{"pooling_mode_cls_token":false,"pooling_mode_mean_tokens":true}`,
				"plumbline.json":        `{"model":"bge.onnx","pooling":"cls","query_prefix":"Represent: ","passage_tokens":128}`,
			},
			want: Settings{Model: "bge.onnx", Pooling: PoolCLS, PassageTokens: 128, QueryTokens: 256, QueryPrefix: "Represent: "},
		},
		{name: "no model", files: map[string]string{"vocab.txt": ""}, says: "make setup"},
		{name: "max pooling", files: map[string]string{"model.onnx": "", "1_Pooling/config.json": `{"pooling_mode_max_tokens":true}`}, says: "pooling"},
		{name: "unknown pooling", files: map[string]string{"model.onnx": "", "plumbline.json": `{"pooling":"max"}`}, says: "mean or cls"},
		{name: "broken file", files: map[string]string{"model.onnx": "", "plumbline.json": `{`}, says: "plumbline.json"},
		{name: "no room", files: map[string]string{"model.onnx": "", "plumbline.json": `{"query_tokens":2}`}, says: "at least 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "some-model")
			writeFiles(t, folder, test.files)
			got, err := readSettings(folder)
			if test.says != "" {
				if err == nil || !strings.Contains(err.Error(), test.says) {
					t.Fatalf("error %v, want one that says %q", err, test.says)
				}
				return
			}
			test.want.Name = "some-model"
			if err != nil || got != test.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, test.want)
			}
		})
	}
}

func TestLocalNameTellsWhatVectorsDependOn(t *testing.T) {
	base := Settings{Name: "m", Pooling: PoolMean, PassageTokens: 96, QueryTokens: 256}
	names := map[string]string{localName(base, []byte("model")): "base"}
	changes := map[string]func(*Settings){
		"pooling":        func(s *Settings) { s.Pooling = PoolCLS },
		"query prefix":   func(s *Settings) { s.QueryPrefix = "q" },
		"passage prefix": func(s *Settings) { s.PassagePrefix = "q" },
		"passage tokens": func(s *Settings) { s.PassageTokens = 64 },
		"query tokens":   func(s *Settings) { s.QueryTokens = 64 },
	}
	for what, change := range changes {
		s := base
		change(&s)
		name := localName(s, []byte("model"))
		if other, taken := names[name]; taken {
			t.Errorf("another %s gives the name %q of %s", what, name, other)
		}
		names[name] = what
	}
	if _, taken := names[localName(base, []byte("another model"))]; taken {
		t.Error("another model has the same name")
	}
}
