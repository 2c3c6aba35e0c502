// Package citecheck checks the citations of answers anew, from git and the
// exported graph alone. It shares no code with the verifier that let them
// through, so that a mistake there shows here. It publishes nothing and is
// for tests and measurements.
package citecheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// Answer is what `plumbline ask --json` prints, as far as it is checked.
type Answer struct {
	SHA    string `json:"sha"`
	Claims []struct {
		Sentence  string `json:"sentence"`
		Kind      string `json:"kind"`
		Citations []int  `json:"citations"`
	} `json:"claims"`
	Citations []Citation `json:"citations"`
}

// Citation is a range of lines, inclusive.
type Citation struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// longest is what a citation may span, in lines.
const longest = 60

// Tree reads files of a commit.
type Tree struct {
	Dir string // the git directory
}

// File is a file's content; false where the commit has none at the path.
func (t Tree) File(sha, path string) (string, bool) {
	out, err := exec.Command("git", "-C", t.Dir, "-c", "safe.directory=*", "cat-file", "blob", sha+":"+path).Output()
	return string(out), err == nil
}

// Graph knows which names stand at a place: those of the symbols around it,
// and of what the references there are bound to.
type Graph struct {
	symbols map[string][]node // by path
	bound   map[string][]use  // by path
}

type node struct {
	name       string
	start, end int
}

type use struct {
	target string
	line   int
}

// ReadGraph reads what `plumbline graph export` prints.
func ReadGraph(lines []byte) (*Graph, error) {
	g := &Graph{map[string][]node{}, map[string][]use{}}
	scan := bufio.NewScanner(bytes.NewReader(lines))
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		var l struct {
			Kind, Path, Target string
			QualifiedName      string `json:"qualified_name"`
			ID                 string
			StartLine          int `json:"start_line"`
			EndLine            int `json:"end_line"`
			Line               int
		}
		if err := json.Unmarshal(scan.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("graph export: %w", err)
		}
		switch {
		case l.Kind == "node":
			g.symbols[l.Path] = append(g.symbols[l.Path], node{l.QualifiedName + " " + l.ID, l.StartLine, l.EndLine})
		case l.Target != "":
			g.bound[l.Path] = append(g.bound[l.Path], use{l.Target, l.Line})
		}
	}
	return g, scan.Err()
}

func (g *Graph) namesAt(c Citation) string {
	names := []string{c.Path}
	for _, n := range g.symbols[c.Path] {
		if n.start <= c.EndLine && c.StartLine <= n.end {
			names = append(names, n.name)
		}
	}
	for _, u := range g.bound[c.Path] {
		if c.StartLine <= u.line && u.line <= c.EndLine {
			names = append(names, u.target)
		}
	}
	return strings.Join(names, " ")
}

// Result counts citations, and says what is wrong with those that do not hold.
type Result struct {
	Checked  int
	Problems []string
}

// Check checks every citation of every claim: the path and the range exist at
// the commit, it spans at most 60 lines, and each identifier that the sentence
// puts in code quotes stands in the cited lines, the path, or the name of a
// symbol there.
func Check(a Answer, t Tree, g *Graph) Result {
	var r Result
	for _, c := range a.Claims {
		var seen []string
		for _, i := range c.Citations {
			r.Checked++
			if i < 0 || i >= len(a.Citations) {
				r.add("claim %q cites number %d of %d", c.Sentence, i, len(a.Citations))
				continue
			}
			text, problem := cited(a.SHA, a.Citations[i], t)
			if problem != "" {
				r.add("%q: %s", c.Sentence, problem)
				continue
			}
			seen = append(seen, text, g.namesAt(a.Citations[i]))
		}
		if len(c.Citations) == 0 && c.Kind != "absence" {
			r.add("%q cites nothing", c.Sentence)
		}
		for _, name := range quoted(c.Sentence) {
			if c.Kind != "absence" && !identifiers(strings.Join(seen, " "))[name] {
				r.add("%q: %s does not stand at what it cites", c.Sentence, name)
			}
		}
	}
	return r
}

func (r *Result) add(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

func cited(sha string, c Citation, t Tree) (text, problem string) {
	content, ok := t.File(sha, c.Path)
	lines := strings.SplitAfter(content, "\n")
	if n := len(lines); lines[n-1] == "" {
		lines = lines[:n-1]
	}
	switch {
	case !ok:
		return "", c.Path + " is not in the commit"
	case c.StartLine < 1 || c.EndLine < c.StartLine || c.EndLine > len(lines):
		return "", fmt.Sprintf("%s has %d lines, not %d-%d", c.Path, len(lines), c.StartLine, c.EndLine)
	case c.EndLine-c.StartLine >= longest:
		return "", fmt.Sprintf("%s:%d-%d spans over %d lines", c.Path, c.StartLine, c.EndLine, longest)
	}
	return strings.Join(lines[c.StartLine-1:c.EndLine], ""), ""
}

var (
	span       = regexp.MustCompile("`+[^`]+`+")
	identifier = regexp.MustCompile(`[\pL\pN_$]+`)
)

// quoted are the identifiers in a sentence's code quotes.
func quoted(sentence string) []string {
	return identifier.FindAllString(strings.Join(span.FindAllString(sentence, -1), " "), -1)
}

func identifiers(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range identifier.FindAllString(text, -1) {
		out[w] = true
	}
	return out
}
