package eval

import (
	"math"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/retrieve"
)

// Example is one row's candidates, and what each is worth to it.
type Example struct {
	Repo   string
	Asks   bool // a question; else a report
	ranked []retrieve.Ranked
	worth  []float64
}

// NewExample judges the candidates of a row: 1 where one holds lines of the
// gold, a half where a piece grown around it would; where the gold names a
// file alone, 1 for the first candidate of it, since one is enough.
func NewExample(row Row, ranked []retrieve.Ranked) Example {
	e := Example{Repo: row.Repo, Asks: retrieve.Understand(row.Query).Asks, ranked: ranked, worth: make([]float64, len(ranked))}
	for _, g := range row.Gold {
		for i, r := range ranked {
			worth := worthOf(r, g)
			e.worth[i] = max(e.worth[i], worth)
			if worth > 0 && g.StartLine == 0 {
				break
			}
		}
	}
	return e
}

func worthOf(r retrieve.Ranked, g Gold) float64 {
	room := max(0, code.MaxChunkLines-(r.EndLine-r.StartLine+1)) / 2
	switch {
	case hits(Piece{r.Path, r.StartLine, r.EndLine}, g):
		return 1
	case hits(Piece{r.Path, r.StartLine - room, r.EndLine + room}, g):
		return 0.5
	}
	return 0
}

// LearnModel learns the weights of a model from examples, but those of one
// repository ("" for none). Weights that nothing can be learnt for stay those
// of base.
func LearnModel(base retrieve.Model, examples []Example, without string) retrieve.Model {
	for _, asks := range []bool{true, false} {
		var some []Example
		for _, e := range examples {
			if e.Repo != without && e.Asks == asks && sum(e.worth) > 0 {
				some = append(some, e)
			}
		}
		switch {
		case len(some) == 0:
		case asks:
			base.Question = learn(some)
		default:
			base.Report = learn(some)
		}
	}
	return base
}

const (
	learnSteps = 600
	learnRate  = 0.05
	// ridge keeps weights small: half of it times the square of each weight
	// of a feature brought to a deviation of one is added to the loss.
	ridge = 0.02
)

// learn minimises the mean cross entropy between what candidates are worth and
// the softmax of their weighted sums (ListNet's top-one loss; Cao and others,
// Learning to Rank: From Pairwise Approach to Listwise Approach, ICML 2007) by
// full-batch Adam (Kingma and Ba, 2015). The same examples give the same
// weights.
func learn(examples []Example) retrieve.Weights {
	scale := deviations(examples)
	var w, m, v retrieve.Weights
	for step := 1; step <= learnSteps; step++ {
		g := gradient(examples, scale, w)
		for f := range w {
			m[f] = 0.9*m[f] + 0.1*g[f]
			v[f] = 0.999*v[f] + 0.001*g[f]*g[f]
			first, second := m[f]/(1-math.Pow(0.9, float64(step))), v[f]/(1-math.Pow(0.999, float64(step)))
			w[f] -= learnRate * first / (math.Sqrt(second) + 1e-8)
		}
	}
	for f := range w {
		w[f] *= scale[f]
	}
	return w
}

// gradient is the loss's, by weights of scaled features.
func gradient(examples []Example, scale, w retrieve.Weights) retrieve.Weights {
	g := w
	for f := range g {
		g[f] *= ridge
	}
	for _, e := range examples {
		p, worth := softmax(e.ranked, scale, w), sum(e.worth)
		for i, r := range e.ranked {
			d := (p[i] - e.worth[i]/worth) / float64(len(examples))
			for f, x := range r.Features {
				g[f] += d * x * scale[f]
			}
		}
	}
	return g
}

func softmax(ranked []retrieve.Ranked, scale, w retrieve.Weights) []float64 {
	out, best := make([]float64, len(ranked)), math.Inf(-1)
	for i, r := range ranked {
		for f, x := range r.Features {
			out[i] += x * scale[f] * w[f]
		}
		best = max(best, out[i])
	}
	total := 0.0
	for i := range out {
		out[i] = math.Exp(out[i] - best)
		total += out[i]
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// deviations are the inverse standard deviations of the features; zero for one
// that is the same everywhere, so that it never counts.
func deviations(examples []Example) retrieve.Weights {
	var n float64
	var sum, squares, out retrieve.Weights
	for _, e := range examples {
		for _, r := range e.ranked {
			n++
			for f, x := range r.Features {
				sum[f] += x
				squares[f] += x * x
			}
		}
	}
	for f := range out {
		if variance := squares[f]/n - sum[f]/n*sum[f]/n; variance > 1e-12 {
			out[f] = 1 / math.Sqrt(variance)
		}
	}
	return out
}
