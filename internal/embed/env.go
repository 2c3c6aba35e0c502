package embed

import (
	"fmt"
	"path/filepath"
	"strconv"
)

// FromEnv opens the embedder that the environment names. PLUMBLINE_EMBEDDER
// is one of
//
//	onnx    (by default) the model in PLUMBLINE_EMBED_MODEL_DIR, by default models/minilm in
//	        dataDir, run by the library at PLUMBLINE_ONNXRUNTIME, by default
//	        lib/libonnxruntime.so in dataDir
//	openai  PLUMBLINE_EMBED_BASE_URL, PLUMBLINE_EMBED_MODEL, PLUMBLINE_EMBED_API_KEY,
//	        PLUMBLINE_EMBED_DIM, PLUMBLINE_EMBED_QUERY_PREFIX, PLUMBLINE_EMBED_PASSAGE_PREFIX
//	fake    hashed words, for tests
//	none    no vectors
//
// It returns nil and no error for none. An error that wraps ErrNotSetUp says
// that a part of the local model is missing.
func FromEnv(getenv func(string) string, dataDir string) (Embedder, error) {
	switch kind := getenv("PLUMBLINE_EMBEDDER"); kind {
	case "", "onnx":
		return opened(OpenLocal(
			orDefault(getenv("PLUMBLINE_EMBED_MODEL_DIR"), filepath.Join(dataDir, "models", "minilm")),
			orDefault(getenv("PLUMBLINE_ONNXRUNTIME"), filepath.Join(dataDir, "lib", "libonnxruntime.so")),
		))
	case "openai":
		return openAIFromEnv(getenv)
	case "fake":
		return NewFake(64), nil
	case "none":
		return nil, nil
	default:
		return nil, fmt.Errorf("PLUMBLINE_EMBEDDER is %q; it must be onnx, openai, fake or none", kind)
	}
}

func openAIFromEnv(getenv func(string) string) (Embedder, error) {
	config := OpenAIConfig{
		BaseURL:       orDefault(getenv("PLUMBLINE_EMBED_BASE_URL"), "https://api.openai.com/v1"),
		Model:         getenv("PLUMBLINE_EMBED_MODEL"),
		APIKey:        getenv("PLUMBLINE_EMBED_API_KEY"),
		QueryPrefix:   getenv("PLUMBLINE_EMBED_QUERY_PREFIX"),
		PassagePrefix: getenv("PLUMBLINE_EMBED_PASSAGE_PREFIX"),
	}
	if dim := getenv("PLUMBLINE_EMBED_DIM"); dim != "" {
		var err error
		if config.Dim, err = strconv.Atoi(dim); err != nil || config.Dim < 1 {
			return nil, fmt.Errorf("PLUMBLINE_EMBED_DIM is %q; it must be a number above 0", dim)
		}
	}
	return opened(NewOpenAI(config))
}

// opened keeps a nil pointer from becoming an Embedder that is not nil.
func opened[E Embedder](embedder E, err error) (Embedder, error) {
	if err != nil {
		return nil, err
	}
	return embedder, nil
}

func orDefault(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}
