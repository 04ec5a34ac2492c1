package estimate

import (
	"fmt"
	"math"
)

// An Interval estimates a number of pages. Low and High should enclose the truth in 95 of 100 cases. High is
// infinite if there is no upper limit, and null in JSON.
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

// leastFetched is how many pages must be fetched for an interval to end.
const leastFetched = 10

// Size estimates how many pages the crawl will know in the end. Low is the number known now. If no page is left to
// be fetched, all three are equal. High is infinite before ten pages and a fifth of the known pages were fetched.
// The package comment describes the method and its accuracy.
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
