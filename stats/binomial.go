package stats

import (
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Binomial returns an interval for the probability of a hit, after hits in n independent draws. The interval is
// right with 95 % probability or more. It is 0 to 1 if n is 0. Binomial inverts the exact test, so unlike the
// normal approximation it holds for few draws and for shares near 0 and 1.
//
// Source: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
// Biometrika 26, 1934.
func Binomial(hits, n int) (low, high float64) {
	high = 1
	if hits > 0 {
		low = distuv.Beta{Alpha: float64(hits), Beta: float64(n - hits + 1)}.Quantile(0.025)
	}
	if hits < n {
		high = distuv.Beta{Alpha: float64(hits + 1), Beta: float64(n - hits)}.Quantile(0.975)
	}
	return low, high
}

// BinomialAt is [Binomial] for an interval that is right with the given probability, below 1, or more. The probability
// may be near 1, as for many intervals that must hold together. It bisects the tails of the distribution. The quantiles of
// package distuv are wrong for far tails of many draws: 0 hits in 160,900 draws gave 0.06 as the upper end.
func BinomialAt(hits, n int, right float64) (low, high float64) {
	wrong := (1 - right) / 2
	high = 1
	if hits > 0 {
		low = bisect(func(p float64) bool { return mathext.RegIncBeta(float64(hits), float64(n-hits+1), p) > wrong })
	}
	if hits < n {
		high = bisect(func(p float64) bool { return mathext.RegIncBeta(float64(n-hits), float64(hits+1), 1-p) < wrong })
	}
	return low, high
}

// bisect returns the number between 0 and 1 from which on above holds.
func bisect(above func(p float64) bool) float64 {
	low, high := 0.0, 1.0
	for range 60 {
		if p := (low + high) / 2; above(p) {
			high = p
		} else {
			low = p
		}
	}
	return (low + high) / 2
}
