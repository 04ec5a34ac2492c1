package simulate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"weft/algo/distance"
	"weft/graph"
)

// A bound is the least and the most that a figure of a crawl can be, whatever the crawl.
type bound struct{ least, most float64 }

// cut leaves of an interval what can be.
func (b bound) cut(e distance.Estimate) distance.Estimate { return e.Within(b.least, b.most) }

// between is the bound of the difference of two figures of this bound.
func (b bound) between() bound { return bound{b.least - b.most, b.most - b.least} }

// equalShare is the share of equal values from which the drawn values say too little about the others.
const equalShare = 0.3

// meanWithin estimates a mean from independent draws, with an interval that contains the mean with the given
// probability. Few crawls from drawn seeds give skewed draws: most sets of seeds find little early, few find a
// hub. So the interval is the hull of:
//
//   - Student's t interval;
//   - the interval of the t statistic that is corrected for skewness (P. Hall, "On the removal of skewness by
//     transformation", J. R. Statist. Soc. B 54, 1992);
//   - where three values in ten or more are equal, what values that were not drawn can change. With k draws, less
//     than
//     1 − (1 − p)^(1/k) of all values are unlike those that were drawn, with probability p; they lie within the bound.
//     Without this, k equal values would have an interval without width.
//
// For one value the interval is the value. The rule was chosen on four crawls and checked on a made Web:
// TestIntervalsHold.
func meanWithin(values []float64, b bound, probability float64) distance.Estimate {
	e := distance.EstimateMeanAt(values, probability)
	if len(values) < 2 {
		return b.cut(e)
	}
	low, high := unskewed(values, e, probability)
	if mostEqual(values) >= equalShare*float64(len(values)) {
		unseen := 1 - math.Pow((1-probability)/2, 1/float64(len(values)))
		low, high = min(low, e.Value-unseen*(e.Value-b.least)), max(high, e.Value+unseen*(b.most-e.Value))
	}
	e.Low, e.High = min(e.Low, low), max(e.High, high)
	return b.cut(e)
}

// unskewed is the interval by Hall's transformation of the t statistic.
func unskewed(values []float64, e distance.Estimate, probability float64) (low, high float64) {
	n := float64(len(values))
	square, cube := 0.0, 0.0
	for _, v := range values {
		d := v - e.Value
		square, cube = square+d*d, cube+d*d*d
	}
	if square == 0 {
		return e.Value, e.Value
	}
	skew := cube / n / math.Pow(square/n, 1.5)
	if math.Abs(skew) < 0.05 {
		return e.Low, e.High // the transformation divides by it
	}
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.5+probability/2) / math.Sqrt(n)
	sd := math.Sqrt(square / (n - 1))
	at := func(t float64) float64 { return 3 / skew * (math.Cbrt(1+skew*(t-skew/(6*n))) - 1) }
	return e.Value - sd*at(t), e.Value - sd*at(-t)
}

// mostEqual is how many values are equal at most, except rounding.
func mostEqual(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	most, run := 1, 1
	for i := 1; i < len(sorted); i++ {
		if run++; sorted[i]-sorted[i-1] > 1e-12*math.Max(math.Abs(sorted[i]), math.Abs(sorted[i-1])) {
			run = 1
		}
		most = max(most, run)
	}
	return float64(most)
}

// limits are the bounds of the figures of a crawl after some pages.
type limits struct{ pageRank, known, frontier, arcs, groups, whole bound }

// limitsAt returns the limits at each point of the contest. Memory: 24 bytes a page, of one figure after the other.
func (c *Contest) limitsAt() []limits {
	n := c.Graph.NumNodes()
	all := make([]limits, len(c.Points))
	each := func(values []float64, f func(l *limits, k int, s sums)) {
		s := newSums(values)
		for i, k := range c.Points {
			f(&all[i], k, s)
		}
	}
	degrees := func(g *graph.Memory) []float64 {
		d := make([]float64, n)
		for u := range d {
			d[u] = float64(len(g.Succ(graph.Node(u))))
		}
		return d
	}
	seeds := 0
	for _, s := range c.Starts {
		seeds = max(seeds, len(s))
	}
	each(c.PageRank, func(l *limits, k int, s sums) { l.pageRank = s.of(k) })
	each(degrees(c.In), func(l *limits, k int, s sums) { l.arcs = s.of(k) })
	each(degrees(c.Graph), func(l *limits, k int, s sums) {
		l.known = bound{float64(k), min(float64(n), float64(seeds)+s.of(k).most)}
		l.frontier = bound{0, l.known.most - float64(k)}
	})
	var sizes []float64
	for _, s := range c.groupSizes {
		if s > 0 {
			sizes = append(sizes, float64(s))
		}
	}
	each(sizes, func(l *limits, k int, s sums) {
		l.groups = bound{s.needed(float64(k)), min(float64(k), float64(len(sizes)))}
		l.whole = bound{max(0, float64(n)-s.of(n-k).most), float64(k)}
	})
	return all
}

// sums holds the sums of the first values, the largest first.
type sums []float64

func newSums(values []float64) sums {
	sorted := slices.SortedFunc(slices.Values(values), func(a, b float64) int { return cmp.Compare(b, a) })
	s := make(sums, 1, len(sorted)+1)
	for _, v := range sorted {
		s = append(s, s[len(s)-1]+v)
	}
	return s
}

// of is the bound of the sum of k of the values; rounding may differ in other orders.
func (s sums) of(k int) bound {
	last := len(s) - 1
	k = max(0, min(k, last))
	all := s[last]
	return bound{max(0, (all-s[last-k])*(1-1e-12)), s[k] * (1 + 1e-12)}
}

// needed is how many values it takes at least to come to a sum.
func (s sums) needed(sum float64) float64 {
	i, _ := slices.BinarySearch(s, sum*(1-1e-12))
	return float64(min(i, len(s)-1))
}
