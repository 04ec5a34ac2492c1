package component_test

import (
	"context"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/stoptest"
)

// Work that is stopped returns an error, at whatever point. So does work on an unreadable graph, wherever the damage lies.
func TestStoppedAndBroken(t *testing.T) {
	out, in := graphtest.Pair(t)
	w := graph.Work{Workers: 1}
	scc, err := component.SCC(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	wcc, err := component.WCC(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	graphtest.StoppedAndBroken(t, out, in, map[string]graphtest.Task{
		"SCC": func(ctx context.Context, out, _ graph.Random) error {
			_, err := component.SCC(ctx, out, w)
			return err
		},
		"SCC of both": func(ctx context.Context, out, in graph.Random) error {
			_, err := component.SCCBoth(ctx, out, in, w)
			return err
		},
		"WCC": func(ctx context.Context, out, _ graph.Random) error {
			_, err := component.WCC(ctx, out, w)
			return err
		},
		"WCC on two": func(ctx context.Context, out, _ graph.Random) error {
			_, err := component.WCC(ctx, out, graph.Work{Workers: 2})
			return err
		},
		"bow tie": func(ctx context.Context, out, in graph.Random) error {
			_, err := component.BowTie(ctx, out, in, component.Known{SCC: scc, WCC: wcc}, w)
			return err
		},
	}, "SCC")
}

// A visit that takes a million steps is stopped on its way, in memory and not; what is done before it in memory after
// each of its parts, and on its way.
func TestSCCStopsOnItsWay(t *testing.T) {
	const n = 600_000
	arcs := make([]graph.Arc, n)
	for u := range arcs {
		arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % n)}
	}
	cycle := graph.FromArcs(n, arcs)
	for _, c := range []struct {
		name string
		g    graph.Random
		want int
	}{{"cycle", cycle, 2}, {"cycle that is not in memory", struct{ graph.Random }{cycle}, 1}, {"path", path(1<<20 + 10), 3}, {"path back", graphtest.Transpose(t, path(1<<20+10)), 2}} {
		if stopped := stoptest.Everywhere(t, func(ctx context.Context) error {
			_, err := component.SCC(ctx, c.g, graph.Work{})
			return err
		}); stopped != c.want {
			t.Errorf("%s: it was stopped at %d places, want %d", c.name, stopped, c.want)
		}
	}
}
