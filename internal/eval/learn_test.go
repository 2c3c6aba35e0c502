package eval

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/plumbline/plumbline/internal/retrieve"
)

// TestLearnModel: what tells the gold apart gets weight, noise and constants
// get little or none, and the repository left out teaches nothing.
func TestLearnModel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var examples []Example
	for n := range 60 {
		row := Row{Repo: fmt.Sprint("o/r", n%3), Query: "where is it?", Gold: []Gold{{Path: "f3.go", StartLine: 1, EndLine: 5}}}
		ranked := make([]retrieve.Ranked, 10)
		for i := range ranked {
			ranked[i] = retrieve.Ranked{Path: fmt.Sprintf("f%d.go", i), StartLine: 1, EndLine: 10}
			ranked[i].Features[retrieve.GraphScore] = r.Float64()
			ranked[i].Features[retrieve.InTest] = r.Float64()
			ranked[i].Features[retrieve.DepthLog] = 7
		}
		ranked[3].Features[retrieve.GraphScore] += 1
		if row.Repo == "o/r2" { // teaches the opposite
			ranked[3].Features[retrieve.GraphScore] -= 3
		}
		examples = append(examples, NewExample(row, ranked))
	}
	base := retrieve.Model{Report: retrieve.Weights{1}}
	got := LearnModel(base, examples, "o/r2")
	if w := got.Question; w[retrieve.GraphScore] < 1 || w[retrieve.GraphScore] < 3*max(w[retrieve.InTest], -w[retrieve.InTest]) || w[retrieve.DepthLog] != 0 {
		t.Errorf("weights %v: only the graph's score tells", w)
	}
	if got.Report != base.Report {
		t.Errorf("weights of reports changed to %v without an example", got.Report)
	}
	if all := LearnModel(base, examples, ""); all.Question[retrieve.GraphScore] > got.Question[retrieve.GraphScore]-1 {
		t.Errorf("the repository that teaches the opposite changed nothing: %v", all.Question)
	}
}

func TestExampleWorth(t *testing.T) {
	t.Parallel()
	ranked := []retrieve.Ranked{{Path: "a", StartLine: 1, EndLine: 10}, {Path: "a", StartLine: 40, EndLine: 49}, {Path: "b", StartLine: 1, EndLine: 9}, {Path: "b", StartLine: 10, EndLine: 19}}
	row := Row{Query: "crash", Gold: []Gold{{Path: "a", StartLine: 12, EndLine: 20}, {Path: "b"}}}
	e := NewExample(row, ranked)
	if got, want := fmt.Sprint(e.worth, e.Asks), "[0.5 0.5 1 0] false"; got != want {
		t.Errorf("worth %s, want %s", got, want)
	}
}
