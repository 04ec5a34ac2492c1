//go:build !amd64

package distance

import "weft/graph"

// askStarts and askLists do nothing where there is no kernel for them.
func askStarts([]uint32, []graph.Node) {}

func askLists(*rows, []graph.Node) {}

func copyLists(r *rows, nodes []graph.Node) (lists, arcs int) { return copyListsPlain(r, nodes) }

func putNew(seen []uint8, end, nodes []graph.Node) int { return putNewPlain(seen, end, nodes) }
