package wordpiece

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words calls yield for each word of the text, normalised, in order, until
// yield returns false. Punctuation marks and CJK characters are words.
func (t *Tokenizer) words(text string, yield func(word []rune) bool) {
	var word []rune
	flush := func() bool {
		if len(word) == 0 {
			return true
		}
		more := yield(word)
		word = word[:0]
		return more
	}
	alone := func(r rune) bool {
		return flush() && yield([]rune{r})
	}
	visit := func(r rune) bool {
		switch {
		case isBlank(r):
			return flush()
		case isPunctuation(r):
			return alone(r)
		}
		word = append(word, r)
		return true
	}
	for _, r := range text {
		if isDropped(r) {
			continue
		}
		if t.splitHan && isHan(r) {
			if !flush() || !t.normalise(r, visit) || !flush() {
				return
			}
			continue
		}
		if !t.normalise(r, visit) {
			return
		}
	}
	flush()
}

// normalise calls visit for what the character becomes: nothing for a bare
// accent, one or more characters otherwise.
func (t *Tokenizer) normalise(r rune, visit func(rune) bool) bool {
	if r < utf8.RuneSelf {
		return visit(t.lower(r))
	}
	if !t.stripAccents {
		return visit(t.lower(r))
	}
	var encoded, buffer [4 * utf8.UTFMax]byte
	decomposed := norm.NFD.Append(buffer[:0], encoded[:utf8.EncodeRune(encoded[:], r)]...)
	for len(decomposed) > 0 {
		part, size := utf8.DecodeRune(decomposed)
		decomposed = decomposed[size:]
		if !unicode.Is(unicode.Mn, part) && !visit(t.lower(part)) {
			return false
		}
	}
	return true
}

func (t *Tokenizer) lower(r rune) rune {
	if !t.lowerCase {
		return r
	}
	return unicode.ToLower(r)
}

func isBlank(r rune) bool {
	return unicode.Is(unicode.White_Space, r)
}

// isDropped tells the characters that the model never saw: controls, format
// characters, private ones, and what stands for broken bytes. Unassigned ones
// are kept: the reference does, and they become unknown words.
func isDropped(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case 0, utf8.RuneError:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

// isPunctuation counts every printable ASCII sign that is no letter or digit,
// as the reference does, and what Unicode calls punctuation.
func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !isASCIIAlphanumeric(r)
	}
	return unicode.Is(unicode.P, r)
}

func isASCIIAlphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// han holds the blocks of CJK ideographs whose characters stand alone; kana
// and hangul are written in words.
var han = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1},
		{Lo: 0x4e00, Hi: 0x9fff, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x20000, Hi: 0x2a6df, Stride: 1},
		{Lo: 0x2a700, Hi: 0x2b73f, Stride: 1},
		{Lo: 0x2b740, Hi: 0x2b81f, Stride: 1},
		{Lo: 0x2b920, Hi: 0x2ceaf, Stride: 1},
		{Lo: 0x2f800, Hi: 0x2fa1f, Stride: 1},
	},
}

func isHan(r rune) bool { return unicode.Is(han, r) }
