package store

import (
	"encoding/binary"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
)

func TestSelecting(t *testing.T) {
	for _, tc := range []struct {
		name  string
		df    []int
		visit int
		want  string
	}{
		{"all fit", []int{5, 3, 2}, 10, "111"},
		{"the rarest first", []int{50, 3, 2}, 10, "011"},
		{"at least one", []int{50, 30}, 10, "01"},
	} {
		got := ""
		for _, yes := range selecting(tc.df, tc.visit) {
			got += map[bool]string{true: "1", false: "0"}[yes]
		}
		if got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// FuzzCountTerms: whatever bytes come, there is an answer or an error.
func FuzzCountTerms(f *testing.F) {
	whole := binary.BigEndian.AppendUint32(nil, 1)
	whole = append(whole, "word\x00\x00\x02\xc0\x01\x00\x02"...)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add([]byte{255, 255, 255, 255, 0})
	terms := []code.MatchedTerm{{QueryTerm: code.QueryTerm{Word: "word"}}}
	f.Fuzz(func(t *testing.T, v []byte) {
		counts, err := countTerms(v, terms)
		if err == nil && len(counts) != 1 {
			t.Errorf("%d counts of one term", len(counts))
		}
		if string(v) == string(whole) && counts[0] != (code.FieldCounts{1, 0, 0, 1}) {
			t.Errorf("counts %v: one name and one body were sent", counts)
		}
	})
}
