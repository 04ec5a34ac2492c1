package rank_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/graph"
)

// topBySorting rounds all scores as printed and sorts them.
func topBySorting(scores []float64, k int) []graph.Node {
	rounded := make([]float64, len(scores))
	pages := make([]graph.Node, len(scores))
	for u, x := range scores {
		fmt.Sscan(fmt.Sprintf("%.11e", x), &rounded[u])
		pages[u] = graph.Node(u)
	}
	slices.SortStableFunc(pages, func(a, b graph.Node) int { return cmp.Compare(rounded[b], rounded[a]) })
	return pages[:min(k, len(pages))]
}

func TestTopKAgainstSorting(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		scores := make([]float64, r.IntN(60))
		for u := range scores {
			scores[u] = float64(1+r.IntN(5)) / 3 * (1 + float64(r.IntN(7)-3)*3e-12) // near ties
			if r.IntN(9) == 0 {
				scores[u] *= -1
			}
		}
		for _, k := range []int{0, 1, 5, 100} {
			if got, want := rank.TopK(scores, k), topBySorting(scores, k); !slices.Equal(got, want) {
				t.Fatalf("seed %d, top %d of %v: got %v, want %v", seed, k, scores, got, want)
			}
		}
	}
}

func TestTopKTies(t *testing.T) {
	scores := []float64{math.NaN(), 0.5, 0.5 + 1e-15, math.Inf(1), math.NaN(), 0, math.MaxFloat64}
	if got, want := rank.TopK(scores, 10), []graph.Node{3, 6, 1, 2, 5, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := rank.TopK(scores, 4), []graph.Node{3, 6, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("top 4: got %v, want %v", got, want)
	}
	if got := rank.TopK(scores, -1); len(got) != 0 {
		t.Errorf("top -1: got %v", got)
	}
	if got, want := rank.TopDegrees([]uint32{3, 9, 3, 0}, 3), []graph.Node{1, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("degrees: got %v, want %v", got, want)
	}
}
