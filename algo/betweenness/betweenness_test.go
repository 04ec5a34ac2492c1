package betweenness_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"weft/algo/betweenness"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/stats"
)

func draw(rng *rand.Rand) *graph.Memory {
	n := 1 + rng.IntN(16)
	return graph.FromArcs(n, graphtest.Arcs(rng, n))
}

// slow counts shortest walks from each node by powers of the adjacency matrix, and for each pair and node the shortest
// walks through the node.
func slow(g *graph.Memory) []float64 {
	n := g.NumNodes()
	far := make([][]int, n)
	paths := make([][]float64, n)
	for u := range n {
		far[u], paths[u] = make([]int, n), make([]float64, n)
		walks := make([]float64, n)
		walks[u] = 1
		for d := 1; d <= n; d++ {
			next := make([]float64, n)
			for v, x := range walks {
				for _, w := range g.Succ(graph.Node(v)) {
					next[w] += x
				}
			}
			walks = next
			for v, x := range walks {
				if x > 0 && v != u && far[u][v] == 0 {
					far[u][v], paths[u][v] = d, x
				}
			}
		}
	}
	scores := make([]float64, n)
	for s := range n {
		for t := range n {
			for v := range n {
				if s != t && v != s && v != t && far[s][t] > 0 && far[s][v] > 0 && far[v][t] > 0 && far[s][v]+far[v][t] == far[s][t] {
					scores[v] += paths[s][v] * paths[v][t] / paths[s][t]
				}
			}
		}
	}
	if n > 2 {
		for v := range scores {
			scores[v] /= float64(n-1) * float64(n-2)
		}
	}
	return scores
}

// The exact scores are those of the definition, the same bits for any number of workers, and after a resume.
func TestExactByDefinition(t *testing.T) {
	rng := drawn.Rand(t)
	for range 300 {
		g := draw(rng)
		got, err := betweenness.Exact(t.Context(), g, betweenness.ExactOptions{Work: graph.Work{Workers: 1 + rng.IntN(3)}})
		if err != nil {
			t.Fatal(err)
		}
		for u, x := range slow(g) {
			if math.Abs(got[u]-x) > 1e-12 {
				t.Fatalf("node %d: got %g, want %g", u, got[u], x)
			}
		}
	}
	resumed := 0
	for range 10 {
		g := graphtest.Random(rng.Uint64())
		var states []betweenness.ExactState
		want, err := betweenness.Exact(t.Context(), g, betweenness.ExactOptions{Work: graph.Work{Workers: 1}, Save: func(s betweenness.ExactState) error {
			s.Sums = slices.Clone(s.Sums)
			states = append(states, s)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []betweenness.ExactOptions{{Work: graph.Work{Workers: 3}}, {Resume: &betweenness.ExactState{Sums: make([]float64, g.NumNodes())}}} {
			if len(states) > 0 && o.Resume != nil {
				o.Resume = &states[rng.IntN(len(states))]
				resumed++
			}
			if got, err := betweenness.Exact(t.Context(), bvtest.Compress(t, g), o); err != nil || !slices.Equal(got, want) {
				t.Fatalf("other scores, or %v", err)
			}
		}
		if _, err := betweenness.Exact(t.Context(), g, betweenness.ExactOptions{Resume: &betweenness.ExactState{Sums: make([]float64, g.NumNodes()+1)}}); err == nil {
			t.Error("a state of another graph: no error")
		}
	}
	if resumed == 0 {
		t.Error("nothing resumed")
	}
}

// Paths through two thousand diamonds are more than a number holds, and still share their nodes.
func TestManyPaths(t *testing.T) {
	const diamonds = 2000
	var arcs []graph.Arc
	for i := range graph.Node(diamonds) {
		a := 3 * i
		arcs = append(arcs, graph.Arc{From: a, To: a + 1}, graph.Arc{From: a, To: a + 2}, graph.Arc{From: a + 1, To: a + 3}, graph.Arc{From: a + 2, To: a + 3})
	}
	g := graph.FromArcs(3*diamonds+1, arcs)
	got, err := betweenness.Exact(t.Context(), g, betweenness.ExactOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := float64(g.NumNodes())
	for i := 1; i < diamonds; i++ {
		u := 3 * i // all pairs of a node before and a node after it
		if want := float64(u) * (n - 1 - float64(u)) / (n - 1) / (n - 2); math.Abs(got[u]/want-1) > 1e-9 {
			t.Fatalf("node %d: got %g, want %g", u, got[u], want)
		}
	}
	s, err := betweenness.Sample(t.Context(), g, graphtest.Transpose(t, g), betweenness.SampleOptions{Pairs: 300, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for u, x := range got {
		if _, low, high := s.Interval(s.Hits[u]); x < low || x > high {
			t.Errorf("node %d: %g is not in [%g, %g]", u, x, low, high)
		}
	}
}

// Intervals hold for all nodes of a graph together, and the error of Pairs is kept, in at least 95 % of the graphs. Single
// intervals of 95 % hold in about 95 % of the cases: draws are as likely as they must be.
func TestSampleCovers(t *testing.T) {
	rng := drawn.Rand(t)
	graphs, whole, within, single, asked := 400, 0, 0, 0, 0
	for range graphs {
		g := draw(rng)
		n := g.NumNodes()
		want := slow(g)
		off := 0.05 + 0.1*rng.Float64()
		o := betweenness.SampleOptions{Pairs: betweenness.Pairs(n, off), Seed: rng.Uint64(), Work: graph.Work{Workers: 1 + rng.IntN(3)}}
		if e := betweenness.Error(n, o.Pairs); e > off {
			t.Fatalf("%d pairs of %d nodes: the error is %g, want %g", o.Pairs, n, e, off)
		}
		s, err := betweenness.Sample(t.Context(), g, graphtest.Transpose(t, g), o)
		if err != nil {
			t.Fatal(err)
		}
		all, near := true, true
		for u, x := range want {
			score, low, high := s.Interval(s.Hits[u])
			all = all && low <= x+1e-12 && x-1e-12 <= high
			near = near && math.Abs(score-x) <= off
			if x > 0 {
				asked++
				f := float64(n) / float64(n-2)
				if low, high := stats.Binomial(int(s.Hits[u]), s.Pairs); low*f <= x && x <= high*f {
					single++
				}
			}
		}
		if all {
			whole++
		}
		if near {
			within++
		}
	}
	t.Logf("all intervals hold in %d of %d graphs, the error in %d, %d of %d single intervals", whole, graphs, within, single, asked)
	if whole < graphs*95/100-13 || within < graphs*95/100-13 { // three standard deviations
		t.Errorf("all intervals hold in %d of %d graphs, the error in %d", whole, graphs, within)
	}
	if share := float64(single) / float64(asked); share < 0.93 || share > 0.99 || asked < 1000 {
		t.Errorf("%.3f of %d single intervals hold", share, asked)
	}
}

// The draws are the same for any number of workers, for compressed lists, and after a resume.
func TestSampleSame(t *testing.T) {
	rng := drawn.Rand(t)
	for range 6 {
		g := graphtest.Random(rng.Uint64())
		for g.NumNodes() < 3 {
			g = graphtest.Random(rng.Uint64())
		}
		in := graphtest.Transpose(t, g)
		var states []betweenness.SampleState
		o := betweenness.SampleOptions{Pairs: 20_000, Seed: 5, Work: graph.Work{Workers: 1}, Save: func(s betweenness.SampleState) error {
			s.Hits = slices.Clone(s.Hits)
			states = append(states, s)
			return nil
		}}
		want, err := betweenness.Sample(t.Context(), g, in, o)
		if err != nil || len(states) < 2 {
			t.Fatalf("%d states, %v", len(states), err)
		}
		o.Save, o.Workers = nil, 3
		for _, resume := range []*betweenness.SampleState{nil, &states[0], &states[1]} {
			o.Resume = resume
			got, err := betweenness.Sample(t.Context(), bvtest.Compress(t, g), bvtest.Compress(t, in), o)
			if err != nil || got.Joined != want.Joined || !slices.Equal(got.Hits, want.Hits) {
				t.Fatalf("other hits, or %v", err)
			}
		}
		o.Resume = &betweenness.SampleState{Hits: make([]uint32, g.NumNodes()+1)}
		if _, err := betweenness.Sample(t.Context(), g, in, o); err == nil {
			t.Error("a state of another graph: no error")
		}
		killed := errors.New("killed")
		o.Resume, o.Save = nil, func(betweenness.SampleState) error { return killed }
		if _, err := betweenness.Sample(t.Context(), g, in, o); !errors.Is(err, killed) {
			t.Errorf("the error of Save is not returned: %v", err)
		}
	}
	if _, err := betweenness.Sample(t.Context(), graph.FromArcs(3, nil), graph.FromArcs(2, nil), betweenness.SampleOptions{Pairs: 1}); err == nil {
		t.Error("the transpose of another graph: no error")
	}
}

// A summary is what testdata/golden.py keeps of the scores of a graph.
type summary struct {
	Sum    float64
	Top    []graph.Node
	Scores []float64
}

// Scores are those of networkx 3.6.1 and igraph 1.0.0 (testdata/golden.py), and the intervals of draws hold them.
func TestAgainstNetworkx(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]summary
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func() graph.Random{
		"hollins":        func() graph.Random { return bvtest.Hollins(t) },
		"wb-cs-stanford": func() graph.Random { return bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph") },
	} {
		g, want := graphtest.Load(t, open()), golden[name]
		got, err := betweenness.Exact(t.Context(), g, betweenness.ExactOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for u, x := range got {
			sum += x * float64(u%97+1)
		}
		if math.Abs(sum/want.Sum-1) > 1e-9 {
			t.Errorf("%s: got weighted sum %g, want %g", name, sum, want.Sum)
		}
		for i, u := range want.Top {
			if math.Abs(got[u]/want.Scores[i]-1) > 1e-9 {
				t.Errorf("%s: place %d: node %d: got %g, want %g", name, i, u, got[u], want.Scores[i])
			}
		}
		s, err := betweenness.Sample(t.Context(), g, graphtest.Transpose(t, g), betweenness.SampleOptions{Pairs: 20_000, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for u, x := range got {
			if _, low, high := s.Interval(s.Hits[u]); x < low || x > high {
				t.Errorf("%s: node %d: %g is not in [%g, %g]", name, u, x, low, high)
			}
		}
	}
}
