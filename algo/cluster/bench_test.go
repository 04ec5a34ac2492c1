package cluster_test

import (
	"math/rand/v2"
	"testing"

	"weft/algo/cluster"
	"weft/graph"
	"weft/graph/bv/bvtest"
	"weft/graph/graphtest"
)

var sink any

// graphs are one that is dense and in the order of names, and one with few arcs in no order.
func graphs(b *testing.B) map[string]*cluster.Graph {
	b.Helper()
	cnr, err := graph.Load(bvtest.Open(b, "cnr-2000", "cnr-2000.graph"))
	if err != nil {
		b.Fatal(err)
	}
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 2))
	number := r.Perm(n)
	var arcs []graph.Arc
	for u := range n {
		for range 4 {
			v := u/50*50 + r.IntN(50)
			if r.IntN(8) == 0 {
				v = r.IntN(n)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(number[u]), To: graph.Node(number[v])})
		}
	}
	of := map[string]*cluster.Graph{}
	for name, out := range map[string]*graph.Memory{"cnr-2000": cnr, "sparse": graph.FromArcs(n, arcs)} {
		g, err := cluster.Underlying(b.Context(), out, graphtest.Transpose(b, out), nil, graph.Work{})
		if err != nil {
			b.Fatal(err)
		}
		if g.Lists, err = graph.Load(g.Lists); err != nil {
			b.Fatal(err)
		}
		of[name] = g
	}
	return of
}

func BenchmarkLeiden(b *testing.B) {
	for name, g := range graphs(b) {
		for _, inOrder := range []bool{false, true} {
			b.Run(name+map[bool]string{true: "/in order"}[inOrder], func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r, err := cluster.Leiden(b.Context(), g, cluster.LeidenOptions{InOrder: inOrder})
					if err != nil {
						b.Fatal(err)
					}
					sink = r
					b.ReportMetric(r.Quality, "modularity")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Lists.NumArcs()), "ns/arc")
			})
		}
	}
}

func BenchmarkMCL(b *testing.B) {
	g := graphs(b)["sparse"]
	b.ReportAllocs()
	for b.Loop() {
		r, err := cluster.MCL(b.Context(), g, cluster.MCLOptions{})
		if err != nil {
			b.Fatal(err)
		}
		sink = r
		b.ReportMetric(float64(r.Took)/1e6, "MB")
	}
}
