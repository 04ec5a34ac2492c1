package distance

import (
	"unsafe"

	"weft/graph"
)

//go:noescape
func unionKernel(dst, counters *byte, list *uint32, n int)

// union makes dst the union of itself and the counters of a list, whose nodes must have one. SSE2, which every amd64 has,
// does it sixteen registers at a time; unionPlain is its twin.
func (c counters) union(dst *[counterBytes]byte, list []graph.Node) {
	if len(list) > 0 {
		unionKernel(&dst[0], unsafe.SliceData(c), (*uint32)(unsafe.SliceData(list)), len(list))
	}
}
