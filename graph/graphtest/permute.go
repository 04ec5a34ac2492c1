package graphtest

import (
	"fmt"

	"weft/graph"
)

// Permute returns g with its nodes renumbered: node u of g is node perm[u] of the result. It is an error if perm is no
// permutation of the nodes. It takes two passes' worth of memory: 16 bytes an arc besides the result.
func Permute(g graph.Graph, perm []graph.Node) (*graph.Memory, error) {
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
	arcs := make([]graph.Arc, 0, g.NumArcs())
	err := graph.EachList(g, graph.Everything(g), func(u graph.Node, succ []graph.Node) {
		for _, v := range succ {
			arcs = append(arcs, graph.Arc{From: perm[u], To: perm[v]})
		}
	})
	if err != nil {
		return nil, err
	}
	return graph.FromArcs(n, arcs), nil
}
