package embed

import (
	"cmp"
	"slices"
)

// A batch's tokens are bounded so that what the model holds between its
// layers stays in the processor's caches.
const batchTokens = 1024

// batch is a run of texts of nearly equal length: places in the caller's
// list, and the length that they are padded to.
type batch struct {
	texts  []int
	length int
}

// planBatches groups encoded texts so that little is padded and no batch has
// many more tokens than batchTokens. The longest come first, so that no core
// is left with a long one at the end.
func planBatches(encoded [][]int64) []batch {
	order := make([]int, len(encoded))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(len(encoded[b]), len(encoded[a]))
	})
	var batches []batch
	for len(order) > 0 {
		length := len(encoded[order[0]])
		size := 1
		for size < len(order) && (size+1)*length <= batchTokens && fits(len(encoded[order[size]]), length) {
			size++
		}
		batches = append(batches, batch{texts: order[:size], length: length})
		order = order[size:]
	}
	return batches
}

// fits tells whether a text of that many tokens may be padded to length.
func fits(tokens, length int) bool { return length-tokens <= length/8 }
