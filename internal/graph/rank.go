package graph

const (
	damping   = 0.85
	rankTurns = 40 // after which ranks of real graphs move by less than a thousandth
)

// PageRank ranks n nodes by the edges that lead to them, each a pair of
// numbers below n; edges that repeat count as often. Ranks sum to 1.
func PageRank(n int, edges [][2]int) []float64 {
	if n == 0 {
		return nil
	}
	out := make([]int, n)
	for _, e := range edges {
		out[e[0]]++
	}
	rank, next := make([]float64, n), make([]float64, n)
	for i := range rank {
		rank[i] = 1 / float64(n)
	}
	for range rankTurns {
		lost := 0.0 // of nodes that lead nowhere: shared by all
		for i := range rank {
			if out[i] == 0 {
				lost += rank[i]
			}
		}
		base := (1 - damping + damping*lost) / float64(n)
		for i := range next {
			next[i] = base
		}
		for _, e := range edges {
			next[e[1]] += damping * rank[e[0]] / float64(out[e[0]])
		}
		rank, next = next, rank
	}
	return rank
}
