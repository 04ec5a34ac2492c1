package distance

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"weft/algo/component"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

var errKilled = errors.New("killed")

// clone keeps what is lent.
func (s BallState) clone() *BallState {
	s.Pairs = slices.Clone(s.Pairs)
	for i := range s.Pairs {
		s.Pairs[i] = slices.Clone(s.Pairs[i])
	}
	s.Harmonic, s.Spread, s.Registers, s.Grew = slices.Clone(s.Harmonic), slices.Clone(s.Spread), slices.Clone(s.Registers), slices.Clone(s.Grew)
	s.Sizes, s.OfRun = slices.Clone(s.Sizes), slices.Clone(s.OfRun)
	return &s
}

// Whoever goes on after any iteration, or between two runs, ends with the same bits, whatever the arrays held before;
// and makes no iteration again.
func TestHyperBallGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	for range 40 {
		g := graphtest.Random(rng.Uint64())
		in := graphtest.Transpose(t, g)
		o := HyperBallOptions{Runs: 1 + rng.IntN(4), Seed: rng.Uint64(), Centrality: rng.IntN(2) == 0, Work: graph.Work{Workers: 1 + rng.IntN(2)}}
		if rng.IntN(2) == 0 {
			o.MaxIterations = 1 + rng.IntN(4)
		}
		passes := 0
		o.Progress = func(int, int, float64) { passes++ }
		var states []*BallState
		var after []int // passes
		o.Save = func(s BallState) error {
			states, after = append(states, s.clone()), append(after, passes)
			return nil
		}
		whole, err := HyperBall(context.Background(), in, o)
		if err != nil {
			t.Fatal(err)
		}
		all := passes
		if len(states) > 0 {
			o.Save = func(BallState) error { return errKilled }
			if _, err := HyperBall(context.Background(), in, o); !errors.Is(err, errKilled) {
				t.Fatalf("what Save says is not told: %v", err)
			}
		}
		o.Save = nil
		for range min(4, len(states)) {
			k := rng.IntN(len(states))
			o.Resume, passes = states[k].clone(), 0
			again, err := HyperBall(context.Background(), in, o)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again, whole) || passes != all-after[k] {
				t.Fatalf("%d pages, %d runs of %d iterations, after %d of %d passes: another result, or %d passes", g.NumNodes(), o.Runs, o.MaxIterations, after[k], all, passes)
			}
		}
	}
}

// A state that does not fit is refused.
func TestHyperBallGoesOnWithItsOwn(t *testing.T) {
	in := graphtest.Transpose(t, graph.FromArcs(4, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}}))
	var last *BallState
	o := HyperBallOptions{Runs: 2, Centrality: true, Save: func(s BallState) error {
		if s.Iteration > 0 {
			last = s.clone()
		}
		return nil
	}}
	if _, err := HyperBall(context.Background(), in, o); err != nil {
		t.Fatal(err)
	}
	cut := last.clone()
	cut.Cut = true
	if b, err := HyperBall(context.Background(), in, HyperBallOptions{Runs: 2, Centrality: true, Resume: cut}); err != nil || !b.Cut {
		t.Errorf("that a run was cut is forgotten: %v", err)
	}
	for what, spoil := range map[string]func(s *BallState, o *HyperBallOptions){
		"registers":          func(s *BallState, _ *HyperBallOptions) { s.Registers = s.Registers[1:] },
		"what grew":          func(s *BallState, _ *HyperBallOptions) { s.Grew = nil },
		"sizes":              func(s *BallState, _ *HyperBallOptions) { s.Sizes = append(s.Sizes, 1) },
		"centralities":       func(s *BallState, _ *HyperBallOptions) { s.OfRun = s.OfRun[:2] },
		"means":              func(s *BallState, _ *HyperBallOptions) { s.Harmonic = nil },
		"spread":             func(s *BallState, _ *HyperBallOptions) { s.Spread = s.Spread[:1] },
		"a run":              func(s *BallState, _ *HyperBallOptions) { s.Pairs = nil },
		"fewer runs":         func(_ *BallState, o *HyperBallOptions) { o.Runs = 1 },
		"between runs":       func(s *BallState, _ *HyperBallOptions) { s.Iteration = 0 },
		"without centrality": func(_ *BallState, o *HyperBallOptions) { o.Centrality = false },
	} {
		s, o := last.clone(), o
		spoil(s, &o)
		o.Resume, o.Save = s, nil
		if _, err := HyperBall(context.Background(), in, o); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// So it is with the diameter, after any turn.
func TestDiameterGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	for range 30 {
		n := 2 + rng.IntN(120)
		var arcs []graph.Arc
		for u := range n - 1 { // long rows, with loops of them
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)})
		}
		for range rng.IntN(6) {
			v := rng.IntN(n)
			arcs = append(arcs, graph.Arc{From: graph.Node(v), To: graph.Node(max(0, v-rng.IntN(20)))})
		}
		g, err := graphtest.Permute(graph.FromArcs(n, arcs), graphtest.Permutation(n, rng.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		in := graphtest.Transpose(t, g)
		strong, err := component.SCC(t.Context(), g, graph.Work{})
		if err != nil {
			t.Fatal(err)
		}
		o := DiameterOptions{Labels: strong.Labels, Components: strong.Count()}
		var states []*DiameterState
		o.Save = func(s DiameterState) error {
			states = append(states, s.clone())
			return nil
		}
		whole, err := Diameter(t.Context(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) == 0 {
			continue
		}
		for range 3 {
			at, turns := rng.IntN(len(states)), 0
			o.Resume, o.Save, o.Progress = states[at].clone(), nil, func(int, uint32, uint32) { turns++ }
			again, err := Diameter(t.Context(), g, in, o)
			if err != nil {
				t.Fatal(err)
			}
			if *again != *whole || turns != len(states)-at-1 {
				t.Fatalf("%d nodes, after %d of %d turns: %+v, want %+v, or %d turns", n, at+1, len(states), again, whole, turns)
			}
		}
		for _, spoil := range []func(s *DiameterState){
			func(s *DiameterState) { s.Low[1] = s.Low[1][1:] }, func(s *DiameterState) { s.High[0] = nil },
			func(s *DiameterState) { s.By[1] = append(s.By[1], 0) }, func(s *DiameterState) { s.Pivots = nil }, func(s *DiameterState) { s.Last = graph.Node(n) }, //nolint:gosec // a small number
		} {
			o.Resume = states[0].clone()
			spoil(o.Resume)
			if _, err := Diameter(t.Context(), g, in, o); err == nil {
				t.Errorf("a state that does not fit: %+v", o.Resume)
			}
		}
		o.Resume, o.Save = nil, func(DiameterState) error { return errKilled }
		if _, err := Diameter(t.Context(), g, in, o); !errors.Is(err, errKilled) {
			t.Errorf("what Save says is not told: %v", err)
		}
	}
}

// clone keeps what is lent.
func (s DiameterState) clone() *DiameterState {
	for way := range s.Low {
		s.Low[way], s.High[way], s.By[way] = slices.Clone(s.Low[way]), slices.Clone(s.High[way]), slices.Clone(s.By[way])
	}
	s.Pivots = slices.Clone(s.Pivots)
	return &s
}
