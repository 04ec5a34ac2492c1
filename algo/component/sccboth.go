package component

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/bitset"
	"weft/internal/par"
)

// SCCBoth returns the strongly connected components of a graph, as [SCC], given its transpose too; which is quicker where
// one component holds many of the nodes, as on the Web.
//
// What a pivot leads to and what leads to it is found by two searches at a time; the pivot, the node with the greatest
// product of in- and outdegree, is likely to lie in that component, which is what both have in common (Fleischer,
// Hendrickson and Pınar, "On identifying strongly connected components in parallel", IRREGULAR 2000). What is left is
// visited as by SCC, without entering the component. [BowTie] goes on from the two searches. Where the pivot leads to a
// sixteenth of the nodes or less, or so few lead to it, there is no such component as far as it tells, and all is
// visited as by SCC. So it is, too, where the graph is in memory, of less than 2 M pages, and most of its arcs lead to pages
// near by, as those of crawls do, or has few pages and few arcs of each: a visit waits for memory so seldom then that it
// is quicker than the searches.
//
// Two searches as by [BowTie], and one random access for each list that is left; memory: [SCCBothBytes]. Errors
// are those of views that do not fit together, of reading them, of making room, and of ctx.
// Papers: external memory, §4.3.
func SCCBoth(ctx context.Context, out, in graph.Random, w graph.Work) (*Components, error) {
	return SCCBothFrom(ctx, out, in, BothOptions{Work: w})
}

// BothOptions of [SCCBothFrom].
type BothOptions struct {
	graph.Work
	// Searches has both searches made where SCC alone would be quicker, too: [BowTie] goes on from them.
	Searches bool
	// Save, if not nil, is told the marks of the two searches, which are lent until it returns. An error that it
	// returns ends the work.
	Save func(marks []uint8) error
	// Resume, if not empty, are the marks that were told before, of the same graph.
	Resume []uint8
}

// SCCBothFrom is [SCCBoth] that may go on after the two searches.
func SCCBothFrom(ctx context.Context, out, in graph.Random, o BothOptions) (*Components, error) {
	w, n := o.Work, out.NumNodes()
	if in.NumNodes() != n || in.NumArcs() != out.NumArcs() {
		return nil, fmt.Errorf("strong components: the graph has %d nodes and %d arcs, the transpose %d and %d", n, out.NumArcs(), in.NumNodes(), in.NumArcs())
	}
	if n == 0 {
		return &Components{}, nil
	}
	marks, took, err := o.marks(ctx, out, in)
	if err != nil || marks == nil {
		return sccAlone(ctx, out, err, w)
	}
	c, err := scc(ctx, out, marks, n-countCore(marks)+1<<16, w.Space)
	if err == nil {
		c.marks = marks
		c.took += took
	}
	return c, err
}

// marks are those of the two searches; nil where the pivot shows no component that they are worth it for.
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
	p := pivot(out, in)
	if many, err := leadToMany(ctx, []graph.Random{out, in}, p, n/16, o.Work); err != nil || !many {
		return nil, 0, err
	}
	marks, took, err = searchBoth(ctx, out, in, p, o.Work)
	if err == nil && o.Save != nil {
		err = o.Save(marks)
	}
	return marks, took, err
}

// sccAlone is SCC after a search that may have failed.
func sccAlone(ctx context.Context, out graph.Random, err error, w graph.Work) (*Components, error) {
	if err != nil {
		return nil, err
	}
	return SCC(ctx, out, w)
}

// leadToMany says whether in each of some graphs of the same nodes more than so many can be reached from one, itself
// among them.
func leadToMany(ctx context.Context, graphs []graph.Random, from graph.Node, most int, w graph.Work) (bool, error) {
	m := alloc.Maker{Space: w.Space}
	queue, seen := alloc.From[graph.Node](&m, most+1), bitset.Set(alloc.From[uint64](&m, (graphs[0].NumNodes()+63)/64))
	if m.Err != nil {
		return false, m.Err
	}
	for _, g := range graphs {
		clear(seen)
		queue[0] = from
		seen.Add(int(from))
		if many, err := fills(ctx, g, queue[:1:most+1], seen); err != nil || !many {
			return false, err
		}
	}
	return true, nil
}

// fills says whether a queue is filled by what can be reached from what is in it and seen.
func fills(ctx context.Context, g graph.Random, queue []graph.Node, seen bitset.Set) (bool, error) {
	var list []graph.Node
	var err error
	for i := 0; i < len(queue) && len(queue) < cap(queue); i++ {
		if i&0xffff == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if list, err = g.AppendSucc(list[:0], queue[i]); err != nil {
			return false, err
		}
		for _, v := range list {
			if len(queue) < cap(queue) && !seen.Has(int(v)) {
				seen.Add(int(v))
				queue = append(queue, v)
			}
		}
	}
	return len(queue) == cap(queue), nil
}

// SCCBothBytes is the memory that [SCCBoth] takes for n nodes, its result among it, if the searches find a component of
// the given size: labels and two marks for all nodes, the stacks of SCC and 12 bytes a component for those outside of it;
// or, if that is more, what the searches take.
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

// smallPages is from how many pages on labels do not stay in what a core has to itself, largePages from how many on
// they do not stay in what all cores share either, so that even a visit whose arcs lead near by waits for those that do
// not.
const smallPages, largePages = 1 << 19, 1 << 21

// isQuick says whether a visit of a graph waits for memory so seldom that it is quicker than searches: the graph is in
// memory, and its labels and lists are small, or it is not large and most of its arcs lead to pages near by.
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

// pivot returns the first node with the greatest product of in- and outdegree.
func pivot(out, in graph.Random) graph.Node {
	best, most := 0, int64(-1)
	a, b := int64(0), int64(0)
	for u := range out.NumNodes() {
		a2, b2 := out.ArcsBefore(u+1), in.ArcsBefore(u+1)
		if product := (a2 - a) * (b2 - b); product > most {
			best, most = u, product
		}
		a, b = a2, b2
	}
	return graph.Node(best)
}

// searchBoth marks what the pivot leads to and what leads to it, and returns what it took besides the marks.
func searchBoth(ctx context.Context, out, in graph.Random, pivot graph.Node, w graph.Work) ([]uint8, int64, error) {
	views, bits := [2]graph.Random{out, in}, [2]uint8{fromCore, toCore}
	var marks [2][]uint8
	var took [2]int64
	err := par.Do(ctx, 2, w.Workers, func(i int) (err error) {
		if marks[i], err = alloc.Make[uint8](w.Space, out.NumNodes()); err != nil {
			return err
		}
		marks[i][pivot] = bits[i]
		took[i], err = spread(ctx, spreading{g: views[i], marks: marks[i], bit: bits[i]}, w)
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
