package hierarchy

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// unreturned is the weight of a link without a link back, relative to a returned link.
const unreturned = 0.1

// A link joins two groups: it stands with each of both.
type link struct {
	to     graph.Node // a page of the other group
	pairs  uint32     // of pages that link to each other
	weight float32
}

// linkBytes is the memory of a link on each of its two sides.
const linkBytes = 12

// links holds the links of each page, in the order of pages: the links of page u are starts[u] to starts[u+1].
// They lie in blocks, and a page lies in the block where it begins. So some blocks can be on the heap and others
// in scratch files.
type links struct {
	starts []int64
	blocks [][]link
	begins []int64 // of a block: where its first page begins
}

// blockLinks is how many are in a block, beside what of its last page is beyond. Tests make it small.
var blockLinks int64 = 1 << 22

// of are the links of a page, or the place of these.
func (l *links) of(u uint32) []link {
	from, to := l.starts[u], l.starts[u+1]
	if from == to {
		return nil
	}
	b := from / blockLinks
	base := l.begins[b]
	return l.blocks[b][from-base : to-base]
}

// makeRoom makes the blocks.
func (l *links) makeRoom(space alloc.Space) error {
	n := len(l.starts) - 1
	l.blocks, l.begins = make([][]link, l.starts[n]/blockLinks+1), make([]int64, l.starts[n]/blockLinks+1)
	for u := 0; u < n; {
		b := l.starts[u] / blockLinks
		from := l.starts[u]
		for u < n && l.starts[u]/blockLinks == b {
			u++
		}
		var err error
		if l.blocks[b], err = alloc.Make[link](space, int(l.starts[u]-from)); err != nil {
			return err
		}
		l.begins[b] = from
	}
	return nil
}

// Weight returns the weight of a link to a page with the given number of links from other pages.
func Weight(returned bool, indegree uint32) float64 {
	w := 1 / float64(indegree)
	if !returned {
		w *= unreturned
	}
	return w
}

// Weights gives the weight of each link of a graph in memory, with the links to each page as [InDegrees] counts them.
func Weights(out *graph.Memory, degree []uint32) func(u, v graph.Node) float32 {
	return func(u, v graph.Node) float32 { return float32(Weight(out.Has(v, u), degree[v])) }
}

// InDegrees counts the links to each page from others.
func InDegrees(ctx context.Context, in graph.Random, w graph.Work) ([]uint32, error) {
	degree, err := alloc.Make[uint32](w.Space, in.NumNodes())
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(in)
	return degree, par.Do(ctx, len(parts), par.Workers(w.Workers), func(i int) error {
		return graph.EachList(graph.Watched(in, func(graph.Node) error { return ctx.Err() }), parts[i], func(u graph.Node, pred []graph.Node) {
			for _, v := range pred {
				if v != u {
					degree[u]++
				}
			}
		})
	})
}

// eachNeighbour calls f for the pages that link to or from pages of a range, in order, without self-loops. to and
// from report the directions: the links of u, and the links of the transpose.
func eachNeighbour(ctx context.Context, out, in graph.Random, r graph.Range, f func(u, v graph.Node, to, from bool)) error {
	return graph.EachBoth(graph.Watched(out, func(graph.Node) error { return ctx.Err() }), in, r, func(u graph.Node, succ, pred []graph.Node) {
		graph.Neighbours(u, succ, pred, func(v graph.Node, to, from bool) { f(u, v, to, from) })
	})
}

// read makes the links of all pages, in two passes over both directions.
func read(ctx context.Context, out, in graph.Random, w graph.Work) (*links, error) {
	degree, err := InDegrees(ctx, in, w)
	if err != nil {
		return nil, err
	}
	l := &links{}
	if l.starts, err = alloc.Make[int64](w.Space, out.NumNodes()+1); err != nil {
		return nil, err
	}
	parts, workers := graph.Parts(out), par.Workers(w.Workers)
	err = par.Do(ctx, len(parts), workers, func(i int) error {
		return eachNeighbour(ctx, out, in, parts[i], func(u, _ graph.Node, _, _ bool) { l.starts[u+1]++ })
	})
	if err != nil {
		return nil, err
	}
	for u := range out.NumNodes() {
		l.starts[u+1] += l.starts[u]
	}
	if err := l.makeRoom(w.Space); err != nil {
		return nil, err
	}
	return l, par.Do(ctx, len(parts), workers, func(i int) error {
		of, place := graph.Node(0), []link(nil)
		return eachNeighbour(ctx, out, in, parts[i], func(u, v graph.Node, to, from bool) {
			if len(place) == 0 || u != of {
				of, place = u, l.of(uint32(u))
			}
			place[0], place = between(v, to, from, degree[u], degree[v]), place[1:]
		})
	})
}

// between is the link of a page to page v, with the indegrees of both.
func between(v graph.Node, to, from bool, mine, its uint32) link {
	both := to && from
	weight := 0.0
	if to {
		weight += Weight(both, its)
	}
	if from {
		weight += Weight(both, mine)
	}
	l := link{to: v, weight: float32(weight)}
	if both {
		l.pairs = 1
	}
	return l
}
