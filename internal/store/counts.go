package store

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/plumbline/plumbline/internal/code"
)

var errVector = errors.New("a tsvector that ends too soon")

// eachLexeme reads a tsvector as the server sends it in binary: the number of
// lexemes, then for each its text, a zero, the number of its places and the
// places, two bytes each, the label in the two upper bits (tsvectorsend in
// PostgreSQL's tsvector.c). The word is the caller's only until it returns.
func eachLexeme(v []byte, do func(word []byte, counts code.FieldCounts)) error {
	if len(v) < 4 {
		return errVector
	}
	n := binary.BigEndian.Uint32(v)
	v = v[4:]
	for range n {
		end := bytes.IndexByte(v, 0)
		if end < 0 || len(v) < end+3 {
			return errVector
		}
		word, places := v[:end], int(binary.BigEndian.Uint16(v[end+1:]))
		v = v[end+3:]
		if len(v) < 2*places {
			return errVector
		}
		do(word, labelled(v[:2*places]))
		v = v[2*places:]
	}
	return nil
}

// labelled counts places by label: A is 3 in the upper bits, D is 0.
func labelled(places []byte) (n code.FieldCounts) {
	for i := 0; i < len(places); i += 2 {
		n[3-places[i]>>6]++
	}
	return n
}
