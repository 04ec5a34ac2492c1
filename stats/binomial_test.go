package stats_test

import (
	"math"
	"testing"

	"weft/stats"
)

// The ends are those of scipy 1.17.1, stats.binomtest(hits, n).proportion_ci(method="exact").
func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		hits, n   int
		low, high float64
	}{
		{0, 1, 0.000000000000, 0.975000000000},
		{1, 1, 0.025000000000, 1.000000000000},
		{0, 20, 0.000000000000, 0.168433470983},
		{20, 20, 0.831566529017, 1.000000000000},
		{3, 20, 0.032070937186, 0.378926826545},
		{160, 20000, 0.006812320769, 0.009333849545},
		{19999, 20000, 0.999721449668, 0.999998734110},
		{500, 1000, 0.468549172972, 0.531450827028},
		{0, 0, 0, 1},
	} {
		low, high := stats.Binomial(c.hits, c.n)
		if math.Abs(low-c.low) > 1e-9 || math.Abs(high-c.high) > 1e-9 {
			t.Errorf("%d of %d: got %.12f to %.12f, want %.12f to %.12f", c.hits, c.n, low, high, c.low, c.high)
		}
	}
}
