package graph

// What IsLocal looks at: so many lists, and so many arcs of each at most.
const (
	lookedLists = 1024
	lookedArcs  = 16
)

// IsLocal says whether most arcs of a graph lead to nodes near by, by at most a 64th of all nodes away, as far as the
// lists of some nodes tell, at the same distance from each other: so it is in a crawl in the order of its URLs. Errors
// are those of reading g.
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
