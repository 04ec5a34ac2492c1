package distance_test

import (
	"context"
	"testing"

	"weft/algo/distance"
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
	for name, run := range map[string]func(ctx context.Context, out, in graph.Random) error{
		"BFS": func(ctx context.Context, out, _ graph.Random) error {
			from := make([]graph.Node, out.NumNodes())
			for u := range from {
				from[u] = graph.Node(u)
			}
			_, err := distance.BFS(ctx, out, from, w)
			return err
		},
		"HyperBall": func(ctx context.Context, _, in graph.Random) error {
			_, err := distance.HyperBall(ctx, in, distance.HyperBallOptions{Runs: 2, Centrality: true, Work: w})
			return err
		},
		"sampled mean": func(ctx context.Context, out, _ graph.Random) error {
			_, err := distance.SampledMean(ctx, out, 20, 1, w)
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
