package flow_test

import (
	"math/rand/v2"
	"testing"

	"weft/algo/flow"
	"weft/graph"
)

var kept *flow.Cut

// Two graphs of a million arcs: sites whose pages nearly all link to each other's menus, as in docsites, in the order
// of their names; and pages with three to five links to anywhere. Every 100th page is a source.
func BenchmarkMinCut(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	for name, g := range map[string]*graph.Memory{"sites": sites(r, 60_000, 17), "sparse": sparse(r, 250_000)} {
		capacity := flow.Capacities(g, func(_, _ graph.Node) int64 { return 1 + r.Int64N(1<<40) })
		n := network(b, g, capacity)
		sources := every(g, 0, 100)
		for _, c := range []struct {
			name string
			eps  int64
		}{{"small", 1 << 41}, {"middle", 1 << 37}, {"all", 1}} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					kept = minCut(b, n, flow.Terminals{Sources: sources, Eps: c.eps})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NumArcs()), "ns/arc")
				b.ReportMetric(float64(kept.MinimalPages), "pages")
			})
		}
		b.Run(name+"/layout", func(b *testing.B) {
			for b.Loop() {
				network(b, g, capacity)
			}
		})
	}
}

func sites(r *rand.Rand, n, degree int) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		site := u / 500 * 500
		for i := range degree {
			v := site + r.IntN(500)
			if i < 8 {
				v = site + i // the menu
			}
			if r.IntN(50) == 0 {
				v = r.IntN(n)
			}
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(min(v, n-1))})
		}
	}
	return graph.FromArcs(n, arcs)
}

func sparse(r *rand.Rand, n int) *graph.Memory {
	var arcs []graph.Arc
	for u := range n {
		for range 3 + r.IntN(3) {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(r.IntN(n))})
		}
	}
	return graph.FromArcs(n, arcs)
}
