package eval

import (
	"maps"
	"math"
	"slices"
)

// Cuts are the ranks that rates are given at.
var Cuts = []int{1, 5, 10, 20}

// Piece is a retrieved range of lines, best first in its list.
type Piece struct {
	Path               string
	StartLine, EndLine int
}

// Ranks are where a row's golds were found, from 1; 0 for not at all.
type Ranks struct{ Spans, Files []int }

// Rank finds the golds among the pieces. Of spans, a piece that overlaps a
// gold hits it (any piece of the file, where the gold has no lines); of files,
// they rank in the order of their best piece.
func Rank(golds []Gold, pieces []Piece) Ranks {
	var files []string
	for _, p := range pieces {
		if !slices.Contains(files, p.Path) {
			files = append(files, p.Path)
		}
	}
	var r Ranks
	seen := map[string]bool{}
	for _, g := range golds {
		r.Spans = append(r.Spans, 1+slices.IndexFunc(pieces, func(p Piece) bool { return hits(p, g) }))
		if !seen[g.Path] {
			seen[g.Path] = true
			r.Files = append(r.Files, 1+slices.Index(files, g.Path))
		}
	}
	return r
}

func hits(p Piece, g Gold) bool {
	return p.Path == g.Path && (g.StartLine == 0 || p.StartLine <= g.EndLine && g.StartLine <= p.EndLine)
}

// Rate is a mean over rows with its 95 % interval.
type Rate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Figures are the rates of rows, by cut.
type Figures struct {
	Rows   int          `json:"rows"`
	Hit    map[int]Rate `json:"hit"`
	Recall map[int]Rate `json:"recall"`
	MRR    Rate         `json:"mrr"`
}

// Report are figures for spans and for files.
type Report struct {
	Spans Figures `json:"spans"`
	Files Figures `json:"files"`
}

// Summarise makes the figures of rows.
func Summarise(ranks []Ranks) Report {
	spans, files := make([][]int, len(ranks)), make([][]int, len(ranks))
	for i, r := range ranks {
		spans[i], files[i] = r.Spans, r.Files
	}
	return Report{Spans: figures(spans), Files: figures(files)}
}

func figures(rows [][]int) Figures {
	f := Figures{Rows: len(rows), Hit: map[int]Rate{}, Recall: map[int]Rate{}}
	for _, k := range Cuts {
		hit, recall := make([]float64, len(rows)), make([]float64, len(rows))
		for i, ranks := range rows {
			recall[i] = recallAt(ranks, k)
			hit[i] = math.Ceil(recall[i])
		}
		f.Hit[k], f.Recall[k] = proportion(hit), mean(recall)
	}
	reciprocal := make([]float64, len(rows))
	for i, ranks := range rows {
		for _, r := range ranks {
			if r > 0 {
				reciprocal[i] = math.Max(reciprocal[i], 1/float64(r))
			}
		}
	}
	f.MRR = mean(reciprocal)
	return f
}

func recallAt(ranks []int, k int) float64 {
	found := 0
	for _, r := range ranks {
		if r > 0 && r <= k {
			found++
		}
	}
	return float64(found) / float64(max(1, len(ranks)))
}

const z = 1.959963984540054 // of 95 %

// proportion is a share of yes and no with Wilson's score interval (Wilson,
// 1927).
func proportion(x []float64) Rate {
	n := float64(len(x))
	if n == 0 {
		return Rate{}
	}
	p := sum(x) / n
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Rate{p, math.Max(0, centre-half), math.Min(1, centre+half)}
}

// mean is an average of values from 0 to 1 with the normal interval.
func mean(x []float64) Rate {
	n := float64(len(x))
	if n == 0 {
		return Rate{}
	}
	m := sum(x) / n
	half := halfWidth(x, m)
	return Rate{m, math.Max(0, m-half), math.Min(1, m+half)}
}

// halfWidth is half of the normal interval of a mean m.
func halfWidth(x []float64, m float64) float64 {
	n, squares := float64(len(x)), 0.0
	for _, v := range x {
		squares += (v - m) * (v - m)
	}
	return z * math.Sqrt(squares/math.Max(1, n-1)/n)
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

// Difference is the mean over rows of what recall of spans at k gains from b to
// a, with the normal interval of the paired differences.
func Difference(a, b []Ranks, k int) Rate {
	n := float64(len(a))
	if n == 0 {
		return Rate{}
	}
	gains := make([]float64, len(a))
	for i := range a {
		gains[i] = recallAt(a[i].Spans, k) - recallAt(b[i].Spans, k)
	}
	m := sum(gains) / n
	half := halfWidth(gains, m)
	return Rate{m, m - half, m + half}
}

// Groups are the names of a grouping in order, "all" last.
func Groups[V any](m map[string]V) []string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(n string) bool { return n == "all" })
	return append(names, "all")
}
