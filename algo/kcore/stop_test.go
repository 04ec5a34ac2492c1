package kcore_test

import (
	"context"
	"testing"

	"weft/algo/kcore"
	"weft/graph"
	"weft/graph/graphtest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	tasks := map[string]graphtest.Task{}
	for name, o := range map[string]kcore.Options{"peel": {}, "arcs": {Degree: kcore.Arcs}, "passes": {Stream: true}, "passes over all lists": {Stream: true}} {
		if o.Workers = 1; name == "passes over all lists" {
			o.Dense()
		}
		tasks[name] = func(ctx context.Context, out, in graph.Random) error {
			_, err := kcore.Find(ctx, out, in, o)
			return err
		}
	}
	graphtest.StoppedAndBroken(t, out, in, tasks)
}
