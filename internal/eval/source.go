package eval

import "strings"

// source is the lines of files at one commit, and what they declare.
type source struct {
	read  func(path string) []byte // nil where there is none
	cache map[string][]string
	decls map[string][]declaration
}

type declaration struct {
	line   int
	name   string // "" for a type
	indent int
}

func newSource(read func(path string) []byte) *source {
	return &source{read: read, cache: map[string][]string{}, decls: map[string][]declaration{}}
}

func (s *source) lines(file string) []string {
	lines, ok := s.cache[file]
	if !ok {
		if !strings.HasPrefix(file, "..") && !strings.HasPrefix(file, "/") { // an oracle's path outside the repository
			if content := s.read(file); content != nil {
				lines = strings.Split(strings.ToValidUTF8(string(content), "\uFFFD"), "\n")
			}
		}
		s.cache[file] = lines
	}
	return lines
}

func (s *source) line(file string, n int) string {
	if lines := s.lines(file); n > 0 && n <= len(lines) {
		return lines[n-1]
	}
	return ""
}

// first is the first line of the run of declarations of one name that a line
// belongs to: overloads and accessor pairs are one definition, but in Java,
// where each is its own.
func (s *source) first(file string, at int) int {
	if lang := language(file); lang != "py" && lang != "ts" {
		return at
	}
	var run *declaration
	for _, d := range s.declarations(file) {
		switch {
		case run != nil && d.name != "" && d.name == run.name && d.indent == run.indent:
			// The run goes on.
		case run != nil && run.name != "" && d.name != "" && d.indent > run.indent:
			continue // nested in a body: it does not end the run
		default:
			run = &d
		}
		if d.line == at {
			return run.line
		}
	}
	return at
}

func (s *source) declarations(file string) []declaration {
	found, ok := s.decls[file]
	if !ok {
		for i, line := range s.lines(file) {
			d := declaration{line: i + 1, indent: len(line) - len(strings.TrimLeft(line, " \t\r\f\v"))}
			if !tsType.MatchString(line) {
				if d.name = declares(file, line); d.name == "" {
					continue
				}
			}
			found = append(found, d)
		}
		s.decls[file] = found
	}
	return found
}

// locate is the line from start to end that declares a name; decorators and
// comments come first in some tools.
func (s *source) locate(file, name string, start, end int) int {
	end = min(end, start+60)
	for n := start; n <= end; n++ {
		if declares(file, s.line(file, n)) == name {
			return n
		}
	}
	for n := start; n <= end; n++ {
		if len(occurrences(s.line(file, n), name)) > 0 {
			return n
		}
	}
	return start
}

// maxName is how far below the start of a call its name may stand.
const maxName = 40

// named is the first line from n on that holds a name; n where none does.
func (s *source) named(file string, n int, name string) int {
	if language(file) == "java" && name != "" && name[0] >= 'A' && name[0] <= 'Z' && delegates.MatchString(s.line(file, n)) {
		return n
	}
	for i := n; i <= n+maxName; i++ {
		if len(occurrences(s.line(file, i), name)) > 0 {
			return i
		}
	}
	return n
}
