package graph

import (
	"cmp"
	"maps"
	"slices"
)

// Cycle is a knot of files (of packages, where the language imports those)
// that all import each other, by some way.
type Cycle struct {
	Files int `json:"files"`
	// Path is a shortest way around, from the least file and back to it.
	Path []string `json:"path"`
}

// imports are which files import which.
type imports map[string]map[string]bool

func (g imports) add(from, to string) {
	if from == to {
		return
	}
	if g[from] == nil {
		g[from] = map[string]bool{}
	}
	g[from][to] = true
}

// cycles are the strongly connected parts of more than one file, the largest
// first.
func (g imports) cycles() []Cycle {
	out := []Cycle{}
	for _, knot := range g.knots() {
		if len(knot) > 1 {
			out = append(out, Cycle{len(knot), g.around(slices.Min(knot))})
		}
	}
	slices.SortFunc(out, func(a, b Cycle) int {
		return cmp.Or(cmp.Compare(b.Files, a.Files), slices.Compare(a.Path, b.Path))
	})
	return out
}

// around is a shortest way from a file back to itself.
func (g imports) around(start string) []string {
	came := map[string]string{}
	for layer := []string{start}; len(layer) > 0; {
		var next []string
		for _, at := range layer {
			for _, to := range slices.Sorted(maps.Keys(g[at])) {
				if to == start {
					return g.way(came, start, at)
				}
				if _, seen := came[to]; !seen {
					came[to] = at
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return nil
}

func (g imports) way(came map[string]string, start, at string) []string {
	way := []string{start}
	for ; at != start; at = came[at] {
		way = append(way, at)
	}
	way = append(way, start)
	slices.Reverse(way)
	return way
}

// knots are the strongly connected parts (Tarjan's algorithm, with a stack of
// its own: import chains are as long as the repository likes).
func (g imports) knots() (out [][]string) {
	type frame struct {
		at   string
		next []string
	}
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var open []string
	enter := func(v string) frame {
		index[v] = len(index)
		low[v] = index[v]
		on[v] = true
		open = append(open, v)
		return frame{v, slices.Sorted(maps.Keys(g[v]))}
	}
	for _, root := range slices.Sorted(maps.Keys(g)) {
		if _, seen := index[root]; seen {
			continue
		}
		for stack := []frame{enter(root)}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.next) > 0 {
				to := top.next[0]
				top.next = top.next[1:]
				if _, seen := index[to]; !seen {
					stack = append(stack, enter(to))
				} else if on[to] {
					low[top.at] = min(low[top.at], index[to])
				}
				continue
			}
			v := top.at
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				under := stack[len(stack)-1].at
				low[under] = min(low[under], low[v])
			}
			if low[v] == index[v] {
				i := slices.Index(open, v)
				out = append(out, slices.Clone(open[i:]))
				for _, w := range open[i:] {
					on[w] = false
				}
				open = open[:i]
			}
		}
	}
	return out
}
