package component

import (
	"context"

	"weft/graph"
	"weft/internal/bitset"
)

// trim completes components where cheap checks show that no path leads back. The visit need not enter their pages
// then, and each such page would cost a wait for memory. These are pages without successors, pages that lead only to
// complete earlier pages, and pages without predecessors, if the transpose shows them. Removing pages without other
// predecessors repeatedly, as in topological sorting, took longer than visiting them: a third longer on crawls.
func (v *visit) trim(ctx context.Context) error {
	v.trimWithout(v.mem, v.trimInOrder(ctx))
	if v.in != nil {
		v.trimWithout(v.in, 0)
	}
	return ctx.Err()
}

// trimInOrder completes pages whose successors are complete, from the first page on, while it progresses. In a
// graph that grew page by page, whose links lead to earlier pages, it completes all pages. It returns where it
// stopped, which may be because of ctx.
func (v *visit) trimInOrder(ctx context.Context) int {
	const block, share = 1024, 4 // of a block, a part of a share at least that is not complete and has successors
	starts, succ := v.mem.Rows()
	for lo := 0; lo < len(v.index); lo += block {
		hi, led, found := min(lo+block, len(v.index)), 0, 0
		for u := lo; u < hi; u++ {
			list := succ[starts[u]:starts[u+1]]
			if v.index[u] != 0 {
				continue
			}
			if v.areComplete(list) {
				v.single(graph.Node(u)) //nolint:gosec // a node
				found += min(len(list), 1)
			}
			led += min(len(list), 1)
		}
		if found*share < led || hi&0xfffff == 0 && ctx.Err() != nil {
			return hi
		}
	}
	return len(v.index)
}

// areComplete reports whether the components of all nodes of a list are complete, before the visit begins.
func (v *visit) areComplete(list []graph.Node) bool {
	for _, w := range list {
		if v.index[w] == 0 {
			return false
		}
	}
	return true
}

// trimWithout completes the pages from lo on that have no list in the graph or in its transpose.
func (v *visit) trimWithout(g *graph.Memory, lo int) {
	starts, _ := g.Rows()
	for u := lo; u < len(v.index); u++ {
		last := uint32(bitset.One(starts[u] == starts[u+1]) & bitset.One(v.index[u] == 0)) // without a branch, which the processor could not predict
		v.index[u] |= alone & -last
		v.complete += int(last)
	}
}

// single completes the component of a node that is the only one in it.
func (v *visit) single(u graph.Node) {
	v.index[u] = alone
	v.complete++
}
