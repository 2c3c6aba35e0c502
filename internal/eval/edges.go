package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Truth is a labelled set of call edges: what a compiler or type checker bound.
type Truth struct {
	Repo     string              `json:"repo"`
	SHA      string              `json:"sha"`
	Oracle   string              `json:"oracle"`
	Inactive map[string][][2]int `json:"inactive"` // lines that the oracle did not see, by path
	Rows     []TruthRow          `json:"-"`
}

// TruthRow is one labelled edge with the places of its references
// ("path:line").
type TruthRow struct {
	Callee struct {
		Path string `json:"path"`
		Line int    `json:"line"`
		Name string `json:"name"`
	} `json:"callee"`
	Sites []string `json:"sites"`
	Macro bool     `json:"macro"` // the call comes out of a macro's body
}

// ReadTruth reads a set: its first line describes it, each other is an edge.
func ReadTruth(r io.Reader) (t Truth, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRow)
	for n := 1; lines.Scan(); n++ {
		if n == 1 {
			err = json.Unmarshal(lines.Bytes(), &t)
		} else {
			var row TruthRow
			err = json.Unmarshal(lines.Bytes(), &row)
			t.Rows = append(t.Rows, row)
		}
		if err != nil {
			return t, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return t, lines.Err()
}

// Call is a call edge of ours: where the reference stands, and the definition
// that it was bound to.
type Call struct {
	Path               string
	Line               int
	Callee             string // its path
	Name               string
	StartLine, EndLine int
}

// ReadCalls reads the bound CALLS edges of `plumbline graph export`.
func ReadCalls(r io.Reader) ([]Call, error) {
	type line struct {
		Kind, ID, Type, Name, Path, Target string
		StartLine                          int `json:"start_line"`
		EndLine                            int `json:"end_line"`
		Line                               int
	}
	nodes := map[string]line{}
	var edges []line
	for in := json.NewDecoder(r); in.More(); {
		var l line
		if err := in.Decode(&l); err != nil {
			return nil, err
		}
		switch {
		case l.Kind == "node":
			nodes[l.ID] = l
		case l.Type == "CALLS":
			edges = append(edges, l)
		}
	}
	var calls []Call
	for _, e := range edges {
		if n, ok := nodes[e.Target]; ok && e.Target != "" {
			calls = append(calls, Call{e.Path, e.Line, n.Path, n.Name, n.StartLine, n.EndLine})
		}
	}
	return calls, nil
}

// EdgeOptions say which references count.
type EdgeOptions struct {
	Under string         // only those in files whose path begins so
	Skip  *regexp.Regexp // none in files whose path matches; nil: all
}

// EdgeFigures compare edges site by site: a site is a file and line of a
// reference with the file, name and line of the definition.
type EdgeFigures struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Right     int     `json:"tp"`
	Wrong     int     `json:"fp"`
	Missed    int     `json:"fn"`
	// Contradicted are wrong where the oracle binds that name on that line to
	// something else; the others it does not label, since it misses what is
	// dynamic. Labelled is the precision without those.
	Contradicted int     `json:"fp_contradicted"`
	Labelled     float64 `json:"precision_labelled"`
}

// site is a reference and what it is bound to.
type site struct {
	path   string
	line   int
	callee string
	name   string
	at     int
}

// place is a name on a line.
type place struct {
	path string
	line int
	name string
}

func (k site) place() place { return place{k.path, k.line, k.name} }

// ScoreEdges compares calls with the truth; read gives a file's content at
// the truth's commit. Wanted are the references that look like calls; others
// of the truth are neither wanted nor wrong. Calls in files that the truth has
// no reference in do not count.
func ScoreEdges(t Truth, calls []Call, read func(path string) []byte, o EdgeOptions) EdgeFigures {
	s := newSource(read)
	truth := s.sites(t, o)
	have := s.predicted(t, truth, calls)
	bound := map[place]bool{}
	var f EdgeFigures
	for k, wanted := range truth {
		bound[k.place()] = true
		switch {
		case have[k] && wanted:
			f.Right++
		case wanted:
			f.Missed++
		}
	}
	for k := range have {
		if _, ok := truth[k]; !ok {
			f.Wrong++
			if bound[k.place()] {
				f.Contradicted++
			}
		}
	}
	f.Precision = ratio(f.Right, f.Wrong)
	f.Recall = ratio(f.Right, f.Missed)
	f.Labelled = ratio(f.Right, f.Contradicted)
	return f
}

func ratio(right, other int) float64 { return float64(right) / float64(max(1, right+other)) }

var firstName = regexp.MustCompile(`(?:function|static|get|set|async)?\s*([A-Za-z_$]` + nameWord + `*)`)
var makes = regexp.MustCompile(`^\s*static\s+create`)

// sites are the truth's, and whether each looks like a call.
func (s *source) sites(t Truth, o EdgeOptions) map[site]bool {
	out := map[site]bool{}
	for _, r := range t.Rows {
		name := s.calleeName(r)
		for _, at := range r.Sites {
			i := strings.LastIndexByte(at, ':')
			line, err := strconv.Atoi(at[i+1:])
			if i < 0 || err != nil {
				continue
			}
			file := at[:i]
			// ".." is go test's generated main.
			if strings.HasPrefix(file, "..") || !strings.HasPrefix(file, o.Under) || o.Skip != nil && o.Skip.MatchString(file) {
				continue
			}
			k := site{file, line, r.Callee.Path, name, s.first(r.Callee.Path, r.Callee.Line)}
			out[k] = out[k] || !r.Macro && s.callLike(file, line, name)
		}
	}
	return out
}

func (s *source) calleeName(r TruthRow) string {
	if r.Callee.Name != "" {
		return r.Callee.Name
	}
	line := s.line(r.Callee.Path, r.Callee.Line)
	if makes.MatchString(line) {
		return "create"
	}
	if name := declares(r.Callee.Path, line); name != "" {
		return name
	}
	return group(firstName, line, 1)
}

// predicted are the sites of calls that the oracle could have labelled.
func (s *source) predicted(t Truth, truth map[site]bool, calls []Call) map[site]bool {
	type definition struct {
		path string
		line int
	}
	files, defs, bound, same := map[string]bool{}, map[definition]bool{}, map[place]bool{}, map[site]site{}
	for k := range truth {
		files[k.path], defs[definition{k.callee, k.at}], bound[k.place()] = true, true, true
		anywhere := k
		anywhere.at = 0
		same[anywhere] = k
	}
	out := map[site]bool{}
	for _, c := range calls {
		if !files[c.Path] {
			continue
		}
		at := s.first(c.Callee, s.locate(c.Callee, c.Name, c.StartLine, max(c.EndLine, c.StartLine)))
		k := site{c.Path, s.named(c.Path, c.Line, c.Name), c.Callee, c.Name, at}
		if within(t.Inactive[k.path], k.line) || within(t.Inactive[k.callee], k.at) {
			continue
		}
		text := s.line(k.callee, k.at)
		if _, ok := truth[k]; !ok && precededBy(text, k.name, afterType) {
			anywhere := k
			anywhere.at = 0
			if merged, ok := same[anywhere]; ok { // merged declarations: the type stands for the function
				k = merged
			}
		}
		if _, ok := truth[k]; !ok {
			unlabelled := declares(k.callee, text) != k.name || language(k.callee) == "ts" && strings.TrimLeft(text, " \t") != text && function.MatchString(text)
			if !defs[definition{k.callee, at}] && !bound[k.place()] && unlabelled || implicit(s.line(k.path, k.line), k.name) {
				continue
			}
		}
		out[k] = true
	}
	return out
}

func within(ranges [][2]int, line int) bool {
	for _, r := range ranges {
		if r[0] <= line && line <= r[1] {
			return true
		}
	}
	return false
}

// implicit: a constructor or a method that the language calls by itself, whose
// name is not in the line.
func implicit(line, name string) bool {
	special := name == "constructor" || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	return special && !strings.Contains(line, name) && !(name == "constructor" && super.MatchString(line))
}

var super = regexp.MustCompile(`\bsuper\b`)
