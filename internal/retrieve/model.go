package retrieve

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
)

// learntModel is what `plumbline eval --learn internal/retrieve/model.json`
// wrote (docs/evaluation.md).
//
//go:embed model.json
var learntModel []byte

var learnt = func() (m Model) {
	if err := json.Unmarshal(learntModel, &m); err != nil {
		panic(err) // it is compiled in, and a test reads it
	}
	return m
}()

var featureNames = [Features]string{"score_share", "rank_log", "around_share", "around_best", "file_best", "name_best", "path_share", "path_best",
	"meaning_best", "graph_score", "in_test", "test_asked", "in_prose", "in_changes", "in_example", "file_chunks_log", "file_before_log", "length_log",
	"depth_log", "file_spoken", "name_spoken", "owner_spoken", "chunk_best", "signature_share", "prose_share", "body_share", "of_function", "of_method",
	"of_type", "of_module", "lines_log", "start_log"}

// MarshalJSON writes the weights by the features' names.
func (w Weights) MarshalJSON() ([]byte, error) {
	named := map[string]float64{}
	for f, name := range featureNames {
		named[name] = math.Round(w[f]*1e4) / 1e4
	}
	return json.Marshal(named)
}

// UnmarshalJSON reads what MarshalJSON wrote; a name that no feature bears is
// an error.
func (w *Weights) UnmarshalJSON(data []byte) error {
	var named map[string]float64
	if err := json.Unmarshal(data, &named); err != nil {
		return err
	}
	for f, name := range featureNames {
		w[f] = named[name]
		delete(named, name)
	}
	for name := range named {
		return fmt.Errorf("no feature is called %q", name)
	}
	return nil
}
