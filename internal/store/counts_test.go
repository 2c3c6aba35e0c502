package store

import (
	"encoding/binary"
	"slices"
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

// FuzzLexemes: whatever bytes come, there is an answer or an error.
func FuzzLexemes(f *testing.F) {
	whole := binary.BigEndian.AppendUint32(nil, 1)
	whole = append(whole, "word\x00\x00\x02\xc0\x01\x00\x02"...)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add([]byte{255, 255, 255, 255, 0})
	f.Fuzz(func(t *testing.T, v []byte) {
		var got []code.FieldCounts
		err := eachLexeme(v, func(_ []byte, counts code.FieldCounts) { got = append(got, counts) })
		if string(v) == string(whole) && (err != nil || len(got) != 1 || got[0] != (code.FieldCounts{1, 0, 0, 1})) {
			t.Errorf("counts %v, %v: one name and one body were sent", got, err)
		}
	})
}

// FuzzPostings: what is written is read, what is not wanted is skipped, and
// other bytes are an error or an answer.
func FuzzPostings(f *testing.F) {
	f.Add([]byte{}, 3, 40, uint8(2))
	f.Add([]byte{5, 200}, 70000, 1, uint8(0))
	f.Add([]byte{1, 3, 1, 1, 1, 9}, 1, 1, uint8(60))
	f.Fuzz(func(t *testing.T, data []byte, blob, length int, n uint8) {
		_ = eachPosting(data, func(int) func(posting) { return func(posting) {} })
		blob, length = blob&0xffffff, length&0xffffff
		want := []posting{{0, length, code.FieldCounts{n, 0, 1, n}}, {blob, 1, code.FieldCounts{0, 2, 0, n}}}
		written := appendPostings(appendPostings(nil, blob+1, want[:1]), blob, want)
		var got []posting
		err := eachPosting(written, func(b int) func(posting) {
			if b != blob {
				return nil
			}
			return func(p posting) { got = append(got, p) }
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("read %v, %v; want %v", got, err, want)
		}
	})
}
