package rank

import (
	"fmt"

	"weft/graph"
)

//go:noescape
func gatherKernel(to, values []float64, list []graph.Node, ahead int) (wrong int)

// askSums asks for the sums to which words lead.
//
//go:noescape
func askSums(to []float64, words []uint32, mask uint32)

// gatherAhead is how many arcs later the values are that are asked for meanwhile. Of G(n,p) with 1.3 and 4 M pages 20
// passes take 252 and 1,410 ms with 32, 223 and 1,000 with 128, 217 and 951 with 256 (docs/performance.md).
const gatherAhead = 160

// gatherInto is [gatherIntoPlain], and asks for what is needed later, which next begins with.
func gatherInto(to, values []float64, list, next []graph.Node) {
	if gatherKernel(to[:len(list)], values, list, min(gatherAhead, len(next))) != 0 {
		panic(fmt.Sprintf("a list of a graph leads out of its %d nodes", len(values)))
	}
}
