package stats

import (
	"fmt"
	"iter"

	"weft/graph/alloc"
)

// FromValues counts the values of a slice, in one pass, with memory for the distinct values only (see Counter).
func FromValues[T ~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64](values []T) (Histogram, error) {
	var c Counter
	for i, v := range values {
		if v < 0 {
			return Histogram{}, fmt.Errorf("count values: entry %d is negative: %d", i, v)
		}
		c.Add(uint64(v))
	}
	return c.Histogram(), nil
}

// FromSeq counts the values of an iterator, in one pass, with memory for the distinct values only (see Counter).
func FromSeq(values iter.Seq[uint64]) Histogram {
	var c Counter
	for v := range values {
		c.Add(v)
	}
	return c.Histogram()
}

// CountPairs counts concordant, discordant and tied pairs of two scores of the same items, by sorting and merging
// (Knight, "A computer method for calculating Kendall's tau with ungrouped data", JASA 61, 1966), in O(n log n) time
// and at most 32 n bytes. Whole numbers take fewer passes than floating point. Scores that carry errors, such as
// PageRank, are counted by CountPairsIn, with a rule for ties, or ties come out in an arbitrary order. Lists of
// different length or of more than 2^32 items give ErrLength, a NaN gives ErrNotANumber.
func CountPairs[X, Y Number](x []X, y []Y) (PairCounts, error) {
	m := alloc.Maker{}
	return CountPairsIn(NewPairs(&m, max(len(x), len(y))), x, y)
}

// Pair ranks two scores, which are exact. Errors are those of CountPairs. Memory: 60 bytes an item while it ranks, 32
// afterwards.
func Pair[X, Y Number](x []X, y []Y) (*Paired, error) { return PairTied(x, y, 0, 0) }

// WeightedTau returns Vigna's additive hyperbolic weighted tau of two scores, in [-1, 1]: a pair weighs the sum of 1/(1
// + rank) of its items, so that what is out of order among the best counts most. Ranks count from 0, the greatest
// first; by x, ties broken by y, and by y, ties broken by x; the two values are averaged, so that the measure is
// symmetric. Ties count as in tau-b. It is ErrConstant if a score does not vary; other errors are those of CountPairs.
// Time: two merge sorts; memory: 80 bytes an item.
//
// Source: S. Vigna, "A weighted correlation index for rankings with ties", WWW 2015; scipy.stats.weightedtau by default.
func WeightedTau[X, Y Number](x []X, y []Y) (float64, error) {
	return WeightedTauTied(x, y, 0, 0)
}
