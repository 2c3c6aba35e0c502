package eval

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestRank(t *testing.T) {
	pieces := []Piece{{"a.py", 1, 10}, {"b.py", 5, 8}, {"a.py", 40, 60}, {"c.py", 1, 2}}
	golds := []Gold{{"a.py", 50, 52}, {"b.py", 9, 12}, {"c.py", 0, 0}, {"d.py", 1, 1}, {"a.py", 10, 10}}
	r := Rank(golds, pieces)
	if want := []int{3, 0, 4, 0, 1}; !slices.Equal(r.Spans, want) {
		t.Errorf("spans %v, want %v", r.Spans, want)
	}
	if want := []int{1, 2, 3, 0}; !slices.Equal(r.Files, want) { // a, b, c, d: each file once
		t.Errorf("files %v, want %v", r.Files, want)
	}
}

func TestSummarise(t *testing.T) {
	got := Summarise([]Ranks{
		{Spans: []int{1, 0}, Files: []int{1}},
		{Spans: []int{7}, Files: []int{2}},
		{Spans: []int{0}, Files: []int{0}},
		{Spans: []int{2, 12}, Files: []int{1, 9}},
	})
	for name, c := range map[string]struct{ got, want float64 }{
		"span hit@1":     {got.Spans.Hit[1].Value, 1.0 / 4},
		"span hit@5":     {got.Spans.Hit[5].Value, 2.0 / 4},
		"span hit@10":    {got.Spans.Hit[10].Value, 3.0 / 4},
		"span recall@10": {got.Spans.Recall[10].Value, (0.5 + 1 + 0 + 0.5) / 4},
		"span recall@20": {got.Spans.Recall[20].Value, (0.5 + 1 + 0 + 1) / 4},
		"span mrr":       {got.Spans.MRR.Value, (1 + 1.0/7 + 0 + 0.5) / 4},
		"file hit@1":     {got.Files.Hit[1].Value, 2.0 / 4},
		// Wilson's interval of 3 in 4, worked out by hand.
		"low":  {got.Spans.Hit[10].Low, 0.30064},
		"high": {got.Spans.Hit[10].High, 0.95441},
	} {
		if math.Abs(c.got-c.want) > 1e-4 {
			t.Errorf("%s = %.5f, want %.5f", name, c.got, c.want)
		}
	}
}

func TestReadSet(t *testing.T) {
	rows, err := ReadSet(strings.NewReader(`{"id":"1","repo":"o/r","sha":"abc","query":"q","kind":"qa","gold":[{"path":"a"}]}` + "\n\n"))
	if err != nil || len(rows) != 1 || rows[0].Gold[0].Path != "a" {
		t.Errorf("rows %v, error %v", rows, err)
	}
	if _, err := ReadSet(strings.NewReader(`{"id":"1"}`)); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a row without a query: %v", err)
	}
}
