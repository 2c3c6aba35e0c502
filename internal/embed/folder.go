package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Pooling is how the vectors of a text's tokens become one.
type Pooling string

const (
	PoolMean Pooling = "mean" // the mean of all tokens
	PoolCLS  Pooling = "cls"  // the first token's
)

// Settings say how a local model is to be used. They are read from the files
// that sentence-transformers writes beside a model; plumbline.json in the same
// folder, with the names below, overrides them.
type Settings struct {
	Name          string  `json:"name"`           // by default the folder's name
	Model         string  `json:"model"`          // file within the folder, by default model.onnx or onnx/model.onnx
	Pooling       Pooling `json:"pooling"`        // by default mean
	QueryPrefix   string  `json:"query_prefix"`   // put before every query
	PassagePrefix string  `json:"passage_prefix"` // put before every passage
	PassageTokens int     `json:"passage_tokens"` // limit of a passage, marks included; by default 96
	QueryTokens   int     `json:"query_tokens"`   // limit of a query; by default what the model was trained for, at most 256
}

const (
	defaultPassageTokens = 96
	defaultQueryTokens   = 256
)

// readSettings reads the settings of a model's folder.
func readSettings(folder string) (Settings, error) {
	s := Settings{
		Name:          filepath.Base(folder),
		Pooling:       PoolMean,
		PassageTokens: defaultPassageTokens,
		QueryTokens:   defaultQueryTokens,
	}
	for _, read := range []func(string, *Settings) error{
		readPooling, readPrompts, readLimit, readOwn, findModel,
	} {
		if err := read(folder, &s); err != nil {
			return Settings{}, err
		}
	}
	return s, s.check(folder)
}

func readPooling(folder string, s *Settings) error {
	config := struct {
		CLS  bool `json:"pooling_mode_cls_token"`
		Mean bool `json:"pooling_mode_mean_tokens"`
	}{}
	path := filepath.Join(folder, "1_Pooling", "config.json")
	found, err := readIfThere(path, &config)
	switch {
	case err != nil || !found:
		return err
	case config.CLS == config.Mean:
		return fmt.Errorf("%s: neither mean nor CLS pooling; say \"pooling\" in plumbline.json", path)
	case config.CLS:
		s.Pooling = PoolCLS
	}
	return nil
}

func readPrompts(folder string, s *Settings) error {
	config := struct {
		Prompts map[string]string `json:"prompts"`
	}{}
	_, err := readIfThere(filepath.Join(folder, "config_sentence_transformers.json"), &config)
	s.QueryPrefix = config.Prompts["query"]
	s.PassagePrefix = config.Prompts["passage"]
	if prefix, ok := config.Prompts["document"]; ok {
		s.PassagePrefix = prefix
	}
	return err
}

func readLimit(folder string, s *Settings) error {
	config := struct {
		Tokens int `json:"max_seq_length"`
	}{}
	_, err := readIfThere(filepath.Join(folder, "sentence_bert_config.json"), &config)
	if config.Tokens > 0 {
		s.QueryTokens = min(s.QueryTokens, config.Tokens)
		s.PassageTokens = min(s.PassageTokens, config.Tokens)
	}
	return err
}

func readOwn(folder string, s *Settings) error {
	_, err := readIfThere(filepath.Join(folder, "plumbline.json"), s)
	return err
}

func findModel(folder string, s *Settings) error {
	if s.Model != "" {
		return nil
	}
	for _, name := range []string{"model.onnx", "onnx/model.onnx"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			s.Model = name
			return nil
		}
	}
	return fmt.Errorf("%w: no model.onnx in %s; run `make setup`, or put the model there", ErrNotSetUp, folder)
}

func (s Settings) check(folder string) error {
	switch {
	case s.Pooling != PoolMean && s.Pooling != PoolCLS:
		return fmt.Errorf("%s: pooling %q is unknown; it must be mean or cls", folder, s.Pooling)
	case s.PassageTokens < 3 || s.QueryTokens < 3:
		return fmt.Errorf("%s: the token limits must be at least 3", folder)
	}
	return nil
}

// readIfThere decodes a JSON file; a file that does not exist changes nothing.
func readIfThere(path string, into any) (found bool, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return false, fmt.Errorf("%s: %w", path, err)
	}
	return true, nil
}
