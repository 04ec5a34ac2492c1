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

// Whoever goes on after any pass ends with the same bits after as many passes, by each method, on dense and on sparse graphs, with loops and dangling pages, gathered and pushed.
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
	if _, err := PageRank(context.Background(), graphs[0], nil, PageRankOptions{Resume: &State{}}); err == nil {
		t.Error("a state of no pages: no error")
	}
}
