package rank

import (
	"context"

	"weft/graph"
	"weft/graph/alloc"
)

// A SALSAResult is the result of SALSA.
type SALSAResult struct {
	Authorities []float64 // sums to 1; 0 for pages without predecessors
	Hubs        []float64 // sums to 1; 0 for pages without successors
	Components  int       // weak components of the bipartite graph
}

// SALSA returns the authority and the hub score of each page; each vector sums to 1. It reads the graph. On the
// transpose, hubs and authorities are exchanged.
//
// The bipartite graph has a hub for each page with successors, an authority for each page with predecessors, and
// an edge between hub u and authority v for each arc u → v. Let v be in the weak component j, which has A_j of all
// A authorities, and E_j arcs. A random walk goes back along one arc and forth along another. If it begins at an
// authority drawn uniformly, it ends at v with probability
//
//	(A_j / A) · (indegree of v / E_j)
//
// The hub scores are the same with hubs and outdegrees. SALSA computes this formula without iteration. Self-loops
// are arcs like others. In a graph without arcs all scores are 0.
//
// It takes two passes on one processor, and one more to number the components. Memory: [SALSABytes]. Errors:
// reading the graph, allocating memory, and ctx.
//
// Source: R. Lempel and S. Moran, "SALSA: the stochastic approach for link-structure analysis", ACM TOIS 19, 2001,
// where the walk is analysed component by component.
func SALSA(ctx context.Context, out graph.Random, w graph.Work) (*SALSAResult, error) {
	b, err := newBipartite(ctx, out, &alloc.Maker{Space: w.Space})
	if err != nil {
		return nil, err
	}
	return b.scores(ctx)
}

// SALSABytes returns the memory of [SALSA] for n pages, with its result: two vectors, indegrees, the component of
// each authority, and 16 bytes for each of at most n components.
func SALSABytes(n int) int64 { return 40 * int64(n) }

// A bipartite holds the components of the bipartite graph. A component is known by its authorities.
type bipartite struct {
	out       graph.Random
	maker     *alloc.Maker
	indegrees []uint32
	labels    []uint32 // component of each authority; before that, a union-find forest whose roots are smallest
	side      []side   // of each component
}

// A side counts the pages and arcs of a component.
type side struct {
	authorities, hubs uint32
	arcs              int64
}

func newBipartite(ctx context.Context, out graph.Random, m *alloc.Maker) (*bipartite, error) {
	n := out.NumNodes()
	b := &bipartite{out: out, maker: m, indegrees: alloc.From[uint32](m, n), labels: alloc.From[uint32](m, n)}
	if m.Err != nil {
		return nil, m.Err
	}
	for u := range b.labels {
		b.labels[u] = uint32(u)
	}
	err := graph.InOrder(ctx, out, func(_ graph.Node, succ []graph.Node) { b.join(succ) })
	if err != nil {
		return nil, err
	}
	if b.number(); m.Err != nil {
		return nil, m.Err
	}
	return b, graph.InOrder(ctx, b.out, func(_ graph.Node, succ []graph.Node) {
		if len(succ) > 0 {
			s := &b.side[b.labels[succ[0]]]
			s.hubs++
			s.arcs += int64(len(succ))
		}
	})
}

func (b *bipartite) root(u uint32) uint32 {
	p := b.labels
	for p[u] != u {
		p[u] = p[p[u]]
		u = p[u]
	}
	return u
}

// join puts the successors of a page in one component.
func (b *bipartite) join(succ []graph.Node) {
	if len(succ) == 0 {
		return
	}
	root := b.root(uint32(succ[0]))
	for _, v := range succ {
		b.indegrees[v]++
		if b.labels[v] == root {
			continue
		}
		other := b.root(uint32(v))
		if other < root {
			root, other = other, root
		}
		b.labels[other] = root
	}
}

// number gives the components of the authorities numbers, and counts their authorities. Pages without predecessors have
// no component.
func (b *bipartite) number() {
	count := 0
	for u, d := range b.indegrees {
		if d > 0 && int(b.labels[u]) == u {
			count++
		}
	}
	if b.side = alloc.From[side](b.maker, count)[:0]; b.maker.Err != nil {
		return
	}
	for u, root := range b.labels {
		switch {
		case b.indegrees[u] == 0:
			continue
		case int(root) == u:
			b.labels[u] = uint32(len(b.side))
			b.side = append(b.side, side{})
		default:
			b.labels[u] = b.labels[root] // root < u has its number
		}
		b.side[b.labels[u]].authorities++
	}
}

func (b *bipartite) scores(ctx context.Context) (*SALSAResult, error) {
	n := len(b.labels)
	r := &SALSAResult{Authorities: alloc.From[float64](b.maker, n), Hubs: alloc.From[float64](b.maker, n), Components: len(b.side)}
	if b.maker.Err != nil {
		return nil, b.maker.Err
	}
	var authorities, hubs int64
	for _, s := range b.side {
		authorities += int64(s.authorities)
		hubs += int64(s.hubs)
	}
	for u, d := range b.indegrees {
		if d > 0 {
			s := b.side[b.labels[u]]
			r.Authorities[u] = float64(s.authorities) / float64(authorities) * (float64(d) / float64(s.arcs))
		}
	}
	return r, graph.InOrder(ctx, b.out, func(u graph.Node, succ []graph.Node) {
		if len(succ) > 0 {
			s := b.side[b.labels[succ[0]]]
			r.Hubs[u] = float64(s.hubs) / float64(hubs) * (float64(len(succ)) / float64(s.arcs))
		}
	})
}
