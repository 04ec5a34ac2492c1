package hak_test

import (
	"context"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
	"weft/internal/stoptest"
)

// Whoever is told to stop says so, wherever it is told, and what cannot be read is told, wherever it lies.
func TestStoppedAndBroken(t *testing.T) {
	out := graphtest.Random(5)
	for seed := uint64(6); out.NumNodes() < 40 || out.NumArcs() < 100; seed++ {
		out = graphtest.Random(seed)
	}
	in, err := graph.Transpose(out)
	if err != nil {
		t.Fatal(err)
	}
	w, n := graph.Work{Workers: 1}, out.NumNodes()
	crawled, scores := view.NewBits(n), make([]float64, n)
	for u := range n {
		if scores[u] = 1 / float64(n); u%3 > 0 {
			crawled.Add(u)
		}
	}
	degrees, err := rank.OutDegrees(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(ctx context.Context, out, in graph.Random) error{
		"scan": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Scan(ctx, out, crawled, hak.ScanOptions{Work: w})
			return err
		},
		"impacts": func(ctx context.Context, _, in graph.Random) error {
			_, err := hak.GetImpacts(ctx, in, crawled, scores, degrees, hak.ImpactOptions{Wanted: 3, Linked: 3, Work: w})
			return err
		},
		"grow": func(ctx context.Context, out, in graph.Random) error {
			_, err := hak.Grow(ctx, out, in, crawled, hak.GrowOptions{Tau: 0.2, Quantile: 0.7, Work: w})
			return err
		},
		"maximum": func(ctx context.Context, out, in graph.Random) error {
			_, err := hak.Maximum(ctx, out, in, crawled, 0.5, w)
			return err
		},
		"components": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Components(ctx, out, crawled, 0.5, w)
			return err
		},
		"weigh": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.Weigh(ctx, out, crawled, 0.5)
			return err
		},
		"rank alone": func(ctx context.Context, out, _ graph.Random) error {
			_, err := hak.RankAlone(ctx, out, crawled, rank.PageRankOptions{Work: w})
			return err
		},
	} {
		if n := stoptest.Everywhere(t, func(ctx context.Context) error { return run(ctx, out, in) }); n == 0 || t.Failed() {
			t.Errorf("%s: it was stopped at %d places", name, n)
		}
		n := graphtest.EachBreak(t, func(g []graph.Random) error { return run(t.Context(), g[0], g[1]) }, out, in)
		if n < 5 || t.Failed() {
			t.Fatalf("%s: it met %d lists that cannot be read", name, n)
		}
	}
}
