package retrieve

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/plumbline/plumbline/internal/code"
)

// pool gathers candidates: chunks, and symbols that no chunk was found for.
// What several sources say of one adds up; the order in which they speak does
// not matter.
type pool struct {
	options Options
	q       Question
	byPath  map[string][]*candidate // in the order of lines
	files   map[string]float64      // the part of the score that the whole file gives
	// wholeFile is BM25 of the file, relative to the best.
	wholeFile map[string]float64
	// lifted are the scores of those that were re-ranked; nil before.
	lifted map[*candidate]float64
	floor  float64 // the least of them, at most zero
}

type candidate struct {
	code.Evidence
	kind   code.Kind
	scores [sources]float64
	words  words
	cosine float64
}

// source is who speaks for a candidate.
type source int

const (
	bySymbol source = iota
	byWords
	byMeaning
	byGraph
	sources
)

func newPool(o Options, q Question) *pool {
	return &pool{options: o, q: q, byPath: map[string][]*candidate{}, files: map[string]float64{}}
}

// at is the candidate with exactly these lines of a file.
func (p *pool) at(path string, start, end int) *candidate {
	list := p.byPath[path]
	i, found := slices.BinarySearchFunc(list, [2]int{start, end}, func(c *candidate, at [2]int) int {
		return cmp.Or(cmp.Compare(c.StartLine, at[0]), cmp.Compare(c.EndLine, at[1]))
	})
	if !found {
		c := &candidate{Evidence: code.Evidence{Path: path, StartLine: start, EndLine: end}}
		p.byPath[path] = slices.Insert(list, i, c)
	}
	return p.byPath[path][i]
}

// give notes that a source speaks for a candidate; of one source the best
// score counts.
func (c *candidate) give(by source, why string, score float64) {
	c.scores[by] = max(c.scores[by], score)
	c.Why = merge(c.Why, []string{why})
}

// ofChunk is the candidate of a search's hit.
func (p *pool) ofChunk(h code.ChunkHit) *candidate {
	c := p.at(h.Path, h.StartLine, h.EndLine)
	c.Symbol, c.Test, c.kind = h.Qualified, h.Test, h.Kind
	c.Ref = code.SymbolRef{Path: h.Path, Local: h.Local}
	return c
}

// ofSymbol is the candidate in which a symbol begins, by default its first
// lines.
func (p *pool) ofSymbol(l code.Located) *candidate {
	span := l.Symbol.Span
	for _, c := range p.byPath[l.Ref.Path] {
		if c.StartLine <= span.Start.Line && span.Start.Line <= c.EndLine {
			return c
		}
	}
	c := p.at(l.Ref.Path, span.Start.Line, min(span.End.Line, span.Start.Line+code.MaxChunkLines-1))
	c.Symbol, c.Ref, c.Test, c.kind = l.Qualified, l.Ref, l.Test, l.Symbol.Kind
	return c
}

// addWords adds the chunks that hold words of the question.
func (p *pool) addWords(m code.Matches) {
	scores := scoreWords(p.options, m)
	p.wholeFile = scores.file
	for path, v := range scores.file {
		p.files[path] = p.options.File*v + p.options.Named*namedAs(path, p.q.Files)
	}
	for i, c := range m.Chunks {
		found := p.ofChunk(c.ChunkHit)
		found.words = scores.words[i]
		found.give(byWords, "bm25", p.options.Alpha*scores.chunk[i]+p.options.Around*scores.around[i])
	}
}

// addMeaning adds the chunks that are nearest in meaning, by how much nearer
// they are than the last.
func (p *pool) addMeaning(hits []code.ChunkHit) {
	if len(hits) == 0 {
		return
	}
	far := hits[len(hits)-1].Score
	for _, h := range hits {
		c := p.ofChunk(h)
		c.cosine = h.Score
		c.give(byMeaning, "dense", p.options.Beta*(h.Score-far)/max(hits[0].Score-far, 1e-9))
	}
}

// addSymbols adds what the question names: less where many bear the name, and
// less where it may be an ordinary word.
func (p *pool) addSymbols(symbols []code.Located) {
	namesakes := map[string]float64{}
	for _, l := range symbols {
		namesakes[l.Symbol.Name]++
	}
	for i, l := range symbols {
		sure := 1 / (1 + (namesakes[l.Symbol.Name]-1)/p.options.Namesakes)
		if p.q.Doubtful[l.Symbol.Name] {
			sure /= 2
		}
		p.ofSymbol(l).give(bySymbol, "symbol", p.options.Symbol*sure*(1-float64(i)/float64(2*len(symbols))))
	}
}

// own is what all sources say of a candidate together, beside its file.
func (c *candidate) own() (sum float64) {
	for _, s := range c.scores {
		sum += s
	}
	return sum
}

func (p *pool) score(c *candidate) float64 {
	if score, ok := p.lifted[c]; ok {
		return score
	}
	score := p.fused(c)
	if p.lifted != nil { // behind those that were
		return p.floor - 1/(1+score)
	}
	return score
}

// fused is what the sources and the file say, less for tests and prose.
func (p *pool) fused(c *candidate) float64 {
	switch score := c.own() + p.files[c.Path]; {
	case c.Test && !p.q.Tests:
		return score * p.options.Test
	case changeLog.MatchString(c.Path) && !p.q.Docs:
		return score * p.options.Log
	case prose(c.Path) && !p.q.Docs:
		return score * p.options.Doc
	default:
		return score
	}
}

// changeLog matches lists of changes, which name everything and explain
// nothing.
var changeLog = regexp.MustCompile(`(?i)(?:^|/)(?:changes|changelog|history|news|releases?|release[-_]notes)(?:[-_./][^/]*)?\.?(?:md|rst|txt)?$|(?:^|/)(?:changelog|changelogs|announce|release-notes)/`)

// prose: a file for people, not for machines.
func prose(path string) bool {
	for _, end := range []string{".md", ".rst", ".txt", ".adoc", ".markdown"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// ranked are the candidates, the best first.
func (p *pool) ranked() []*candidate {
	var out []*candidate
	for _, list := range p.byPath {
		for _, c := range list {
			c.Score = p.score(c)
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.EndLine, b.EndLine))
	})
	return out
}

// maxWhy bounds the reasons that a piece names.
const maxWhy = 6

func merge(a, b []string) []string {
	for _, w := range b {
		if !slices.Contains(a, w) && len(a) < maxWhy {
			a = append(a, w)
		}
	}
	return a
}
