package flow_test

import (
	"slices"
	"strings"
	"testing"

	"weft/algo/flow"
	"weft/graph"
	"weft/internal/drawn"
)

// Sides are those that trying every capacity finds, with the largest capacity of each.
func TestSidesAgainstEveryCapacity(t *testing.T) {
	r := drawn.Rand(t)
	between := 0
	for range 500 {
		g := drawGraph(r, 40)
		capacity := make([]int64, g.NumArcs())
		for i := range capacity {
			capacity[i] = r.Int64N(1 << (1 + r.IntN(8)))
		}
		n := network(t, g, capacity)
		terminals := drawTerminals(r, g.NumNodes(), 0)
		high := 20 + r.Int64N(200)
		low := r.Int64N(20)
		var want []flow.Step
		first := make([]uint32, g.NumNodes())
		for e := high; e >= low; e-- {
			terminals.Eps = e
			c := minCut(t, n, terminals)
			if len(want) == 0 || want[len(want)-1].Pages != c.MinimalPages {
				want = append(want, flow.Step{Eps: e, Value: c.Value, Pages: c.MinimalPages, Arcs: len(c.Arcs)})
			}
			for u := range first {
				if !c.Minimal.Has(u) {
					first[u] = uint32(len(want))
				}
			}
		}
		terminals.Eps = 0
		got, all, err := n.Sides(t.Context(), terminals, flow.Between{High: high, Low: low}, graph.Work{})
		if err != nil || !all {
			t.Fatalf("all %v, error %v", all, err)
		}
		if !slices.Equal(got.Steps, want) || !slices.Equal(got.First, first) {
			t.Fatalf("from %d to %d: got %+v, pages join at %v; want %+v, %v", high, low, got.Steps, got.First, want, first)
		}
		between += max(0, len(want)-2)
	}
	if between < 80 {
		t.Errorf("%d sides between the first and the last were met in 500 networks, want more", between)
	}
}

// Over many orders of magnitude each side begins where it says: one more, and the cut is that before.
func TestSidesBegin(t *testing.T) {
	r := drawn.Rand(t)
	for range 60 {
		g := drawGraph(r, 80)
		n := network(t, g, drawCapacities(r, int(g.NumArcs())))
		terminals := drawTerminals(r, g.NumNodes(), 0)
		const high = 1 << 41
		got, all, err := n.Sides(t.Context(), terminals, flow.Between{High: high}, graph.Work{})
		if err != nil || !all {
			t.Fatalf("all %v, error %v", all, err)
		}
		if got.Steps[0].Eps != high {
			t.Fatalf("the first side begins at %d, want %d", got.Steps[0].Eps, int64(high))
		}
		for i, s := range got.Steps {
			at := terminals
			at.Eps = s.Eps
			if c := minCut(t, n, at); c.Value != s.Value || c.MinimalPages != s.Pages {
				t.Fatalf("step %d: got %+v, a single cut has %d around %d pages", i, s, c.Value, c.MinimalPages)
			}
			if at.Eps++; i > 0 {
				if c := minCut(t, n, at); c.MinimalPages != got.Steps[i-1].Pages {
					t.Fatalf("step %d of %+v: one more than its capacity, the side has %d pages", i, got.Steps, c.MinimalPages)
				}
			}
		}
		at := terminals
		if c := minCut(t, n, at); c.MinimalPages != got.Steps[len(got.Steps)-1].Pages {
			t.Fatalf("the last side has %d pages, want %d", got.Steps[len(got.Steps)-1].Pages, c.MinimalPages)
		}
	}
}

// A line of pages whose links are of less and less capacity has as many sides as pages: with too few tries that is said.
func TestTooManySides(t *testing.T) {
	var arcs []graph.Arc
	for u := range graph.Node(50) {
		arcs = append(arcs, graph.Arc{From: u, To: u + 1})
	}
	g := graph.FromArcs(51, arcs)
	n := network(t, g, flow.Capacities(g, func(u, _ graph.Node) int64 { return 1 << 20 / int64(1+u) }))
	terminals := flow.Terminals{Sources: []graph.Node{0}}
	for _, most := range []int{0, 3, 30} {
		got, all, err := n.Sides(t.Context(), terminals, flow.Between{High: 1 << 30, Low: 1, Most: most}, graph.Work{})
		if err != nil || all != (most == 0) || most == 0 && len(got.Steps) < 10 {
			t.Errorf("with %d tries: got %d sides, all %v, error %v", most, len(got.Steps), all, err)
		}
	}
	for _, c := range [][2]int64{{5, 6}, {5, -1}} {
		if _, _, err := n.Sides(t.Context(), terminals, flow.Between{High: c[0], Low: c[1]}, graph.Work{}); err == nil || !strings.Contains(err.Error(), "want the first to be no less") {
			t.Errorf("from %d to %d: got %v", c[0], c[1], err)
		}
	}
}
