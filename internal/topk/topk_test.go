package topk_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/internal/topk"
)

// However much is added, and in however many selections, what is kept is the beginning of all in order.
func TestSelectionIsTheBeginning(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 300 {
		n, k := r.IntN(400), r.IntN(30)-1
		all := r.Perm(n)
		whole, part := topk.New(k, cmp.Compare[int]), topk.New(k, cmp.Compare[int])
		for i, x := range all {
			part.Add(x)
			if i%37 == 36 {
				whole.Take(part)
			}
			if i%50 == 0 {
				whole.Sorted()
			}
		}
		whole.Take(part)
		slices.Sort(all)
		if got, want := whole.Sorted(), all[:min(max(k, 0), n)]; !slices.Equal(got, want) {
			t.Fatalf("trial %d: the first %d of %d: got %v, want %v", trial, k, n, got, want)
		}
		if left := part.Sorted(); len(left) != 0 {
			t.Fatalf("trial %d: %v are left", trial, left)
		}
	}
}
