package rank

import (
	"context"
	"sync/atomic"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// OutDegrees returns the number of successors of each page, which is the length of its list in g. A self-loop
// counts as one. It takes one pass over g, or none if g is in memory, and 4n bytes. It returns errors of reading
// g, of allocating memory, and of ctx.
func OutDegrees(ctx context.Context, g graph.Random, w graph.Work) ([]uint32, error) {
	degrees, err := alloc.Make[uint32](w.Space, g.NumNodes())
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(g)
	err = par.Do(ctx, len(parts), w.Workers, func(i int) error {
		return graph.EachList(g, parts[i], func(u graph.Node, succ []graph.Node) {
			degrees[u] = uint32(len(succ))
		})
	})
	if err != nil {
		return nil, err
	}
	return degrees, nil
}

// InDegrees returns the number of predecessors of each page: how often it occurs in the lists of g. Given the
// transpose, it returns outdegrees. Otherwise as [OutDegrees].
func InDegrees(ctx context.Context, g graph.Random, w graph.Work) ([]uint32, error) {
	degrees, err := alloc.Make[uint32](w.Space, g.NumNodes())
	if err != nil {
		return nil, err
	}
	parts := graph.Parts(g)
	count := func(_ graph.Node, succ []graph.Node) {
		for _, v := range succ {
			degrees[v]++
		}
	}
	if par.Workers(w.Workers) > 1 && len(parts) > 1 {
		count = func(_ graph.Node, succ []graph.Node) {
			for _, v := range succ {
				atomic.AddUint32(&degrees[v], 1)
			}
		}
	}
	err = par.Do(ctx, len(parts), w.Workers, func(i int) error {
		return graph.EachList(g, parts[i], count)
	})
	if err != nil {
		return nil, err
	}
	return degrees, nil
}

// DegreesBytes is the memory that [InDegrees] and [OutDegrees] take for n pages.
func DegreesBytes(n int) int64 { return 4 * int64(n) }
