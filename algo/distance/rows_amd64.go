package distance

import (
	"fmt"

	"weft/graph"
)

// askStarts asks the processor for where the lists of some nodes begin: they will be at hand when they are read.
//
//go:noescape
func askStarts(starts []uint32, nodes []graph.Node)

// askLists asks for the lists of some nodes: the first line and the last, and up to nine of lists of more than two.
//
//go:noescape
func askLists(r *rows, nodes []graph.Node)

// copyLists is [copyListsPlain]. That the nodes and the rows are of a graph is not looked at again.
//
//go:noescape
func copyLists(r *rows, nodes []graph.Node) (lists, arcs int)

//go:noescape
func putNewKernel(seen []uint8, end, nodes []graph.Node) (found, wrong int)

// putNew is [putNewPlain].
func putNew(seen []uint8, end, nodes []graph.Node) int {
	found, wrong := putNewKernel(seen, end, nodes)
	if wrong != 0 {
		panic(fmt.Sprintf("breadth-first search: a successor is not one of %d nodes", len(seen)))
	}
	return found
}
