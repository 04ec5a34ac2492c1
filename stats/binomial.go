package stats

import "gonum.org/v1/gonum/stat/distuv"

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
// may be near 1, as for many intervals that must hold together.
func BinomialAt(hits, n int, right float64) (low, high float64) {
	high = 1
	if hits > 0 {
		low = distuv.Beta{Alpha: float64(hits), Beta: float64(n - hits + 1)}.Quantile((1 - right) / 2)
	}
	if hits < n { // the upper tail of a beta distribution is the lower tail of its mirror image
		high = 1 - distuv.Beta{Alpha: float64(n - hits), Beta: float64(hits + 1)}.Quantile((1-right)/2)
	}
	return low, high
}
