package flow

import (
	"math"
	"slices"

	"weft/graph"
)

// reach queues the pages that can be reached from the sources, breadth first and without entering those outside. In
// next it keeps the half by which each was reached. It returns how many they are.
func (p *preflow) reach(sources []graph.Node) int {
	const unseen = none - 1
	for u := range p.next {
		p.next[u] = unseen
	}
	p.queue = p.queue[:0]
	for _, u := range sources {
		if p.next[u] == unseen {
			p.next[u] = none
			p.queue = append(p.queue, uint32(u))
		}
	}
	for i := 0; i < len(p.queue); i++ {
		lo, hi := p.halves(p.queue[i])
		for a := lo; a < hi; a++ {
			if v := p.heads[a]; p.next[v] == unseen && p.capacity[a] > 0 && !p.unlimited.Has(int(v)) {
				p.next[v] = a
				p.queue = append(p.queue, v)
			}
		}
	}
	return len(p.queue)
}

// flood begins with the flow that the tree of [preflow.reach] can carry. With small capacities to the sink, this
// is most of the largest flow, and pushing would pass the same arcs again and again.
//
// From the leaves to the sources, each page sums into excess the demand of the pages below it. On the way back it
// receives up to this amount, sends its own share to the sink, and distributes excess to the pages below. In the
// end excess is zero.
func (p *preflow) flood() {
	for _, u := range slices.Backward(p.queue) {
		if a := p.next[u]; a != none {
			p.excess[p.parent(u)] = sum(p.excess[p.parent(u)], min(p.capacity[a], sum(p.room[u], p.excess[u])))
		}
	}
	for _, u := range p.queue {
		a := p.next[u]
		if a == none {
			p.excess[u] = math.MaxInt64
			continue
		}
		x := min(p.capacity[a], sum(p.room[u], p.excess[u]), p.excess[p.parent(u)])
		p.excess[p.parent(u)] -= x
		p.left[a] -= x
		p.left[p.twins[a]] += x
		p.excess[u] = p.absorb(u, x)
	}
	for _, u := range p.queue {
		if p.next[u] == none {
			p.excess[u] = 0
		}
	}
}

func (p *preflow) parent(u uint32) uint32 { return p.heads[p.twins[p.next[u]]] }

// sum is a + b, or the largest number if that is more.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
