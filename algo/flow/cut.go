package flow

import (
	"cmp"
	"context"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
)

// A Cut is a minimum cut: what MinCut returns.
type Cut struct {
	// Value is the capacity of the cut, which equals the largest flow.
	Value int64
	// Minimal and Maximal are the pages on the side of the sources in the smallest and in the largest minimum cut.
	// Every other minimum cut contains Minimal and lies within Maximal. Both contain the sources.
	Minimal, Maximal bitset.Set
	// MinimalPages and MaximalPages are how many pages that is.
	MinimalPages, MaximalPages int
	// Arcs are the arcs that leave Minimal, by their ends.
	Arcs []CutArc
	// SinkArcs is the number of pages in Minimal with an arc to the sink; these are cut, too, and SinkSum is their capacity.
	SinkArcs int
	SinkSum  int64
	// Reachable is the number of pages that can be reached from the sources along arcs with a capacity, those outside left out.
	Reachable int
}

// A CutArc is an arc from the side of the sources to the other, with its capacity.
type CutArc struct {
	From, To graph.Node
	Capacity int64
}

// AbsorbsAll says whether Minimal is everything that can be reached: then the capacities to the sink are too small to
// say anything.
func (c *Cut) AbsorbsAll() bool { return c.MinimalPages == c.Reachable }

// MinCut returns the minimum cut between the sources and the sink. Its value is Σ c(u,v) over arcs u → v that
// leave the side of the sources and Σ c(u,t) over the pages u in it. Arcs to the sources and arcs from pages
// outside are in no cut. Arcs to the sources have no limit, so sources are never cut off, whatever 1 + Σ c is.
//
// The method is the first half of Goldberg and Tarjan ("A new approach to the maximum-flow problem", J. ACM 35,
// 1988). A preflow is pushed along estimated distances to the sink, from the farthest page first, until no excess
// can reach the sink. Distances are measured anew after the work of one pass, and levels above an empty one are
// abandoned (Cherkassky and Goldberg, "On implementing the push–relabel method for the maximum flow problem",
// Algorithmica 19, 1997). Two steps are ours. The start is the flow along a breadth-first tree of the reachable
// pages, which is nearly all flow if ε is small. And a page sends arriving flow on to the sink at once.
//
// The second half, which returns excess and leaves a flow, is not needed. For a preflow f and a cut (S, T), c(S,
// T) is the sum of |f|, the excess in T, and the residual capacity of arcs from S to T. So a cut is minimal if and
// only if all excess is in S and no arc from S to T has residual capacity. Minimal is therefore everything
// reachable from the sources and from pages with excess along arcs with residual capacity, in either direction.
// Maximal is everything that cannot reach the sink along them.
//
// It runs on one processor and takes O(n²·√m) time in the worst case. Memory: [CutBytes]. The result follows from
// the network and t alone. Errors: allocating memory, ctx, terminals that do not fit the network, and sums that
// exceed 63 bits.
// Papers: websites, §2.2, §2.3.
func (n *Network) MinCut(ctx context.Context, t Terminals, w graph.Work) (*Cut, error) {
	if err := n.check(t); err != nil {
		return nil, err
	}
	p, err := newPreflow(n, t, w)
	if err != nil {
		return nil, err
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	m := alloc.Maker{Space: w.Space}
	words := (n.NumNodes() + 63) / 64
	c := &Cut{Value: p.value, Reachable: p.reachable, Minimal: alloc.From[uint64](&m, words), Maximal: alloc.From[uint64](&m, words)}
	if m.Err != nil {
		return nil, m.Err
	}
	for u, l := range p.level {
		if l == dead {
			c.Maximal.Add(u)
			c.MaximalPages++
		}
	}
	in := &inside{preflow: p, pages: c.Minimal}
	in.grow(t.Sources)
	c.MinimalPages = in.size
	c.Arcs = n.leaving(c.Minimal)
	for u := range c.Minimal.All() {
		if s := t.sink(u); s > 0 {
			c.SinkArcs++
			c.SinkSum += s
		}
	}
	return c, nil
}

// leaving returns the arcs that leave a set of pages, by their ends.
func (n *Network) leaving(pages bitset.Set) []CutArc {
	var arcs []CutArc
	for u := range bitset.Each[uint32](pages) {
		lo, hi := n.halves(u)
		first := len(arcs)
		for a := lo; a < hi; a++ {
			if v := n.heads[a]; n.capacity[a] > 0 && !pages.Has(int(v)) {
				arcs = append(arcs, CutArc{From: graph.Node(u), To: graph.Node(v), Capacity: n.capacity[a]})
			}
		}
		slices.SortFunc(arcs[first:], func(a, b CutArc) int { return cmp.Compare(a.To, b.To) })
	}
	return arcs
}

// An inside is the smallest side of the sources, as it grows.
type inside struct {
	*preflow
	pages bitset.Set
	size  int
}

// grow adds the sources, the pages with excess, and everything reachable from them. The queue then holds the added
// pages.
func (in *inside) grow(sources []graph.Node) {
	in.queue = in.queue[:0]
	for _, u := range sources {
		in.enter(uint32(u))
	}
	for u, e := range in.excess {
		if e > 0 {
			in.enter(uint32(u))
		}
	}
	for i := 0; i < len(in.queue); i++ {
		lo, hi := in.halves(in.queue[i])
		for a := lo; a < hi; a++ {
			if in.left[a] > 0 {
				in.enter(in.heads[a])
			}
		}
	}
}

func (in *inside) enter(u uint32) {
	if in.pages.Has(int(u)) {
		return
	}
	in.pages.Add(int(u))
	in.size++
	in.queue = append(in.queue, u)
}
