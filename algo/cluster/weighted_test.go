package cluster_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"weft/algo/cluster"
	"weft/graph"
	"weft/graph/graphtest"
)

// arcWeights are the weights of the arcs of a graph.
type arcWeights map[graph.Arc]float64

func (w arcWeights) underlying(t *testing.T, n int) *cluster.Graph {
	t.Helper()
	var arcs []graph.Arc
	for a := range w {
		arcs = append(arcs, a)
	}
	out, in, err := graphtest.Weigh(graph.FromArcs(n, arcs), func(u, v graph.Node) float64 { return w[graph.Arc{From: u, To: v}] })
	if err != nil {
		t.Fatal(err)
	}
	g, err := cluster.UnderlyingWeighted(context.Background(), out, in, graph.Work{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// modularity is the sum of the definition, over all pairs of nodes.
func (w arcWeights) modularity(n int, of []uint32) float64 {
	edge := func(u, v int) float64 {
		if u == v {
			return 0
		}
		a, b := graph.Node(u), graph.Node(v) //nolint:gosec // nodes
		return w[graph.Arc{From: a, To: b}] + w[graph.Arc{From: b, To: a}]
	}
	strength, all := make([]float64, n), 0.0
	for u := range n {
		for v := range n {
			strength[u] += edge(u, v)
		}
		all += strength[u]
	}
	q := 0.0
	for u := range n {
		for v := range n {
			if of[u] == of[v] && all > 0 {
				q += edge(u, v)/all - strength[u]*strength[v]/all/all
			}
		}
	}
	return q
}

// NetworkX measures the same modularity, and Leiden finds as much as many runs of its Louvain method, more than without
// weights.
func TestWeightedIsOfNetworkX(t *testing.T) {
	text, err := os.ReadFile("testdata/weighted.json")
	if err != nil {
		t.Fatal(err)
	}
	var of struct {
		Nodes int
		Edges [][3]float64
		Parts []struct {
			Of         []uint32
			Modularity float64
		}
		Plain float64
	}
	if err := json.Unmarshal(text, &of); err != nil {
		t.Fatal(err)
	}
	w := arcWeights{}
	for i, e := range of.Edges {
		u, v := graph.Node(e[0]), graph.Node(e[1])
		if i%2 == 0 {
			u, v = v, u
		}
		w[graph.Arc{From: u, To: v}] = e[2]
	}
	g := w.underlying(t, of.Nodes)
	for i, p := range of.Parts {
		got, err := g.Measure(context.Background(), p.Of, cluster.Modularity, 1, graph.Work{})
		if err != nil || math.Abs(got-p.Modularity) > 1e-6 { // weights of edges are of 32 bits
			t.Errorf("partition %d: got %v, %v, want %v", i, got, err, p.Modularity)
		}
	}
	best := -1.0
	for seed := range uint64(5) {
		r, err := cluster.Leiden(context.Background(), g, cluster.LeidenOptions{Seed: seed, Iterations: -1})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Quality-w.modularity(of.Nodes, r.Of)) > 1e-6 {
			t.Errorf("seed %d: Leiden says %v, and the definition %v", seed, r.Quality, w.modularity(of.Nodes, r.Of))
		}
		best = max(best, r.Quality)
	}
	if want := of.Parts[len(of.Parts)-1].Modularity; best < want-1e-3 || best < of.Plain {
		t.Errorf("the best modularity is %v, of Louvain %v, without weights %v", best, want, of.Plain)
	}
}

// The graph has loops, edges of weight 0 and arcs both ways.
func TestWeightedModularity(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		n := 2 + r.IntN(30)
		w := arcWeights{}
		for _, a := range graphtest.Arcs(r, n) {
			w[a] = []float64{0, 1, r.Float64(), 100 * r.Float64()}[r.IntN(4)]
		}
		g := w.underlying(t, n)
		of := make([]uint32, n)
		for u := range of {
			of[u] = r.Uint32N(uint32(n)) //nolint:gosec // few
		}
		got, err := g.Measure(context.Background(), of, cluster.Modularity, 1, graph.Work{})
		if want := w.modularity(n, of); err != nil || math.Abs(got-want) > 1e-6 {
			t.Errorf("seed %d: got %v, %v, want %v", seed, got, err, want)
		}
	}
}

func TestWeightsOfEdgesRefused(t *testing.T) {
	for _, x := range []float64{-1, math.NaN(), 1e21, 1e-21} {
		out, in, err := graphtest.Weigh(graph.FromArcs(2, []graph.Arc{{From: 0, To: 1}}), func(graph.Node, graph.Node) float64 { return x })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := cluster.UnderlyingWeighted(context.Background(), out, in, graph.Work{}); err == nil {
			t.Errorf("weight %v: no error", x)
		}
	}
}
