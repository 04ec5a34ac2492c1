package graph

// IsLocal reads this number of lists, and at most this number of arcs of each.
const (
	lookedLists = 1024
	lookedArcs  = 16
)

// IsLocal reports whether most arcs of a graph lead near: at most a 64th of all nodes away. This is so for a crawl
// in the order of its URLs. It samples the lists of nodes at equal distances. It returns errors of reading g.
func IsLocal(g Random) (bool, error) {
	n := g.NumNodes()
	near, all := 0, 0
	var list []Node
	for u := 0; u < n; u += n/lookedLists + 1 {
		var err error
		if list, err = g.AppendSucc(list[:0], Node(u)); err != nil { //nolint:gosec // a node
			return false, err
		}
		for _, v := range list[:min(len(list), lookedArcs)] {
			if all++; max(int(v)-u, u-int(v)) <= n/64 {
				near++
			}
		}
	}
	return 2*near > all, nil
}
