package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"weft/internal/digits"
)

// ErrTooFew is the error for data that cannot support a fit: no positive value, fewer than three distinct values,
// or no candidate for x_min with a long enough tail. With FitOptions.Sound it is also the error for a best tail
// that is too short to state a law.
var ErrTooFew = errors.New("too few values for a power law")

// minDistinct is the least number of distinct positive values that we fit: two are matched by some exponent whatever
// their counts are.
const minDistinct = 3

// Rejected is the p below which CSN reject a power law. We apply it to alternatives as well.
const Rejected = 0.1

// The least tail for stating a law: over less than a decade, or with fewer values, any steep law looks like a
// power law. CSN, section 4.1, find that at least 50 values are needed, and more to distinguish other laws.
const (
	SoundTail = 50 // observations
	SoundSpan = 10 // the largest value over XMin
)

// FitOptions steer FitPowerLaw; the zero value is the default.
type FitOptions struct {
	// XMin fixes where the tail begins; 0 searches. If it is fixed, smaller values are left out of everything and
	// MinTail does not apply.
	XMin uint64
	// MinTail is the least number of observations in a tail that the search considers, 10 if 0. Shorter tails follow any
	// law.
	MinTail int64
	// MaxExponent is the greatest exponent considered, 20 if 0. Steeper ones are not laws of the Web: two
	// neighbouring values v, v+1 at the end of a cut-off are fitted by an exponent of about v.
	MaxExponent float64
	// Samples is the number of synthetic data sets behind p: 1000 if 0, none (p is not computed) if negative.
	Samples int
	// Resamples is the number of bootstrap data sets for the interval of the exponent, none if 0 or less.
	Resamples int
	// Seed is the random seed.
	Seed uint64
	// Workers is the number of goroutines, all processors if 0. Results do not depend on it.
	Workers int
	// Sound refuses a fit whose tail has fewer than SoundTail observations or spans less than SoundSpan.
	Sound bool
	// NoAlternatives leaves out the comparison with other laws.
	NoAlternatives bool
}

// SetDefaults replaces zero fields by the defaults.
func (o *FitOptions) SetDefaults() {
	if o.MinTail == 0 {
		o.MinTail = 10
	}
	if o.MaxExponent == 0 {
		o.MaxExponent = 20
	}
	if o.Samples == 0 {
		o.Samples = 1000
	}
	o.Samples, o.Resamples = max(o.Samples, 0), max(o.Resamples, 0)
}

// Fit is a discrete power law fitted to the tail x >= XMin of a histogram.
//
//json:object fit
type Fit struct {
	XMin uint64 `json:"xmin"` // least value of the tail
	// Exponent is the maximum-likelihood exponent, above 1.
	Exponent float64 `json:"exponent"` // exponent, by maximum likelihood
	// StdErr is the standard error of Exponent with XMin taken as known, from the exact Fisher information (CSN, eq.
	// 3.6).
	StdErr float64 `json:"stderr"` // standard error of the exponent, for the given xmin
	// goodness of fit: share of synthetic data sets that are at least as far from their own best fit as the data;
	// below 0.1 the law is rejected (Clauset, Shalizi and Newman)
	P    *float64 `json:"p" absent:"null: no synthetic data"`
	Tail int64    `json:"tail"` // number of values from xmin on
	// Population is the number of positive observations, or of those from XMin on if it was fixed. Zeros is the
	// number of values that were left out because no power law includes them.
	Population int64 `json:"population"` // number of positive values
	Zeros      int64 `json:"zeros"`      // values that a power law cannot contain
	// KS is the Kolmogorov-Smirnov distance of tail and law: the largest difference of their cumulative distributions
	// over all integers from XMin on (CSN, eq. 3.9).
	KS            float64 `json:"ks"`             // Kolmogorov-Smirnov distance of tail and law
	LogLikelihood float64 `json:"log_likelihood"` // natural logarithm of the likelihood of the tail
	Samples       int     `json:"samples"`        // synthetic data sets
	// 2.5th and 97.5th percentile of the exponent
	Interval     *[2]float64   `json:"interval,omitempty" absent:"not requested"`
	Alternatives []Alternative `json:"alternatives"` // other laws fitted to the same tail
}

// Law returns the fitted distribution of the tail.
func (f Fit) Law() PowerLaw { return PowerLaw{XMin: f.XMin, Exponent: f.Exponent} }

// FitPowerLaw fits a discrete power law to the positive values of a histogram by the method of Clauset, Shalizi
// and Newman (CSN). For every distinct value as x_min, it finds the exponent of greatest likelihood. It uses the
// exact zeta normaliser, never the approximation of their eq. 3.7, which is wrong for small x_min. It takes the
// x_min of least Kolmogorov-Smirnov distance, and the smaller of two equal ones. Three kinds of candidates are
// left out: the largest value, values that leave fewer than MinTail observations, and values that need an exponent
// above MaxExponent.
//
// P comes from CSN's semi-parametric bootstrap (section 4.1). Each synthetic set keeps the number of observations.
// It draws each from the law with probability Tail/Population, and otherwise from the values below XMin. It is
// then fitted anew with its own x_min. Sets are drawn as histograms, count by count, not page by page. The search
// in a set ends at any candidate closer than KS, which does not change p. Set i has a seed of its own, made from
// Seed and i.
//
// With D distinct values, one search takes about D exponents of some 200 ns. A candidate is dropped at the first
// value that is too far off, so there are only a few passes over the D values, and at worst D^2/2 steps. Memory is
// about 100 bytes per distinct value and worker. A malformed histogram gives ErrHistogram, too little data
// ErrTooFew, both wrapped with a description of the problem.
// Papers: websites, §4.2; external memory, §2; random crawls, §5.1.
func FitPowerLaw(h Histogram, o FitOptions) (Fit, error) {
	o.SetDefaults()
	if err := h.Validate(); err != nil {
		return Fit{}, fmt.Errorf("fit power law: %w", err)
	}
	positive := h.Positive()
	if o.XMin > 0 {
		first, _ := slices.BinarySearch(positive.Values, o.XMin)
		positive, o.MinTail = positive.from(first), 0
	}
	if len(positive.Values) < minDistinct {
		return Fit{}, tooFew("%s", fewValues(len(positive.Values)))
	}
	var s scanner
	s.limits(o)
	s.load(positive)
	best, ok := s.search()
	if !ok {
		return Fit{}, tooFew("no tail of %d or more observations with an exponent up to %g", o.MinTail, o.MaxExponent)
	}
	f := s.describe(best)
	f.Population, f.Zeros = positive.Total(), h.Count(0)
	if largest := h.Max(); o.Sound && (f.Tail < SoundTail || float64(largest) < SoundSpan*float64(f.XMin)) {
		return Fit{}, tooFew("the best tail has %s from %s to %s, and a law needs %d that span a factor of %d",
			digits.Plural(f.Tail, "value"), digits.Grouped(f.XMin), digits.Grouped(largest), SoundTail, SoundSpan)
	}
	tail := positive
	if o.XMin == 0 {
		tail = positive.from(best.index)
	}
	b := bootstrap{histogram: positive, fit: f, options: o}
	f.P, f.Samples = b.goodness()
	f.Interval = b.interval()
	if !o.NoAlternatives {
		f.Alternatives = compareAll(tail, f)
	}
	return f, nil
}

// tooFew returns an ErrTooFew with its reason.
func tooFew(format string, args ...any) error {
	return fmt.Errorf("fit power law: %w", fmt.Errorf("%w: "+format, append([]any{ErrTooFew}, args...)...))
}

// fewValues says that there are no, one or two different values.
func fewValues(n int) string {
	switch n {
	case 0:
		return "none is above zero"
	case 1:
		return "all positive values are equal"
	}
	return "there are only " + digits.Plural(n, "different one") + " above zero"
}

// from returns the part of the histogram from index i on; the slices are shared.
func (h Histogram) from(i int) Histogram {
	return Histogram{Values: h.Values[i:], Counts: h.Counts[i:]}
}

// describe turns a candidate into the figures of a Fit.
func (s *scanner) describe(c candidate) Fit {
	q, n := s.x[c.index], s.atLeast[c.index]
	jet := scaledZeta(c.alpha, q)
	mean := jet.d1 / jet.z
	information := jet.d2/jet.z - mean*mean
	return Fit{
		XMin: uint64(q), Exponent: c.alpha, Tail: int64(n), KS: c.ks,
		StdErr:        1 / math.Sqrt(n*information),
		LogLikelihood: -n * (math.Log(jet.z) + c.alpha*s.meanLog(c.index)),
	}
}

// IsRejected reports whether the test rejects the law; false if it was not tested.
func (f *Fit) IsRejected() bool { return f.P != nil && *f.P < Rejected }
