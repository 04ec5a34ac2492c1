package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"weft/stats"
)

// Whatever is kept is counted as if nothing else were there.
func TestPairedCountsWhatIsKept(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for trial := range 200 {
		n := r.IntN(60)
		x, y := make([]float64, n), make([]int, n)
		for i := range x {
			x[i], y[i] = float64(r.IntN(20))/7, r.IntN(1+r.IntN(30))
		}
		p, err := stats.Pair(x, y)
		if err != nil {
			t.Fatal(err)
		}
		for _, keep := range []func(uint32) bool{nil, func(i uint32) bool { return i%3 != 0 }, func(i uint32) bool { return x[i] > 1 }, func(uint32) bool { return false }} {
			var kx []float64
			var ky []int
			for i := range x {
				if keep == nil || keep(uint32(i)) {
					kx, ky = append(kx, x[i]), append(ky, y[i])
				}
			}
			want, err := stats.CountPairs(kx, ky)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Count(keep); got != want {
				t.Fatalf("trial %d, %d items: got %+v, want %+v", trial, len(kx), got, want)
			}
		}
	}
}

// naiveWeighted weighs every pair.
func naiveWeighted(x, y []float64) float64 {
	before := func(a, b []float64, i, k int) bool {
		return a[i] > a[k] || a[i] == a[k] && (b[i] > b[k] || b[i] == b[k] && i > k)
	}
	one := func(a, b []float64) float64 {
		w := make([]float64, len(a))
		for i := range a {
			rank := 0
			for k := range a {
				if k != i && before(a, b, k, i) {
					rank++
				}
			}
			w[i] = 1 / float64(1+rank)
		}
		dot, na, nb := 0.0, 0.0, 0.0
		sign := func(v float64) float64 {
			switch {
			case v > 0:
				return 1
			case v < 0:
				return -1
			}
			return 0
		}
		for i := range a {
			for k := range i {
				s, u := sign(a[i]-a[k]), sign(b[i]-b[k])
				dot += s * u * (w[i] + w[k])
				na += s * s * (w[i] + w[k])
				nb += u * u * (w[i] + w[k])
			}
		}
		return dot / math.Sqrt(na) / math.Sqrt(nb)
	}
	return (one(x, y) + one(y, x)) / 2
}

func TestWeightedTauOfAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for trial := range 200 {
		n := 2 + r.IntN(40)
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(r.IntN(15)), float64(r.IntN(2+r.IntN(20)))
		}
		want := naiveWeighted(x, y)
		got, err := stats.WeightedTau(x, y)
		if math.IsNaN(want) {
			if err == nil {
				t.Fatalf("trial %d: got %v of constant scores", trial, got)
			}
			continue
		}
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Fatalf("trial %d: got %v, %v, want %v", trial, got, err, want)
		}
	}
}

// The examples of scipy 1.17's documentation: scipy.stats.weightedtau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]).
func TestWeightedTauOfScipy(t *testing.T) {
	got, err := stats.WeightedTau([]int{12, 2, 1, 12, 2}, []int{1, 4, 7, 1, 0})
	if want := -0.56694968153682723; err != nil || math.Abs(got-want) > 1e-15 {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
