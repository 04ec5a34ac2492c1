package splitmix_test

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"weft/internal/splitmix"
)

// The first numbers of seed 1234567 that S. Vigna's splitmix64.c (prng.di.unimi.it) gives.
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		state += splitmix.Golden
		if got := splitmix.Mix(state); got != want {
			t.Errorf("number %d: got %d, want %d", i, got, want)
		}
	}
}

// Draws of seeds and indices that are near to each other have nothing in common: all differ, about half of the bits of
// neighbours do, and the first numbers that they give are not correlated.
func TestSeedsAreApart(t *testing.T) {
	const side = 64
	seen := map[uint64]bool{}
	draws := [side][side]float64{}
	flips, pairs := 0, 0
	for s := range uint64(side) {
		for i := range uint64(side) {
			h := splitmix.Seed(s, 7, i)
			if seen[h] {
				t.Fatalf("seed %d, index %d: a draw of another", s, i)
			}
			seen[h] = true
			flips += bits.OnesCount64(h^splitmix.Seed(s+1, 7, i)) + bits.OnesCount64(h^splitmix.Seed(s, 7, i+1))
			pairs += 2
			draws[s][i] = splitmix.Rand(s, 7, i).Float64() - 0.5
		}
	}
	if share := float64(flips) / float64(64*pairs); math.Abs(share-0.5) > 0.01 {
		t.Errorf("neighbours differ in %.3f of their bits, want half", share)
	}
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, side - 1}, {2, 0}, {4, 0}} {
		sum := 0.0
		for s := range side {
			for i := range side {
				sum += draws[s][i] * draws[(s+step[0])%side][(i+step[1])%side] * 12
			}
		}
		if r := sum / (side * side); math.Abs(r) > 4.0/side { // four standard deviations
			t.Errorf("draws %v apart: correlation %.3f", step, r)
		}
	}
}

// The order of indices counts, and an index is not a part of the seed.
func TestSeedTellsIndicesApart(t *testing.T) {
	all := map[uint64][]uint64{}
	for _, x := range [][]uint64{{4, 5}, {5, 4}, {4, 5, 0}, {4, 0, 5}, {9}, {1, 8}, {4, 1}, {5, 0}} {
		h := splitmix.Seed(x[0], x[1:]...)
		if all[h] != nil {
			t.Errorf("%v and %v are the same", x, all[h])
		}
		all[h] = x
	}
}

// Numbers that are drawn differ, each is drawn as often as any other, and they stay what they were: results that were
// kept are of them.
func TestDistinct(t *testing.T) {
	r := splitmix.Rand(7)
	got := splitmix.Distinct[int](r, 1000, 6)
	if slices.Sort(got); !slices.Equal(got, []int{24, 410, 508, 587, 612, 783}) {
		t.Errorf("of seed 7: %v", got)
	}
	if all, none := splitmix.Distinct[uint32](r, 5, 5), splitmix.Distinct[int](r, 3, 0); !slices.Equal(slices.Sorted(slices.Values(all)), []uint32{0, 1, 2, 3, 4}) || len(none) != 0 {
		t.Errorf("all of 5: %v, none of 3: %v", all, none)
	}
	if next := r.IntN(1000); next != 803 {
		t.Errorf("another number of draws were taken: %d comes next", next)
	}
	const draws, n, k = 20000, 7, 3
	often := map[[k]int]int{}
	for i := range uint64(draws) {
		set := splitmix.Distinct[int](splitmix.Rand(1, i), n, k)
		slices.Sort(set)
		often[[k]int(set)]++
	}
	if len(often) != 35 {
		t.Errorf("%d sets of %d of %d, want 35", len(often), k, n)
	}
	const mean = draws / 35
	for set, times := range often {
		if math.Abs(float64(times)-mean) > 5*math.Sqrt(mean) {
			t.Errorf("%v was drawn %d times, want about %d", set, times, mean)
		}
	}
}
