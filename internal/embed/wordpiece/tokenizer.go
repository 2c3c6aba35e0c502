package wordpiece

import "strings"

// longestWord is the number of characters beyond which the reference gives a
// word up as unknown.
const longestWord = 100

// Tokenizer holds a vocabulary and how text is prepared for it.
type Tokenizer struct {
	first, rest map[string]int64 // pieces that begin a word, pieces that go on
	longest     int              // bytes of the longest piece

	lowerCase    bool
	stripAccents bool
	splitHan     bool

	unknown, begin, end int64
}

// Encode returns the tokens of text between the begin and
// the end mark, at most limit of them (at least 2, the two marks). What does
// not fit is left out, never the end mark.
func (t *Tokenizer) Encode(text string, limit int) []int64 {
	ids := make([]int64, 1, min(max(limit, 2), len(text)/2+4))
	ids[0] = t.begin
	room := max(limit, 2) - 1
	t.words(text, func(word []rune) bool {
		ids = t.appendPieces(ids, word)
		return len(ids) < room
	})
	if len(ids) > room {
		ids = ids[:room]
	}
	return append(ids, t.end)
}

// appendPieces adds the pieces of one word, or the unknown token if any part
// of the word is in no piece.
func (t *Tokenizer) appendPieces(ids []int64, word []rune) []int64 {
	if len(word) > longestWord {
		return append(ids, t.unknown)
	}
	before := len(ids)
	left := string(word)
	pieces := t.first
	for left != "" {
		id, size := t.longestPiece(pieces, left)
		if size == 0 {
			return append(ids[:before], t.unknown)
		}
		ids = append(ids, id)
		left = left[size:]
		pieces = t.rest
	}
	return ids
}

// longestPiece returns the longest piece that left begins with, and its size
// in bytes: 0 if there is none.
func (t *Tokenizer) longestPiece(pieces map[string]int64, left string) (id int64, size int) {
	for size = min(t.longest, len(left)); size > 0; size-- {
		if id, ok := pieces[left[:size]]; ok {
			return id, size
		}
	}
	return 0, 0
}

// Padding returns the token that fills the shorter texts of a batch.
func (t *Tokenizer) Padding() int64 { return t.first["[PAD]"] }

func (t *Tokenizer) add(piece string, id int64) {
	pieces, text := t.first, piece
	if after, ok := strings.CutPrefix(piece, "##"); ok && after != "" {
		pieces, text = t.rest, after
	}
	pieces[text] = id
	t.longest = max(t.longest, len(text))
}
