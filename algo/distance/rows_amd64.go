package distance

import (
	"fmt"
	"unsafe"

	"weft/graph"
)

//go:noescape
func askStartsKernel(starts, nodes *uint32, n int)

//go:noescape
func askListsKernel(starts, succ, nodes *uint32, n int)

//go:noescape
func copyListsKernel(starts, succ, nodes *uint32, n int, ends *uint32, last int) (lists, arcs int)

//go:noescape
func putNewKernel(seen *uint8, of int, end, nodes *uint32, n int) (found, wrong int)

// askStarts asks for where the lists of some nodes begin: they will be at hand when they are read.
func askStarts(starts []uint32, nodes []graph.Node) {
	askStartsKernel(first(starts), first(nodes), len(nodes))
}

// askLists asks for the lists of some nodes, the first nine lines of each.
func askLists(starts []uint32, succ, nodes []graph.Node) {
	askListsKernel(first(starts), first(succ), first(nodes), len(nodes))
}

// copyLists is [copyListsPlain]. The nodes must be of the graph, whose rows [graph.NewMemory] and its like have looked through.
func copyLists(starts []uint32, succ, nodes []graph.Node, ends *[atOnce + longest]graph.Node) (lists, arcs int) {
	return copyListsKernel(first(starts), first(succ), first(nodes), len(nodes), first(ends[:]), len(succ)-short)
}

// putNew is [putNewPlain].
func putNew(seen []uint8, end, nodes []graph.Node) int {
	found, wrong := putNewKernel(unsafe.SliceData(seen), len(seen), first(end), first(nodes), len(nodes))
	if wrong > 0 {
		panic(fmt.Sprintf("breadth-first search: a successor is not one of %d nodes", len(seen)))
	}
	return found
}

func first[N ~uint32](of []N) *uint32 { return (*uint32)(unsafe.Pointer(unsafe.SliceData(of))) }
