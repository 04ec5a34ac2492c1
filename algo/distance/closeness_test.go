package distance_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"weft/algo/distance"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// wassermanFaust is the definition: from each node, one search against the arcs.
func wassermanFaust(in *graph.Memory) []float64 {
	n := in.NumNodes()
	scores := make([]float64, n)
	for u := range n {
		at := make([]int, n) // distance + 1
		at[u] = 1
		queue, reach, sum := []int{u}, 0, 0
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for _, w := range in.Succ(graph.Node(v)) {
				if at[w] == 0 {
					at[w] = at[v] + 1
					reach, sum = reach+1, sum+at[v]
					queue = append(queue, int(w))
				}
			}
		}
		if reach > 0 {
			scores[u] = float64(reach) / float64(sum) * float64(reach) / float64(n-1)
		}
	}
	return scores
}

// Counted closeness is what the definition says, for any number of workers, and after a resume.
func TestClosenessCounted(t *testing.T) {
	rng := drawn.Rand(t)
	resumed := 0
	for k := range 60 {
		g := graphtest.Random(rng.Uint64())
		if k == 0 { // of several batches
			var arcs []graph.Arc
			for range 3000 {
				arcs = append(arcs, graph.Arc{From: graph.Node(rng.IntN(1500)), To: graph.Node(rng.IntN(1500))})
			}
			g = graph.FromArcs(1500, arcs)
		}
		in := graphtest.Transpose(t, g)
		want := wassermanFaust(in)
		var states []distance.CountState
		o := distance.CountOptions{MaxIterations: -1, Work: graph.Work{Workers: 1 + rng.IntN(3)}, Save: func(s distance.CountState) error {
			s.Harmonic, s.Reach, s.Squares = slices.Clone(s.Harmonic), slices.Clone(s.Reach), slices.Clone(s.Squares)
			states = append(states, s)
			return nil
		}}
		check := func(o distance.CountOptions) {
			t.Helper()
			got, err := distance.Closeness(t.Context(), in, 0, 0, o)
			if err != nil || got.Errors != nil || len(got.Scores) != len(want) {
				t.Fatalf("got %v, %v", got, err)
			}
			for u, x := range got.Scores {
				if math.Abs(x-want[u]) > 1e-12 {
					t.Fatalf("node %d: got %g, want %g", u, x, want[u])
				}
			}
		}
		check(o)
		o.Save = nil
		for i := range states {
			resumed++
			o.Resume = &states[i]
			check(o)
		}
	}
	if resumed < 2 {
		t.Errorf("it resumed %d times", resumed)
	}
}

// Searches from some nodes estimate closeness: over many draws, intervals of two standard errors hold the exact score of
// nodes that many sources reach in about 95 % of the cases. The graphs of the test are drawn anew.
func TestClosenessEstimated(t *testing.T) {
	rng := drawn.Rand(t)
	inside, asked := 0, 0
	for k := range 40 {
		n := 300 + rng.IntN(500)
		var arcs []graph.Arc
		for range (1 + rng.IntN(5)) * n {
			u, v := rng.IntN(n), rng.IntN(n)
			if k%2 == 0 { // few old nodes have most arcs, and arcs lead to them
				u, v = max(u, v), rng.IntN(1+min(u, v))
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
		in := graphtest.Transpose(t, graph.FromArcs(n, arcs))
		want := wassermanFaust(in)
		sources := 60 + rng.IntN(200)
		got, err := distance.Closeness(t.Context(), in, sources, rng.Uint64(), distance.CountOptions{Work: graph.Work{Workers: 2}})
		if err != nil || got.Sources != sources {
			t.Fatal(got, err)
		}
		exact, err := distance.Closeness(t.Context(), in, 0, 0, distance.CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for u, x := range got.Scores {
			if math.Abs(exact.Scores[u]-want[u]) > 1e-12 {
				t.Fatalf("node %d: got %g, want %g", u, exact.Scores[u], want[u])
			}
			if got.Errors[u] == 0 || x/got.Errors[u] < 3.2 { // fewer than ten sources
				continue
			}
			asked++
			if math.Abs(x-want[u]) <= 2*got.Errors[u] {
				inside++
			}
		}
	}
	t.Logf("%d of %d intervals hold the score", inside, asked)
	if share := float64(inside) / float64(asked); share < 0.88 || share > 0.995 || asked < 1000 {
		t.Errorf("%.3f of %d intervals of two standard errors hold the score, want about 0.95", share, asked)
	}
	if _, err := distance.Closeness(t.Context(), graph.FromArcs(9, nil), 1, 0, distance.CountOptions{}); err == nil {
		t.Error("one source: no error")
	}
}

// Closeness is that of networkx 3.6.1 (testdata/closeness.py).
func TestClosenessAgainstNetworkx(t *testing.T) {
	text, err := os.ReadFile("testdata/closeness.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]struct {
		Sum    float64
		Top    []graph.Node
		Scores []float64
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func() graph.Random{
		"hollins":        func() graph.Random { return bvtest.Hollins(t) },
		"wb-cs-stanford": func() graph.Random { return bvtest.Open(t, "wb-cs-stanford", "wb-cs.stanford.graph") },
	} {
		want := golden[name]
		got, err := distance.Closeness(t.Context(), graphtest.Transpose(t, open()), 0, 0, distance.CountOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for u, x := range got.Scores {
			sum += x * float64(u%97+1)
		}
		if math.Abs(sum/want.Sum-1) > 1e-9 || len(want.Top) != 10 {
			t.Errorf("%s: got weighted sum %g, want %g", name, sum, want.Sum)
		}
		for i, u := range want.Top {
			if math.Abs(got.Scores[u]/want.Scores[i]-1) > 1e-9 {
				t.Errorf("%s: place %d: page %d: got %g, want %g", name, i, u, got.Scores[u], want.Scores[i])
			}
		}
	}
}
