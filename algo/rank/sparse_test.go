package rank_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// sparse draws a graph of few arcs a page in an order without locality, with enough pages for many blocks: some pages
// dangle, some lead to themselves, some have no arcs at all, and some are linked to by many.
func sparse(r *rand.Rand) *graph.Memory {
	n := 4096 + r.IntN(1500)
	dangling, loops, popular, mean := r.Float64(), r.Float64()/2, 1+r.IntN(40), 1+r.IntN(7)
	var arcs []graph.Arc
	for u := range n {
		if r.Float64() < loops {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u)})
		}
		if r.Float64() < dangling {
			continue
		}
		for range r.IntN(2 * mean) {
			to := r.IntN(n)
			if r.IntN(3) == 0 {
				to = r.IntN(n) / popular * popular
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(to)})
		}
	}
	return graph.FromArcs(n, arcs)
}

// sinks are graphs without a way on: pages without arcs, and pages that lead to themselves alone.
func sinks() []*graph.Memory {
	const n = 5000
	var loops []graph.Arc
	for u := range graph.Node(n) {
		if u%3 != 0 {
			loops = append(loops, graph.Arc{From: u, To: u})
		}
	}
	return []*graph.Memory{graph.FromArcs(n, nil), graph.FromArcs(n, loops)}
}

// residual returns how far scores are from what the equation makes of them, in the L1 norm.
func residual(g *graph.Memory, o rank.PageRankOptions, v, scores []float64) float64 {
	n, lost := g.NumNodes(), 0.0
	next := make([]float64, n)
	for u, x := range scores {
		succ := g.Succ(graph.Node(u))
		if len(succ) == 0 {
			lost += x
		}
		for _, w := range succ {
			next[w] += o.Alpha * x / float64(len(succ))
		}
	}
	off := 0.0
	for u, x := range next {
		x += (1 - o.Alpha) * v[u]
		switch o.Dangling {
		case rank.Strong:
			x += o.Alpha * lost * v[u]
		case rank.Weak:
			x += o.Alpha * lost / float64(n)
		}
		off += math.Abs(x - scores[u])
	}
	return off
}

func TestPageRankOfSparseGraphs(t *testing.T) {
	r := drawn.Rand(t)
	graphs, random := sinks(), 10
	if testing.Short() {
		random = 3
	}
	for range random {
		graphs = append(graphs, sparse(r))
	}
	for i, g := range graphs {
		in := graphtest.Transpose(t, g)
		options, vectors := preferences(g.NumNodes(), r.Uint64()%1000)
		o, v := options[i%3], vectors[i%3]
		o.Alpha, o.Tolerance, o.MaxIterations = []float64{0.5, 0.85}[r.IntN(2)], []float64{1e-6, 1e-11}[r.IntN(2)], 500
		o.Dangling = rank.Dangling(r.IntN(3))
		for _, o.Method = range []rank.Method{rank.GaussSeidel, rank.Power} {
			var first []float64
			for _, view := range []graph.Random{in, bvtest.Compress(t, in), in} {
				o.Workers = 1 + r.IntN(3)
				got, err := rank.PageRank(context.Background(), view, nil, o)
				if err != nil {
					t.Fatal(err)
				}
				if !got.Converged {
					t.Fatalf("graph %d, %+v: bound %g after %d passes", i, o.Dangling, got.Bound, got.Iterations)
				}
				if off := residual(g, o, v, got.Scores) / (1 - o.Alpha); off > 2*o.Tolerance+1e-13 {
					t.Fatalf("graph %d, method %d, %v: off by up to %g, tolerance %g", i, o.Method, o.Dangling, off, o.Tolerance)
				}
				if first == nil {
					first = got.Scores
				}
				if !slices.Equal(got.Scores, first) {
					t.Fatalf("graph %d, method %d: %d workers on a %T come to other bits", i, o.Method, o.Workers, view)
				}
			}
		}
	}
}

// hits is the iteration of the definition.
func hits(g *graph.Memory, o rank.HITSOptions) (authorities, hubs []float64) {
	n := g.NumNodes()
	hubs = slices.Repeat([]float64{1}, n)
	for range o.Iterations {
		authorities = make([]float64, n)
		each := func(f func(u, v graph.Node)) {
			for u := range graph.Node(n) {
				for _, v := range g.Succ(u) {
					if u != v || o.Loops {
						f(u, v)
					}
				}
			}
		}
		each(func(u, v graph.Node) { authorities[v] += hubs[u] })
		scale(authorities, o.Norm)
		hubs = make([]float64, n)
		each(func(u, v graph.Node) { hubs[u] += authorities[v] })
		scale(hubs, o.Norm)
	}
	return authorities, hubs
}

func scale(x []float64, norm rank.Norm) {
	sum := 0.0
	for _, y := range x {
		if norm == rank.L2 {
			y *= y
		}
		sum += y
	}
	if norm == rank.L2 {
		sum = math.Sqrt(sum)
	}
	for i := range x {
		if sum > 0 {
			x[i] /= sum
		}
	}
}

func TestHITSOfSparseGraphs(t *testing.T) {
	r := drawn.Rand(t)
	graphs := sinks()
	for range 8 {
		graphs = append(graphs, sparse(r))
	}
	for i, g := range graphs {
		in := graphtest.Transpose(t, g)
		o := rank.HITSOptions{Iterations: 1 + r.IntN(12), Loops: i%2 == 0, Norm: rank.Norm(r.IntN(2))}
		authorities, hubs := hits(g, o)
		var first *rank.HITSResult
		for _, views := range [][2]graph.Random{{g, in}, {bvtest.Compress(t, g), bvtest.Compress(t, in)}, {g, in}} {
			o.Workers = 1 + r.IntN(3)
			got, err := rank.HITS(context.Background(), views[0], views[1], o)
			if err != nil {
				t.Fatal(err)
			}
			for u := range hubs {
				if math.Abs(got.Hubs[u]-hubs[u]) > 1e-12 || math.Abs(got.Authorities[u]-authorities[u]) > 1e-12 {
					t.Fatalf("graph %d, %+v, page %d: hub %v and authority %v, want %v and %v", i, o, u, got.Hubs[u], got.Authorities[u], hubs[u], authorities[u])
				}
			}
			if first == nil {
				first = got
			}
			if !slices.Equal(got.Hubs, first.Hubs) || !slices.Equal(got.Authorities, first.Authorities) || got.Residual != first.Residual {
				t.Fatalf("graph %d, %+v: other bits on %T", i, o, views[0])
			}
		}
	}
}

// A page that leads to itself alone has its score at once: its equation is solved, not iterated.
func TestLoopsAreSolved(t *testing.T) {
	for _, g := range sinks() {
		got, err := rank.PageRank(context.Background(), graphtest.Transpose(t, g), nil, rank.PageRankOptions{Dangling: rank.Pseudo, Tolerance: 1e-12})
		if err != nil || got.Iterations > 2 {
			t.Fatalf("%d passes, %v", got.Iterations, err)
		}
	}
}
