package triangle

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

// Whoever goes on after any part of any block ends with the same counts, and loads no block again that is done.
func TestGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	several := 0
	for k := range 40 {
		g := graphtest.Random(rng.Uint64())
		if k == 0 { // of several parts
			var arcs []graph.Arc
			n := 9 << 17
			for range 20_000 {
				u := rng.IntN(n - 3)
				arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1 + rng.IntN(2))}, graph.Arc{From: graph.Node(n - 1 - u%40), To: graph.Node(u % 60)})
			}
			g = graph.FromArcs(n, arcs)
		}
		in := graphtest.Transpose(t, g)
		o := Options{Lists: 5 + rng.Int64N(3*g.NumArcs()+1), Work: graph.Work{Workers: 1 + rng.IntN(2)}, atOnce: 1 + rng.IntN(2)}
		var states []State
		o.Save = func(s State) error {
			s.Of = slices.Clone(s.Of)
			states = append(states, s)
			return nil
		}
		whole, err := Count(t.Context(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) > 1 {
			several++
		}
		if len(states) == 0 {
			continue
		}
		for range 1 + min(k, 2) { // the large one takes long
			begun := []int{}
			s := states[rng.IntN(len(states))]
			o.Resume, o.Save, o.Workers, o.Progress = &s, nil, 1+rng.IntN(2), func(block, _ int) { begun = append(begun, block) }
			again, err := Count(t.Context(), g, in, o)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again, whole) || len(begun) != whole.Blocks-s.Block || begun[0] != s.Block {
				t.Fatalf("%d nodes in %d blocks, after block %d, part %d: other counts, or the blocks %v", g.NumNodes(), whole.Blocks, s.Block, s.Part, begun)
			}
		}
		if k == 0 {
			continue
		}
		killed := errors.New("killed")
		o.Resume, o.Save = nil, func(State) error { return killed }
		if _, err := Count(t.Context(), g, in, o); !errors.Is(err, killed) {
			t.Errorf("what Save says is not told: %v", err)
		}
		o.Save, o.Resume = nil, &State{Of: make([]uint64, g.NumNodes()+1)}
		if _, err := Count(t.Context(), g, in, o); err == nil {
			t.Error("a state of a node too many: no error")
		}
	}
	if several < 5 {
		t.Errorf("%d graphs had several states", several)
	}
}
