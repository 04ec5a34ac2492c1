package component_test

import (
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// With the transpose the weak components are those without it, for any number of workers and in any form.
func TestWCCBoth(t *testing.T) {
	r := drawn.Rand(t)
	for i := range 80 {
		g := graphtest.Random(r.Uint64())
		if i%40 == 0 { // several stretches of nodes, most of them in one component, or in many
			n := 200_000 + r.IntN(50_000)
			arcs := make([]graph.Arc, n/4*(1+i/40))
			for i := range arcs {
				arcs[i] = graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))}
			}
			g = graph.FromArcs(n, arcs)
		}
		in := graphtest.Transpose(t, g)
		want, err := component.WCC(t.Context(), g, graph.Work{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for workers := 1; workers <= 3; workers++ {
			for _, views := range [][2]*graph.Memory{{g, in}, {in, g}} {
				got, err := component.SampledWCC(t.Context(), views[0], views[1], graph.Work{Workers: workers})
				if err != nil || got.Count() != want.Count() || !slices.Equal(got.Labels, want.Labels) {
					t.Fatalf("%d nodes, %d arcs, %d workers: other components with a sample; error %v", g.NumNodes(), g.NumArcs(), workers, err)
				}
			}
			for _, views := range [][2]graph.Random{{g, in}, {in, g}, {plain{g}, in}} {
				got, err := component.WCCBoth(t.Context(), views[0], views[1], graph.Work{Workers: workers})
				if err != nil || got.Count() != want.Count() || !slices.Equal(got.Labels, want.Labels) {
					t.Fatalf("%d nodes, %d arcs, %d workers, %T: other components than by the graph alone; error %v", g.NumNodes(), g.NumArcs(), workers, views[0], err)
				}
			}
		}
	}
}

// A transpose of another graph is refused.
func TestWCCBothOfTwoGraphs(t *testing.T) {
	ring := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 0}})
	for _, other := range []*graph.Memory{graph.FromArcs(2, nil), graph.FromArcs(3, nil), graph.FromArcs(4, nil)} {
		if c, err := component.WCCBoth(t.Context(), ring, other, graph.Work{}); err == nil {
			t.Errorf("a transpose of %d nodes and no arcs: %d components, want an error", other.NumNodes(), c.Count())
		}
	}
}
