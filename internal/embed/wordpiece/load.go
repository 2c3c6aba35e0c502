package wordpiece

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Open reads the tokenizer of a model's folder: tokenizer.json if it is
// there, else vocab.txt with tokenizer_config.json. A folder whose tokenizer
// is of another kind is an error that names the kind.
func Open(folder string) (*Tokenizer, error) {
	t, err := openJSON(filepath.Join(folder, "tokenizer.json"))
	if !errors.Is(err, fs.ErrNotExist) {
		return t, err
	}
	return openVocabulary(folder)
}

// New makes a tokenizer of a vocabulary, one piece a line, for a model that
// was trained on lower-cased text (uncased) or on text as written.
func New(vocabulary io.Reader, uncased bool) (*Tokenizer, error) {
	t := &Tokenizer{
		first: map[string]int64{}, rest: map[string]int64{},
		lowerCase: uncased, stripAccents: uncased, splitHan: true,
	}
	lines := bufio.NewScanner(vocabulary)
	for id := int64(0); lines.Scan(); id++ {
		t.add(lines.Text(), id)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("reading the vocabulary: %w", err)
	}
	return t, t.findMarks("[UNK]", "[CLS]", "[SEP]")
}

func openVocabulary(folder string) (*Tokenizer, error) {
	config := struct {
		LowerCase *bool `json:"do_lower_case"`
	}{}
	if err := readJSON(filepath.Join(folder, "tokenizer_config.json"), &config); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, err := os.Open(filepath.Join(folder, "vocab.txt"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return New(file, config.LowerCase == nil || *config.LowerCase)
}

// tokenizerJSON is the part of a tokenizer.json that word pieces need.
type tokenizerJSON struct {
	Normalizer struct {
		Type         string `json:"type"`
		SplitHan     bool   `json:"handle_chinese_chars"`
		StripAccents *bool  `json:"strip_accents"`
		LowerCase    bool   `json:"lowercase"`
	} `json:"normalizer"`
	Model struct {
		Type    string          `json:"type"`
		Unknown string          `json:"unk_token"`
		Prefix  string          `json:"continuing_subword_prefix"`
		Vocab   json.RawMessage `json:"vocab"`
	} `json:"model"`
}

func openJSON(path string) (*Tokenizer, error) {
	var config tokenizerJSON
	if err := readJSON(path, &config); err != nil {
		return nil, err
	}
	// Older files leave the model's type out.
	if kind := config.Model.Type; kind != "WordPiece" && (kind != "" || config.Model.Prefix != "##") {
		return nil, fmt.Errorf("%s: the tokenizer is of kind %q, and only WordPiece is known here", path, kind)
	}
	if config.Normalizer.Type != "BertNormalizer" {
		return nil, fmt.Errorf("%s: the normalizer is of kind %q, and only BertNormalizer is known here", path, config.Normalizer.Type)
	}
	vocabulary := map[string]int64{}
	if err := json.Unmarshal(config.Model.Vocab, &vocabulary); err != nil {
		return nil, fmt.Errorf("%s: the vocabulary: %w", path, err)
	}
	t := &Tokenizer{
		first: map[string]int64{}, rest: map[string]int64{},
		lowerCase: config.Normalizer.LowerCase, splitHan: config.Normalizer.SplitHan,
		stripAccents: config.Normalizer.LowerCase,
	}
	if config.Normalizer.StripAccents != nil {
		t.stripAccents = *config.Normalizer.StripAccents
	}
	for piece, id := range vocabulary {
		t.add(piece, id)
	}
	if err := t.findMarks(config.Model.Unknown, "[CLS]", "[SEP]"); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func (t *Tokenizer) findMarks(unknown, begin, end string) error {
	for mark, id := range map[string]*int64{unknown: &t.unknown, begin: &t.begin, end: &t.end} {
		found, ok := t.first[mark]
		if !ok {
			return fmt.Errorf("the vocabulary has no token %q: it is not that of a BERT model", mark)
		}
		*id = found
	}
	return nil
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
