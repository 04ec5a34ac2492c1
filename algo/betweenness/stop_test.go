package betweenness_test

import (
	"context"
	"testing"

	"weft/algo/betweenness"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w := graph.Work{Workers: 1}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
		"exact": func(ctx context.Context, out, _ graph.Random) error {
			_, err := betweenness.Exact(ctx, out, betweenness.ExactOptions{Work: w})
			return err
		},
		"sample": func(ctx context.Context, out, in graph.Random) error {
			_, err := betweenness.Sample(ctx, out, in, betweenness.SampleOptions{Work: w, Pairs: 200})
			return err
		},
	})
}
