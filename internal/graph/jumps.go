package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Jump is a figure that differs suddenly from an earlier snapshot's, which is
// how a broken binder or extractor shows.
type Jump struct {
	What   string  `json:"what"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

const (
	// jumpRate: a count per file that changes by more than this part of it
	// does so suddenly. Ordinary commits move it by a few per cent.
	jumpRate = 0.2
	// jumpFloor: smaller counts change by chance.
	jumpFloor = 50
	// jumpShare: a share of references that moves by more than this does so
	// suddenly.
	jumpShare = 0.05
)

// Jumps are the figures of after that differ suddenly from before. Counts are
// taken per file, so that a repository may grow or shrink.
func Jumps(before, after Health) []Jump {
	out := []Jump{}
	for _, group := range []struct {
		name          string
		before, after map[string]int
	}{
		{"nodes", named(before.Nodes), named(after.Nodes)},
		{"edges", named(before.Edges), named(after.Edges)},
	} {
		for _, key := range keysOf(group.before, group.after) {
			a, b := group.before[key], group.after[key]
			if jumps(a, before.Files, b, after.Files) {
				out = append(out, Jump{group.name + " " + key, float64(a), float64(b)})
			}
		}
	}
	return append(out, shareJumps(before, after)...)
}

func jumps(a, filesBefore, b, filesAfter int) bool {
	if max(a, b) < jumpFloor || filesBefore == 0 || filesAfter == 0 {
		return false
	}
	was, is := float64(a)/float64(filesBefore), float64(b)/float64(filesAfter)
	return math.Abs(is-was) > jumpRate*max(was, is)
}

// shareJumps compares what became of each language's references.
func shareJumps(before, after Health) (out []Jump) {
	was := map[string]LanguageHealth{}
	for _, l := range before.Languages {
		was[l.Language] = l
	}
	for _, is := range after.Languages {
		old, known := was[is.Language]
		if !known || old.References < jumpFloor || is.References < jumpFloor {
			continue
		}
		for _, share := range []struct {
			name   string
			before float64
			after  float64
		}{
			{"bound", old.Share(old.Bound), is.Share(is.Bound)},
			{"external", old.Share(old.External), is.Share(is.External)},
			{"unknown", old.Share(old.Unknown), is.Share(is.Unknown)},
		} {
			if math.Abs(share.after-share.before) > jumpShare {
				out = append(out, Jump{fmt.Sprintf("share of %s references %s", is.Language, share.name), share.before, share.after})
			}
		}
	}
	return out
}

func named[K ~string](counts map[K]int) map[string]int {
	out := make(map[string]int, len(counts))
	for k, n := range counts {
		out[string(k)] = n
	}
	return out
}

// keysOf are the keys of either map, sorted.
func keysOf[K cmp.Ordered](a, b map[K]int) []K {
	var keys []K
	for _, m := range []map[K]int{a, b} {
		for k := range m {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
