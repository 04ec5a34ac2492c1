package stats

import (
	"fmt"
	"math"
)

// Pearson returns the product-moment correlation of two scores of the same items, in [-1, 1]. It makes two passes,
// the first for the means, the second for the moments about them. Both use compensated sums, and no memory. The
// moments are corrected for the rounding of the means (Chan, Golub and LeVeque, "Algorithms for computing the
// sample variance", 1983). Errors: ErrLength for lists of different length, ErrNotANumber for a NaN or an
// infinity, ErrConstant for a constant score.
// Papers: external memory, §2.
func Pearson[X, Y Number](x []X, y []Y) (float64, error) {
	if len(x) != len(y) {
		return 0, fmt.Errorf("pearson of %d and %d scores: %w", len(x), len(y), ErrLength)
	}
	meanX, meanY := mean(x), mean(y)
	if math.IsNaN(meanX-meanX) || math.IsNaN(meanY-meanY) {
		return 0, fmt.Errorf("pearson: %w", ErrNotANumber)
	}
	if constant(x) || constant(y) {
		return 0, fmt.Errorf("pearson: %w", ErrConstant)
	}
	var sx, sy, xx, xy, yy compensated
	for i := range x {
		dx, dy := float64(x[i])-meanX, float64(y[i])-meanY
		sx.add(dx)
		sy.add(dy)
		xx.add(dx * dx)
		xy.add(dx * dy)
		yy.add(dy * dy)
	}
	// The means were rounded; what the differences add up to takes that back out.
	n := float64(len(x))
	varX, varY := xx.sum()-sx.sum()*sx.sum()/n, yy.sum()-sy.sum()*sy.sum()/n
	r := (xy.sum() - sx.sum()*sy.sum()/n) / (math.Sqrt(varX) * math.Sqrt(varY))
	return max(-1, min(1, r)), nil
}

// Spearman returns the rank correlation: Pearson's correlation of the ranks, where equal scores share the mean of
// their ranks. Memory: at most 40 n bytes. Errors are as for CountPairs, and ErrConstant.
func Spearman[X, Y Number](x []X, y []Y) (float64, error) {
	if len(x) != len(y) || int64(len(x)) > maxItems {
		return 0, fmt.Errorf("spearman of %d and %d scores: %w", len(x), len(y), ErrLength)
	}
	rankX, err := midRanks(x)
	if err != nil {
		return 0, fmt.Errorf("rank x: %w", err)
	}
	rankY, err := midRanks(y)
	if err != nil {
		return 0, fmt.Errorf("rank y: %w", err)
	}
	return Pearson(rankX, rankY)
}

// midRanks returns the ranks from 0 on, equal scores sharing their mean.
func midRanks[T Number](scores []T) ([]float64, error) {
	dense, distinct, err := denseRanks(scores, 0)
	if err != nil {
		return nil, err
	}
	counts := make([]float64, distinct)
	for _, r := range dense {
		counts[r]++
	}
	below := 0.0
	for r, c := range counts {
		counts[r] = below + (c-1)/2
		below += c
	}
	ranks := make([]float64, len(scores))
	for i, r := range dense {
		ranks[i] = counts[r]
	}
	return ranks, nil
}

func constant[T Number](values []T) bool {
	for _, v := range values {
		if v != values[0] {
			return false
		}
	}
	return true
}

func mean[T Number](values []T) float64 {
	var s compensated
	for _, v := range values {
		s.add(float64(v))
	}
	return s.sum() / float64(max(1, len(values)))
}

// compensated is Neumaier's sum: the error of each addition is kept aside.
type compensated struct{ total, rest float64 }

func (c *compensated) add(v float64) {
	t := c.total + v
	if math.Abs(c.total) >= math.Abs(v) {
		c.rest += (c.total - t) + v
	} else {
		c.rest += (v - t) + c.total
	}
	c.total = t
}

func (c *compensated) sum() float64 { return c.total + c.rest }
