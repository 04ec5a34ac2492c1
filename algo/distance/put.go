package distance

import "weft/graph"

// putNewPlain puts those of some nodes that were not seen at the beginning of end, which has room for one more than can
// be new, and returns how many they are; they are seen then. Nobody can guess which these are, so there is no branch:
// each node is written there, and the end moves behind it if it is new. The next is looked up meanwhile.
func putNewPlain(seen []uint8, end, nodes []graph.Node) (found int) {
	for _, u := range nodes {
		end[found] = u
		found += int(1 - seen[u])
		seen[u] = 1
	}
	return found
}
