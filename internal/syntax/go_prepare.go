package syntax

import "regexp"

// goPrepare blanks the brackets that a declaration leaves open where that
// unbalances the file, so that it does not swallow what follows: the next
// declaration is known by its keyword at the beginning of a line, where
// formatted code has it at the top level alone.
func goPrepare(source []byte) []byte {
	var open, left []int // brackets that are open here; those that stayed so
	depth := 0
	for i := 0; i < len(source); i++ {
		switch c := source[i]; c {
		case '"', '\'', '`', '/':
			i = goSkip(source, i)
		case '(', '[', '{':
			open = append(open, i)
			depth++
		case ')', ']', '}':
			open = open[:max(len(open)-1, 0)]
			depth--
		case 'f', 't', 'v', 'c', 'i':
			if len(open) > 0 && source[i-1] == '\n' && goKeyword.Match(source[i:min(i+8, len(source))]) {
				left, open = append(left, open...), nil
			}
		}
	}
	if depth <= 0 || len(left) == 0 {
		return source
	}
	text := append([]byte(nil), source...)
	for _, at := range left {
		text[at] = ' '
	}
	return text
}

var goKeyword = regexp.MustCompile(`^(?:func|type|var|const|import)\b`)

// goSkip is the last byte of the comment or literal that begins at i, i itself
// where none does.
func goSkip(source []byte, i int) int {
	end := func(last string, escapes, oneLine bool) int {
		for k := i + len(last); k < len(source); k++ {
			switch {
			case escapes && source[k] == '\\':
				k++
			case oneLine && source[k] == '\n':
				return k
			case string(source[k:min(k+len(last), len(source))]) == last:
				return k + len(last) - 1
			}
		}
		return len(source) - 1
	}
	switch {
	case source[i] == '"' || source[i] == '\'':
		return end(string(source[i]), true, true)
	case source[i] == '`':
		return end("`", false, false)
	case i+1 < len(source) && source[i+1] == '/':
		return end("\n", false, true)
	case i+1 < len(source) && source[i+1] == '*':
		return end("*/", false, false)
	}
	return i
}
