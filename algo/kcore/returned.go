package kcore

import (
	"sync/atomic"

	"weft/graph"
	"weft/internal/bitset"
)

// Returned has a bit for each arc u → v of a transpose: whether it has v → u, too.
type returned []uint64

// once returns 0 for a returned arc, and 1 for other arcs.
func (r returned) once(arc int64) uint32 { return uint32(^r[arc>>6]>>(arc&63)) & 1 } //nolint:gosec // one bit

// mark marks and counts the arcs of a list pred that are in succ, too. The list begins with the given arc. It has no
// branch that a processor could mispredict. Lists of one word may be marked at the same time.
func (r returned) mark(arc int64, succ, pred []graph.Node) (n int64) {
	word := uint64(0)
	flush := func(at int64) {
		if word != 0 {
			atomic.OrUint64(&r[at], word)
		}
		word = 0
	}
	for i, j := 0, 0; i < len(succ) && j < len(pred); {
		x, y := succ[i], pred[j]
		less, more := bitset.One(x <= y), bitset.One(y <= x)
		word |= uint64(less&more) << (arc & 63) //nolint:gosec // 0 or 1
		i, j, n, arc = i+less, j+more, n+int64(less&more), arc+int64(more)
		if arc&63 == 0 {
			flush(arc>>6 - 1)
		}
	}
	flush(arc >> 6)
	return n
}
