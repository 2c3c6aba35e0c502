package store

import (
	"encoding/binary"
	"errors"

	"github.com/plumbline/plumbline/internal/code"
)

// posting is a chunk in which a word stands.
type posting struct {
	ord    int
	length int // of the chunk, in terms
	counts code.FieldCounts
}

var errPostings = errors.New("postings that end too soon")

// appendPostings writes a word's postings in one blob: the blob's number, the
// bytes that follow (so that a reader who does not want the blob can skip
// them), and for each chunk how far its place is behind the last one's, its
// length, a bit for each field that holds the word, and the counts of those.
// All are varints but the counts, which are bytes. Blobs follow one another in
// any order, so that segments can be joined.
func appendPostings(data []byte, blob int, postings []posting) []byte {
	var body []byte
	last := 0
	for _, p := range postings {
		body = binary.AppendUvarint(body, uint64(p.ord-last))
		body = binary.AppendUvarint(body, uint64(p.length))
		last = p.ord
		fields := uint64(0)
		for f, n := range p.counts {
			if n > 0 {
				fields |= 1 << f
			}
		}
		body = binary.AppendUvarint(body, fields)
		for _, n := range p.counts {
			if n > 0 {
				body = append(body, n)
			}
		}
	}
	data = binary.AppendUvarint(data, uint64(blob))
	data = binary.AppendUvarint(data, uint64(len(body)))
	return append(data, body...)
}

// eachPosting reads what appendPostings wrote. in says what to do with the
// postings of a blob, nil to skip them.
func eachPosting(data []byte, in func(blob int) func(posting)) error {
	r := varints{data: data}
	for len(r.data) > 0 {
		blob, size := r.next(), r.next()
		if r.bad || size > len(r.data) {
			return errPostings
		}
		body := varints{data: r.data[:size]}
		r.data = r.data[size:]
		if do := in(blob); do != nil {
			if err := body.postings(do); err != nil {
				return err
			}
		}
	}
	return nil
}

// varints reads numbers off the front of data; bad after one that is cut off
// or too large.
type varints struct {
	data []byte
	bad  bool
}

func (r *varints) next() int {
	if len(r.data) > 0 && r.data[0] < 0x80 { // most are small
		v := int(r.data[0])
		r.data = r.data[1:]
		return v
	}
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > forever {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return int(v)
}

func (r *varints) postings(do func(posting)) error {
	ord := 0
	for len(r.data) > 0 {
		ord += r.next()
		p := posting{ord: ord, length: r.next()}
		fields := r.next()
		for f := range p.counts {
			if fields&(1<<f) == 0 {
				continue
			}
			if len(r.data) == 0 {
				return errPostings
			}
			p.counts[f] = r.data[0]
			r.data = r.data[1:]
		}
		if r.bad || ord > forever {
			return errPostings
		}
		do(p)
	}
	return nil
}
