package bitset_test

import (
	"maps"
	"slices"
	"testing"

	"weft/internal/bitset"
	"weft/internal/drawn"
)

// A set holds what a map does, whatever is put, added and removed.
func TestSetAgainstAMap(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		most := 1 + r.IntN(300)
		set, want := bitset.New(r.IntN(most)), map[int]bool{}
		for range r.IntN(200) {
			x := r.IntN(most)
			switch r.IntN(4) {
			case 0:
				set.Remove(x)
				delete(want, x)
			case 1:
				set.Grow(x + 1)
				set.Add(x)
				want[x] = true
			case 2:
				set.Grow(x + 1)
				set.AddShared(x)
				want[x] = true
			default:
				set.Put(x)
				want[x] = true
			}
		}
		for x := range most + 200 {
			if set.Has(x) != want[x] || x/64 < len(set) && set.HasShared(x) == 1 != want[x] {
				t.Fatalf("%d: got %v, want %v", x, set.Has(x), want[x])
			}
		}
		if got, want := slices.Collect(set.All()), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		set.Grow(most)
		lo := r.IntN(most)
		hi := lo + r.IntN(most-lo+1)
		var inside []int
		for _, x := range slices.Sorted(maps.Keys(want)) {
			if x >= lo && x < hi {
				inside = append(inside, x)
			}
		}
		if got := slices.Collect(set.Between(lo, hi)); !slices.Equal(got, inside) {
			t.Fatalf("from %d to %d: got %v, want %v", lo, hi, got, inside)
		}
	}
}

// Put takes no more words than the greatest number asks for, as sets are saved word by word.
func TestPutTakesTheWordsItNeeds(t *testing.T) {
	for _, x := range []int{0, 1, 63, 64, 65, 127, 128, 1000} {
		var set bitset.Set
		set.Put(x)
		if got, want := len(set), x/64+1; got != want {
			t.Errorf("%d: %d words, want %d", x, got, want)
		}
		for n := range set.All() {
			if n != x {
				t.Errorf("%d is in a set of %d", n, x)
			}
			break
		}
	}
}
