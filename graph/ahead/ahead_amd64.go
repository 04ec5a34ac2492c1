package ahead

import "weft/graph"

// askStarts prefetches the starts of the lists of some nodes.
//
//go:noescape
func askStarts(starts []uint32, nodes []graph.Node)

// askLists prefetches the lists of some nodes: the first and the last cache line, and up to nine lines of lists
// with more than two. It skips what is not a node of the graph.
//
//go:noescape
func askLists(l *Lists, nodes []graph.Node)

// copyLists is [copyListsPlain]. It does not check that the nodes belong to the graph.
//
//go:noescape
func copyLists(l *Lists, nodes []graph.Node) (lists, arcs int)
