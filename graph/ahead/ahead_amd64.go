package ahead

import "weft/graph"

// askStarts asks the processor for where the lists of some nodes begin: they will be at hand when they are read.
//
//go:noescape
func askStarts(starts []uint32, nodes []graph.Node)

// askLists asks for the lists of some nodes: the first line and the last, and up to nine of lists of more than two.
//
//go:noescape
func askLists(l *Lists, nodes []graph.Node)

// copyLists is [copyListsPlain]. It does not check that the nodes belong to the graph.
//
//go:noescape
func copyLists(l *Lists, nodes []graph.Node) (lists, arcs int)
