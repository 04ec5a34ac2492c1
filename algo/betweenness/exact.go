package betweenness

import (
	"context"
	"fmt"

	"weft/graph"
	"weft/graph/alloc"
	"weft/internal/par"
)

// ExactOptions of [Exact].
type ExactOptions struct {
	graph.Work
	// Progress, if not nil, receives the number of nodes that were searched from.
	Progress func(done int)
	// Save, if not nil, receives the state after some blocks of sources. An error that it returns ends the work.
	Save func(ExactState) error
	// Resume, if not nil, is the state of earlier work with the same graph.
	Resume *ExactState
}

// An ExactState is the state of [Exact] after some blocks of sources.
type ExactState struct {
	Blocks int `json:"blocks"`
	// Sums are the dependencies on each node so far. Save must not keep them after it returns.
	Sums []float64 `json:"-"`
}

// blockSources is the number of sources of a block. Dependencies are summed within a block in order of the sources,
// and then over the blocks in order. So sums are the same to the last bit for any number of workers.
const blockSources = 64

// ExactBytes returns the memory of [Exact] for n nodes, with its result. The second part is on the heap.
func ExactBytes(n, workers int) (arrays, heap int64) {
	return 8 * int64(n), 32 * int64(n) * int64(par.Workers(workers))
}

// Exact returns the betweenness of each node.
//
// From each node it searches breadth first, counts shortest paths, and sums the dependencies backwards in order of
// distance. Each search reads the lists of the nodes that it meets twice, at random. Time: n·m list entries, twice.
// Numbers of paths are scaled by level, so that they do not overflow. Memory: [ExactBytes]. The result depends on the
// graph alone. Errors: reading the graph, allocating memory, ctx, and a state of another graph.
//
// Source: U. Brandes, "A faster algorithm for betweenness centrality", J. Math. Sociology 25, 2001.
func Exact(ctx context.Context, out graph.Random, o ExactOptions) ([]float64, error) {
	n := out.NumNodes()
	sums, err := alloc.Make[float64](o.Space, n)
	if err != nil {
		return nil, err
	}
	block, blocks := 0, (n+blockSources-1)/blockSources
	if s := o.Resume; s != nil {
		if len(s.Sums) != n || s.Blocks < 0 || s.Blocks > blocks {
			return nil, fmt.Errorf("betweenness: a saved state of %d nodes, for a graph of %d", len(s.Sums), n)
		}
		copy(sums, s.Sums)
		block = s.Blocks
	}
	searches := make([]*search, min(par.Workers(o.Workers), max(blocks, 1)))
	for i := range searches {
		searches[i] = newSearch(out)
	}
	for block < blocks {
		now := min(len(searches), blocks-block)
		err := par.Do(ctx, now, now, func(i int) error { return searches[i].sources(ctx, block+i) })
		if err != nil {
			return nil, err
		}
		for _, s := range searches[:now] {
			for u, x := range s.block {
				sums[u] += x
			}
			clear(s.block)
		}
		block += now
		if o.Progress != nil {
			o.Progress(min(block*blockSources, n))
		}
		if o.Save != nil && block < blocks {
			if err := o.Save(ExactState{block, sums}); err != nil {
				return nil, err
			}
		}
	}
	for u := range sums {
		sums[u] *= Scale(n)
	}
	return sums, nil
}

// Scale is the inverse of the number of ordered pairs of other nodes; 1 if there are none.
func Scale(n int) float64 {
	if n < 3 {
		return 1
	}
	return 1 / float64(n-1) / float64(n-2)
}

// A search is the search of Brandes from one source after the other.
type search struct {
	out   graph.Random
	list  []graph.Node
	at    []int32   // distance from the source + 1; 0 for nodes that were not met
	paths []float64 // numbers of shortest paths, scaled by level
	needs []float64 // dependency of the source on the node
	order []graph.Node
	ends  []int     // end of each level in order
	scale []float64 // what the paths of each level were multiplied by
	block []float64 // sums of dependencies of this block of sources
}

func newSearch(out graph.Random) *search {
	n := out.NumNodes()
	return &search{
		out: out, at: make([]int32, n), paths: make([]float64, n), needs: make([]float64, n),
		order: make([]graph.Node, 0, n), block: make([]float64, n),
	}
}

// sources adds the dependencies of the sources of a block.
func (s *search) sources(ctx context.Context, block int) error {
	lo := block * blockSources
	for u := lo; u < min(lo+blockSources, len(s.at)); u++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.from(graph.Node(u)); err != nil { //nolint:gosec // a node
			return err
		}
	}
	return nil
}

// Paths of a level are multiplied by tiny if one has more than many.
const (
	many = 1 << 480
	tiny = 1.0 / many
)

// from adds the dependencies of a source.
func (s *search) from(source graph.Node) error {
	s.order, s.ends, s.scale = append(s.order[:0], source), append(s.ends[:0], 1), append(s.scale[:0], 1)
	s.at[source], s.paths[source] = 1, 1
	defer func() {
		for _, u := range s.order {
			s.at[u], s.paths[u], s.needs[u] = 0, 0, 0
		}
	}()
	for lo := 0; lo < len(s.order); {
		hi := len(s.order)
		for _, u := range s.order[lo:hi] {
			list, err := read(s.out, &s.list, u)
			if err != nil {
				return err
			}
			below := s.at[u] + 1
			for _, v := range list {
				if s.at[v] == 0 {
					s.at[v] = below
					s.order = append(s.order, v)
				}
				if s.at[v] == below {
					s.paths[v] += s.paths[u]
				}
			}
		}
		s.scale = append(s.scale, rescale(s.paths, s.order[hi:]))
		s.ends = append(s.ends, len(s.order))
		lo = hi
	}
	return s.sum()
}

// rescale makes the paths of a level smaller if one has very many, and returns the factor.
func rescale(paths []float64, level []graph.Node) float64 {
	most := 0.0
	for _, u := range level {
		most = max(most, paths[u])
	}
	if most <= many {
		return 1
	}
	for _, u := range level {
		paths[u] *= tiny
	}
	return tiny
}

// sum adds up dependencies from the farthest level to the nearest: δ(u) = Σ σ(u)/σ(v) · (1 + δ(v)) over the successors v
// that are one level farther.
func (s *search) sum() error {
	for level := len(s.ends) - 2; level > 0; level-- { // the last has no successors, the first is the source
		below, scale := int32(level+2), s.scale[level+1] //nolint:gosec // of nodes
		for _, u := range s.order[s.ends[level-1]:s.ends[level]] {
			list, err := read(s.out, &s.list, u)
			if err != nil {
				return err
			}
			needs := 0.0
			for _, v := range list {
				if s.at[v] == below && s.paths[v] > 0 {
					needs += (1 + s.needs[v]) / s.paths[v]
				}
			}
			s.needs[u] = needs * s.paths[u] * scale
			s.block[u] += s.needs[u]
		}
	}
	return nil
}

// read returns a list, which is valid until the next one is read into the same room.
func read(g graph.Random, room *[]graph.Node, u graph.Node) ([]graph.Node, error) {
	if m, is := g.(*graph.Memory); is {
		return m.Succ(u), nil
	}
	list, err := g.AppendSucc((*room)[:0], u)
	*room = list
	return list, err
}

// Soon reports whether [Exact] takes seconds for a graph with these numbers of nodes and arcs.
func Soon(nodes int, arcs int64) bool {
	const most = 500_000_000 // list entries of all searches
	return nodes <= 1<<16 && int64(nodes)*arcs <= most
}
