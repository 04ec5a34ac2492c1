package rank_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
)

// weigh returns a graph with weights, and its transpose.
func weigh(t *testing.T, g *graph.Memory, f func(u, v graph.Node) float64) (out, in *graphtest.Weighted) {
	t.Helper()
	out, in, err := graphtest.Weigh(g, f)
	if err != nil {
		t.Fatal(err)
	}
	return out, in
}

func weighted(t *testing.T, g *graph.Memory, f func(u, v graph.Node) float64, o rank.PageRankOptions) *rank.PageRankResult {
	t.Helper()
	out, in := weigh(t, g, f)
	r, err := rank.WeightedPageRank(context.Background(), out, in, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// NetworkX computes the same, as testdata/weighted.py says.
func TestWeightedIsOfNetworkX(t *testing.T) {
	text, err := os.ReadFile("testdata/weighted.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name   string
		Nodes  int
		Arcs   [][3]float64
		Alpha  float64
		Scores []float64
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) != 7 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		weights := map[graph.Arc]float64{}
		var arcs []graph.Arc
		for _, a := range c.Arcs {
			arc := graph.Arc{From: graph.Node(a[0]), To: graph.Node(a[1])}
			arcs = append(arcs, arc)
			weights[arc] = a[2]
		}
		g := graph.FromArcs(c.Nodes, arcs)
		r := weighted(t, g, func(u, v graph.Node) float64 { return weights[graph.Arc{From: u, To: v}] }, rank.PageRankOptions{Alpha: c.Alpha, Tolerance: 1e-13, MaxIterations: 5000})
		for u, want := range c.Scores {
			if math.Abs(r.Scores[u]-want) > 1e-11 {
				t.Errorf("%s: node %d: got %.15g, want %.15g", c.Name, u, r.Scores[u], want)
			}
		}
	}
}

// byMatrix iterates the definition with a matrix.
func byMatrix(g *graph.Memory, f func(u, v graph.Node) float64, o rank.PageRankOptions) []float64 {
	n := g.NumNodes()
	p, preference := make([][]float64, n), make([]float64, n)
	total := 0.0
	for u := range n {
		if preference[u] = 1; o.Preference != nil {
			preference[u] = o.Preference[u]
		}
		total += preference[u]
	}
	for u := range n {
		preference[u] /= total
	}
	for u := range graph.Node(n) { //nolint:gosec // nodes
		p[u] = make([]float64, n)
		sum := 0.0
		for _, v := range g.Succ(u) {
			sum += f(u, v)
		}
		for v := range n {
			switch {
			case sum > 0 && slices.Contains(g.Succ(u), graph.Node(v)): //nolint:gosec // a node
				p[u][v] = f(u, graph.Node(v)) / sum //nolint:gosec // a node
			case sum == 0 && o.Dangling == rank.Strong:
				p[u][v] = preference[v]
			case sum == 0 && o.Dangling == rank.Weak:
				p[u][v] = 1 / float64(n)
			}
		}
	}
	x := slices.Clone(preference)
	for range 3000 {
		next := make([]float64, n)
		for v := range n {
			next[v] = (1 - o.Alpha) * preference[v]
			for u := range n {
				next[v] += o.Alpha * x[u] * p[u][v]
			}
		}
		x = next
	}
	return x
}

// All treatments of dangling pages and preferences solve the equations of the definition. One worker gives the bits of
// many, and a resumed run the bits of an uninterrupted one.
func TestWeightedSolvesItsEquations(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 7))
		n := 1 + r.IntN(30)
		g := graph.FromArcs(n, graphtest.Arcs(r, n))
		f := func(u, v graph.Node) float64 { return float64((uint64(u)*31+uint64(v)*17+seed)%5) * 0.75 }
		o := rank.PageRankOptions{Alpha: 0.8, Dangling: rank.Dangling(seed % 3), Tolerance: 1e-14, MaxIterations: 1000}
		if seed%2 == 0 {
			o.Preference = make([]float64, n)
			for u := range o.Preference {
				o.Preference[u] = float64(r.IntN(3))
			}
			o.Preference[0] = 1
		}
		var states []rank.State
		o.Save = func(s rank.State) error {
			s.Contributions = slices.Clone(s.Contributions)
			states = append(states, s)
			return nil
		}
		got := weighted(t, g, f, o)
		for u, want := range byMatrix(g, f, o) {
			if math.Abs(got.Scores[u]-want) > 1e-12 {
				t.Errorf("seed %d, %v: page %d: got %.15g, want %.15g", seed, o.Dangling, u, got.Scores[u], want)
			}
		}
		if o.Workers = 4; len(states) > 0 {
			o.Resume = &states[len(states)/2]
		}
		if again := weighted(t, g, f, o); !slices.Equal(again.Scores, got.Scores) || again.Iterations != got.Iterations {
			t.Errorf("seed %d: a resumed run has other scores", seed)
		}
	}
}

// Weights that are all alike give PageRank, and a factor on all weights of a page changes nothing.
func TestWeightsAlike(t *testing.T) {
	g := graphtest.Random(3)
	want, err := rank.PageRank(context.Background(), graphtest.Transpose(t, g), nil, rank.PageRankOptions{Tolerance: 1e-12, MaxIterations: 1000})
	if err != nil {
		t.Fatal(err)
	}
	got := weighted(t, g, func(u, _ graph.Node) float64 { return 1e-9 * float64(u+1) }, rank.PageRankOptions{Tolerance: 1e-12, MaxIterations: 1000})
	for u := range want.Scores {
		if math.Abs(want.Scores[u]-got.Scores[u]) > 1e-11 {
			t.Errorf("page %d: got %.15g, want %.15g", u, got.Scores[u], want.Scores[u])
		}
	}
}

func TestWeightsRefused(t *testing.T) {
	g := graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 0}})
	for _, w := range []float64{-1, math.NaN(), math.Inf(1), 1e-300} {
		out, in := weigh(t, g, func(graph.Node, graph.Node) float64 { return w })
		if _, err := rank.WeightedPageRank(context.Background(), out, in, rank.PageRankOptions{}); err == nil {
			t.Errorf("weight %v: no error", w)
		}
	}
	r := weighted(t, graph.FromArcs(0, nil), nil, rank.PageRankOptions{})
	if len(r.Scores) != 0 || !r.Converged {
		t.Error("a graph without pages: " + fmt.Sprint(r))
	}
}
