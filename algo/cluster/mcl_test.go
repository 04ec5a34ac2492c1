package cluster_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weft/algo/cluster"
	"weft/graph"
	"weft/internal/drawn"
)

// flowOf iterates the dense matrix of the definition, all of it and in float64, until hardly anything changes: to[u]
// are the shares of the flow of u.
func flowOf(n int, edges []edge, r float64) (to [][]float64) {
	to = make([][]float64, n)
	for u := range to {
		to[u] = make([]float64, n)
	}
	for _, e := range edges {
		if e.u != e.v {
			to[e.u][e.v] += float64(e.w)
			to[e.v][e.u] += float64(e.w)
		}
	}
	for u := range to {
		if to[u][u] = slices.Max(to[u]); to[u][u] == 0 {
			to[u][u] = 1
		}
		scale(to[u], 1)
	}
	for range 200 {
		next, change := make([][]float64, n), 0.0
		for u := range to {
			next[u] = make([]float64, n)
			for by, x := range to[u] {
				for v, y := range to[by] {
					next[u][v] += x * y
				}
			}
			scale(next[u], r)
			for v := range next {
				change = max(change, math.Abs(next[u][v]-to[u][v]))
			}
		}
		if to = next; change < 1e-6 {
			break
		}
	}
	return to
}

func scale(x []float64, r float64) {
	sum := 0.0
	for i := range x {
		x[i] = math.Pow(x[i], r)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// systems returns for each node the smallest nodes of the systems of attractors that its flow reaches.
func systems(to [][]float64) [][]int {
	const some = 1e-3
	at := make([]int, len(to))
	for u := range at {
		at[u] = u
	}
	for range to {
		for u := range to {
			for v := range to {
				if to[u][v] > some && to[u][u] > some && to[v][v] > some {
					at[u] = min(at[u], at[v])
					at[v] = at[u]
				}
			}
		}
	}
	reached := make([][]int, len(to))
	for u := range to {
		for v := range to {
			if to[u][v] > some && to[v][v] > some {
				reached[u] = append(reached[u], at[v])
			}
		}
		slices.Sort(reached[u])
		reached[u] = slices.Compact(reached[u])
	}
	return reached
}

// everything leaves nothing out.
var everything = cluster.MCLOptions{Cut: 1e-12, Keep: 1000, Trim: -1, Iterations: 300}

// On drawn graphs the clusters are those of the definition, and no number of workers changes them.
func TestMCLAgainstTheDefinition(t *testing.T) {
	r := drawn.Rand(t)
	for range 120 {
		n := r.IntN(40)
		edges := draw(r, n, true)
		for i := range edges { // equal flows either way are decided by rounding
			edges[i].w *= 1 + 0.3*r.Float32()
		}
		o := everything
		o.Inflation = []float64{1.4, 2, 3.5}[r.IntN(3)]
		o.Workers = 1
		got, err := cluster.MCL(t.Context(), undirected(n, edges), o)
		if err != nil {
			t.Fatal(err)
		}
		want := systems(flowOf(n, edges, o.Inflation))
		overlapping := 0
		for u := range want {
			if len(want[u]) > 1 {
				overlapping++
			}
			for v := range u {
				if same := want[u][0] == want[v][0]; same != (got.Of[u] == got.Of[v]) {
					t.Fatalf("inflation %g: nodes %d and %d in the same cluster: %v, want %v: %v", o.Inflation, u, v, !same, same, edges)
				}
			}
		}
		if got.Overlapping != overlapping || len(got.Overlaps) != overlapping || !got.Converged || got.Lost != 0 {
			t.Errorf("%d nodes overlap, %d listed, converged %v, %d lost; want %d, all listed", got.Overlapping, len(got.Overlaps), got.Converged, got.Lost, overlapping)
		}
		o.Workers = 8
		again, err := cluster.MCL(t.Context(), undirected(n, edges), o)
		if err != nil || !slices.Equal(got.Of, again.Of) || !slices.Equal(got.Passes, again.Passes) {
			t.Errorf("8 workers: other clusters or passes, or error %v", err)
		}
	}
}

// clumps are three groups of 4, 4 and 5 nodes that are joined by single edges, and a node of its own.
func clumps() (n int, edges []edge) {
	for _, c := range [][2]int{{0, 4}, {4, 8}, {8, 13}} {
		for u := c[0]; u < c[1]; u++ {
			for v := range u {
				if v >= c[0] {
					edges = append(edges, edge{u, v, 1})
				}
			}
		}
	}
	return 14, append(edges, edge{3, 4, 1}, edge{7, 8, 1}, edge{12, 0, 1})
}

func TestClumps(t *testing.T) {
	n, edges := clumps()
	want := []uint32{1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 0, 3}
	flow, err := cluster.MCL(t.Context(), undirected(n, edges), cluster.MCLOptions{})
	if err != nil || !slices.Equal(flow.Of, want) || !slices.Equal(flow.Sizes, []uint32{5, 4, 4, 1}) {
		t.Errorf("MCL: got %v of sizes %v and error %v, want %v", flow.Of, flow.Sizes, err, want)
	}
	found, err := cluster.Leiden(t.Context(), undirected(n, edges), cluster.LeidenOptions{})
	if err != nil || !slices.Equal(found.Of, want) {
		t.Errorf("Leiden: got %v and error %v, want %v", found.Of, err, want)
	}
}

// A node between two equal groups belongs to both.
func TestMCLOverlaps(t *testing.T) {
	var edges []edge
	for u := range 4 {
		for v := range u {
			edges = append(edges, edge{u, v, 1}, edge{5 + u, 5 + v, 1})
		}
	}
	edges = append(edges, edge{3, 4, 1}, edge{4, 5, 1})
	g := undirected(9, edges)
	want := systems(flowOf(9, edges, 2))
	if len(want[4]) != 2 {
		t.Fatalf("by the definition node 4 reaches %v, want two systems", want[4])
	}
	for _, first := range []bool{false, true} {
		o := everything
		o.FirstWins = first
		got, err := cluster.MCL(t.Context(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		listed := len(got.Overlaps) == 1 && got.Overlaps[0].Node == 4 && slices.Equal(got.Overlaps[0].Clusters, []uint32{got.Of[0], got.Of[8]})
		if got.Overlapping != 1 || listed == first || got.Of[4] != got.Of[0] || got.Of[4] == got.Of[8] {
			t.Errorf("first wins %v: %d overlap, %v, clusters %v", first, got.Overlapping, got.Overlaps, got.Of)
		}
	}
}

// What is left out is told, columns have no more entries than they may, and what cannot be kept is an error.
func TestMCLPrunes(t *testing.T) {
	r := drawn.Rand(t)
	const n = 300
	var edges []edge
	for u := range n {
		for range 12 {
			edges = append(edges, edge{u, r.IntN(n), 1 + r.Float32()})
		}
	}
	g := undirected(n, edges)
	o := cluster.MCLOptions{Keep: 10, Recover: 20, RecoverShare: 0.5, Cut: 1e-9, Trim: -1}
	got, err := cluster.MCL(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	first := got.Passes[0]
	alike := first.Entries - 10*n - 10*int64(first.Recovered) // as the least of those that are kept: with a few bits of a drawn weight, seldom one
	if first.Selected != n || first.Recovered == 0 || alike < 0 || alike > 3 || !(first.Kept < 0.9) || !(first.LeastKept < first.Kept) || !(first.LeastKept > 0) {
		t.Errorf("first pass %+v: want all columns cut to 10 or 20 entries", first)
	}
	all := everything
	all.Iterations = 1
	whole, err := cluster.MCL(t.Context(), g, all)
	if err != nil || whole.Converged || whole.Passes[0].Kept != 1 || whole.Passes[0].Trimmed != 0 || whole.Passes[0].Selected+whole.Passes[0].Recovered != 0 {
		t.Errorf("without pruning: %+v, converged %v, error %v", whole.Passes, whole.Converged, err)
	}
	o.Bytes = 1000
	if _, err := cluster.MCL(t.Context(), g, o); err == nil || !strings.Contains(err.Error(), "1000 bytes") {
		t.Errorf("within 1,000 bytes: got error %v", err)
	}
	need, err := cluster.MCLBytes(n, cluster.MCLOptions{})
	if err != nil || need < whole.Passes[0].Entries*8 {
		t.Errorf("need %d bytes, error %v; the second matrix alone has %d", need, err, whole.Passes[0].Entries*8)
	}
}

// The inflation may change from iteration to iteration: always the same is as good as one.
func TestInflationBy(t *testing.T) {
	n, edges := clumps()
	g := undirected(n, edges)
	var asked []int
	o := cluster.MCLOptions{InflationBy: func(i int) float64 { asked = append(asked, i); return 3 }}
	a, err := cluster.MCL(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := cluster.MCL(t.Context(), g, cluster.MCLOptions{Inflation: 3})
	if err != nil || !slices.Equal(a.Passes, b.Passes) || len(asked) != len(a.Passes) {
		t.Errorf("asked %v: passes %+v, want %+v (error %v)", asked, a.Passes, b.Passes, err)
	}
	o.InflationBy = func(int) float64 { return 0.5 }
	if _, err := cluster.MCL(t.Context(), g, o); err == nil {
		t.Error("inflation of 0.5: no error")
	}
}

// What is no undirected graph with sensible weights is refused by both.
func TestRefused(t *testing.T) {
	rows := func(starts []uint32, ends []graph.Node) graph.Random {
		m, err := graph.NewMemory(starts, ends)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	both := rows([]uint32{0, 1, 2}, []graph.Node{1, 0})
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for name, g := range map[string]*cluster.Graph{
		"directed":              {Lists: rows([]uint32{0, 1, 1}, []graph.Node{1})},
		"other weight back":     {Lists: both, Weights: []float32{1, 2}},
		"weight 0":              {Lists: both, Weights: []float32{0, 0}},
		"negative weight":       {Lists: both, Weights: []float32{-1, -1}},
		"huge weight":           {Lists: both, Weights: []float32{1e30, 1e30}},
		"infinite weight":       {Lists: both, Weights: []float32{inf, inf}},
		"no number":             {Lists: both, Weights: []float32{nan, nan}},
		"too few weights":       {Lists: both, Weights: []float32{1}},
		"too few loops":         {Lists: both, Loops: []float32{1}},
		"negative loop":         {Lists: both, Loops: []float32{1, -1}},
		"three cycle, directed": {Lists: rows([]uint32{0, 1, 2, 3}, []graph.Node{1, 2, 0})},
	} {
		if _, err := cluster.Leiden(t.Context(), g, cluster.LeidenOptions{}); err == nil {
			t.Errorf("%s: Leiden gives no error", name)
		}
		if _, err := cluster.MCL(t.Context(), g, cluster.MCLOptions{}); err == nil {
			t.Errorf("%s: MCL gives no error", name)
		}
	}
	good := &cluster.Graph{Lists: both}
	for _, o := range []cluster.LeidenOptions{{Quality: cluster.CPM}, {Resolution: -1}, {Resolution: math.NaN()}, {Start: []uint32{1}}, {Quality: 7}} {
		if _, err := cluster.Leiden(t.Context(), good, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	for _, o := range []cluster.MCLOptions{{Inflation: 1}, {Loop: -1}, {Cut: 2}, {Keep: -1}, {RecoverShare: 2}, {Chaos: -1}, {Iterations: -1}, {Trim: 1}, {Inflation: math.NaN()}} {
		if _, err := cluster.MCL(t.Context(), good, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

// The chaos of the first pass is that of the definition.
func TestChaos(t *testing.T) {
	n, edges := clumps()
	m := make([][]float64, n)
	for u := range m {
		m[u] = make([]float64, n)
		m[u][u] = 1
	}
	for _, e := range edges {
		m[e.u][e.v], m[e.v][e.u] = 1, 1
	}
	for u := range m {
		scale(m[u], 1)
	}
	want := 0.0
	for u := range m {
		column, squares, entries := make([]float64, n), 0.0, 0.0
		for by, x := range m[u] {
			for v, y := range m[by] {
				column[v] += x * y
			}
		}
		for _, x := range column {
			squares += x * x
			if x > 0 {
				entries++
			}
		}
		want = max(want, entries*(slices.Max(column)-squares))
	}
	got, err := cluster.MCL(t.Context(), undirected(n, edges), cluster.MCLOptions{Iterations: 1})
	if err != nil || math.Abs(got.Passes[0].Chaos-want) > 1e-5 {
		t.Errorf("chaos %v and error %v, want %g", got.Passes, err, want)
	}
}
