//go:build !amd64

package ahead

import "weft/graph"

// askStarts and askLists do nothing where there is no kernel for them.
func askStarts([]uint32, []graph.Node) {}

func askLists(*Lists, []graph.Node) {}

func copyLists(l *Lists, nodes []graph.Node) (lists, arcs int) { return copyListsPlain(l, nodes) }
