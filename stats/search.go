package stats

import (
	"math"
	"slices"
)

// candidate is a tail and the law fitted to it. ks is +Inf until a tail was found.
type candidate struct {
	index int // of x_min among the distinct values
	alpha float64
	ks    float64
}

func (c candidate) better(d candidate) bool {
	return c.ks < d.ks || c.ks == d.ks && c.index < d.index
}

// scanner searches the tails of one histogram. Its buffers are reused from one histogram to the next.
type scanner struct {
	minTail, maxAlpha float64
	fixed             uint64 // the only candidate if above 0: then the first value, perhaps with no observation

	x, lnx  []float64 // the distinct values
	atLeast []float64 // observations from each value on; one entry more, 0
	lnAbove []float64 // sum of ln x over those observations
	law     model
	hint    int // the value that condemned the last candidate
}

func (s *scanner) limits(o FitOptions) {
	s.minTail, s.maxAlpha, s.fixed = float64(o.MinTail), o.MaxExponent, o.XMin
}

// load takes over a histogram of positive values.
func (s *scanner) load(h Histogram) {
	s.reset()
	if s.fixed > 0 && h.Count(s.fixed) == 0 {
		s.push(float64(s.fixed), 0)
	}
	for i, v := range h.Values {
		s.push(float64(v), h.Counts[i])
	}
	s.finish()
}

// reset, push and finish build the histogram in place: push takes increasing values with their counts. A count of 0
// counts for nothing, except that a fixed x_min begins the list in any case.
func (s *scanner) reset() {
	s.x, s.lnx, s.atLeast, s.lnAbove = s.x[:0], s.lnx[:0], s.atLeast[:0], s.lnAbove[:0]
	s.hint = 0
}

func (s *scanner) push(x float64, count int64) {
	if count == 0 && (s.fixed == 0 || len(s.x) > 0) {
		return
	}
	s.x = append(s.x, x)
	s.lnx = append(s.lnx, math.Log(x))
	s.atLeast = append(s.atLeast, float64(count))
}

func (s *scanner) finish() {
	n, ln := 0.0, 0.0
	s.atLeast = append(s.atLeast, 0)
	s.lnAbove = append(s.lnAbove, s.atLeast...)
	for i := len(s.x) - 1; i >= 0; i-- {
		count := s.atLeast[i]
		n += count
		ln += count * s.lnx[i]
		s.atLeast[i], s.lnAbove[i] = n, ln
	}
}

// meanLog returns the mean of ln(x/x_min) over the tail that begins at index i.
func (s *scanner) meanLog(i int) float64 { return s.lnAbove[i]/s.atLeast[i] - s.lnx[i] }

// search returns the best candidate, false if none is eligible.
func (s *scanner) search() (candidate, bool) {
	best := candidate{ks: math.Inf(1), index: len(s.x)}
	s.sweep(func(i int) bool { best = s.try(i, best); return true })
	return best, !math.IsInf(best.ks, 1)
}

// sweep visits all candidates until visit returns false. It first visits every k-th, k being about the square root
// of their number, so that a good one is known early and most others are dropped at once.
func (s *scanner) sweep(visit func(i int) bool) {
	if s.fixed > 0 {
		visit(0)
		return
	}
	n := len(s.x) - 1
	step := max(1, int(math.Sqrt(float64(n))))
	for i := 0; i < n; i += step {
		if !visit(i) {
			return
		}
	}
	for i := range n {
		if i%step != 0 && !visit(i) {
			return
		}
	}
}

// closer reports whether any candidate is closer to its law than the distance d. first is the value to try first.
func (s *scanner) closer(d float64, first float64) bool {
	bound := candidate{ks: d, index: -1}
	found := false
	visit := func(i int) bool {
		found = s.try(i, bound).ks < d
		return !found
	}
	if i, _ := slices.BinarySearch(s.x, first); i+1 < len(s.x) {
		visit(i)
	}
	if !found {
		s.sweep(visit)
	}
	return found
}

// try fits the tail at index i and returns it if it beats best, else best.
func (s *scanner) try(i int, best candidate) candidate {
	if s.atLeast[i] < s.minTail || i+1 >= len(s.x) {
		return best
	}
	alpha, ok := exponent(s.x[i], s.meanLog(i), s.maxAlpha)
	if !ok {
		return best
	}
	c := candidate{index: i, alpha: alpha}
	s.law.set(alpha, s.x[i], s.lnx[i])
	if c.ks, ok = s.distance(i, best.ks); ok && c.better(best) {
		return c
	}
	return best
}

// distance returns the Kolmogorov-Smirnov distance between the tail at index i and s.law. It gives up, returning false,
// at the first value that shows the distance to be above bound, and looks first where the last candidate failed.
func (s *scanner) distance(i int, bound float64) (float64, bool) {
	scale := 1 / s.atLeast[i]
	if s.hint > i && s.deviation(s.hint, scale) > bound {
		return 0, false
	}
	worst := 0.0
	for j := i; j < len(s.x); j++ {
		d := s.deviation(j, scale)
		if d <= worst {
			continue
		}
		worst = d
		if d > bound {
			s.hint = j
			return 0, false
		}
	}
	return worst, true
}

// deviation returns the larger difference of the two cumulative distributions just below and at the distinct value j.
// Between distinct values the data do not change and the law does, so that the extremes over all integers lie there.
func (s *scanner) deviation(j int, scale float64) float64 {
	atLeast, above := s.law.at(s.x[j], s.lnx[j])
	return max(math.Abs(atLeast-s.atLeast[j]*scale), math.Abs(above-s.atLeast[j+1]*scale))
}

// exponent finds the exponent of greatest likelihood of a tail from q on, given the mean of ln(x/q). It is the
// root of -Z'(s, q)/Z(s, q) = mean (CSN, eq. B.8). The left side falls from infinity to 0 and is close to 1/(s-1),
// so Newton's method on its reciprocal needs three or four steps from CSN's eq. 3.7. Steps that leave the bracket
// are replaced by bisection. exponent returns false if the root is not below limit.
func exponent(q, mean, limit float64) (float64, bool) {
	if !(mean > 0) {
		return 0, false
	}
	lo, hi := 1.0, limit
	s := min(1+1/(mean-math.Log1p(-0.5/q)), 0.5*(1+limit))
	for range 100 {
		jet := scaledZeta(s, q)
		g := -jet.d1 / jet.z
		if g > mean {
			lo = s
		} else {
			hi = s
		}
		slope := jet.d2/jet.z - g*g // -dg/ds
		next := s - (1/g-1/mean)*g*g/slope
		if next >= limit && lo > 0.999*limit {
			return 0, false
		}
		if !(next > lo && next < hi) {
			next = 0.5 * (lo + hi)
		}
		step := math.Abs(next - s)
		s = next
		if step < 1e-9*s {
			return s, s < limit*(1-1e-6)
		}
	}
	return s, s < limit*(1-1e-6)
}
