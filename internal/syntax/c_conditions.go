package syntax

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// conditional is one #if … #endif. Lines are counted from 0.
type conditional struct {
	branches []branch
	end      int // the line of #endif; the last line where there is none
}

// branch is an #if, #elif or #else with the lines up to the next.
type branch struct {
	line, next int
	active     bool
}

// InactiveLines are the ranges, from and to inclusive and counted from 1, that
// a C compiler on Linux would most likely skip: macros are taken as defined
// when the file defines them, when they name a feature that a build finds
// (HAVE_…), or when that compiler has them; all others are not.
func InactiveLines(source []byte) [][2]int {
	var out [][2]int
	for _, c := range conditionals(mask(source)) {
		for _, b := range c.branches {
			if !b.active && b.next > b.line+1 {
				out = append(out, [2]int{b.line + 2, b.next})
			}
		}
	}
	return out
}

var directive = regexp.MustCompile(`^[ \t]*#[ \t]*([a-z]+)(.*)`)

// conditionals reads the directives of a file whose comments are blank, inner
// ones before outer ones.
func conditionals(masked []byte) []conditional {
	var done []conditional
	var open []*conditional
	var outer []bool // is what surrounds each open one active
	macros := map[string]string{}
	lines := bytes.Split(masked, []byte("\n"))
	live := func() bool {
		for i, c := range open {
			if !outer[i] || !c.branches[len(c.branches)-1].active {
				return false
			}
		}
		return true
	}
	for i := 0; i < len(lines); i++ {
		first := i
		text := string(bytes.TrimRight(lines[i], "\r"))
		m := directive.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		rest := m[2]
		for strings.HasSuffix(rest, `\`) && i+1 < len(lines) {
			i++
			rest = strings.TrimSuffix(rest, `\`) + " " + string(bytes.TrimRight(lines[i], "\r"))
		}
		switch word := m[1]; word {
		case "if", "ifdef", "ifndef":
			outer = append(outer, live())
			open = append(open, &conditional{branches: []branch{{line: first, active: holds(word, rest, macros)}}})
		case "elif", "else", "endif":
			if len(open) == 0 {
				continue
			}
			c := open[len(open)-1]
			last := &c.branches[len(c.branches)-1]
			last.next = first
			if word == "endif" {
				c.end = first
				done = append(done, *c)
				open, outer = open[:len(open)-1], outer[:len(outer)-1]
				continue
			}
			c.branches = append(c.branches, branch{line: first, active: !c.taken() && (word == "else" || holds("if", rest, macros))})
		case "define", "undef":
			if live() {
				define(word, rest, macros)
			}
		}
	}
	return done
}

func (c *conditional) taken() bool {
	for _, b := range c.branches {
		if b.active {
			return true
		}
	}
	return false
}

func define(word, rest string, macros map[string]string) {
	name, value, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if word == "undef" {
		macros[name] = undefined
		return
	}
	macros[name] = strings.TrimSpace(value)
}

// undefined marks a macro that the file has undefined.
const undefined = "\x00"

var (
	foundByBuilds = regexp.MustCompile(`^(HAVE|USE|ENABLE|WITH)_`)
	ofCompiler    = map[string]string{"__GNUC__": "12", "__linux__": "1", "linux": "1", "__linux": "1", "__unix__": "1", "unix": "1",
		"__STDC__": "1", "__STDC_VERSION__": "201710", "__x86_64__": "1", "__LP64__": "1", "__BYTE_ORDER__": "1234", "__CHAR_BIT__": "8", "_GNU_SOURCE": "1"}
)

func macroValue(name string, macros map[string]string) (string, bool) {
	if v, ok := macros[name]; ok {
		return v, v != undefined
	}
	if v, ok := ofCompiler[name]; ok {
		return v, true
	}
	return "1", foundByBuilds.MatchString(name)
}

func holds(word, rest string, macros map[string]string) bool {
	rest = strings.TrimSpace(rest)
	if word == "if" {
		e := &condition{words: conditionWord.FindAllString(rest, 400), macros: macros}
		return e.or() != 0
	}
	name, _, _ := strings.Cut(rest, " ")
	_, defined := macroValue(name, macros)
	return defined == (word == "ifdef")
}

var conditionWord = regexp.MustCompile(`[A-Za-z_]\w*|\d\w*|&&|\|\||[!<>=]=|<<|>>|\S`)

// condition evaluates the expression of an #if; what it cannot read is 0.
type condition struct {
	words  []string
	macros map[string]string
	depth  int
}

func (c *condition) peek() string {
	if len(c.words) == 0 {
		return ""
	}
	return c.words[0]
}

func (c *condition) take() string {
	w := c.peek()
	if w != "" {
		c.words = c.words[1:]
	}
	return w
}

func (c *condition) or() int64 {
	v := c.and()
	for c.peek() == "||" {
		c.take()
		if w := c.and(); w != 0 {
			v = 1
		}
	}
	return v
}

func (c *condition) and() int64 {
	v := c.compare()
	for c.peek() == "&&" {
		c.take()
		if w := c.compare(); w == 0 {
			v = 0
		}
	}
	return v
}

func (c *condition) compare() int64 {
	v := c.sum()
	for {
		op := c.peek()
		switch op {
		case "==", "!=", "<", ">", "<=", ">=":
		default:
			return v
		}
		c.take()
		w := c.sum()
		v = truth(op == "==" && v == w || op == "!=" && v != w || op == "<" && v < w || op == ">" && v > w || op == "<=" && v <= w || op == ">=" && v >= w)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *condition) sum() int64 {
	v := c.unary()
	for {
		switch c.peek() {
		case "+":
			c.take()
			v += c.unary()
		case "-":
			c.take()
			v -= c.unary()
		case "*":
			c.take()
			v *= c.unary()
		default:
			return v
		}
	}
}

// maxCondition bounds nesting, and macros that name each other.
const maxCondition = 50

func (c *condition) unary() int64 {
	if c.depth++; c.depth > maxCondition {
		c.words = nil
		return 0
	}
	defer func() { c.depth-- }()
	switch w := c.take(); {
	case w == "!":
		return truth(c.unary() == 0)
	case w == "-":
		return -c.unary()
	case w == "(":
		v := c.or()
		if c.peek() == ")" {
			c.take()
		}
		return v
	case w == "defined":
		return c.defined()
	case w != "" && w[0] >= '0' && w[0] <= '9':
		n, _ := strconv.ParseInt(strings.TrimRight(w, "uUlL"), 0, 64)
		return n
	case w != "" && (w[0] == '_' || w[0] >= 'A' && w[0] <= 'z'):
		return c.macro(w)
	}
	return 0
}

func (c *condition) defined() int64 {
	name := c.take()
	if name == "(" {
		name = c.take()
		c.take()
	}
	_, ok := macroValue(name, c.macros)
	return truth(ok)
}

func (c *condition) macro(name string) int64 {
	value, ok := macroValue(name, c.macros)
	if c.peek() == "(" { // a macro with arguments, such as __has_include(<x>)
		c.skipArguments()
		return 0
	}
	if !ok {
		return 0
	}
	inner := &condition{words: conditionWord.FindAllString(value, 400), macros: c.macros, depth: c.depth + 1}
	return inner.or()
}

func (c *condition) skipArguments() {
	for depth := 0; len(c.words) > 0; {
		switch c.take() {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			return
		}
	}
}
