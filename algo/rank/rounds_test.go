package rank

import (
	"context"
	"math"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
)

// However the pages are cut into parts and rounds, and for any workers, Gauss–Seidel comes to the scores of the power method;
// with one cut, to the last bit.
func TestRounds(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		if testing.Short() && seed%4 != 3 {
			continue
		}
		in := graphtest.Random(seed)
		want, err := PageRank(ctx, in, nil, PageRankOptions{Method: Power, Tolerance: 1e-12, MaxIterations: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, cut := range []struct{ parts, round int }{{1, 1}, {7, 1}, {7, 3}, {40, 4}, {40, 40}} {
			var first []float64
			for _, workers := range []int{1, 3} {
				s, err := newSolver(ctx, in, nil, PageRankOptions{Tolerance: 1e-12, MaxIterations: 1000, Work: graph.Work{Workers: workers}})
				if err != nil {
					t.Fatal(err)
				}
				s.parts, s.round = graph.Split(s.in, cut.parts), cut.round
				s.aside = make([]float64, widest(s.parts, s.round))
				s.tallies = make([]tally, len(s.parts))
				got, err := s.run(ctx)
				if err != nil {
					t.Fatal(err)
				}
				off := 0.0
				for u, x := range got.Scores {
					off += math.Abs(x - want.Scores[u])
					if workers > 1 && x != first[u] {
						t.Fatalf("seed %d, %+v, page %d: %v with 3 workers, %v with one", seed, cut, u, x, first[u])
					}
				}
				if first = got.Scores; off > 3e-12 || !got.Converged {
					t.Fatalf("seed %d, %+v: %g off after %d passes, bound %g", seed, cut, off, got.Iterations, got.Bound)
				}
			}
		}
	}
}
