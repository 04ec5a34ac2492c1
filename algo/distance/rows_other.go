//go:build !amd64

package distance

import "weft/graph"

// askStarts and askLists do nothing where there is no kernel for them.
func askStarts([]uint32, []graph.Node) {}

func askLists([]uint32, []graph.Node, []graph.Node) {}

func copyLists(starts []uint32, succ, nodes []graph.Node, ends *[atOnce + longest]graph.Node) (lists, arcs int) {
	return copyListsPlain(starts, succ, nodes, ends)
}

func putNew(seen []uint8, end, nodes []graph.Node) int { return putNewPlain(seen, end, nodes) }
