package seeds_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"weft/answers/seeds"
	"weft/graph"
	"weft/graph/graphtest"
)

// A walk counts what a search by hand meets.
func TestWalk(t *testing.T) {
	for seed := range uint64(20) {
		g := graphtest.Random(seed)
		n := g.NumNodes()
		if n == 0 {
			continue
		}
		ground := seeds.Ground{Out: g, Depth: 4, PageRank: make([]float64, n), Group: make([]uint32, n)}
		for u := range n {
			ground.PageRank[u], ground.Group[u] = float64(u+1), uint32(u%3)
		}
		from := []graph.Node{0, graph.Node(n - 1)}
		w, err := ground.Walk(context.Background(), "x", from)
		if err != nil {
			t.Fatal(err)
		}
		met, groups := map[graph.Node]bool{}, map[uint32]bool{}
		now := from
		for d := range 5 {
			var next []graph.Node
			sum, count := 0.0, 0
			for _, u := range now {
				if met[u] {
					continue
				}
				met[u], groups[uint32(u%3)] = true, true
				sum += float64(u + 1)
				count++
				next = append(next, g.Succ(u)...)
			}
			got := w.Depths[d]
			if int(got.Pages) != count || int(got.Visited) != len(met) || int(got.Groups) != len(groups) || math.Abs(got.PageRank*float64(count)-sum) > 1e-6 {
				t.Fatalf("seed %d, depth %d: %+v, want %d pages of %d, %d groups, PageRank %g in all", seed, d, got, count, len(met), len(groups), sum)
			}
			now = next
		}
	}
}

// The interval of the mean is that of Student's t: of 1, 2, 3, 4 it is 2.5 ± 3.182·1.29099/2.
func TestRandomWalks(t *testing.T) {
	g := graphtest.Random(3)
	ground := seeds.Ground{Out: g, Depth: 2, PageRank: make([]float64, g.NumNodes())}
	a, err := ground.Random(context.Background(), 3, 10, 7)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ground.Random(context.Background(), 3, 10, 7)
	if err != nil || a.Depths[2] != b.Depths[2] || a.High[2] != b.High[2] {
		t.Errorf("the same seed gives %+v and %+v, %v", a.Depths[2], b.Depths[2], err)
	}
	if a.Low[1].Pages > a.Depths[1].Pages || a.High[1].Pages < a.Depths[1].Pages {
		t.Errorf("%+v is not between %+v and %+v", a.Depths[1], a.Low[1], a.High[1])
	}
}

// A draw that has ended has met 0 pages, which counts, and none with a PageRank, which does not. Page 0 leads to 1 and
// 1 to 2; 3 to 9 lead nowhere.
func TestEndedDraws(t *testing.T) {
	g := fromArcs(t, 10, [][2]graph.Node{{0, 1}, {1, 2}})
	ground := seeds.Ground{Out: g, Depth: 3, PageRank: []float64{0.1, 0.2, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4}, Group: make([]uint32, 10)}
	const draws = 30
	w, err := ground.Random(context.Background(), 1, draws, 4)
	if err != nil {
		t.Fatal(err)
	}
	// Every draw is a page by itself: how many began at 0 and at 1 is told by the pages at the depths below.
	fromZero := int(math.Round(w.Depths[2].Pages * draws))
	fromOne := int(math.Round(w.Depths[1].Pages*draws)) - fromZero
	if fromZero == 0 || fromOne == 0 || fromZero+fromOne > draws/2 {
		t.Fatalf("seed 4 draws page 0 %d times, page 1 %d times: take another", fromZero, fromOne)
	}
	if want := []int{draws, fromZero + fromOne, fromZero, 0}; !slices.Equal(w.Left, want) {
		t.Errorf("draws left: %v, want %v", w.Left, want)
	}
	if got, want := w.Depths[1].PageRank, (0.2*float64(fromZero)+0.3*float64(fromOne))/float64(fromZero+fromOne); math.Abs(got-want) > 1e-12 {
		t.Errorf("mean PageRank at depth 1: %g, want %g", got, want)
	}
	if got := w.Depths[2].PageRank; math.Abs(got-0.3) > 1e-12 || w.Depths[3].PageRank != 0 {
		t.Errorf("mean PageRank at depths 2 and 3: %g and %g, want 0.3 and 0", got, w.Depths[3].PageRank)
	}
	pageRank, pages := func(d *seeds.Depth) float64 { return d.PageRank }, func(d *seeds.Depth) float64 { return d.Pages }
	for d, want := range []bool{true, true, fromZero > 1, false} {
		if _, _, ok := w.Range(d, pageRank); ok != want {
			t.Errorf("depth %d: there is an interval of PageRank: %v, want %v of %d draws", d, ok, want, w.Left[d])
		}
		if _, _, ok := w.Range(d, pages); !ok {
			t.Errorf("depth %d: no interval of pages", d)
		}
	}
}

// No interval leaves what there can be, however few the draws and however much they differ.
func TestIntervalsArePossible(t *testing.T) {
	cut := 0
	for seed := range uint64(40) {
		g := graphtest.Random(seed)
		n := float64(g.NumNodes())
		if n < 3 {
			continue
		}
		ground := seeds.Ground{Out: g, Depth: 4, PageRank: make([]float64, g.NumNodes())}
		for u := range ground.PageRank {
			ground.PageRank[u] = 1 / n
		}
		w, err := ground.Random(context.Background(), 2, 3, seed)
		if err != nil {
			t.Fatal(err)
		}
		for d := range w.Depths {
			low, high := w.Low[d], w.High[d]
			if low.Pages < 0 || low.Visited < 2 || low.PageRank < 0 || low.Groups < 0 || high.Pages > n || high.Visited > n || high.PageRank > 1 {
				t.Errorf("seed %d, depth %d: from %+v to %+v", seed, d, low, high)
			}
			if low.Pages == 0 && w.Depths[d].Pages > 0 {
				cut++
			}
		}
	}
	if cut == 0 {
		t.Error("no interval had to be cut: nothing was tried")
	}
}

func TestCoreDistances(t *testing.T) {
	// 0 → 1 → 2 → 3, and 4 alone.
	g := fromArcs(t, 5, [][2]graph.Node{{0, 1}, {1, 2}, {2, 3}})
	ground := seeds.Ground{Out: g}
	b, err := ground.Cores(context.Background(), []seeds.Core{
		{Hubs: []graph.Node{0}}, {Hubs: []graph.Node{3}, Authorities: []graph.Node{2}}, {Hubs: []graph.Node{4}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.Distances[0][1] != 2 || b.Distances[1][0] != -1 || b.Apart != 5 || b.Pairs != 6 || b.Mean != 2 || b.Least != 2 {
		t.Errorf("got %+v", b)
	}
}
