package rank_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/algo/rank"
	"weft/graph"
	"weft/stats"
)

// topBySelecting takes the greatest score that is left, those that are as great but for the rule, by number, and again.
func topBySelecting(scores []float64, k int, ties float64, counts func(u int) bool) []graph.Node {
	left := map[graph.Node]float64{}
	for u, s := range scores {
		if counts == nil || counts(u) {
			left[graph.Node(u)] = s
		}
	}
	var all []graph.Node
	for len(left) > 0 {
		head := math.Inf(-1)
		for _, s := range left {
			head = max(head, s)
		}
		var group []graph.Node
		for u, s := range left {
			if head-s <= ties*max(math.Abs(head), math.Abs(s)) {
				group = append(group, u)
				delete(left, u)
			}
		}
		slices.Sort(group)
		all = append(all, group...)
	}
	return all[:max(0, min(k, len(all)))]
}

func TestTopKAgainstSelecting(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		scores := make([]float64, r.IntN(60))
		for u := range scores {
			scores[u] = float64(1+r.IntN(5)) / 3 * (1 + float64(r.IntN(9)-4)*4e-9) // near ties, and chains of them
			if r.IntN(9) == 0 {
				scores[u] *= -1
			}
			if r.IntN(9) == 0 {
				scores[u] = 0
			}
		}
		odd := func(u int) bool { return u%2 == 1 }
		for _, ties := range []stats.Ties{0, stats.Rounding, 6e-9, 2e-8, 1e-4} {
			for _, k := range []int{0, 1, 5, 17, 100} {
				if got, want := rank.TopK(scores, k, ties), topBySelecting(scores, k, float64(ties), nil); !slices.Equal(got, want) {
					t.Fatalf("seed %d, ties %g, top %d of %v: got %v, want %v", seed, ties, k, scores, got, want)
				}
				got := rank.Top(len(scores), k, ties, func(u int) float64 { return scores[u] }, odd)
				if want := topBySelecting(scores, k, float64(ties), odd); !slices.Equal(got, want) {
					t.Fatalf("seed %d, ties %g, odd top %d of %v: got %v, want %v", seed, ties, k, scores, got, want)
				}
			}
		}
	}
}

// A shorter list is the beginning of a longer one.
func TestTopKIsABeginning(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	scores := make([]float64, 500)
	for u := range scores {
		scores[u] = math.Exp(r.Float64() * 1e-6)
	}
	all := rank.TopK(scores, 500, 1e-8)
	if slices.Equal(all, rank.TopK(scores, 500, 0)) {
		t.Error("nothing is tied")
	}
	for k := range 500 {
		if !slices.Equal(rank.TopK(scores, k, 1e-8), all[:k]) {
			t.Fatalf("the top %d are not the beginning", k)
		}
	}
}

func TestTopKTies(t *testing.T) {
	scores := []float64{math.NaN(), 0.5, 0.5 + 1e-15, math.Inf(1), math.NaN(), 0, math.MaxFloat64}
	if got, want := rank.TopK(scores, 10, stats.Rounding), []graph.Node{3, 6, 1, 2, 5, 0, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := rank.TopK(scores, 4, stats.Rounding), []graph.Node{3, 6, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("top 4: got %v, want %v", got, want)
	}
	if got := rank.TopK(scores, -1, stats.Rounding); len(got) != 0 {
		t.Errorf("top -1: got %v", got)
	}
	if got, want := rank.TopDegrees([]uint32{3, 9, 3, 0}, 3), []graph.Node{1, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("degrees: got %v, want %v", got, want)
	}
}
