package trap

import (
	"math"
	"math/rand/v2"
	"testing"

	"weft/internal/drawn"
)

// The interval holds what it says in 95 of 100 cases or a little more, whatever the share is that is drawn, and however
// many pages there are.
func TestLostIsCalibrated(t *testing.T) {
	seed := drawn.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	const trials = 3000
	for _, cut := range []int{1, 7, 60, 900, 20_000} {
		held, bias := 0, 0.0
		for range trials {
			share := math.Pow(math.Sin(rng.Float64()*math.Pi/2), 2) // as Jeffreys has it
			s := Sample{Last: 1 + rng.IntN(64)}
			draw := func(n int) (k int) {
				for range n {
					if rng.Float64() < share {
						k++
					}
				}
				return k
			}
			s.LastNew = draw(s.Last)
			lost := float64(draw(min(cut, 2000))) * float64(cut) / float64(min(cut, 2000))
			mean, low, high, known := s.Lost(cut)
			if !known || low > high || mean < 0 || high > float64(cut) {
				t.Fatalf("%+v of %d: %g, %g to %g", s, cut, mean, low, high)
			}
			if low <= lost && lost <= high {
				held++
			}
			bias += (mean - lost) / float64(cut)
		}
		got := float64(held) / trials
		t.Logf("%d pages: %.3f of the intervals hold what was lost; bias %.4f", cut, got, bias/trials)
		if got < 0.935 || got > 0.99 && cut > 60 || math.Abs(bias/trials) > 0.01+0.025/math.Sqrt(float64(cut)) {
			t.Errorf("seed %d: %d pages: %.3f of the intervals hold what was lost, want 0.95; bias %.4f", seed, cut, got, bias/trials)
		}
	}
	if _, _, _, known := (Sample{}).Lost(5); known {
		t.Error("nothing was looked at, and yet something is known")
	}
	if mean, low, high, _ := (Sample{Last: 64, LastNew: 64}).Lost(10); mean < 9.8 || low < 9 || high != 10 {
		t.Errorf("all say something new: %g, %g to %g", mean, low, high)
	}
}
