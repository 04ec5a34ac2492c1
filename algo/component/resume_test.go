package component_test

import (
	"errors"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
	"weft/internal/splitmix"
)

// Who goes on after the searches, or has the components that were kept, has the same components and the same bow tie;
// and the marks that were told are those that it goes on with.
func TestGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	killed := errors.New("killed")
	marked := 0
	for range 80 {
		g := graphtest.Random(rng.Uint64())
		if rng.IntN(2) == 0 {
			g = giant(rng.IntN(60)+40, rng.Uint64())
		}
		in := graphtest.Transpose(t, g)
		w := graph.Work{Workers: 1 + rng.IntN(2)}
		var kept []uint8
		whole, err := component.SCCBothFrom(t.Context(), g, in, component.BothOptions{Work: w, Searches: true, Save: func(marks []uint8) error {
			kept = slices.Clone(marks)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		labels, marks := slices.Clone(whole.Labels), slices.Clone(whole.Marks())
		bow, err := component.BowTie(t.Context(), g, in, component.Known{SCC: whole}, w)
		if err != nil {
			t.Fatal(err)
		}
		again, err := component.SCCBothFrom(t.Context(), g, in, component.BothOptions{Work: w, Searches: true, Resume: kept, Save: func([]uint8) error {
			if len(kept) > 0 {
				return killed // it need not search
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		restored, err := component.Restored(labels, marks, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []*component.Components{again, restored} {
			if !slices.Equal(c.Labels, labels) || !slices.Equal(c.Sizes, whole.Sizes) || !slices.Equal(c.Marks(), marks) {
				t.Fatalf("%d nodes: other components, or other marks", g.NumNodes())
			}
			b, err := component.BowTie(t.Context(), g, in, component.Known{SCC: c}, w)
			if err != nil || b.Counts != bow.Counts || !slices.Equal(b.Classes, bow.Classes) {
				t.Fatalf("%d nodes: another bow tie, or %v", g.NumNodes(), err)
			}
		}
		if len(kept) == 0 {
			continue
		}
		marked++
		if _, err := component.SCCBothFrom(t.Context(), g, in, component.BothOptions{Work: w, Searches: true, Save: func([]uint8) error { return killed }}); !errors.Is(err, killed) {
			t.Errorf("what Save says is not told: %v", err)
		}
		if _, err := component.SCCBothFrom(t.Context(), g, in, component.BothOptions{Work: w, Searches: true, Resume: append(kept, 0)}); err == nil {
			t.Error("marks of a node too many: no error")
		}
	}
	if marked < 5 {
		t.Errorf("%d graphs were searched", marked)
	}
	for what, labels := range map[string][]uint32{"a number too great": {0, 2}, "far too great": {0, ^uint32(0)}, "a gap": {0, 0, 0, 2}, "sizes that grow": {0, 1, 1}} {
		if _, err := component.Restored(labels, nil, nil); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := component.Restored([]uint32{0, 0}, []uint8{1}, nil); err == nil {
		t.Error("marks of a node too few: no error")
	}
}

// giant is a graph with a component of half of its nodes, and arcs to it and from it.
func giant(n int, seed uint64) *graph.Memory {
	rng := splitmix.Rand(seed)
	var arcs []graph.Arc
	for u := range n / 2 {
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node((u + 1) % (n / 2))})
	}
	for range 2 * n {
		u, v := rng.IntN(n), rng.IntN(n)
		if u >= n/2 || v >= n/2 && u%2 == 0 {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(v)})
		}
	}
	return graph.FromArcs(n, arcs)
}
