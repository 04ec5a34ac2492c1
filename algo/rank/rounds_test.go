package rank

import (
	"context"
	"math"
	"testing"

	"weft/graph"
	"weft/graph/graphtest"
)

// However the pages are cut into lanes and blocks, Gauss–Seidel comes to the scores of the power method. With one cut it does so
// to the last bit for any workers, and whether lists are copied or read in each pass.
func TestLanes(t *testing.T) {
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
		for _, cut := range []struct{ lanes, blocks int }{{1, 1}, {1, 7}, {3, 1}, {3, 4}, {8, 40}} {
			var first []float64
			for _, c := range []struct {
				workers int
				room    int64
			}{{1, 1}, {3, 1}, {1, 1 << 30}, {3, 1 << 30}} {
				got, err := PageRank(ctx, in, nil, PageRankOptions{
					Tolerance: 1e-12, MaxIterations: 1000, Room: c.room, Work: graph.Work{Workers: c.workers}, lanes: cut.lanes, blocks: cut.blocks,
				})
				if err != nil {
					t.Fatal(err)
				}
				off := 0.0
				for u, x := range got.Scores {
					off += math.Abs(x - want.Scores[u])
					if first != nil && x != first[u] {
						t.Fatalf("seed %d, %+v, %+v, page %d: %v, before %v", seed, cut, c, u, x, first[u])
					}
				}
				if first = got.Scores; off > 2e-12 || !got.Converged {
					t.Fatalf("seed %d, %+v: %g off after %d passes, bound %g", seed, cut, off, got.Iterations, got.Bound)
				}
			}
		}
	}
}
