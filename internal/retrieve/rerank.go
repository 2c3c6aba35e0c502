package retrieve

import (
	"math"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// Feature numbers what the re-ranker weighs of a candidate. All are plain
// numbers that do not depend on the repository's size.
type Feature int

// The features. Shares are of the question's terms by their weight; relative
// ones are parts of the best candidate's.
const (
	ScoreShare     Feature = iota // of the score that the sources and the file give, relative
	RankLog                       // logarithm of its place by that score
	AroundShare                   // BM25 of the lines around it, a share
	AroundBest                    // the same, relative
	FileBest                      // BM25 of its file, relative
	NameBest                      // what the terms in its name count for, relative
	PathShare                     // terms in its path, a share
	PathBest                      // the same, relative
	MeaningBest                   // cosine, relative
	GraphScore                    // what the code graph gives
	InTest                        // it is test code
	TestAsked                     // and tests are asked about
	InProse                       // it is a document
	InChanges                     // it is a list of changes
	InExample                     // its path says that it is an example
	FileChunksLog                 // logarithm of how many chunks of its file were found
	FileBeforeLog                 // logarithm of how many chunks of its file stand before it
	LengthLog                     // logarithm of its length, in terms
	DepthLog                      // logarithm of how deep its folder lies
	FileSpoken                    // part of its file's name that the question says
	NameSpoken                    // part of its symbol's name that the question says
	OwnerSpoken                   // part of the name of what its symbol lies in
	ChunkBest                     // BM25 of the chunk by itself, relative
	SignatureShare                // terms in its signature, as in its name, a share
	ProseShare                    // in its documentation
	BodyShare                     // in its lines
	OfFunction                    // its symbol is a function
	OfMethod                      // a method
	OfType                        // a class or an interface
	OfModule                      // no symbol but the file
	LinesLog                      // logarithm of how many lines it has
	StartLog                      // logarithm of its first line
	Features
)

// Weights are what the features count for.
type Weights [Features]float64

// Model are the weights by what is asked: a question wants the lines that
// answer, a report (of a fault or a change, without a question) the files that
// are to be changed. The zero model leaves the order as it is.
type Model struct {
	Question Weights `json:"question"`
	Report   Weights `json:"report"`
}

// Ranked is a candidate as the re-ranker sees it.
type Ranked struct {
	Path               string
	StartLine, EndLine int
	Features           Weights
}

// reranked is how many of the best candidates are put in a new order.
const reranked = 200

// rerank orders the best candidates by the weighted sum of their features.
// What stands behind them stays behind them.
func (p *pool) rerank() []Ranked {
	ranked := p.ranked()
	ranked = ranked[:min(len(ranked), reranked)]
	out := p.features(ranked)
	weights := p.options.Model.Report
	if p.q.Asks {
		weights = p.options.Model.Question
	}
	if weights == (Weights{}) {
		return out
	}
	p.lifted = map[*candidate]float64{}
	for i, c := range ranked {
		sum := 0.0
		for f, v := range out[i].Features {
			sum += weights[f] * v
		}
		p.lifted[c] = sum
		p.floor = min(p.floor, sum)
	}
	return out
}

// relativeScores are scores from one down, of pieces in order: by how much less
// than the best's the weighted sum of each is, as a power of e.
func relativeScores(pieces []code.Evidence) {
	for i := len(pieces) - 1; i >= 0; i-- {
		pieces[i].Score = math.Exp(pieces[i].Score - pieces[0].Score)
	}
}

func (p *pool) features(ranked []*candidate) []Ranked {
	out := make([]Ranked, len(ranked))
	inFile, before := map[string]int{}, map[string]int{}
	for _, list := range p.byPath {
		for _, c := range list {
			if c.words != (words{}) {
				inFile[c.Path]++
			}
		}
	}
	said := map[string]bool{}
	for _, w := range syntax.Terms(p.q.Text) {
		said[w] = true
	}
	for i, c := range ranked {
		f := &out[i].Features
		out[i].Path, out[i].StartLine, out[i].EndLine = c.Path, c.StartLine, c.EndLine
		f[ScoreShare] = c.Score
		f[RankLog] = math.Log1p(float64(i))
		f[AroundShare], f[AroundBest] = c.words.around, c.words.around
		f[FileBest] = p.wholeFile[c.Path]
		f[NameBest] = c.words.fields[code.FieldName]
		f[SignatureShare] = c.words.fields[code.FieldSignature]
		f[ProseShare] = c.words.fields[code.FieldProse]
		f[BodyShare] = c.words.fields[code.FieldBody]
		f[ChunkBest] = c.words.chunk
		f[PathShare], f[PathBest] = c.words.path, c.words.path
		f[MeaningBest] = c.cosine
		f[GraphScore] = c.scores[byGraph]
		f[InTest] = indicator(c.Test)
		f[TestAsked] = indicator(c.Test && p.q.Tests)
		f[InProse] = indicator(prose(c.Path))
		f[InChanges] = indicator(changeLog.MatchString(c.Path))
		f[InExample] = indicator(strings.Contains(c.Path, "example"))
		f[FileChunksLog] = math.Log1p(float64(inFile[c.Path]))
		f[FileBeforeLog] = math.Log1p(float64(before[c.Path]))
		f[LengthLog] = math.Log1p(c.words.length)
		f[DepthLog] = math.Log1p(float64(1 + strings.Count(c.Path, "/")))
		file, _, _ := strings.Cut(c.Path[strings.LastIndexByte(c.Path, '/')+1:], ".")
		owner, name := lastTwo(c.Ref.Local)
		f[FileSpoken], f[NameSpoken], f[OwnerSpoken] = spoken(file, said), spoken(name, said), spoken(owner, said)
		f[OfFunction] = indicator(c.kind == code.Function)
		f[OfMethod] = indicator(c.kind == code.Method)
		f[OfType] = indicator(c.kind == code.Class || c.kind == code.Interface)
		f[OfModule] = indicator(c.kind == code.Module)
		f[LinesLog] = math.Log1p(float64(c.EndLine - c.StartLine + 1))
		f[StartLog] = math.Log1p(float64(c.StartLine))
		before[c.Path]++
	}
	for _, f := range []Feature{ScoreShare, AroundBest, ChunkBest, NameBest, PathBest, MeaningBest} {
		relative(out, f)
	}
	return out
}

func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func relative(ranked []Ranked, f Feature) {
	best := 1e-9
	for _, r := range ranked {
		best = max(best, r.Features[f])
	}
	for i := range ranked {
		ranked[i].Features[f] /= best
	}
}

// lastTwo are the last parts of a local name: of what a symbol lies in, and
// its own.
func lastTwo(local string) (owner, name string) {
	parts := strings.Split(local, ".")
	if len(parts) > 1 {
		owner = parts[len(parts)-2]
	}
	name, _, _ = strings.Cut(parts[len(parts)-1], "~")
	return owner, name
}

// spoken is the part of a name's words that are said.
func spoken(name string, said map[string]bool) float64 {
	words := code.Words(name)
	if len(words) == 0 {
		return 0
	}
	n := 0
	for _, w := range words {
		if said[syntax.Stem(w)] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}
