package component_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/random"
	"weft/internal/drawn"
)

// With each number of arcs, asked in any order, in memory and not, the components are those of the graph of all arcs.
func TestGrowth(t *testing.T) {
	r := drawn.Rand(t)
	for range 60 {
		n := 1 + r.IntN(40)
		var arcs []graph.Arc
		for range r.IntN(2 * n) {
			arcs = append(arcs, graph.Arc{From: graph.Node(r.IntN(n)), To: graph.Node(r.IntN(n))})
		}
		more, most := random.NewSequence(n, r.Uint64()), r.Int64N(int64(3*n))
		g := graph.FromArcs(n, arcs)
		for _, view := range []graph.Random{g, struct{ graph.Random }{g}} {
			growth, err := component.NewGrowth(view, more.At, most, nil)
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				all, k := slices.Clone(arcs), r.Int64N(most+1)
				for i := range k {
					all = append(all, more.At(i))
				}
				got, err1 := growth.At(t.Context(), k, graph.Work{})
				want, err2 := component.SCC(t.Context(), graph.FromArcs(n, all), graph.Work{})
				if err := errors.Join(err1, err2); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Labels, want.Labels) || !slices.Equal(got.Sizes, want.Sizes) {
					t.Fatalf("%d nodes, %v and %d of %d more: got %v, want %v", n, arcs, k, most, got, want)
				}
			}
		}
	}
}

// A giant component comes to be at about one arc a node in a graph without arcs: below it is small, beyond it has the
// share of the pages that is known: the square of the root of x = 1 − e^(−cx).
func TestGrowthThreshold(t *testing.T) {
	const n = 40_000
	empty := graph.FromArcs(n, nil)
	growth, err := component.NewGrowth(empty, random.NewSequence(n, 5).At, 3*n, nil)
	if err != nil {
		t.Fatal(err)
	}
	for arcs, c := range map[int64]struct{ least, most float64 }{n / 2: {0, 0.001}, 2 * n: {0.62, 0.65}, 3 * n: {0.875, 0.895}} { // .7968² = .635, .9405² = .885
		got, err := growth.At(t.Context(), arcs, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		if share := float64(got.Largest()) / n; share < c.least || share > c.most {
			t.Errorf("%d arcs: the largest component has %.4f of the pages, want %g to %g", arcs, share, c.least, c.most)
		}
	}
}

func TestGrowthStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{"growth": func(ctx context.Context, out, _ graph.Random) error {
		g, err := component.NewGrowth(out, random.NewSequence(out.NumNodes(), 1).At, 500, nil)
		if err != nil {
			return err
		}
		_, err = g.At(ctx, 500, graph.Work{Workers: 1})
		return err
	}}, "growth")
}
