package syntax

import (
	"bytes"
	"regexp"
)

// cPrepare makes C that the grammar can read of C that only a preprocessor
// can: of a conditional that cuts through a declaration or a brace one branch
// stays; macros that stand where the grammar knows none are blanked, and a
// macro that heads a block becomes an if of its arguments.
func cPrepare(source []byte) []byte {
	p := newPreparation(source)
	p.conditionals()
	p.defines()
	p.attributes()
	p.topLevelMacros()
	p.blockMacros()
	return p.text
}

// cppPrepare is cPrepare for C++, where a name and parentheses before a brace
// may be a constructor.
func cppPrepare(source []byte) []byte {
	p := newPreparation(source)
	p.conditionals()
	p.defines()
	p.attributes()
	return p.text
}

// preparation holds the text that the parser will see, and the same with
// comments, strings and directives blank.
type preparation struct {
	source, text, masked []byte
	starts               []int
}

func newPreparation(source []byte) *preparation {
	p := &preparation{source: source, text: bytes.Clone(source), masked: mask(source), starts: []int{0}}
	for i, c := range source {
		if c == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
	p.starts = append(p.starts, len(source))
	return p
}

// mask blanks comments and what stands in strings and character constants.
func mask(source []byte) []byte {
	out := bytes.Clone(source)
	for i := 0; i < len(out); {
		switch c := out[i]; {
		case c == '/' && i+1 < len(out) && out[i+1] == '/':
			i = blankTo(out, i, lineEnd(out, i))
		case c == '/' && i+1 < len(out) && out[i+1] == '*':
			end := bytes.Index(out[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			i = blankTo(out, i, i+2+end+2)
		case c == '"' || c == '\'':
			i = blankTo(out, i+1, quoteEnd(out, i))
		default:
			i++
		}
	}
	return out
}

func blankTo(text []byte, from, to int) int {
	for i := from; i < to; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = ' '
		}
	}
	return max(to, from)
}

// lineEnd is the end of a line comment: a backslash carries it on.
func lineEnd(text []byte, i int) int {
	for ; i < len(text); i++ {
		if text[i] == '\n' && text[i-1] != '\\' {
			break
		}
	}
	return i
}

// quoteEnd is the place after the quote that closes the one at i; a string
// ends with its line at the latest.
func quoteEnd(text []byte, i int) int {
	quote := text[i]
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case quote:
			return j + 1
		case '\n':
			return j
		}
	}
	return len(text)
}

func (p *preparation) blank(from, to int) {
	blankTo(p.text, from, to)
	blankTo(p.masked, from, to)
}

func (p *preparation) line(i int) (from, to int) {
	if i+1 >= len(p.starts) {
		return len(p.text), len(p.text)
	}
	return p.starts[i], p.starts[i+1]
}

// conditionals keeps one branch of each conditional that the grammar cannot
// read as a whole.
func (p *preparation) conditionals() {
	for _, c := range conditionals(p.masked) {
		if !p.breaks(c) {
			continue
		}
		keep := 0
		for i, b := range c.branches {
			if b.active {
				keep = i
			}
		}
		if !c.taken() {
			keep = -1
		}
		for i, b := range c.branches {
			if i == keep {
				p.blankDirective(b.line)
				continue
			}
			from, _ := p.line(b.line)
			to, _ := p.line(b.next)
			p.blank(from, to)
		}
		p.blankDirective(c.end)
	}
}

func (p *preparation) blankDirective(line int) {
	for ; line+1 < len(p.starts); line++ {
		from, to := p.line(line)
		goesOn := bytes.HasSuffix(bytes.TrimRight(p.text[from:to], "\r\n"), []byte(`\`))
		p.blank(from, to)
		if !goesOn {
			return
		}
	}
}

// breaks reports whether a conditional begins inside a statement or
// declaration, or one of its branches does not close what it opens.
func (p *preparation) breaks(c conditional) bool {
	start, _ := p.line(c.branches[0].line)
	if !p.betweenStatements(start) {
		return true
	}
	for _, b := range c.branches {
		_, from := p.line(b.line)
		to, _ := p.line(b.next)
		if from < to && !p.closed(from, to) {
			return true
		}
	}
	return false
}

// betweenStatements reports whether a statement or declaration can begin at i.
func (p *preparation) betweenStatements(i int) bool {
	for i--; i >= 0; i-- {
		switch c := p.masked[i]; c {
		case ' ', '\t', '\r', '\n':
			continue
		case ';', '}', '{', ':':
			return true
		default:
			return p.inDirective(i)
		}
	}
	return true
}

func (p *preparation) inDirective(i int) bool {
	for {
		from := bytes.LastIndexByte(p.masked[:i+1], '\n') + 1
		if from >= 2 && p.masked[from-2] == '\\' {
			i = from - 2
			continue
		}
		return bytes.HasPrefix(bytes.TrimLeft(p.masked[from:], " \t"), []byte("#"))
	}
}

// closed reports whether brackets match in a range, and whether its last
// statement is complete.
func (p *preparation) closed(from, to int) bool {
	braces, brackets := 0, 0
	for i := from; i < to; i++ {
		c := p.masked[i]
		if c == '#' && p.inDirective(i) {
			i = p.directiveEnd(i) - 1
			continue
		}
		switch c {
		case '{':
			braces++
		case '}':
			braces--
		case '(', '[':
			brackets++
		case ')', ']':
			brackets--
		}
		if braces < 0 || brackets < 0 {
			return false
		}
	}
	return braces == 0 && brackets == 0 && p.betweenStatements(to)
}

func (p *preparation) directiveEnd(i int) int {
	for ; i < len(p.masked); i++ {
		if p.masked[i] == '\n' && (i == 0 || p.masked[i-1] != '\\') {
			break
		}
	}
	return i
}

var defineLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(?:define|undef|if|elif)\b`)

// defines blanks the comments in directives, at which the grammar may end
// the directive.
func (p *preparation) defines() {
	for _, m := range defineLine.FindAllIndex(p.masked, -1) {
		end := p.directiveEnd(m[0])
		for i := m[0]; i < end; i++ {
			if p.masked[i] == ' ' && p.text[i] != '"' && p.inComment(i) {
				p.text[i] = ' '
			}
		}
	}
}

// inComment: a byte that is blank in the mask and lies in no string.
func (p *preparation) inComment(i int) bool {
	from := bytes.LastIndexByte(p.text[:i], '\n') + 1
	return bytes.Count(p.masked[from:i], []byte(`"`))%2 == 0 && bytes.Count(p.masked[from:i], []byte(`'`))%2 == 0
}

var attribute = regexp.MustCompile(`\)[ \t\r\n]*([A-Z_][A-Z0-9_]{2,}[ \t]*(?:\([^()]*\))?)[ \t\r\n]*[;{]`)

// attributes blanks macros between a parameter list and what follows it:
// "int f(char *, ...) PRINTF_LIKE(1, 2);".
func (p *preparation) attributes() {
	for _, m := range attribute.FindAllSubmatchIndex(p.masked, -1) {
		if !p.inDirective(m[2]) {
			p.blank(m[2], m[3])
		}
	}
}

var bareMacro = regexp.MustCompile(`(?m)^[ \t]*([A-Z_][A-Z0-9_]{1,})([ \t]*\([^;{}]*?\))?[ \t]*\r?$`)

// topLevelMacros blanks lines outside of functions that hold a macro and
// nothing else, no semicolon either.
func (p *preparation) topLevelMacros() {
	depth, at := 0, 0
	for _, m := range bareMacro.FindAllIndex(p.masked, -1) {
		depth += p.depthOf(at, m[0])
		at = m[0]
		if depth <= 1 && p.betweenStatements(m[0]) && !p.inDirective(m[0]) && !p.opensBlock(m[1]) {
			p.blank(m[0], m[1])
		}
	}
}

func (p *preparation) depthOf(from, to int) int {
	depth := 0
	for i := from; i < to; i++ {
		switch p.masked[i] {
		case '#':
			if p.inDirective(i) {
				i = p.directiveEnd(i)
			}
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth
}

func (p *preparation) opensBlock(i int) bool {
	rest := bytes.TrimLeft(p.masked[i:], " \t\r\n")
	return len(rest) > 0 && rest[0] == '{'
}

var blockHead = regexp.MustCompile(`(?m)^[ \t]*([A-Za-z_]\w+)[ \t]*\(`)

// blockMacros turns "for_each(a, b) {" inside a function into "if (a, b) {",
// padded to the same length.
func (p *preparation) blockMacros() {
	depth, at := 0, 0
	for _, m := range blockHead.FindAllSubmatchIndex(p.masked, -1) {
		name := string(p.masked[m[2]:m[3]])
		if cKeyword[name] || p.inDirective(m[2]) {
			continue
		}
		depth += p.depthOf(at, m[0])
		at = m[0]
		if depth < 1 || !p.betweenStatements(m[0]) {
			continue
		}
		if end := p.closing(m[1] - 1); end > 0 && p.opensBlock(end) {
			copy(p.text[m[2]:m[3]], "if")
			blankTo(p.text, m[2]+2, m[3])
		}
	}
}

// closing is the place after the parenthesis that closes the one at i, 0
// where none does.
func (p *preparation) closing(i int) int {
	depth := 0
	for ; i < len(p.masked); i++ {
		switch p.masked[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case ';', '{', '}':
			return 0
		}
	}
	return 0
}
