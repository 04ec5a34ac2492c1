package component

import (
	"context"

	"weft/graph"
	"weft/graph/ahead"
	"weft/internal/bitset"
)

// trim completes components where cheap checks show that no path leads back, so that the visit need not enter
// their pages, each of which costs a wait for memory. These are pages without successors, and pages that lead only
// to complete earlier pages. In a sparse graph trim then removes pages without other predecessors repeatedly, as
// in topological sorting (Kahn, "Topological sorting of large networks", Comm. ACM 5, 1962). In other graphs it
// removes pages without any predecessor, if the transpose shows them. left counts predecessors meanwhile, and
// stack holds the pages.
func (v *visit) trim(ctx context.Context) error {
	v.trimWithout(v.mem, v.trimInOrder(ctx))
	all := len(v.left) == len(v.index) // no component was known before
	if !all || v.complete == len(v.index) || v.mem.NumArcs() >= sparse*int64(v.mem.NumNodes()) || !v.hasSources() {
		if v.in != nil {
			v.trimWithout(v.in, 0)
		}
		return ctx.Err()
	}
	if err := v.countPredecessors(ctx); err != nil {
		return err
	}
	return v.peel(ctx)
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

// areComplete says whether the components of all nodes of a list are complete, before the visit begins.
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

// sparse is from how many arcs a page on it does not pay to count predecessors.
const sparse = 8

// hasSources guesses whether many pages have no predecessor. This is so if pages have few arcs on average, or if
// arcs share their targets much more than random arcs. The second test takes every 64th arc, and its bound is half
// as many more shared targets. low is used to mark the targets.
func (v *visit) hasSources() bool {
	_, succ := v.mem.Rows()
	n := v.mem.NumNodes()
	if len(succ) < 2*n {
		return true
	}
	const every = 64
	repeated := 0
	for i := 0; i < len(succ); i += every {
		w := int(succ[i])
		if v.low.Has(w) {
			repeated++
		}
		v.low.Add(w)
	}
	clear(v.low)
	drawn := float64(len(succ)/every + 1)
	return float64(repeated) > 1.5*drawn*drawn/2/float64(n)
}

// single completes the component of a node that is the only one in it.
func (v *visit) single(u graph.Node) {
	v.index[u] = alone
	v.complete++
}

// countPredecessors sets left to the number of predecessors of each node except itself, plus 1 if the component is
// complete. It processes the arcs of many nodes at once, because the processor cannot predict the ends of short
// lists. An arc to one of these nodes is a self-loop if the list of the node contains it.
func (v *visit) countPredecessors(ctx context.Context) error {
	const block = 64
	starts, succ := v.mem.Rows()
	left := v.left
	v.deepest = len(left) // took then counts the whole array
	for u, index := range v.index {
		left[u] += uint32(bitset.One(index != 0))
	}
	if v.in != nil {
		from, _ := v.in.Rows()
		for u := range left {
			left[u] += from[u+1] - from[u]
		}
	}
	for lo := 0; lo < len(left); lo += block {
		if lo&0xfffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first, begin := graph.Node(lo), starts[lo] //nolint:gosec // a node
		list := succ[begin:starts[min(lo+block, len(left))]]
		if v.in == nil {
			for _, w := range list {
				left[w]++
			}
		}
		for i, w := range list {
			if w-first < block && begin+uint32(i)-starts[w] < starts[w+1]-starts[w] { //nolint:gosec // at most the number of arcs
				left[w]--
			}
		}
	}
	return nil
}

// peel completes the nodes without remaining predecessors. It prefetches the lists of found nodes, and the counts
// of a few hundred successors. The processor cannot predict which successors are found, so peel has no branch: it
// writes each after the end of the found nodes, and moves the end if the node is found.
func (v *visit) peel(ctx context.Context) error {
	left, found, n := v.left, v.stack, 0
	for u, l := range left {
		if l == 0 {
			found[n] = graph.Node(u) //nolint:gosec // a node
			n++
		}
	}
	lists := ahead.New(v.mem)
	for lo := 0; lo < n; {
		if err := v.stopped(ctx); err != nil {
			return err
		}
		lists.Ask(found[:n], lo)
		nodes := found[lo:min(lo+ahead.Batch, n)]
		lo += len(nodes)
		for _, u := range nodes {
			v.single(u)
		}
		for len(nodes) > 0 {
			var succ []graph.Node
			succ, nodes = lists.Take(nodes)
			touched := uint32(0)
			for _, w := range succ {
				touched ^= left[w]
			}
			v.touched ^= int64(touched)
			for _, w := range succ {
				x := left[w] - 1 // beyond 2³¹ if w is this node
				left[w] = x
				if n < len(found) {
					found[n] = w
				}
				n += int((x - 1) >> 31 &^ (x >> 31)) // 1 if x is 0
			}
		}
	}
	return ctx.Err()
}
