package graph

import "fmt"

// Permute returns g with its nodes renumbered: node u of g is node perm[u] of the result. It is an error if perm is no
// permutation of the nodes. It takes two passes' worth of memory: 16 bytes an arc besides the result.
func Permute(g Graph, perm []Node) (*Memory, error) {
	n := g.NumNodes()
	if len(perm) != n {
		return nil, fmt.Errorf("permute a graph of %d nodes: the permutation has %d", n, len(perm))
	}
	seen := make([]bool, n)
	for u, p := range perm {
		if int(p) >= n || seen[p] {
			return nil, fmt.Errorf("permute a graph: node %d becomes %d, which is out of range or taken", u, p)
		}
		seen[p] = true
	}
	arcs := make([]Arc, 0, g.NumArcs())
	err := EachList(g, Everything(g), func(u Node, succ []Node) {
		for _, v := range succ {
			arcs = append(arcs, Arc{perm[u], perm[v]})
		}
	})
	if err != nil {
		return nil, err
	}
	return FromArcs(n, arcs), nil
}
