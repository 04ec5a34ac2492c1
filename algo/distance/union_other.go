//go:build !amd64

package distance

import "weft/graph"

// union makes dst the union of itself and the counters of a list, whose nodes must have one.
func (c counters) union(dst *[counterBytes]byte, list []graph.Node) { c.unionPlain(dst, list) }
