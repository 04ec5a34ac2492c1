package rank_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// adjacency returns the matrix of g.
func adjacency(g *graph.Memory) [][]float64 {
	a := make([][]float64, g.NumNodes())
	for u := range a {
		a[u] = make([]float64, len(a))
		for _, v := range g.Succ(graph.Node(u)) {
			a[u][v] = 1
		}
	}
	return a
}

// denseHITS runs the iteration of the definition on a matrix.
func denseHITS(a [][]float64, iterations int, norm func([]float64) float64) (authorities, hubs []float64) {
	n := len(a)
	authorities, hubs = make([]float64, n), make([]float64, n)
	for u := range hubs {
		hubs[u] = 1
	}
	for range iterations {
		for v := range n {
			authorities[v] = 0
			for u := range n {
				authorities[v] += a[u][v] * hubs[u]
			}
		}
		divide(authorities, norm(authorities))
		for u := range n {
			hubs[u] = 0
			for v := range n {
				hubs[u] += a[u][v] * authorities[v]
			}
		}
		divide(hubs, norm(hubs))
	}
	return authorities, hubs
}

func divide(x []float64, by float64) {
	for i := range x {
		if by == 0 {
			x[i] = 0
		} else {
			x[i] /= by
		}
	}
}

func l1(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Abs(v)
	}
	return s
}

func l2(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return math.Sqrt(s)
}

func TestHITSAgainstMatrices(t *testing.T) {
	looped := 0
	for seed := range uint64(200) {
		g := graphtest.Random(seed)
		in := graphtest.Transpose(t, g)
		a := adjacency(g)
		keep := seed%2 == 0
		for u := range a {
			if !keep {
				looped += int(a[u][u])
				a[u][u] = 0
			}
		}
		for norm, measure := range []func([]float64) float64{l2, l1} {
			for _, k := range []int{1, 7} {
				r, err := rank.HITS(context.Background(), g, in, rank.HITSOptions{Iterations: k, Norm: rank.Norm(norm), Loops: keep})
				if err != nil {
					t.Fatal(err)
				}
				authorities, hubs := denseHITS(a, k, measure)
				if d := max(distance(r.Authorities, authorities), distance(r.Hubs, hubs)); !(d < 1e-12) {
					t.Fatalf("seed %d, norm %s, %d iterations: got distance %g from the matrices", seed, r.Norm, k, d)
				}
				before, hubsBefore := denseHITS(a, k-1, measure)
				want := math.Max(measure(minus(authorities, before)), measure(minus(hubs, hubsBefore)))
				if g.NumArcs() > 0 && k > 1 && math.Abs(r.Residual-want) > 1e-12 {
					t.Fatalf("seed %d, norm %s: got residual %g, want %g", seed, r.Norm, r.Residual, want)
				}
			}
		}
	}
	if looped < 100 {
		t.Errorf("only %d loops were there to drop", looped)
	}
}

func minus(a, b []float64) []float64 {
	d := slices.Clone(a)
	for i := range d {
		d[i] -= b[i]
	}
	return d
}

func TestHITSStops(t *testing.T) {
	g := graphtest.Random(3)
	in := graphtest.Transpose(t, g)
	r, err := rank.HITS(context.Background(), g, in, rank.HITSOptions{Iterations: 10_000, Tolerance: 1e-12})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Converged || r.Residual > 1e-12 || r.Iterations == 10_000 {
		t.Errorf("got %d iterations, residual %g, converged %v", r.Iterations, r.Residual, r.Converged)
	}
	if r, err = rank.HITS(context.Background(), g, in, rank.HITSOptions{}); err != nil || r.Iterations != 60 || r.Converged {
		t.Errorf("by default: got %d iterations, converged %v, error %v; want 60", r.Iterations, r.Converged, err)
	}
}

func TestHITSErrors(t *testing.T) {
	g := graphtest.Random(3)
	in := graphtest.Transpose(t, g)
	for name, o := range map[string]rank.HITSOptions{
		"iterations": {Iterations: -1}, "tolerance": {Tolerance: math.NaN()}, "norm": {Norm: 9},
	} {
		if _, err := rank.HITS(context.Background(), g, in, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := rank.HITS(context.Background(), g, graphtest.Random(4), rank.HITSOptions{}); err == nil {
		t.Error("two graphs: no error")
	}
}

// walk returns where the random walk of SALSA ends after 2³⁰ steps from each authority: back along an arc, forth along
// another.
func walk(a [][]float64) [][]float64 {
	n := len(a)
	back, forth := make([][]float64, n), make([][]float64, n)
	for u := range n {
		back[u], forth[u] = make([]float64, n), slices.Clone(a[u])
		for v := range n {
			back[u][v] = a[v][u]
		}
		divide(back[u], l1(back[u]))
		divide(forth[u], l1(forth[u]))
	}
	m := times(back, forth)
	for range 30 {
		m = times(m, m)
		for u := range m { // rows stay distributions
			divide(m[u], l1(m[u]))
		}
	}
	return m
}

func times(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c {
		c[i] = make([]float64, len(a))
		for k, x := range a[i] {
			if x == 0 {
				continue
			}
			for j, y := range b[k] {
				c[i][j] += x * y
			}
		}
	}
	return c
}

// walkScores returns the distribution of the walk that begins uniformly on the pages that it can begin on.
func walkScores(a [][]float64) []float64 {
	scores := make([]float64, len(a))
	starts := 0.0
	for _, row := range walk(a) {
		if l1(row) > 0 {
			starts++
			for v, x := range row {
				scores[v] += x
			}
		}
	}
	divide(scores, starts)
	return scores
}

func TestSALSAAgainstWalk(t *testing.T) {
	tried := 0
	for seed := range uint64(500) {
		g := graphtest.Random(seed)
		if g.NumNodes() > 45 {
			continue
		}
		tried++
		authorities := walkScores(adjacency(g))
		hubs := walkScores(adjacency(graphtest.Transpose(t, g)))
		for _, view := range []graph.Random{g, bvtest.Compress(t, g)} {
			r, err := rank.SALSA(context.Background(), view, graph.Work{})
			if err != nil {
				t.Fatal(err)
			}
			if d := max(distance(r.Authorities, authorities), distance(r.Hubs, hubs)); !(d < 1e-9) {
				t.Fatalf("seed %d: got distance %g from the walk", seed, d)
			}
		}
	}
	if tried < 80 {
		t.Errorf("tried %d graphs only", tried)
	}
}

// others runs all that is not PageRank on a view and returns every number it found.
func others(t *testing.T, out, in graph.Random, workers int) [][]float64 {
	t.Helper()
	ctx := context.Background()
	h, err := rank.HITS(ctx, out, in, rank.HITSOptions{Iterations: 3, Work: graph.Work{Workers: workers}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rank.SALSA(ctx, out, graph.Work{})
	if err != nil {
		t.Fatal(err)
	}
	indegrees, err := rank.InDegrees(ctx, out, graph.Work{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	if lengths, err := rank.OutDegrees(ctx, in, graph.Work{Workers: workers}); err != nil || !slices.Equal(lengths, indegrees) {
		t.Fatalf("indegrees of the graph and outdegrees of the transpose differ, error %v", err)
	}
	degrees := make([]float64, len(indegrees))
	for u, d := range indegrees {
		degrees[u] = float64(d)
	}
	return [][]float64{h.Authorities, h.Hubs, {h.Residual}, s.Authorities, s.Hubs, degrees}
}

func TestOthersWorkersAndEncodings(t *testing.T) {
	for seed := range uint64(40) {
		if testing.Short() && seed%8 != 7 {
			continue
		}
		g := graphtest.Random(seed)
		if seed == 39 {
			g = large()
		}
		in := graphtest.Transpose(t, g)
		want := others(t, g, in, 1)
		for _, got := range [][][]float64{others(t, g, in, 8), others(t, bvtest.Compress(t, g), bvtest.Compress(t, in), 8)} {
			for i := range want {
				if !slices.Equal(got[i], want[i]) {
					t.Fatalf("seed %d: vector %d differs from that of one worker in memory", seed, i)
				}
			}
		}
	}
}

func TestOthersRelabelled(t *testing.T) {
	for seed := range uint64(100) {
		g := graphtest.Random(seed)
		perm := graphtest.Permutation(g.NumNodes(), seed)
		h, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		before, after := others(t, g, graphtest.Transpose(t, g), 0), others(t, h, graphtest.Transpose(t, h), 0)
		for i := range before {
			if i == 2 {
				continue // the residual belongs to no page
			}
			d := 0.0
			for u, p := range perm {
				d += math.Abs(before[i][u] - after[i][p])
			}
			if d > 1e-12 {
				t.Fatalf("seed %d: vector %d: got distance %g after relabelling", seed, i, d)
			}
		}
	}
}

// Removed pages count as if they were not there, and a start at the end stays there.
func TestHITSWithoutPages(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(12) {
		g := graphtest.Random(seed)
		n := g.NumNodes()
		removed := view.NewBits(n)
		a := adjacency(g)
		for u := range n {
			if (uint64(u)*7+seed)%5 != 0 {
				continue
			}
			removed.Add(u)
			for v := range n {
				a[u][v], a[v][u] = 0, 0
			}
		}
		for u := range n {
			if seed%2 != 0 {
				a[u][u] = 0
			}
		}
		back, err := graph.Transpose(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, push := range []bool{false, true} {
			o := rank.HITSOptions{Iterations: 20, Removed: removed, Push: push, Loops: seed%2 == 0}
			got, err := rank.HITS(ctx, g, back, o)
			if err != nil {
				t.Fatal(err)
			}
			wantA, wantH := denseHITS(a, 20, func(x []float64) float64 {
				sum := 0.0
				for _, v := range x {
					sum += v * v
				}
				return math.Sqrt(sum)
			})
			for u := range n {
				hub := wantH[u]
				if math.Abs(got.Authorities[u]-wantA[u]) > 1e-12 || math.Abs(got.Hubs[u]-hub) > 1e-12 {
					t.Fatalf("seed %d, page %d: %v and %v, want %v and %v", seed, u, got.Authorities[u], got.Hubs[u], wantA[u], hub)
				}
			}
			o.Start, o.Iterations = got.Hubs, 1
			one, err := rank.HITS(ctx, g, back, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Start, o.Iterations = nil, 21
			more, err := rank.HITS(ctx, g, back, o)
			if err != nil {
				t.Fatal(err)
			}
			for u := range n {
				if math.Abs(one.Hubs[u]-more.Hubs[u]) > 1e-12 {
					t.Fatalf("seed %d, page %d: 20 iterations and one more give %v, 21 give %v", seed, u, one.Hubs[u], more.Hubs[u])
				}
			}
		}
	}
	g := graphtest.Random(1)
	if _, err := rank.HITS(ctx, g, g, rank.HITSOptions{Start: make([]float64, g.NumNodes()+1)}); err == nil {
		t.Error("a start of another length: no error")
	}
}
