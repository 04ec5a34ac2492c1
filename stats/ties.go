package stats

import "math"

// Ties is the rule for equality of scores: the greatest relative difference of two scores that tie. It is used
// wherever pages are put in order: in lists of the best, their overlaps, ranks, and Kendall's tau.
//
// A score is exact only up to rounding and the end of an iteration. Pages that are equal in the
// graph get different errors. So differences below the error are noise. Scores are grouped from the greatest down. The
// first is the head of a group, and all scores within the rule of it tie with it. The next score is the head of
// the next group. Of tied pages, the one with the smaller number comes first.
//
// Groups do not grow from one score to the next, however dense the scores are. If scores are farther apart than
// the rule, each group of closer scores is one group, wherever it lies. Rounding to digits would cut some of
// these.
//
// 0 is for exact scores, such as degrees.
type Ties float64

const (
	// Rounding is the rule for scores computed in a fixed number of steps, such as 30 iterations. They are inexact
	// only by the rounding of sums.
	Rounding Ties = 1e-12
	// widest keeps scores that are hardly known from being one.
	widest Ties = 1e-4
	// spread bounds the relative error of a page, as a multiple of the bound of all errors in the L1 norm, for
	// scores that sum to 1. On cnr-2000, Gauss-Seidel stopped at a bound of 1e-9 or 1e-6 gives equal pages scores
	// up to 8 times the bound apart.
	spread = 16
)

// TiesOf returns the rule for scores that sum to 1, computed by an iteration that stopped at a bound of its error
// in the L1 norm, or at a residual.
func TiesOf(bound float64) Ties {
	if !(bound > 0) {
		return Rounding
	}
	return min(max(Rounding, spread*Ties(bound)), widest)
}

// Tied reports whether a score ties with the head of a group, which is not less. NaN ties with NaN.
func (t Ties) Tied(head, score float64) bool {
	if head == score || head != head && score != score {
		return true
	}
	return !math.IsInf(head, 0) && !math.IsInf(score, 0) && head-score <= float64(t)*max(math.Abs(head), math.Abs(score))
}
