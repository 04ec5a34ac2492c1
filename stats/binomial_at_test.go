package stats_test

import (
	"math"
	"testing"

	"weft/internal/drawn"
	"weft/stats"
)

// tail returns the probability of at least so many hits in n draws, summed in logarithms.
func tail(hits, n int, p float64) float64 {
	sum := 0.0
	for k := hits; k <= n; k++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		sum += math.Exp(a - b - c + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	}
	return sum
}

// At the ends of an interval the tails of the binomial have half of the probability of an error, however small it is. At
// 95 % the interval is that of Binomial.
func TestBinomialAt(t *testing.T) {
	rng := drawn.Rand(t)
	for k := range 300 {
		n := 1 + rng.IntN(2000)
		if k%10 == 0 {
			n *= 100
		}
		hits := rng.IntN(n + 1)
		if rng.IntN(2) == 0 {
			hits = rng.IntN(min(n+1, 10))
		}
		wrong := math.Pow(10, -1-10*rng.Float64())
		low, high := stats.BinomialAt(hits, n, 1-wrong)
		wrong = 1 - (1 - wrong) // as far as a number near 1 holds it
		if hits == 0 && low != 0 || hits == n && high != 1 || low > float64(hits)/float64(n) || high < float64(hits)/float64(n) {
			t.Fatalf("%d of %d: got [%g, %g]", hits, n, low, high)
		}
		if got := tail(hits, n, low); hits > 0 && math.Abs(got/(wrong/2)-1) > 1e-2 {
			t.Fatalf("%d of %d, wrong with %g: low %g has a tail of %g", hits, n, wrong, low, got)
		}
		if got := tail(n-hits, n, 1-high); hits < n && math.Abs(got/(wrong/2)-1) > 1e-2 {
			t.Fatalf("%d of %d, wrong with %g: high %g has a tail of %g", hits, n, wrong, high, got)
		}
		a, b := stats.Binomial(hits, n)
		if c, d := stats.BinomialAt(hits, n, 0.95); math.Abs(a-c) > 1e-9 || math.Abs(b-d) > 1e-9 {
			t.Fatalf("%d of %d: got [%g, %g] and [%g, %g] at 95 %%", hits, n, a, b, c, d)
		}
	}
}
