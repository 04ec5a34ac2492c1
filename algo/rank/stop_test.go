package rank_test

import (
	"context"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w := graph.Work{Workers: 1}
	degrees, err := rank.OutDegrees(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
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
	})
}
