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
)

// dense solves (I − αGᵀ) r = (1−α)v by elimination, with G the matrix of the definition.
func dense(g *graph.Memory, alpha float64, v []float64, dangling rank.Dangling) []float64 {
	n := g.NumNodes()
	a := make([][]float64, n)
	for u := range a {
		a[u] = make([]float64, n+1)
		a[u][u] = 1
		a[u][n] = (1 - alpha) * v[u]
	}
	for u := range n {
		succ := g.Succ(graph.Node(u))
		for _, w := range succ {
			a[w][u] -= alpha / float64(len(succ))
		}
		for w := range n {
			switch {
			case len(succ) > 0 || dangling == rank.Pseudo:
			case dangling == rank.Strong:
				a[w][u] -= alpha * v[w]
			case dangling == rank.Weak:
				a[w][u] -= alpha / float64(n)
			}
		}
	}
	return eliminate(a)
}

// eliminate solves a system given with its right-hand side as last column; its columns are diagonally dominant.
func eliminate(a [][]float64) []float64 {
	n := len(a)
	for k := range n {
		for i := range n {
			if f := a[i][k] / a[k][k]; i != k && f != 0 {
				for j := k; j <= n; j++ {
					a[i][j] -= f * a[k][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}

func distance(a, b []float64) float64 {
	d := 0.0
	for i := range a {
		d += math.Abs(a[i] - b[i])
	}
	return d
}

// preferences returns the three kinds of preference for a graph of n > 0 pages, and the vector that each stands for.
func preferences(n int, seed uint64) (options []rank.PageRankOptions, vectors [][]float64) {
	uniform, weights, some := make([]float64, n), make([]float64, n), make([]float64, n)
	pages := []graph.Node{graph.Node(seed % uint64(n)), graph.Node(n - 1), 0, 0}
	distinct := slices.Compact(slices.Sorted(slices.Values(pages)))
	sum := 0.0
	for u := range n {
		uniform[u] = 1 / float64(n)
		weights[u] = float64((uint64(u)*2654435761 + seed) % 7)
		sum += weights[u]
	}
	if sum == 0 {
		weights[0], sum = 3, 3
	}
	scaled := slices.Clone(weights)
	for u := range scaled {
		scaled[u] /= sum
	}
	for _, u := range distinct {
		some[u] = 1 / float64(len(distinct))
	}
	return []rank.PageRankOptions{{}, {Preference: weights}, {Pages: pages}}, [][]float64{uniform, scaled, some}
}

func TestPageRankAgainstElimination(t *testing.T) {
	alphas := []float64{0, 0.5, 0.95}
	for seed := range uint64(150) {
		g := graphtest.Random(seed)
		n := g.NumNodes()
		if n == 0 {
			continue
		}
		in := graphtest.Transpose(t, g)
		options, vectors := preferences(n, seed)
		for _, dangling := range []rank.Dangling{rank.Strong, rank.Weak, rank.Pseudo} {
			which := int(seed) % 3
			o, v := options[which], vectors[which]
			o.Dangling, o.MaxIterations = dangling, 1000
			o.Alpha = alphas[seed/3%3]
			want := dense(g, cmpOr(o.Alpha, 0.85), v, dangling)
			for _, o.Method = range []rank.Method{rank.GaussSeidel, rank.Power} {
				for _, o.Tolerance = range []float64{1e-3, 1e-12} {
					checkPageRank(t, seed, in, o, want)
				}
			}
		}
	}
}

func cmpOr(a, b float64) float64 {
	if a != 0 {
		return a
	}
	return b
}

// checkPageRank checks that the error is within the bound, and the bound within the tolerance.
func checkPageRank(t *testing.T, seed uint64, in *graph.Memory, o rank.PageRankOptions, want []float64) {
	t.Helper()
	r, err := rank.PageRank(context.Background(), in, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Converged || r.Bound > o.Tolerance || r.Norm != "l1" {
		t.Fatalf("seed %d, %+v: got bound %g after %d iterations", seed, o, r.Bound, r.Iterations)
	}
	if d := distance(r.Scores, want); d > r.Bound+1e-13 {
		t.Fatalf("seed %d, %+v: got distance %g from the exact scores, bound %g", seed, o, d, r.Bound)
	}
	sum := 0.0
	for _, x := range r.Scores {
		sum += x
	}
	if o.Dangling != rank.Pseudo && math.Abs(sum-1) > 1e-12 {
		t.Fatalf("seed %d, %+v: got scores that sum to %v, want 1", seed, o, sum)
	}
}

func TestPageRankWorkersAndEncodings(t *testing.T) {
	big := large()
	if parts := graph.Parts(big); len(parts) < 2 {
		t.Fatalf("the large graph has %d parts", len(parts))
	}
	for seed := range uint64(60) {
		if testing.Short() && seed%8 != 3 {
			continue
		}
		g := graphtest.Random(seed)
		if seed == 59 {
			g = big
		}
		if g.NumNodes() == 0 {
			continue
		}
		in := graphtest.Transpose(t, g)
		degrees, err := rank.OutDegrees(context.Background(), bvtest.Compress(t, g), graph.Work{Workers: 8})
		if err != nil {
			t.Fatal(err)
		}
		options, _ := preferences(g.NumNodes(), seed)
		o := options[seed%3]
		o.Dangling = rank.Dangling(seed / 3 % 3)
		o.Method = rank.Method(seed / 9 % 2)
		o.Workers, o.MaxIterations = 1, 10
		if testing.Short() {
			o.MaxIterations = 3
		}
		want, err := rank.PageRank(context.Background(), in, degrees, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Workers = 8
		for _, view := range []graph.Random{in, bvtest.Compress(t, in)} {
			got, err := rank.PageRank(context.Background(), view, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Scores, want.Scores) || got.Bound != want.Bound || got.Residual != want.Residual || got.Iterations != want.Iterations {
				t.Fatalf("seed %d, %T: scores differ from those of one worker in memory", seed, view)
			}
		}
	}
}

// large returns a graph of several parts.
func large() *graph.Memory {
	const n = 120_000 // with their arcs two parts
	var arcs []graph.Arc
	x := uint32(1)
	for u := range n {
		for range u % 17 {
			x = x*1664525 + 1013904223
			v := (u + int(x>>22) + n - 512) % n
			if x>>12&63 == 0 {
				v = int(uint64(x) * n >> 32)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}

func TestPageRankRelabelled(t *testing.T) {
	for seed := range uint64(100) {
		g := graphtest.Random(seed)
		perm := graphtest.Permutation(g.NumNodes(), seed)
		h, err := graphtest.Permute(g, perm)
		if err != nil {
			t.Fatal(err)
		}
		o := rank.PageRankOptions{Tolerance: 1e-12, MaxIterations: 500}
		a, err := rank.PageRank(context.Background(), graphtest.Transpose(t, g), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := rank.PageRank(context.Background(), graphtest.Transpose(t, h), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		d := 0.0
		for u, p := range perm {
			d += math.Abs(a.Scores[u] - b.Scores[p])
		}
		if d > 3e-12 {
			t.Fatalf("seed %d: got distance %g after relabelling", seed, d)
		}
	}
}

func TestPageRankIsThePowerIteration(t *testing.T) {
	g := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}, {From: 1, To: 2}})
	r, err := rank.PageRank(context.Background(), graphtest.Transpose(t, g), nil, rank.PageRankOptions{Method: rank.Power, Alpha: 0.5, MaxIterations: 1, Tolerance: -1})
	if err != nil {
		t.Fatal(err)
	}
	// One step from 1/3 each: ½·(predecessors + a third of the page that dangles) + ½·⅓.
	want := []float64{4. / 18, 5.5 / 18, 8.5 / 18}
	if distance(r.Scores, want) > 1e-15 || r.Converged || r.Iterations != 1 {
		t.Errorf("got %v, converged %v after %d; want %v", r.Scores, r.Converged, r.Iterations, want)
	}
}

func TestPageRankErrors(t *testing.T) {
	in := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}})
	for name, o := range map[string]rank.PageRankOptions{
		"alpha":            {Alpha: 1},
		"alpha not number": {Alpha: math.NaN()},
		"dangling":         {Dangling: 7},
		"method":           {Method: 7},
		"short":            {Preference: []float64{1}},
		"negative":         {Preference: []float64{1, -1, 1}},
		"zero":             {Preference: []float64{0, 0, 0}},
		"infinite":         {Preference: []float64{0, math.Inf(1), 0}},
		"no pages":         {Pages: []graph.Node{}},
		"page":             {Pages: []graph.Node{3}},
		"both":             {Pages: []graph.Node{0}, Preference: []float64{1, 1, 1}},
	} {
		if _, err := rank.PageRank(context.Background(), in, nil, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := rank.PageRank(context.Background(), in, []uint32{1}, rank.PageRankOptions{}); err == nil {
		t.Error("outdegrees: no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	o := rank.PageRankOptions{Progress: func(int, float64) { cancel() }}
	if _, err := rank.PageRank(ctx, in, nil, o); err == nil {
		t.Error("cancelled: no error")
	}
}

func TestParseDangling(t *testing.T) {
	for d := rank.Strong; d <= rank.Pseudo; d++ {
		if got, err := rank.ParseDangling(d.String()); err != nil || got != d {
			t.Errorf("%v: got %v and error %v", d, got, err)
		}
	}
	if _, err := rank.ParseDangling("firm"); err == nil {
		t.Error("firm: no error")
	}
}

// Iterations go on from where others stopped.
func TestPageRankStart(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(40) {
		in := graphtest.Random(seed)
		n := in.NumNodes()
		if n == 0 {
			continue
		}
		o := rank.PageRankOptions{Method: rank.Power, Tolerance: -1, MaxIterations: 12, Pages: []graph.Node{0, graph.Node(n - 1)}}
		whole, err := rank.PageRank(ctx, in, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		o.MaxIterations = 5
		first, err := rank.PageRank(ctx, in, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		o.MaxIterations, o.Start = 7, first.Scores
		second, err := rank.PageRank(ctx, in, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		for u, x := range second.Scores {
			if math.Abs(x-whole.Scores[u]) > 1e-15 {
				t.Fatalf("seed %d, page %d: %v after 5 and 7 iterations, %v after 12", seed, u, x, whole.Scores[u])
			}
		}
		o.Start = make([]float64, n+1)
		if _, err := rank.PageRank(ctx, in, nil, o); err == nil {
			t.Fatal("a start of another length: no error")
		}
	}
}
