package component

import (
	"context"

	"weft/graph"
	"weft/graph/ahead"
	"weft/internal/bitset"
)

// trim completes the components of pages that no path leads back to, as far as that shows at once, so that the visit,
// which waits for memory at each page that it enters, need not enter them: pages without successors, or, where pages
// come after those they lead to, with such ones alone; then, in a sparse graph, those without predecessors other than
// such pages, over and over, as a topological order is made (Kahn, "Topological sorting of large networks", Comm. ACM
// 5, 1962). left counts predecessors meanwhile, and stack holds the pages. Where that is not done, those without any
// predecessor, if the transpose tells which these are.
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

// trimInOrder completes pages whose successors are complete, from the first page on, as long as it gets on: of a graph
// that grew page by page, whose links lead to earlier ones, that is all. It returns where it stopped, which may be for
// ctx.
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
		last := uint32(bitset.One(starts[u] == starts[u+1]) & bitset.One(v.index[u] == 0)) // nobody can guess
		v.index[u] |= alone & -last
		v.complete += int(last)
	}
}

// sparse is from how many arcs a page on it does not pay to count predecessors.
const sparse = 8

// hasSources guesses whether many pages have no predecessor: if pages have few in the mean, or if among every 64th
// arc half as many more lead to the same page as another than if each led anywhere. low is used for what they lead to.
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

// countPredecessors sets left to the predecessors of each node but itself, and 1 more where the component is complete. It
// goes through the arcs of many nodes at once, as nobody can guess where each short list ends: an arc to one of these is
// from the node itself if it stands in the list of that.
func (v *visit) countPredecessors(ctx context.Context) error {
	const block = 64
	starts, succ := v.mem.Rows()
	left := v.left
	v.deepest = len(left) // for what it took: all of it
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

// peel completes the nodes that no predecessor is left of. The lists of those that were found are asked for ahead, and
// the counts of some hundred successors come from memory at the same time. Nobody can guess which of these are found
// now: each is written behind what was found, whose end moves on if it is.
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
