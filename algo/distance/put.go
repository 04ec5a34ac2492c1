package distance

import "weft/graph"

// putNewPlain writes the unseen ones of some nodes to the beginning of end, marks them as seen, and returns their
// number. end has room for one more than can be new. The processor cannot predict which nodes are new, so there is
// no branch: each node is written, and the end moves if it is new. Meanwhile the next is looked up.
func putNewPlain(seen []uint8, end, nodes []graph.Node) (found int) {
	for _, u := range nodes {
		end[found] = u
		found += int(1 - seen[u])
		seen[u] = 1
	}
	return found
}
