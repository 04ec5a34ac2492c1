package stats

import (
	"errors"
	"fmt"
)

// ErrHistogram marks a histogram whose values do not increase strictly or whose counts are not positive.
var ErrHistogram = errors.New("malformed histogram")

// Histogram says how often each value occurs. Values increase strictly; Counts has the same length and only positive
// entries. The zero Histogram is empty and valid.
type Histogram struct {
	Values []uint64 `json:"values"`
	Counts []int64  `json:"counts"`
}

// Validate returns an error that wraps ErrHistogram unless the invariants of the type hold.
func (h Histogram) Validate() error {
	if len(h.Values) != len(h.Counts) {
		return fmt.Errorf("%w: %d values but %d counts", ErrHistogram, len(h.Values), len(h.Counts))
	}
	total := int64(0)
	for i, c := range h.Counts {
		if c <= 0 {
			return fmt.Errorf("%w: value %d has count %d", ErrHistogram, h.Values[i], c)
		}
		if i > 0 && h.Values[i] <= h.Values[i-1] {
			return fmt.Errorf("%w: value %d follows %d", ErrHistogram, h.Values[i], h.Values[i-1])
		}
		if total += c; total < 0 {
			return fmt.Errorf("%w: the counts add up to more than 2^63", ErrHistogram)
		}
	}
	return nil
}

// Total returns the number of observations.
func (h Histogram) Total() int64 {
	total := int64(0)
	for _, c := range h.Counts {
		total += c
	}
	return total
}

// Sum returns the sum of all observations; for degrees, the number of arcs. It is exact below 2^64.
func (h Histogram) Sum() uint64 {
	sum := uint64(0)
	for i, c := range h.Counts {
		sum += h.Values[i] * uint64(c)
	}
	return sum
}

// Mean returns the mean of all observations, 0 if there are none.
func (h Histogram) Mean() float64 {
	total, sum := h.Total(), 0.0
	if total == 0 {
		return 0
	}
	for i, c := range h.Counts {
		sum += float64(h.Values[i]) * float64(c)
	}
	return sum / float64(total)
}

// Max returns the largest value, 0 if there are none.
func (h Histogram) Max() uint64 {
	if len(h.Values) == 0 {
		return 0
	}
	return h.Values[len(h.Values)-1]
}

// Count returns how often value occurs.
func (h Histogram) Count(value uint64) int64 {
	lo, hi := 0, len(h.Values)
	for lo < hi {
		if mid := (lo + hi) / 2; h.Values[mid] < value {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(h.Values) && h.Values[lo] == value {
		return h.Counts[lo]
	}
	return 0
}

// Positive returns the histogram without its zeros, which no power law can hold. The slices are shared.
func (h Histogram) Positive() Histogram {
	if len(h.Values) > 0 && h.Values[0] == 0 {
		return Histogram{Values: h.Values[1:], Counts: h.Counts[1:]}
	}
	return h
}

// Point is one point of a curve for a plot.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// CCDF returns, for each distinct value in increasing order, the fraction of observations that are at least as large.
// The first fraction is 1.
func (h Histogram) CCDF() []Point {
	points := make([]Point, len(h.Values))
	total, above := float64(h.Total()), int64(0)
	for i := len(points) - 1; i >= 0; i-- {
		above += h.Counts[i]
		points[i] = Point{X: float64(h.Values[i]), Y: float64(above) / total}
	}
	return points
}
