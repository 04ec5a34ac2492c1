package distance_test

import (
	"context"
	"testing"

	"weft/algo/component"
	"weft/algo/distance"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w := graph.Work{Workers: 1}
	strong, err := component.SCC(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
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
		"count": func(ctx context.Context, _, in graph.Random) error {
			_, err := distance.Count(ctx, in, distance.CountOptions{Work: w})
			return err
		},
		"diameter": func(ctx context.Context, out, in graph.Random) error {
			_, err := distance.Diameter(ctx, out, in, distance.DiameterOptions{Work: w, Labels: strong.Labels, Components: strong.Count()})
			return err
		},
		"sampled mean": func(ctx context.Context, out, _ graph.Random) error {
			_, err := distance.SampledMean(ctx, out, 20, 1, w)
			return err
		},
	})
}
