package graphtest

import (
	"context"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/stoptest"
)

// A Task is work on a graph and its transpose.
type Task func(ctx context.Context, out, in graph.Random) error

// Pair returns a random graph of 40 nodes and 100 arcs or more, and its transpose.
func Pair(t *testing.T) (out, in *graph.Memory) {
	t.Helper()
	out = Random(5)
	for seed := uint64(6); out.NumNodes() < 40 || out.NumArcs() < 100; seed++ {
		out = Random(seed)
	}
	return out, Transpose(t, out)
}

// StoppedAndBroken tests that runs that are stopped return the error of the context, wherever it happens, and that
// errors of reading are returned, wherever they occur. Runs named in never need not check the context.
func StoppedAndBroken(t *testing.T, out, in graph.Random, runs map[string]Task, never ...string) {
	t.Helper()
	for name, run := range runs {
		stopped := stoptest.Everywhere(t, func(ctx context.Context) error { return run(ctx, out, in) })
		if stopped == 0 && !slices.Contains(never, name) || t.Failed() {
			t.Errorf("%s: it was stopped at %d places", name, stopped)
		}
		met := EachBreak(t, func(g []graph.Random) error { return run(t.Context(), g[0], g[1]) }, out, in)
		if met < 5 || t.Failed() {
			t.Fatalf("%s: it met %d lists that cannot be read", name, met)
		}
		if EachRead(t, func(g []graph.Random) error { return run(t.Context(), g[0], g[1]) }, out, in); t.Failed() {
			t.Fatalf("%s: it does not tell of all", name)
		}
	}
}
