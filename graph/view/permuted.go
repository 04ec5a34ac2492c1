package view

import (
	"fmt"
	"slices"

	"weft/graph"
)

// Permuted shows g with its nodes in another order: node i of the view is nodes[i] of g, and numbers[u] is the
// number of node u of g in the view. Both are kept, and must be inverse to each other. A list is read, renumbered
// and sorted when it is needed.
func Permuted(g graph.Random, nodes []graph.Node, numbers []uint32) (*Graph, error) {
	if n := g.NumNodes(); len(nodes) != n || len(numbers) != n {
		return nil, fmt.Errorf("a graph of %d nodes in another order: %d nodes have %d numbers", n, len(nodes), len(numbers))
	}
	for i, u := range nodes {
		if int(u) >= len(numbers) || int(numbers[u]) != i {
			return nil, fmt.Errorf("a graph in another order: node %d stands at %d, and does not know it", u, i)
		}
	}
	return newGraph(&permuted{g, nodes, numbers}), nil
}

type permuted struct {
	g       graph.Random
	nodes   []graph.Node
	numbers []uint32
}

func (p *permuted) NumNodes() int { return len(p.nodes) }
func (p *permuted) most() int64   { return p.g.NumArcs() }

func (p *permuted) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	old := len(dst)
	dst, err := p.g.AppendSucc(dst, p.nodes[u])
	if err != nil {
		return dst[:old], fmt.Errorf("node %d, which was %d: %w", u, p.nodes[u], err)
	}
	list := dst[old:]
	for i, v := range list {
		list[i] = graph.Node(p.numbers[v])
	}
	slices.Sort(list)
	return dst, nil
}

func (p *permuted) Scan(r graph.Range) graph.Cursor { return graph.ByList(r, p.AppendSucc) }
