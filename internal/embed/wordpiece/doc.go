// Package wordpiece turns text into the token numbers of a BERT vocabulary.
//
// It owns the two steps that such models were trained with: normalising and
// splitting (clean, set CJK characters apart, strip accents, lower-case, split
// at blanks and punctuation) and the greedy longest match of word pieces. Its
// output equals that of the reference implementation for the same vocabulary,
// with two exceptions: text never becomes a special token, so that a file which
// holds "[SEP]" is read as those five characters; and accents of rare scripts
// that the reference's older Unicode tables lack are stripped like all others.
//
// A Tokenizer reads only as much of a text as fits its limit, keeps no state
// between calls and may be used by many goroutines at once.
package wordpiece
