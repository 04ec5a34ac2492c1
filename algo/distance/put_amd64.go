package distance

import (
	"fmt"

	"weft/graph"
)

//go:noescape
func putNewKernel(seen []uint8, end, nodes []graph.Node) (found, wrong int)

// putNew is [putNewPlain].
func putNew(seen []uint8, end, nodes []graph.Node) int {
	found, wrong := putNewKernel(seen, end, nodes)
	if wrong != 0 {
		panic(fmt.Sprintf("breadth-first search: a source or a successor is not one of %d nodes", len(seen)))
	}
	return found
}
