package stats

import "math"

// Ties is the one rule by which scores of pages are called equal, wherever pages are put in order: in lists of the
// best, their overlaps, ranks, and Kendall's tau. It is the greatest relative difference of two scores that are a tie.
//
// A score is known only up to what rounding and the end of an iteration leave open, and what is left open differs
// between pages that a graph does not tell apart; below that, the order of scores is noise. So scores are gone through
// from the greatest down: the first is the head of a group, and those that are within the rule of it are tied with it;
// the next is the head of the next. Of tied pages the one with the smaller number comes first. Groups do not grow from
// one score to the next, however dense the scores are, and where scores are farther apart than the rule, all that are
// closer are one group, wherever they lie: rounding to digits would cut some of them.
//
// 0 is for scores that are exact, such as degrees.
type Ties float64

const (
	// Rounding is the rule for what is computed in so many steps, such as 30 iterations: only the rounding of its sums
	// is left open.
	Rounding Ties = 1e-12
	// widest keeps scores that are hardly known from being one.
	widest Ties = 1e-4
	// spread is by how much the relative error of a page is above the bound of the error of all, in the L1 norm and of
	// scores that sum to 1: on cnr-2000, Gauss-Seidel ended at a bound of 1e-9 or 1e-6 leaves pages that are equal up
	// to 8 times as much apart.
	spread = 16
)

// TiesOf returns the rule for scores that sum to 1 and came of an iteration that ended at a bound of its error in the
// L1 norm, or a residual.
func TiesOf(bound float64) Ties {
	if !(bound > 0) {
		return Rounding
	}
	return min(max(Rounding, spread*Ties(bound)), widest)
}

// Tied says whether a score ties with the head of a group, which is not less. What is no number ties with its like.
func (t Ties) Tied(head, score float64) bool {
	if head == score || head != head && score != score {
		return true
	}
	return !math.IsInf(head, 0) && !math.IsInf(score, 0) && head-score <= float64(t)*max(math.Abs(head), math.Abs(score))
}
