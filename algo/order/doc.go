// Package order finds orders of the nodes of a graph in which it compresses well, from its arcs alone. This helps
// if pages have no names, or uninformative ones.
//
// [Layered] is Layered Label Propagation with a choice of starting orders, and repeated.
package order

import (
	"context"
	"fmt"

	"weft/graph"
)

// An Order is a permutation of the nodes of a graph.
type Order struct {
	Nodes   []graph.Node // in order
	Numbers []uint32     // the place of each node among them
}

func (o *Order) reset() {
	for u := range o.Nodes {
		o.Nodes[u], o.Numbers[u] = graph.Node(u), uint32(u) //nolint:gosec // nodes are numbered so
	}
}

// number fills Numbers from Nodes.
func (o *Order) number() {
	for i, u := range o.Nodes {
		o.Numbers[u] = uint32(i) //nolint:gosec // there are as many as nodes
	}
}

func (o *Order) copyFrom(p *Order) {
	copy(o.Nodes, p.Nodes)
	copy(o.Numbers, p.Numbers)
}

// breadthFirst sets o to the order in which a breadth-first visit meets the nodes. It starts at the first node,
// then at the first node that was not met, and so on. It follows lists in their order. Nodes is the queue.
func (o *Order) breadthFirst(ctx context.Context, g graph.Random) error {
	const unmet = graph.MaxNodes
	for u := range o.Numbers {
		o.Numbers[u] = unmet
	}
	last := uint32(0)
	meet := func(u graph.Node) {
		if o.Numbers[u] == unmet {
			o.Numbers[u], o.Nodes[last] = last, u
			last++
		}
	}
	var list []graph.Node
	root := graph.Node(0)
	for i := range o.Nodes {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for int(last) == i {
			meet(root)
			root++
		}
		var err error
		if list, err = g.AppendSucc(list[:0], o.Nodes[i]); err != nil {
			return fmt.Errorf("visit breadth first: %w", err)
		}
		for _, v := range list {
			meet(v)
		}
	}
	return nil
}

// lookEvery is the number of nodes between two checks of the context.
const lookEvery = 1 << 12
