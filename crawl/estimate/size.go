package estimate

import (
	"fmt"
	"math"
)

// An Interval is an estimate of a number of pages. Low and High are meant to hold the truth in 95 of 100 cases; High is infinite
// where nothing can be said, and null in JSON.
type Interval struct{ Low, Estimate, High float64 }

// MarshalJSON implements json.Marshaler.
func (i Interval) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, `{"low":%.0f,"estimate":%.0f,"high":`, i.Low, i.Estimate)
	if math.IsInf(i.High, 0) {
		return append(b, "null}"...), nil
	}
	return fmt.Appendf(b, "%.0f}", i.High), nil
}

// Known returns how many pages are known, fetched or not.
func (r *Record) Known() int { return r.known }

// Fetches returns how many pages were fetched.
func (r *Record) Fetches() int { return r.now.fetched }

// Once returns how many pages were mentioned by one fetched page.
func (r *Record) Once() int { return r.counts[1] }

// Twice returns how many pages were mentioned by two fetched pages.
func (r *Record) Twice() int { return r.counts[2] }

// leastFetched is how many pages must be fetched for an interval to end.
const leastFetched = 10

// Size estimates how many pages the crawl would know in the end. Low is what it knows; all three are that when no page is
// left to be fetched. Before ten pages and a fifth of those known were fetched High is infinite. See the package for the method and what it is worth.
func (r *Record) Size() Interval {
	known, fetched := float64(r.known), float64(r.now.fetched)
	if r.known == r.now.fetched {
		return Interval{known, known, known}
	}
	if r.now.fetched < leastFetched {
		return Interval{known, known, math.Inf(1)}
	}
	then := r.half()
	late := float64(r.now.fetched - then.fetched)
	z := math.Sqrt(float64(r.now.productive-then.productive) / late)
	n := math.Sqrt(min(float64(r.now.found-then.found)/late, 2))
	g := math.Sqrt(min(float64(r.counts[1])/fetched, 2))
	share, frontier := fetched/known, known-fetched
	high := min(
		known*math.Exp(max(0.7-1.44*z+3.62*z*share, 0)),
		known+frontier*max(14*math.Exp(0.2*z+0.48*n-1.83*g)-0.05, 0))
	middle := min(
		known*math.Exp(max(0.46*z-0.14*z*share, 0)),
		known+frontier*max(0.05*math.Exp(3.55*z+0.41*n)-0.05, 0))
	if share < leastShare {
		return Interval{known, middle, math.Inf(1)}
	}
	return Interval{known, min(middle, high), high}
}

// leastShare is how many of the known pages must be fetched: the interval was made for crawls that have a fifth of all.
const leastShare = 0.2

// z95 is the number of standard deviations that hold 95 % of a normal distribution.
const z95 = 1.959963984540054

// Unseen is Chao's lower bound on what was not seen in n samples in which so many things were seen once and twice:
//
//	(n-1)/n · once²/(2 twice)   or, where nothing was seen twice,   (n-1)/n · once (once-1)/2
//
// It is a bound in expectation when each sample meets each thing by chance; pages of a crawl do so only in a random order.
func Unseen(n, once, twice int) float64 {
	if n < 1 || once < 1 {
		return 0
	}
	f1, f2 := float64(once), float64(max(twice, 0))
	scale := float64(n-1) / float64(n)
	if f2 == 0 {
		return scale * f1 * (f1 - 1) / 2
	}
	return scale * f1 * f1 / (2 * f2)
}

// Recapture estimates the size of a population from two independent samples of sizes first and second with so many in both,
// by Chapman's estimator
//
//	N = (first+1)(second+1)/(both+1) - 1
//
// The interval is that of Chao for what was not seen: its logarithm is taken as normal, so that Low is not less than the
// number seen. Sizes that make no sense (less than 0, more in both than in one) give zeros.
func Recapture(first, second, both int) Interval {
	if both < 0 || first < both || second < both {
		return Interval{}
	}
	a, b, m := float64(first), float64(second), float64(both)
	n := (a+1)*(b+1)/(m+1) - 1
	seen := a + b - m
	unseen := n - seen
	if unseen <= 0 {
		return Interval{seen, seen, seen}
	}
	variance := (a + 1) * (b + 1) * (a - m) * (b - m) / ((m + 1) * (m + 1) * (m + 2))
	c := math.Exp(z95 * math.Sqrt(math.Log1p(variance/(unseen*unseen))))
	return Interval{seen + unseen/c, n, seen + unseen*c}
}
