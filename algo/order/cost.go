package order

import (
	"context"
	"math/bits"
	"slices"

	"weft/graph"
	"weft/internal/par"
)

// Cost returns the cost of the gaps of all lists if node u has number numbers[u]. It is the sum of the bit lengths
// of gap + 1, and the first gap of a list is relative to the node itself. Memory: the longest list, for each
// worker.
func Cost(ctx context.Context, g graph.Random, numbers []uint32, workers int) (int64, error) {
	parts := graph.Parts(g)
	sums := make([]int64, len(parts))
	err := par.Do(ctx, len(parts), workers, func(i int) error {
		var list []uint32
		watched := graph.Watched(g, func(graph.Node) error { return ctx.Err() })
		return graph.EachList(watched, parts[i], func(u graph.Node, succ []graph.Node) {
			list = list[:0]
			for _, v := range succ {
				list = append(list, numbers[v])
			}
			slices.Sort(list)
			sums[i] += gaps(numbers[u], list)
		})
	})
	sum := int64(0)
	for _, s := range sums {
		sum += s
	}
	return sum, err
}

func gaps(u uint32, list []uint32) (sum int64) {
	before := u
	for i, v := range list {
		gap := v - before
		if i == 0 && v < u {
			gap = u - v
		}
		sum += int64(bits.Len64(uint64(gap) + 1))
		before = v
	}
	return sum
}
