package rank_test

import (
	"context"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
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
	w := graph.Work{Workers: 1}
	degrees, err := rank.OutDegrees(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(ctx context.Context, out, in graph.Random) error{
		"PageRank": func(ctx context.Context, _, in graph.Random) error {
			_, err := rank.PageRank(ctx, in, nil, rank.PageRankOptions{Work: w})
			return err
		},
		"PageRank by power": func(ctx context.Context, _, in graph.Random) error {
			_, err := rank.PageRank(ctx, in, degrees, rank.PageRankOptions{Method: rank.Power, Work: w})
			return err
		},
		"PageRank that pushes": func(ctx context.Context, out, in graph.Random) error {
			_, err := rank.PageRank(ctx, in, nil, rank.PageRankOptions{Method: rank.Power, Push: out, Work: w})
			return err
		},
		"PageRank of one page, stalled": func(ctx context.Context, _, in graph.Random) error {
			_, err := rank.PageRank(ctx, in, degrees, rank.PageRankOptions{Pages: []graph.Node{1}, Tolerance: 1e-12, Work: w})
			return err
		},
		"HITS": func(ctx context.Context, out, in graph.Random) error {
			_, err := rank.HITS(ctx, out, in, rank.HITSOptions{Iterations: 5, Work: w})
			return err
		},
		"HITS that pushes": func(ctx context.Context, out, in graph.Random) error {
			_, err := rank.HITS(ctx, out, in, rank.HITSOptions{Iterations: 5, Push: true, Work: w})
			return err
		},
		"SALSA": func(ctx context.Context, out, _ graph.Random) error {
			_, err := rank.SALSA(ctx, out, w)
			return err
		},
		"outdegrees": func(ctx context.Context, out, _ graph.Random) error {
			_, err := rank.OutDegrees(ctx, out, w)
			return err
		},
		"in-degrees": func(ctx context.Context, out, _ graph.Random) error {
			_, err := rank.InDegrees(ctx, out, w)
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
