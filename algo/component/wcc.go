package component

import (
	"context"
	"sync/atomic"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// WCC returns the weakly connected components of g: two nodes belong together if a path joins them along arcs
// whose direction is ignored. g may be the graph or its transpose.
//
// Each arc joins two trees of a union-find forest. The root of a tree is its smallest node, and paths are halved
// on the way. WCC makes one pass over g, with workers that join trees without locks by compare-and-swap (Anderson
// and Woll, "Wait-free parallel algorithms for the union-find problem", STOC 1991). Memory: [WCCBytes]. The result
// does not depend on the number of workers. Errors: reading g, allocating memory, and ctx.
func WCC(ctx context.Context, g graph.Random, w graph.Work) (*Components, error) {
	f, err := newForest(g.NumNodes(), w.Space)
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(g)
	workers := min(par.Workers(w.Workers), len(parts))
	mem, inMemory := g.(*graph.Memory)
	err = par.Do(ctx, len(parts), workers, func(i int) error {
		if workers == 1 && inMemory {
			f.joinRange(mem, parts[i])
			return nil
		}
		return graph.EachList(g, parts[i], f.joining(workers))
	})
	if err != nil {
		return nil, err
	}
	return canonical(f, f.flatten(), w.Space)
}

// WCCBoth is [WCC] of a graph whose transpose is given too. It is faster if both are in memory, and the graph is
// large or has many arcs a page. It then joins two arcs of each node, and nodes without arcs to a predecessor. It
// estimates the largest tree from a sample. It joins all arcs, in both directions, of the nodes outside this tree. An
// arc inside it changes nothing. The source is Sutton, Ben-Nun and Barak, "Optimizing parallel graph connectivity
// computation via subgraph sampling", IPDPS 2018. Result, memory and errors are as for WCC; views that do not fit
// together are an error, too.
func WCCBoth(ctx context.Context, out, in graph.Random, w graph.Work) (*Components, error) {
	if err := (sides{out, in}).fit("weak components"); err != nil {
		return nil, err
	}
	g, ok := out.(*graph.Memory)
	back, both := in.(*graph.Memory)
	if !ok || !both || !samplingPays(g) {
		return WCC(ctx, out, w)
	}
	return sampledWCC(ctx, g, back, w)
}

// sampledWCC is WCCBoth with a sample.
func sampledWCC(ctx context.Context, g, back *graph.Memory, w graph.Work) (*Components, error) {
	f, err := newForest(g.NumNodes(), w.Space)
	if err != nil {
		return nil, err
	}
	if err := f.joinFirst(ctx, g, back, w.Workers); err != nil {
		return nil, err
	}
	if err := f.joinRest(ctx, g, back, f.shorten(), w.Workers); err != nil {
		return nil, err
	}
	return canonical(f, f.flatten(), w.Space)
}

// WCCBytes returns the memory of [WCC] for n nodes in the given number of components, with its result: 4 bytes a
// node, 12 a component, and 8.
func WCCBytes(n, components int) int64 { return 4*int64(n) + canonicalBytes(components, components) }

// samplingPays reports whether a graph is large, or has many arcs a page. With a sample, one worker took 0.6 to 0.9 of
// the time on 4 M pages of 4 to 22 arcs. On 5,000 pages of 26 arcs it took 0.6 of the time. It took 1.2 to 2 times as
// long on 0.3 to 1 M pages of 4 to 10 arcs.
func samplingPays(g *graph.Memory) bool {
	const dense = 16
	return g.NumNodes() >= largePages || g.NumArcs() >= dense*int64(g.NumNodes())
}

// firstArcs is the number of arcs of each node that are joined before the sample.
const firstArcs = 2

// joinFirst joins the first arcs of each node. It joins nodes without arcs to their first predecessors.
func (f forest) joinFirst(ctx context.Context, g, back *graph.Memory, workers int) error {
	starts, succ := g.Rows()
	ends, preds := back.Rows()
	join := f.joining(workers)
	return f.eachPart(ctx, workers, func(lo, hi int) {
		for u := lo; u < hi; u++ {
			some := succ[starts[u]:min(starts[u]+firstArcs, starts[u+1])]
			if len(some) == 0 {
				some = preds[ends[u]:min(ends[u]+1, ends[u+1])]
			}
			join(graph.Node(u), some) //nolint:gosec // a node
		}
	})
}

// joinRest joins the other arcs, in both directions, of nodes that are not in the tree of one.
func (f forest) joinRest(ctx context.Context, g, back *graph.Memory, tree uint32, workers int) error {
	starts, succ := g.Rows()
	ends, preds := back.Rows()
	join := f.joining(workers)
	return f.eachPart(ctx, workers, func(lo, hi int) {
		for u := lo; u < hi; u++ {
			if atomic.LoadUint32(&f[u]) == tree {
				continue
			}
			join(graph.Node(u), succ[min(starts[u]+firstArcs, starts[u+1]):starts[u+1]]) //nolint:gosec // a node
			join(graph.Node(u), preds[ends[u]:ends[u+1]])                                //nolint:gosec // a node
		}
	})
}

// eachPart calls do with stretches of the nodes, by several workers.
func (f forest) eachPart(ctx context.Context, workers int, do func(lo, hi int)) error {
	const part = 1 << 16
	return par.Do(ctx, (len(f)+part-1)/part, par.Workers(workers), func(i int) error {
		do(i*part, min((i+1)*part, len(f)))
		return nil
	})
}

// shorten makes every node the child of its root, and returns a root that most of some nodes have, the first such.
func (f forest) shorten() uint32 {
	for u, parent := range f { // whose own parent is a root when the node comes
		f[u] = f[parent]
	}
	const sample = 1 << 10
	count := make(map[uint32]int)
	largest := uint32(0)
	for i := range min(sample, len(f)) {
		root := f[i*len(f)/min(sample, len(f))]
		if count[root]++; count[root] > count[largest] {
			largest = root
		}
	}
	return largest
}

// A forest holds the parent of each node, which is never greater than the node. Roots are their own parents.
type forest []uint32

func newForest(n int, s alloc.Space) (forest, error) {
	f, err := alloc.Make[uint32](s, n)
	for u := range f {
		f[u] = uint32(u)
	}
	return f, err
}

func (f forest) root(u uint32) uint32 {
	for f[u] != u {
		f[u] = f[f[u]]
		u = f[u]
	}
	return u
}

// joining returns the function that joins a node to its successors, for a number of workers.
func (f forest) joining(workers int) func(graph.Node, []graph.Node) {
	if par.Workers(workers) > 1 {
		return f.joinShared
	}
	return func(u graph.Node, succ []graph.Node) { f.join(f.root(uint32(u)), succ) }
}

// joinRange joins a range of nodes to their successors. It saves the calls for each list.
func (f forest) joinRange(g *graph.Memory, r graph.Range) {
	starts, succ := g.Rows()
	for u := r.Lo; u < r.Hi; u++ {
		if list := succ[starts[u]:starts[u+1]]; len(list) > 0 {
			f.join(f.root(uint32(u)), list) //nolint:gosec // a node
		}
	}
}

// join joins the tree of a root to some nodes. They become children of the root, because arcs repeat their ends.
func (f forest) join(root uint32, succ []graph.Node) {
	for _, v := range succ {
		if f[v] == root {
			continue
		}
		other := f.root(uint32(v))
		if other < root {
			root, other = other, root
		}
		f[other] = root
		f[v] = root
	}
}

// rootShared is root while other workers join trees. A parent only ever gets smaller, so a lost update costs a step
// and no more.
func (f forest) rootShared(u uint32) uint32 {
	for {
		parent := atomic.LoadUint32(&f[u])
		if parent == u {
			return u
		}
		grand := atomic.LoadUint32(&f[parent])
		if grand != parent {
			atomic.CompareAndSwapUint32(&f[u], parent, grand)
		}
		u = grand
	}
}

func (f forest) joinShared(u graph.Node, succ []graph.Node) {
	root := f.rootShared(uint32(u))
	for _, v := range succ {
		if atomic.LoadUint32(&f[v]) == root {
			continue
		}
		root = f.linkShared(root, uint32(v))
	}
}

// linkShared joins the trees of a and b and returns their root.
func (f forest) linkShared(a, b uint32) uint32 {
	for {
		a, b = f.rootShared(a), f.rootShared(b)
		if a > b {
			a, b = b, a
		}
		if a == b || atomic.CompareAndSwapUint32(&f[b], b, a) {
			return a
		}
	}
}

// flatten replaces each parent by the number of its tree, from 1 on, and returns how many trees there are. The root of a
// tree is its smallest node, so it has been numbered when the others come.
func (f forest) flatten() int {
	count := 0
	for u, parent := range f {
		if int(parent) == u {
			count++
			f[u] = uint32(count)
		} else {
			f[u] = f[parent]
		}
	}
	return count
}
