package rank

import (
	"context"
	"errors"
	"slices"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
	"weft/internal/drawn"
)

var errKilled = errors.New("killed")

// Whoever goes on after any pass ends with the same bits after as many passes, by each method, on dense and on sparse
// graphs, with loops and dangling pages, gathered and pushed.
func TestResume(t *testing.T) {
	rng := drawn.Rand(t)
	graphs := []*graph.Memory{wide(2)}
	for range 12 {
		graphs = append(graphs, graphtest.Random(rng.Uint64()))
	}
	for i, g := range graphs {
		n := g.NumNodes()
		if n == 0 {
			continue
		}
		in := graphtest.Transpose(t, g)
		preference := make([]float64, n) // where Gauss–Seidel may stall
		preference[rng.IntN(n)] = 1
		for _, o := range []PageRankOptions{{Method: Power}, {Method: Power, Push: g}, {Method: GaussSeidel}, {Method: GaussSeidel, Preference: preference}, {Method: GaussSeidel, Dangling: Pseudo}} {
			if i == 0 {
				o.MaxIterations = 9
			}
			o.Workers = 1 + rng.IntN(2)
			whole, err := PageRank(context.Background(), in, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			last, kept := rng.IntN(max(whole.Iterations, 1)), (*State)(nil)
			o.Save = func(s State) error {
				if s.Iterations == last {
					s.Contributions = slices.Clone(s.Contributions)
					kept = &s
					return errKilled
				}
				return nil
			}
			_, err = PageRank(context.Background(), in, nil, o)
			if kept != nil && !errors.Is(err, errKilled) {
				t.Fatalf("what Save says is not told: %v", err)
			}
			o.Save, o.Resume = nil, kept
			again, err := PageRank(context.Background(), in, nil, o)
			if err != nil {
				t.Fatal(err)
			}
			if again.Iterations != whole.Iterations || again.Bound != whole.Bound || !slices.Equal(again.Scores, whole.Scores) {
				t.Fatalf("graph %d of %d pages, method %d, broken off after %d of %d passes: other scores, %d passes, bound %g, want %g", i, n, o.Method, last, whole.Iterations, again.Iterations, again.Bound, whole.Bound)
			}
		}
	}
	saved := 0
	o := PageRankOptions{Tolerance: -1, MaxIterations: 5, Save: func(State) error { saved++; return nil }}
	if r, err := PageRank(context.Background(), graphs[0], nil, o); err != nil || r.Iterations != 5 || saved != 4 { // after the last pass there is nothing to go on with
		t.Errorf("%v, %d states told after 5 passes, want 4", err, saved)
	}
	if _, err := PageRank(context.Background(), graphs[0], nil, PageRankOptions{Resume: &State{}}); err == nil {
		t.Error("a state of no pages: no error")
	}
}

// So it is with HITS, whatever stops it, in either norm, with loops and without, gathered and pushed.
func TestHITSGoesOn(t *testing.T) {
	rng := drawn.Rand(t)
	graphs := []*graph.Memory{wide(2), wide(2), wide(2)}
	for range 25 {
		graphs = append(graphs, graphtest.Random(rng.Uint64()))
	}
	for i, g := range graphs {
		in := graphtest.Transpose(t, g)
		o := HITSOptions{Iterations: 2 + rng.IntN(9), Norm: Norm(rng.IntN(2)), Loops: rng.IntN(2) == 0, Push: rng.IntN(2) == 0} //nolint:gosec // one of two
		if rng.IntN(2) == 0 {
			o.Tolerance = 1e-3
		}
		o.Workers = 1 + rng.IntN(2)
		var states []HITSState
		o.Save = func(s HITSState) error {
			s.Authorities, s.Hubs = slices.Clone(s.Authorities), slices.Clone(s.Hubs)
			states = append(states, s)
			return nil
		}
		whole, err := HITS(context.Background(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) != max(whole.Iterations-1, 0) {
			t.Fatalf("%d states of %d iterations", len(states), whole.Iterations)
		}
		if len(states) == 0 {
			continue
		}
		at := rng.IntN(len(states))
		passes := 0
		o.Save, o.Resume, o.Progress = nil, &states[at], func(int, float64) { passes++ }
		again, err := HITS(context.Background(), g, in, o)
		if err != nil {
			t.Fatal(err)
		}
		if again.Iterations != whole.Iterations || again.Residual != whole.Residual || again.Converged != whole.Converged || passes != whole.Iterations-at-1 ||
			!slices.Equal(again.Authorities, whole.Authorities) || !slices.Equal(again.Hubs, whole.Hubs) {
			t.Fatalf("graph %d of %d pages, %+v: broken off after %d of %d iterations: other scores, or %d passes", i, g.NumNodes(), o, at+1, whole.Iterations, passes)
		}
		o.Save = func(HITSState) error { return errKilled }
		if at+1 < len(states) {
			if _, err = HITS(context.Background(), g, in, o); !errors.Is(err, errKilled) {
				t.Fatalf("what Save says is not told: %v", err)
			}
		}
	}
	for what, s := range map[string]HITSState{"no pages": {}, "no hubs": {Authorities: make([]float64, graphs[0].NumNodes())}} {
		if _, err := HITS(context.Background(), graphs[0], graphtest.Transpose(t, graphs[0]), HITSOptions{Resume: &s}); err == nil {
			t.Errorf("a state of %s: no error", what)
		}
	}
}
