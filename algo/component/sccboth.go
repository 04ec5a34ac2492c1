package component

import (
	"cmp"
	"context"
	"slices"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
	"weft/internal/par"
)

// SCCBoth returns the strongly connected components of a graph like [SCC], given its transpose too. It is faster
// if one component holds many of the nodes, as on the Web.
//
// Two simultaneous searches find the nodes reachable from a pivot and the nodes that reach it. Their intersection
// is the component of the pivot (Fleischer, Hendrickson and Pınar, "On identifying strongly connected components
// in parallel", IRREGULAR 2000). The other nodes are visited as by SCC, without entering this component. [BowTie]
// continues from the two searches.
//
// A pivot has a great product of in- and outdegree, reaches more than a sixteenth of the nodes, and is reached by
// as many. Sixteen candidates are tried, each with the greatest product in a range of the nodes. In a graph that
// grew page by page, the oldest pages have the most predecessors and lead only to each other.
//
// Without a pivot, everything is visited as by SCC. The same happens with a graph in memory that a visit handles
// faster than the searches, because it seldom waits for memory. Such a graph has less than 2 M pages and arcs that
// mostly lead near, as in crawls, or it has few pages and few arcs per page.
//
// It takes two searches as in [BowTie], and one random access for each remaining list. Memory: [SCCBothBytes].
// Errors: views that do not fit together, reading them, allocating memory, and ctx.
// Papers: external memory, §4.3.
func SCCBoth(ctx context.Context, out, in graph.Random, w graph.Work) (*Components, error) {
	return SCCBothFrom(ctx, out, in, BothOptions{Work: w})
}

// BothOptions of [SCCBothFrom].
type BothOptions struct {
	graph.Work
	// Searches makes both searches even if SCC alone would be faster. [BowTie] continues from them.
	Searches bool
	// Save, if not nil, receives the marks of the two searches, which it must not keep after it returns. An error
	// that it returns ends the work.
	Save func(marks []uint8) error
	// Resume, if not empty, holds marks that Save received for the same graph.
	Resume []uint8
}

// SCCBothFrom is [SCCBoth] with options: it can resume after the two searches.
func SCCBothFrom(ctx context.Context, out, in graph.Random, o BothOptions) (*Components, error) {
	w, n := o.Work, out.NumNodes()
	if err := (sides{out, in}).fit("strong components"); err != nil {
		return nil, err
	}
	if n == 0 {
		return &Components{}, nil
	}
	marks, took, err := o.marks(ctx, out, in)
	if err != nil || marks == nil {
		return sccAlone(ctx, out, in, err, w)
	}
	c, err := scc(ctx, sides{out, in}, marks, n-countCore(marks)+1<<16, w.Space)
	if err == nil {
		c.marks = marks
		c.took += took
	}
	return c, err
}

// marks returns the marks of the two searches, or nil if no pivot shows a component large enough for them.
func (o *BothOptions) marks(ctx context.Context, out, in graph.Random) (marks []uint8, took int64, err error) {
	n := out.NumNodes()
	if len(o.Resume) > 0 {
		marks, err = copied(o.Resume, n, o.Space)
		return marks, 0, err
	}
	if !o.Searches {
		if quick, err := isQuick(out); quick || err != nil {
			return nil, 0, err
		}
	}
	p, found, err := pivot(ctx, out, in, o.Work)
	if err != nil || !found {
		return nil, 0, err
	}
	marks, took, err = searchBoth(ctx, out, in, p, o.Work)
	if err == nil && o.Save != nil {
		err = o.Save(marks)
	}
	return marks, took, err
}

// sccAlone is SCC after a search that may have failed.
func sccAlone(ctx context.Context, out, in graph.Random, err error, w graph.Work) (*Components, error) {
	if err != nil {
		return nil, err
	}
	return scc(ctx, sides{out, in}, nil, sideStack(out.NumNodes()), w.Space)
}

// A pivots searches for a pivot: a node that reaches many nodes and is reached by many.
type pivots struct {
	sides
	queue []graph.Node
	seen  bitset.Set
}

// pivotsTried candidates are checked for reaching fewNodes nodes, and pivotsSearched of these for reaching many.
// The second check costs up to a sixteenth of a search in each direction.
const pivotsTried, pivotsSearched, fewNodes = 16, 4, 1 << 10

// pivot returns the first of some candidates that is one, if any is.
func pivot(ctx context.Context, out, in graph.Random, w graph.Work) (graph.Node, bool, error) {
	n := out.NumNodes()
	most := n / 16
	m := alloc.Maker{Space: w.Space}
	p := pivots{sides: sides{out, in}, queue: alloc.From[graph.Node](&m, most+1), seen: alloc.From[uint64](&m, (n+63)/64)}
	if m.Err != nil {
		return 0, false, m.Err
	}
	searched := 0
	for _, u := range p.candidates() {
		many, err := p.leadsTo(ctx, u, min(most, fewNodes))
		if err == nil && many && most > fewNodes {
			if searched++; searched > pivotsSearched {
				break
			}
			many, err = p.leadsTo(ctx, u, most)
		}
		if err != nil || many {
			return u, many, err
		}
	}
	return 0, false, nil
}

// candidates returns of each of some stretches of nodes the first with the greatest product of in- and outdegree, the greatest
// of all first.
func (p *pivots) candidates() []graph.Node {
	type candidate struct {
		node    graph.Node
		product int64
	}
	n := p.out.NumNodes()
	var best []candidate
	a, b := int64(0), int64(0)
	for i := range pivotsTried {
		c := candidate{product: -1}
		for u := i * n / pivotsTried; u < (i+1)*n/pivotsTried; u++ {
			a2, b2 := p.out.ArcsBefore(u+1), p.in.ArcsBefore(u+1)
			if product := (a2 - a) * (b2 - b); product > c.product {
				c = candidate{graph.Node(u), product} //nolint:gosec // a node
			}
			a, b = a2, b2
		}
		if c.product > 0 {
			best = append(best, c)
		}
	}
	slices.SortStableFunc(best, func(a, b candidate) int { return cmp.Compare(b.product, a.product) })
	nodes := make([]graph.Node, len(best))
	for i, c := range best {
		nodes[i] = c.node
	}
	return nodes
}

// leadsTo reports whether a node reaches more than most nodes, itself included, and more than most nodes reach it.
func (p *pivots) leadsTo(ctx context.Context, u graph.Node, most int) (bool, error) {
	for _, g := range []graph.Random{p.out, p.in} {
		p.queue[0] = u
		p.seen.Add(int(u))
		count, err := fills(ctx, g, p.queue[:1:most+1], p.seen)
		for _, v := range p.queue[:count] {
			p.seen.Remove(int(v))
		}
		if err != nil || count <= most {
			return false, err
		}
	}
	return true, nil
}

// fills extends a queue by the nodes reachable from its nodes, while it has room, and marks them in seen. It
// returns the length of the queue.
func fills(ctx context.Context, g graph.Random, queue []graph.Node, seen bitset.Set) (int, error) {
	var list []graph.Node
	var err error
	for i := 0; i < len(queue) && len(queue) < cap(queue); i++ {
		if i&0xffff == 0 && ctx.Err() != nil {
			return len(queue), ctx.Err()
		}
		if list, err = g.AppendSucc(list[:0], queue[i]); err != nil {
			return len(queue), err
		}
		for _, v := range list {
			if len(queue) < cap(queue) && !seen.Has(int(v)) {
				seen.Add(int(v))
				queue = append(queue, v)
			}
		}
	}
	return len(queue), nil
}

// SCCBothBytes returns the memory of [SCCBoth] for n nodes, with its result, if the searches find a component of
// the given size. It is labels and two marks for all nodes, and the stacks of SCC and 12 bytes a component for the
// nodes outside the component. If the searches take more, it is their memory.
func SCCBothBytes(n, largest int) int64 {
	visit := 6*int64(n) + 24*int64(n-largest) + int64(n-largest)/8 + 4<<16
	return max(visit, 2*reachBytes(n))
}

const inCore = fromCore | toCore

func countCore(marks []uint8) int {
	count := 0
	for _, m := range marks {
		if m&inCore == inCore {
			count++
		}
	}
	return count
}

// smallPages is the number of pages whose labels no longer fit in the caches of a core. largePages is the number
// whose labels do not fit in the shared cache either. From there on, even a visit of a graph with mostly near arcs
// waits for the far ones.
const smallPages, largePages = 1 << 19, 1 << 21

// sparse is from how many arcs a page on a visit of a small graph waits for memory often.
const sparse = 8

// isQuick reports whether a visit of a graph seldom waits for memory, so that it is faster than the searches. The
// graph is in memory, and either its labels and lists are small, or it is not large and most of its arcs lead
// near.
func isQuick(g graph.Random) (bool, error) {
	if _, inMemory := g.(*graph.Memory); !inMemory {
		return false, nil
	}
	if g.NumNodes() < smallPages && g.NumArcs() < sparse*int64(g.NumNodes()) {
		return true, nil
	}
	if g.NumNodes() >= largePages {
		return false, nil
	}
	return graph.IsLocal(g)
}

// searchBoth marks the nodes that the pivot reaches and the nodes that reach it. It returns the memory used
// besides the marks.
func searchBoth(ctx context.Context, out, in graph.Random, pivot graph.Node, w graph.Work) ([]uint8, int64, error) {
	views, bits := [2]graph.Random{out, in}, [2]uint8{fromCore, toCore}
	var marks [2][]uint8
	var took [2]int64
	err := par.Do(ctx, 2, w.Workers, func(i int) (err error) {
		if marks[i], err = alloc.Make[uint8](w.Space, out.NumNodes()); err != nil {
			return err
		}
		marks[i][pivot] = bits[i]
		took[i], err = spread(ctx, spreading{g: views[i], back: views[1-i], marks: marks[i], bit: bits[i]}, w)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	for u, m := range marks[1] {
		marks[0][u] = (marks[0][u] | m) &^ followed
	}
	return marks[0], int64(len(marks[1])) + took[0] + took[1], nil
}
