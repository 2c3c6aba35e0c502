package retrieve

import (
	"slices"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/syntax"
)

// lexicalScores are BM25F over the fields of chunks. Three sizes are looked at:
// each chunk by itself, what stands around it within a piece's lines, and what
// the matching chunks of its file hold together. Each is normalised to its
// best. The path's words are a field of every chunk of the file.
type lexicalScores struct {
	chunk, around []float64 // by place in Matches.Chunks
	file          map[string]float64
	words         []words // by place in Matches.Chunks
}

// words is what a question's words say of a chunk, beside its scores: shares
// of the most that its terms can count for, and its length in terms.
type words struct {
	chunk, around, path, length float64
	fields                      [code.FieldBody + 1]float64
}

func scoreWords(o Options, m code.Matches) lexicalScores {
	byPath := map[string][]int{}
	for i, c := range m.Chunks {
		byPath[c.Path] = append(byPath[c.Path], i)
	}
	s := lexicalScores{make([]float64, len(m.Chunks)), make([]float64, len(m.Chunks)), map[string]float64{}, make([]words, len(m.Chunks))}
	most := most(m.Terms)
	whole := map[string]text{}
	average := 0.0
	for path, places := range byPath {
		slices.SortFunc(places, func(a, b int) int { return m.Chunks[a].StartLine - m.Chunks[b].StartLine })
		inPath := o.inPath(path, m.Terms)
		texts := make([]text, len(places))
		for j, i := range places {
			texts[j] = o.textOf(m.Chunks[i])
			s.chunk[i] = o.bm25(m, texts[j].with(inPath, 1), m.Average, 1)
		}
		for j, i := range places {
			s.around[i] = o.bm25(m, around(m, places, texts, j).with(inPath, 1), m.Average, 1)
			s.words[i] = words{s.chunk[i] / most, s.around[i] / most, said(m.Terms, inPath) / most, float64(m.Chunks[i].Len), o.inFields(m, i, most)}
		}
		whole[path] = sum(texts...).with(inPath, fileSize)
		average += whole[path].length / float64(len(byPath))
	}
	for path, t := range whole {
		s.file[path] = o.bm25(m, t, average, fileSize)
	}
	s.normalise()
	return s
}

// most is what the terms count for where all of them stand.
func most(terms []code.MatchedTerm) float64 {
	sum := 1e-9
	for _, t := range terms {
		sum += t.Weight * t.IDF
	}
	return sum
}

// said is what the terms that stand somewhere count for.
func said(terms []code.MatchedTerm, counts []float64) (sum float64) {
	for i, t := range terms {
		if counts[i] > 0 {
			sum += t.Weight * t.IDF
		}
	}
	return sum
}

// inFields is BM25 of each field of a chunk, whatever its length, as a part of
// the most that the terms count for.
func (o Options) inFields(m code.Matches, i int, most float64) (out [code.FieldBody + 1]float64) {
	for k, t := range m.Terms {
		for field, n := range m.Chunks[i].Counts[k] {
			out[field] += t.Weight * t.IDF * float64(n) * (o.K1 + 1) / (float64(n) + o.K1) / most
		}
	}
	return out
}

// fileSize is how many chunks' worth of occurrences saturate a file's score.
const fileSize = 4

// text is how often each term stands in some lines, weighted by field.
type text struct {
	counts []float64
	length float64
}

func (o Options) textOf(c code.Match) text {
	weights := [...]float64{o.Name, o.Signature, o.Prose, 1}
	t := text{make([]float64, len(c.Counts)), float64(c.Len)}
	for i, counts := range c.Counts {
		for field, n := range counts {
			t.counts[i] += weights[field] * float64(n)
		}
	}
	return t
}

// inPath is what the terms among a path's words count for.
func (o Options) inPath(path string, terms []code.MatchedTerm) []float64 {
	words := syntax.Terms(path)
	out := make([]float64, len(terms))
	for i, t := range terms {
		if slices.Contains(words, t.Word) {
			out[i] = o.Path
		}
	}
	return out
}

func (t text) with(counts []float64, times float64) text {
	out := text{slices.Clone(t.counts), t.length}
	for i, n := range counts {
		out.counts[i] += times * n
	}
	return out
}

func sum(texts ...text) text {
	out := text{counts: make([]float64, len(texts[0].counts))}
	for _, t := range texts {
		out = text{out.with(t.counts, 1).counts, out.length + t.length}
	}
	return out
}

// around is the text of the chunks within a piece's lines of chunk j, half of
// the room before it and half behind.
func around(m code.Matches, places []int, texts []text, j int) text {
	c := m.Chunks[places[j]]
	room := (code.MaxChunkLines - (c.EndLine - c.StartLine + 1)) / 2
	from, to := j, j
	for from > 0 && m.Chunks[places[from-1]].StartLine >= c.StartLine-room {
		from--
	}
	for to+1 < len(places) && m.Chunks[places[to+1]].EndLine <= c.EndLine+room {
		to++
	}
	return sum(texts[from : to+1]...)
}

// bm25 scores a text of about size chunks.
func (o Options) bm25(m code.Matches, t text, average, size float64) (score float64) {
	length := t.length / max(average, 1)
	for i, term := range m.Terms {
		if n := t.counts[i]; n > 0 {
			score += term.Weight * term.IDF * n * (o.K1 + 1) / (n + o.K1*size*(1-o.B+o.B*length))
		}
	}
	return score
}

func (s lexicalScores) normalise() {
	for _, scores := range [][]float64{s.chunk, s.around} {
		best := slices.Max(append(scores, 1e-9))
		for i := range scores {
			scores[i] /= best
		}
	}
	best := 1e-9
	for _, v := range s.file {
		best = max(best, v)
	}
	for path := range s.file {
		s.file[path] /= best
	}
}
