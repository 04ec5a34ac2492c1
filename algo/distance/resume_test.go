package distance

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

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

// Whoever goes on after any iteration, or between two runs, ends with the same bits, whatever the arrays held before; and makes no iteration again.
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
