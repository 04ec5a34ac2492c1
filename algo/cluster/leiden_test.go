package cluster_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/cluster"
	"weft/graph"
	"weft/internal/drawn"
)

// An edge joins two nodes.
type edge struct {
	u, v int
	w    float32
}

// undirected returns the graph of n nodes with the given edges, the weights of equal ones added up; those of a node with itself become loops.
func undirected(n int, edges []edge) *cluster.Graph {
	weights := make([]map[graph.Node]float32, n)
	loops := make([]float32, n)
	for u := range weights {
		weights[u] = map[graph.Node]float32{}
	}
	for _, e := range edges {
		if e.u == e.v {
			loops[e.u] += e.w
			continue
		}
		weights[e.u][graph.Node(e.v)] += e.w
		weights[e.v][graph.Node(e.u)] += e.w
	}
	g := &cluster.Graph{Loops: loops, Weights: []float32{}}
	starts, ends := []int64{0}, []graph.Node{}
	for _, list := range weights {
		var to []graph.Node
		for v := range list {
			to = append(to, v)
		}
		slices.Sort(to)
		for _, v := range to {
			ends, g.Weights = append(ends, v), append(g.Weights, list[v])
		}
		starts = append(starts, int64(len(ends)))
	}
	m, err := graph.NewMemory(starts, ends)
	if err != nil {
		panic(err)
	}
	g.Lists = m
	return g
}

// draw returns the edges of a drawn graph: groups that are dense inside, parts that hang together by nothing, loops, nodes without edges.
func draw(r *rand.Rand, n int, weighted bool) []edge {
	var edges []edge
	size := 2 + r.IntN(8)
	inside, across := 0.3+0.6*r.Float64(), 0.1*r.Float64()
	for u := range n {
		for v := range u + 1 {
			p := across
			if u/size == v/size {
				p = inside
			}
			if u%7 == 3 || r.Float64() >= p || u == v && r.IntN(2) == 0 {
				continue
			}
			w := float32(1)
			if weighted {
				w = float32(1+r.IntN(64)) / 16
			}
			edges = append(edges, edge{u, v, w})
		}
	}
	return edges
}

// quality is the definition, pair by pair.
func quality(n int, edges []edge, of []uint32, q cluster.Quality, gamma float64) float64 {
	a := make([][]float64, n)
	for u := range a {
		a[u] = make([]float64, n)
	}
	k, sum := make([]float64, n), 0.0
	for _, e := range edges {
		a[e.u][e.v] += float64(e.w)
		a[e.v][e.u] += float64(e.w)
		k[e.u] += float64(e.w)
		k[e.v] += float64(e.w)
		sum += 2 * float64(e.w)
	}
	total := 0.0
	for u := range n {
		for v := range n {
			if of[u] != of[v] {
				continue
			}
			if q == cluster.Modularity && sum > 0 {
				total += (a[u][v] - gamma*k[u]*k[v]/sum) / sum
			}
			if q == cluster.CPM {
				total += a[u][v] / 2
				if u < v {
					total -= gamma
				}
			}
		}
	}
	return total
}

// connected says whether the nodes of each cluster hang together.
func connected(n int, edges []edge, of []uint32) bool {
	at := make([]int, n)
	for u := range at {
		at[u] = u
	}
	for range n {
		for _, e := range edges {
			if of[e.u] == of[e.v] {
				at[e.u] = min(at[e.u], at[e.v])
				at[e.v] = at[e.u]
			}
		}
	}
	first := map[uint32]int{}
	for u, c := range of {
		if f, seen := first[c]; seen && at[u] != f {
			return false
		}
		first[c] = at[u]
	}
	return true
}

var qualities = []struct {
	q     cluster.Quality
	gamma float64
}{{cluster.Modularity, 1}, {cluster.Modularity, 3}, {cluster.CPM, 0.1}, {cluster.CPM, 0.7}}

// On drawn graphs the quality is that of the definition, every cluster is connected, no node gains by moving, and no
// number of workers or way to store the lists changes anything.
func TestLeidenOnDrawnGraphs(t *testing.T) {
	r := drawn.Rand(t)
	for range 150 {
		n := r.IntN(60)
		edges := draw(r, n, r.IntN(2) == 0)
		g := undirected(n, edges)
		for _, c := range qualities {
			o := cluster.LeidenOptions{Quality: c.q, Resolution: c.gamma, Seed: r.Uint64(), Iterations: -1}
			if r.IntN(3) == 0 { // a partition to start with that hangs together by nothing
				o.Start = make([]uint32, n)
				for u := range o.Start {
					o.Start[u] = uint32(r.IntN(4)) << 29
				}
			}
			o.Workers = 1
			got, err := cluster.Leiden(t.Context(), g, o)
			if err != nil {
				t.Fatal(err)
			}
			if want := quality(n, edges, got.Of, c.q, c.gamma); math.Abs(got.Quality-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%v γ %g: quality %g, want %g", c.q, c.gamma, got.Quality, want)
			}
			if !connected(n, edges, got.Of) {
				t.Errorf("%v γ %g: clusters that are not connected: %v of %v", c.q, c.gamma, got.Of, edges)
			}
			if better := oneMove(n, edges, got.Of, c.q, c.gamma); better > got.Quality+1e-6 {
				t.Errorf("%v γ %g: quality %g, and one move makes %g", c.q, c.gamma, got.Quality, better)
			}
			o.Workers = 8
			for _, lists := range []graph.Random{g.Lists, struct{ graph.Random }{g.Lists}} {
				again, err := cluster.Leiden(t.Context(), &cluster.Graph{Lists: lists, Weights: g.Weights, Loops: g.Loops}, o)
				if err != nil || !slices.Equal(got.Of, again.Of) || got.Quality != again.Quality {
					t.Errorf("%v γ %g: 8 workers and %T: other clusters, or error %v", c.q, c.gamma, lists, err)
				}
			}
		}
	}
}

// oneMove returns the best quality of the partitions in which one node is elsewhere.
func oneMove(n int, edges []edge, of []uint32, q cluster.Quality, gamma float64) float64 {
	best := math.Inf(-1)
	for u := range n {
		was := of[u]
		for c := range n + 1 {
			of[u] = uint32(c)
			best = max(best, quality(n, edges, of, q, gamma))
		}
		of[u] = was
	}
	return best
}

// No partition of a tiny graph is better than the best of all partitions, and Leiden finds one that is nearly as good.
func TestLeidenAgainstAllPartitions(t *testing.T) {
	r := drawn.Rand(t)
	for range 40 {
		n := 1 + r.IntN(7)
		edges := draw(r, n, true)
		for _, c := range qualities {
			best := math.Inf(-1)
			eachPartition(n, func(of []uint32) { best = max(best, quality(n, edges, of, c.q, c.gamma)) })
			found := math.Inf(-1)
			for seed := range uint64(4) {
				got, err := cluster.Leiden(t.Context(), undirected(n, edges), cluster.LeidenOptions{Quality: c.q, Resolution: c.gamma, Seed: seed, Iterations: -1})
				if err != nil {
					t.Fatal(err)
				}
				found = max(found, got.Quality)
			}
			if found > best+1e-9 || found < best-0.1*(math.Abs(best)+0.1) {
				t.Errorf("%v γ %g: quality %g, the best of all partitions is %g: %v", c.q, c.gamma, found, best, edges)
			}
		}
	}
}

func eachPartition(n int, f func(of []uint32)) {
	of := make([]uint32, n)
	var from func(u int, used uint32)
	from = func(u int, used uint32) {
		if u == n {
			f(of)
			return
		}
		for c := range used + 1 {
			of[u] = c
			from(u+1, max(used, c+1))
		}
	}
	from(0, 0)
}
