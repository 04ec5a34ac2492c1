package triangle_test

import (
	"context"
	"testing"

	"weft/algo/triangle"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w := graph.Work{Workers: 1}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
		"count": func(ctx context.Context, out, in graph.Random) error {
			_, err := triangle.Count(ctx, out, in, triangle.Options{Work: w, Lists: 300})
			return err
		},
		"sample": func(ctx context.Context, out, in graph.Random) error {
			_, err := triangle.Sample(ctx, out, in, triangle.SampleOptions{Work: w, Samples: 100})
			return err
		},
	})
}
