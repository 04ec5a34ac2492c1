package component_test

import (
	"context"
	"testing"

	"weft/algo/component"
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
	scc, err := component.SCC(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	wcc, err := component.WCC(t.Context(), out, w)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func(ctx context.Context, out, in graph.Random) error{
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
			_, err := component.BowTie(ctx, out, in, scc, wcc, w)
			return err
		},
		"reach": func(ctx context.Context, out, _ graph.Random) error {
			_, err := component.Reach(ctx, out, everybody(out), w)
			return err
		},
	} {
		if n := stoptest.Everywhere(t, func(ctx context.Context) error { return run(ctx, out, in) }); n == 0 && name != "SCC" || t.Failed() {
			t.Errorf("%s: it was stopped at %d places", name, n)
		}
		n := graphtest.EachBreak(t, func(g []graph.Random) error { return run(t.Context(), g[0], g[1]) }, out, in)
		if n < 5 || t.Failed() {
			t.Fatalf("%s: it met %d lists that cannot be read", name, n)
		}
	}
}

func everybody(g graph.Random) []graph.Node {
	all := make([]graph.Node, g.NumNodes())
	for u := range all {
		all[u] = graph.Node(u)
	}
	return all
}

// A visit that takes a million steps is stopped on its way, in memory and not.
func TestSCCStopsOnItsWay(t *testing.T) {
	const n = 600_000
	arcs := make([]graph.Arc, n)
	for u := range arcs {
		arcs[u] = graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % n)}
	}
	cycle := graph.FromArcs(n, arcs)
	for _, g := range []graph.Random{cycle, struct{ graph.Random }{cycle}} {
		if stopped := stoptest.Everywhere(t, func(ctx context.Context) error {
			_, err := component.SCC(ctx, g, graph.Work{})
			return err
		}); stopped != 1 {
			t.Errorf("%T: it was stopped at %d places, want 1", g, stopped)
		}
	}
}
