package order

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

var errKilled = errors.New("killed")

// clone keeps what is lent.
func (s State) clone() *State {
	s.Layers, s.Done, s.Costs, s.Now, s.Best, s.Labels = slices.Clone(s.Layers), slices.Clone(s.Done), slices.Clone(s.Costs), slices.Clone(s.Now), slices.Clone(s.Best), slices.Clone(s.Labels)
	for i := range s.Labels {
		s.Labels[i] = slices.Clone(s.Labels[i])
	}
	return &s
}

// Whoever goes on after any resolution ends with the same order, and makes none of them again.
func TestGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	for k := range 25 {
		g := bothWays(t, graphtest.Random(rng.Uint64()))
		if k%5 == 0 {
			g, _ = clumps(rng, 3, 8)
			g = bothWays(t, g)
		}
		o := Options{Rounds: 1 + rng.IntN(3), Gammas: []float64{0, 0.25, 1, 0.03}[:1+rng.IntN(4)], Seed: rng.Uint64()}
		o.Workers = 1 + rng.IntN(3)
		var states []*State
		o.Save = func(s State) error {
			states = append(states, s.clone())
			return nil
		}
		whole := layered(t, g, o)
		if len(states) != o.Rounds*len(o.Gammas) {
			t.Fatalf("%d states of %d rounds of %d resolutions", len(states), o.Rounds, len(o.Gammas))
		}
		o.Save = nil
		for range 4 {
			at := rng.IntN(len(states))
			var made atomic.Int64
			o.Resume, o.Workers = states[at].clone(), 1+rng.IntN(3)
			o.Progress = func(int, int) { made.Add(1) }
			again := layered(t, g, o)
			if !reflect.DeepEqual(again, whole) || int(made.Load()) != len(states)-at-1 {
				t.Fatalf("%d nodes, after %d of %d resolutions: another order, or %d of them", g.NumNodes(), at+1, len(states), made.Load())
			}
		}
		o.Resume, o.Save = nil, func(State) error { return errKilled }
		if _, err := Layered(context.Background(), g, o); !errors.Is(err, errKilled) {
			t.Fatalf("what Save says is not told: %v", err)
		}
	}
}

// A state that does not fit is refused.
func TestGoesOnWithItsOwn(t *testing.T) {
	g := bothWays(t, graph.FromArcs(5, []graph.Arc{{From: 0, To: 1}, {From: 3, To: 4}}))
	var last *State
	o := Options{Gammas: []float64{0, 1}, Rounds: 2, Save: func(s State) error {
		last = s.clone()
		return nil
	}}
	o.Workers = 1
	layered(t, g, o)
	for what, spoil := range map[string]func(s *State){
		"a round too many":   func(s *State) { s.Round = 2 },
		"costs":              func(s *State) { s.Costs = nil },
		"resolutions":        func(s *State) { s.Done = s.Done[1:] },
		"layers":             func(s *State) { s.Layers = nil },
		"labels":             func(s *State) { s.Labels = append(s.Labels, nil) },
		"labels of nodes":    func(s *State) { s.Labels[1] = s.Labels[1][1:] },
		"numbers":            func(s *State) { s.Now = s.Now[1:] },
		"numbers too great":  func(s *State) { s.Now[2] = 5 },
		"the best":           func(s *State) { s.Best = append(s.Best, 0) },
		"the best too great": func(s *State) { s.Best[0] = 1 << 31 },
	} {
		s := last.clone()
		spoil(s)
		if _, err := Layered(context.Background(), g, Options{Gammas: o.Gammas, Rounds: 2, Resume: s}); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
