package component

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
)

// A Growth is a graph that receives more and more arcs of a sequence. Laura et al. study how its strong components
// grow with random arcs (docs/papers.md). The components for a number of arcs do not depend on earlier calls. A
// Growth does not copy the graph. Memory: [GrowthBytes]. It is not safe for concurrent use.
type Growth struct {
	g       graph.Random
	arc     func(i int64) graph.Arc
	starts  []int64 // of the arcs that come to each node, in targets; one more for filling
	targets []graph.Node
}

// NewGrowth returns the growth of g by a sequence of most arcs. arc returns arc i of the sequence, between nodes
// of g, for 0 ≤ i < most.
// Papers: external memory, §3.
func NewGrowth(g graph.Random, arc func(i int64) graph.Arc, most int64, s alloc.Space) (*Growth, error) {
	m := alloc.Maker{Space: s}
	return &Growth{g: g, arc: arc, starts: alloc.From[int64](&m, g.NumNodes()+2), targets: alloc.From[graph.Node](&m, int(most))}, m.Err
}

// GrowthBytes returns the memory of a growth of n nodes by up to most arcs, beside the search: 8 bytes a node and
// 4 an arc.
func GrowthBytes(n int, most int64) int64 { return 8*int64(n+2) + 4*most }

// At returns the strong components of the graph with the first arcs of the sequence, at most as many as NewGrowth
// got. It makes two passes over the sequence, and runs [SCC] on graph and arcs together in the memory of w.
// Papers: external memory, §3.
func (g *Growth) At(ctx context.Context, arcs int64, w graph.Work) (*Components, error) {
	if err := g.fill(ctx, arcs); err != nil {
		return nil, err
	}
	return SCC(ctx, grown{g.g, g.starts, g.targets[:arcs]}, w)
}

// fill puts the first arcs to their nodes.
func (g *Growth) fill(ctx context.Context, arcs int64) error {
	clear(g.starts)
	err := g.each(ctx, arcs, func(a graph.Arc) { g.starts[a.From+2]++ })
	if err != nil {
		return err
	}
	for u := range len(g.starts) - 2 {
		g.starts[u+2] += g.starts[u+1]
	}
	return g.each(ctx, arcs, func(a graph.Arc) {
		g.targets[g.starts[a.From+1]] = a.To
		g.starts[a.From+1]++
	})
}

func (g *Growth) each(ctx context.Context, arcs int64, f func(graph.Arc)) error {
	for i := range arcs {
		if i&0xfffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		f(g.arc(i))
	}
	return nil
}

// grown is a graph with more arcs. Its lists are neither sorted nor without repetitions, which a search does not mind.
type grown struct {
	graph.Random
	starts  []int64
	targets []graph.Node
}

func (g grown) NumArcs() int64 { return g.Random.NumArcs() + int64(len(g.targets)) }

func (g grown) ArcsBefore(u int) int64 { return g.Random.ArcsBefore(u) + g.starts[u] }

func (g grown) AppendSucc(dst []graph.Node, u graph.Node) ([]graph.Node, error) {
	dst, err := g.Random.AppendSucc(dst, u)
	return append(dst, g.targets[g.starts[u]:g.starts[u+1]]...), err
}
