package answer

import (
	"context"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// nearLines is how far a model's citation may be off and still be mended.
const nearLines = 20

// repair mends a model's citations: a path that lacks its first folders, one
// of several citations that is void, lines that are off by a few. Whether the
// sentence then holds is for its check to say.
func (v *verifier) repair(ctx context.Context, s sentence) (sentence, bool, error) {
	mended := s
	mended.citations = nil
	for _, c := range s.citations {
		c.Path = v.shownPath(c.Path)
		mended.citations = append(mended.citations, c)
	}
	if len(mended.citations) > 1 {
		ok, err := v.keepSound(ctx, &mended)
		return mended, ok, err
	}
	if len(mended.citations) == 0 {
		return s, false, nil
	}
	if mended.citations[0] != s.citations[0] { // the path was wrong: are the lines right?
		if reason, err := v.checkCited(ctx, &mended); err != nil || reason == "" {
			return mended, true, err
		}
	}
	c, ok, err := v.anchor(ctx, s.text, mended.citations[0])
	mended.citations = []code.Citation{{Path: c.Path, StartLine: c.StartLine, EndLine: c.EndLine}}
	return mended, ok, err
}

// shownPath is the one shown path that a given one is the end of; the given
// one where there is none or several.
func (v *verifier) shownPath(path string) string {
	path = strings.TrimPrefix(path, "./")
	found := ""
	for _, e := range v.shown {
		if e.Path == path {
			return path
		}
		if strings.HasSuffix(e.Path, "/"+path) && e.Path != found {
			if found != "" {
				return path
			}
			found = e.Path
		}
	}
	if found == "" {
		return path
	}
	return found
}

// keepSound drops citations of a sentence that are void, if any is sound.
func (v *verifier) keepSound(ctx context.Context, s *sentence) (bool, error) {
	var sound []code.Citation
	for _, c := range s.citations {
		_, reason, err := v.checkRange(ctx, c)
		if err != nil {
			return false, err
		}
		if reason == "" {
			sound = append(sound, c)
		}
	}
	s.citations = sound
	return len(sound) > 0, nil
}

// anchor moves a citation to the one place near it, within the lines that
// were shown, where the edges that the sentence states stand or, if it states
// none, the names that it quotes occur together.
func (v *verifier) anchor(ctx context.Context, text string, c code.Citation) (code.Citation, bool, error) {
	lines, err := v.Text.Lines(ctx, v.request.Snapshot, c.Path)
	if code.Missing(err) {
		return c, false, nil
	}
	if err != nil {
		return c, false, err
	}
	start, end := max(1, c.StartLine-nearLines), min(len(lines), max(c.EndLine, c.StartLine)+nearLines)
	end = min(end, start+2*nearLines+code.MaxCitationLines)
	if claims := statements(text); len(claims) > 0 {
		return v.anchorEdges(ctx, claims, c, start, end)
	}
	var near []numbered
	for n := start; n <= end; n++ {
		if v.lineShown(c.Path, n) {
			near = append(near, numbered{n, lines[n-1]})
		}
	}
	from, to, ok := onlyPlace(near, spansOf(text))
	if !ok || to-from+1 > code.MaxCitationLines {
		return c, false, nil
	}
	c.StartLine, c.EndLine = from, to
	return c, true, nil
}

// anchorEdges moves a citation to the lines of the stated edges, if each
// stands at one line alone.
func (v *verifier) anchorEdges(ctx context.Context, claims []stated, c code.Citation, start, end int) (code.Citation, bool, error) {
	edges, err := v.Relations.EdgesAt(ctx, v.request.Snapshot, c.Path, start, end)
	if err != nil {
		return c, false, err
	}
	from, to := end, start
	for _, claim := range claims {
		line := 0
		for _, e := range edges {
			if _, ok := matching([]code.BoundEdge{e}, claim); !ok || !v.lineShown(c.Path, e.Line) {
				continue
			}
			if line != 0 && line != e.Line {
				return c, false, nil
			}
			line = e.Line
		}
		if line == 0 {
			return c, false, nil
		}
		from, to = min(from, line), max(to, line)
	}
	c.StartLine, c.EndLine = from, to
	return c, to-from < code.MaxCitationLines, nil
}

type numbered struct {
	number int
	text   string
}

// onlyPlace is the smallest range of lines that holds all those names which
// occur in the lines at all, if there is exactly one such range.
func onlyPlace(lines []numbered, names []string) (from, to int, ok bool) {
	var wanted []string
	for _, name := range names {
		for _, l := range lines {
			if holds(l.text, name) {
				wanted = append(wanted, name)
				break
			}
		}
	}
	if len(wanted) == 0 {
		return 0, 0, false
	}
	places := 0
	last := -1 // where the range before ended: one that ends there too is smaller
	for i := len(lines) - 1; i >= 0; i-- {
		j := closes(lines[i:], wanted)
		if j < 0 || i+j == last {
			continue
		}
		last = i + j
		places++
		from, to = lines[i].number, lines[i+j].number
	}
	return from, to, places == 1
}

// closes is the first line up to which all names have occurred, -1 for none.
func closes(lines []numbered, names []string) int {
	left := append([]string(nil), names...)
	for i, l := range lines {
		kept := left[:0]
		for _, name := range left {
			if !holds(l.text, name) {
				kept = append(kept, name)
			}
		}
		if left = kept; len(left) == 0 {
			return i
		}
	}
	return -1
}

// holds reports whether a line holds a code span as it is, or its last word.
func holds(line, span string) bool {
	return containsWord(line, span) || containsWord(line, lastPart(span))
}
