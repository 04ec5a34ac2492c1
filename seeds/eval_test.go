package seeds_test

import (
	"context"
	"math"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/seeds"
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
