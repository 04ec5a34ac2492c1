package trap

import "math"

// Lost says how many of so many pages of the group, which were not looked at, would have said something new: the mean,
// and an interval that holds the number with a probability of 95 %, if those that were looked at last are a sample of
// all. It is false if none was looked at.
//
// The share of pages that say something new is taken to be distributed as Jeffreys has it, Beta(k + ½, n − k + ½) after
// k of n; the number among m others is then beta-binomial, and the interval is between its quantiles of 2.5 and 97.5 %.
// Of more than 4,096 pages it is that of 4,096, as many times as large. Source: A. Gelman et al., "Bayesian Data
// Analysis", 3rd ed., 2.4 and 2.8.
func (s Sample) Lost(pages int) (mean, low, high float64, known bool) {
	if s.Last == 0 || pages == 0 {
		return 0, 0, 0, pages == 0
	}
	a, b := float64(s.LastNew)+0.5, float64(s.Last-s.LastNew)+0.5
	m := min(pages, maxDrawn)
	scale := float64(pages) / float64(m)
	lo, hi := quantiles(m, a, b, 0.025)
	return a / (a + b) * float64(pages), float64(lo) * scale, float64(hi) * scale, true
}

const maxDrawn = 1 << 12

// quantiles returns the least and the greatest k so that less than tail lies below the one, and above the other, of the
// beta-binomial distribution.
func quantiles(n int, a, b, tail float64) (lo, hi int) {
	ln := func(x, y float64) float64 {
		p, _ := math.Lgamma(x)
		q, _ := math.Lgamma(y)
		r, _ := math.Lgamma(x + y)
		return p + q - r
	}
	logP, below := ln(a, float64(n)+b)-ln(a, b), 0.0 // of 0
	lo, hi = -1, n
	for k := 0; k <= n; k++ {
		p := math.Exp(logP)
		if below += p; lo < 0 && below > tail {
			lo = k
		}
		if below >= 1-tail {
			return max(lo, 0), k
		}
		x := float64(k)
		logP += math.Log((float64(n) - x) * (x + a) / ((x + 1) * (float64(n) - x - 1 + b)))
	}
	return max(lo, 0), hi
}
