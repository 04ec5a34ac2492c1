package core_test

import (
	"context"
	"testing"

	"weft/algo/core"
	"weft/graph"
	"weft/graph/graphtest"
)

// Whoever is told to stop says so, wherever it is told, and what cannot be read is told, wherever it lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	tasks := map[string]graphtest.Task{}
	for name, o := range map[string]core.Options{"read": {MaxDegree: -1}, "held": {MaxDegree: -1, Held: 1 << 20}} {
		o.Workers = 1
		tasks[name] = func(ctx context.Context, out, in graph.Random) error {
			first, err := core.Peel(ctx, out, in, core.Shape{Fans: 1, Centers: 1}, o)
			if err != nil {
				return err
			}
			return first.Each(ctx, core.Shape{Fans: 2, Centers: 2}, nil, func(c *core.Core) error {
				_, err := c.Disjoint(ctx, func(core.Clique) error { return nil }, core.Keep[core.DisjointState]{})
				return err
			})
		}
	}
	graphtest.StoppedAndBroken(t, out, in, tasks)
}
