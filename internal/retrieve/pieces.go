package retrieve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// span is a range of lines of a file that is taken or to be taken.
type span struct{ start, end int }

// best are the pieces to show: each grows from the best chunk that no piece
// holds yet to the lines around it, where what else was found there decides
// which way. No line stands in two pieces.
func (p *pool) best() []code.Evidence {
	taken := map[string][]span{}
	var out []code.Evidence
	for _, c := range p.ranked() {
		// Gathering can lift a piece, but not by more than it has itself: far
		// more pieces than are kept need not be made.
		if len(out) == 3*p.options.Pieces {
			break
		}
		at := span{c.StartLine, c.EndLine}
		if slices.ContainsFunc(taken[c.Path], func(t span) bool { return t.start <= at.end && at.start <= t.end }) {
			continue
		}
		at = p.grow(c, taken[c.Path])
		taken[c.Path] = append(taken[c.Path], at)
		out = append(out, p.piece(c, at))
	}
	byScore(out)
	if p.lifted != nil {
		relativeScores(out)
	}
	return out[:min(len(out), p.options.Pieces)]
}

func byScore(pieces []code.Evidence) {
	slices.SortStableFunc(pieces, func(a, b code.Evidence) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine))
	})
}

// grow finds the lines around a chunk that hold the most of what else was
// found, as many as a piece may have; of equals those below it, since what a
// chunk begins goes on there.
func (p *pool) grow(c *candidate, taken []span) span {
	lowest, highest := 1, c.EndLine+p.options.Lines
	for _, t := range taken {
		if t.end < c.StartLine {
			lowest = max(lowest, t.end+1)
		} else {
			highest = min(highest, t.start-1)
		}
	}
	at := span{c.StartLine, c.EndLine}
	size := min(p.options.Lines, highest-lowest+1)
	if size <= at.end-at.start+1 {
		return at
	}
	best := -1.0
	for start := min(c.StartLine, highest-size+1); start >= max(lowest, c.EndLine-size+1); start-- {
		window := span{start, start + size - 1}
		sum := 0.0
		for _, o := range p.byPath[c.Path] {
			if window.start <= o.StartLine && o.EndLine <= window.end {
				sum += o.own()
			}
		}
		if sum > best+1e-9 {
			at, best = window, sum
		}
	}
	return at
}

// piece makes the evidence of a chunk in the lines that it grew to.
func (p *pool) piece(c *candidate, at span) code.Evidence {
	e := c.Evidence
	e.StartLine, e.EndLine = at.start, at.end
	for _, o := range p.byPath[c.Path] {
		if o != c && at.start <= o.StartLine && o.EndLine <= at.end {
			e.Score += p.options.Gather * o.own()
			e.Why = merge(e.Why, o.Why)
		}
	}
	return e
}
