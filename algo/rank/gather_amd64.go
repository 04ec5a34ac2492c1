package rank

import (
	"fmt"

	"weft/graph"
)

//go:noescape
func gatherKernel(to, values []float64, list []graph.Node, ahead int) (wrong int)

// askSums prefetches the sums that words refer to.
//
//go:noescape
func askSums(to []float64, words []uint32, mask uint32)

// gatherAhead is the distance, in arcs, at which values are prefetched. For G(n,p) with 1.3 and 4 M pages, 20
// passes take 252 and 1,410 ms at a distance of 32, 223 and 1,000 ms at 128, 217 and 951 ms at 256
// (docs/performance.md).
const gatherAhead = 160

// gatherInto is [gatherIntoPlain], and prefetches the first values of next.
func gatherInto(to, values []float64, list, next []graph.Node) {
	if gatherKernel(to[:len(list)], values, list, min(gatherAhead, len(next))) != 0 {
		panic(fmt.Sprintf("a list of a graph leads out of its %d nodes", len(values)))
	}
}
