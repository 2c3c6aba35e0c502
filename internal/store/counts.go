package store

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/plumbline/plumbline/internal/code"
)

var errVector = errors.New("a tsvector that ends too soon")

// countTerms reads the counts of a query's terms out of a tsvector as the
// server sends it in binary: the number of lexemes, then for each its text, a
// zero, the number of its places and the places, two bytes each, the label in
// the two upper bits (tsvectorsend in PostgreSQL's tsvector.c). It makes no
// strings of the other words. (ts_rank can give a frequency back too, one word
// and one call at a time; a chunk's vector is a kilobyte, so that reading it
// whole is faster, and needs no arithmetic.)
func countTerms(v []byte, terms []code.MatchedTerm) ([]code.FieldCounts, error) {
	counts := make([]code.FieldCounts, len(terms))
	if len(v) < 4 {
		return nil, errVector
	}
	n := binary.BigEndian.Uint32(v)
	v = v[4:]
	for range n {
		end := bytes.IndexByte(v, 0)
		if end < 0 || len(v) < end+3 {
			return nil, errVector
		}
		word, places := v[:end], int(binary.BigEndian.Uint16(v[end+1:]))
		v = v[end+3:]
		if len(v) < 2*places {
			return nil, errVector
		}
		for i, t := range terms {
			if t.Word == string(word) {
				counts[i] = labelled(v[:2*places])
			}
		}
		v = v[2*places:]
	}
	return counts, nil
}

// labelled counts places by label: A is 3 in the upper bits, D is 0.
func labelled(places []byte) (n code.FieldCounts) {
	for i := 0; i < len(places); i += 2 {
		n[3-places[i]>>6]++
	}
	return n
}
