package stats

import (
	"fmt"
	"math"
	"unsafe"

	"weft/graph/alloc"
)

// PairCounts sorts all n(n-1)/2 pairs of items by how two scores order them. Every count is exact.
type PairCounts struct {
	Concordant int64 `json:"concordant"` // ordered alike by both
	Discordant int64 `json:"discordant"` // ordered oppositely
	TiedX      int64 `json:"tied_x"`     // equal in x only
	TiedY      int64 `json:"tied_y"`     // equal in y only
	TiedBoth   int64 `json:"tied_both"`  // equal in both
}

// Total returns the number of pairs.
func (p PairCounts) Total() int64 {
	return p.Concordant + p.Discordant + p.TiedX + p.TiedY + p.TiedBoth
}

// TauA returns (concordant - discordant) / all pairs, 0 if there are no pairs.
func (p PairCounts) TauA() float64 {
	if p.Total() == 0 {
		return 0
	}
	return float64(p.Concordant-p.Discordant) / float64(p.Total())
}

// TauB returns (concordant - discordant) divided by the geometric mean of the pairs untied in x and those untied in y.
// It is NaN if either score is constant.
func (p PairCounts) TauB() float64 {
	untied := float64(p.Concordant + p.Discordant)
	return float64(p.Concordant-p.Discordant) / math.Sqrt((untied+float64(p.TiedY))*(untied+float64(p.TiedX)))
}

// maxItems is 2^32: then the number of pairs is below 2^63 and an index fits into 32 bits.
const maxItems = 1 << 32

// Pairs is the memory in which pairs are counted, for one count after the other.
type Pairs struct {
	// X and Y are the rules for ties of the two scores; 0 ties only equal scores.
	X, Y         Ties
	items, other []keyed
	rankX, rankY []uint32
}

// PairBytes is the memory of an item in Pairs.
const PairBytes = 2*12 + 2*4

// NewPairs makes memory for counts of up to n items: PairBytes each.
func NewPairs(m *alloc.Maker, n int) *Pairs {
	return &Pairs{
		items: alloc.From[keyed](m, n), other: alloc.From[keyed](m, n),
		rankX: alloc.From[uint32](m, n), rankY: alloc.From[uint32](m, n),
	}
}

// CountPairsIn is CountPairs in memory that is made before.
func CountPairsIn[X, Y Number](p *Pairs, x []X, y []Y) (PairCounts, error) {
	if len(x) != len(y) || len(x) > len(p.rankX) || int64(len(x)) > maxItems {
		return PairCounts{}, fmt.Errorf("count pairs of %d and %d scores: %w", len(x), len(y), ErrLength)
	}
	items, other, rankX, rankY := p.items[:len(x)], p.other[:len(x)], p.rankX[:len(x)], p.rankY[:len(x)]
	distinctX, err := rankInto(rankX, x, p.X, items, other)
	if err != nil {
		return PairCounts{}, fmt.Errorf("rank x: %w", err)
	}
	distinctY, err := rankInto(rankY, y, p.Y, items, other)
	if err != nil {
		return PairCounts{}, fmt.Errorf("rank y: %w", err)
	}
	return p.count(rankX, rankY, distinctX, distinctY), nil
}

// count counts pairs of ranks. The memory of the items is free by then.
func (p *Pairs) count(rankX, rankY []uint32, distinctX, distinctY int) PairCounts {
	k := len(rankX)
	free, counts := words(p.items), words(p.other)
	tiesX, tiesY := tiedPairs(rankX, counts[:distinctX]), tiedPairs(rankY, counts[:distinctY])
	byY := countingSort(free[:k], rankY, counts[:distinctY+1], nil)
	ys, both := orderBoth(rankX, rankY, byY, countingSort(free[k:2*k], rankX, counts[:distinctX+1], byY))
	discordant := inversions(ys, free[2*k:3*k])
	c := PairCounts{Discordant: discordant, TiedX: tiesX - both, TiedY: tiesY - both, TiedBoth: both}
	c.Concordant = pairsOf(int64(k)) - discordant - tiesX - tiesY + both
	return c
}

// words returns the memory of items, which are three words each, with at least four.
func words(items []keyed) []uint32 {
	if len(items) < 2 {
		return make([]uint32, 4)
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(items))), 3*len(items))
}

// KendallTauB returns Kendall's rank correlation with the correction for ties, in [-1, 1], and ErrConstant if a score
// does not vary; else as CountPairs.
// Papers: fidelity, "Evaluation strategy".
func KendallTauB[X, Y Number](x []X, y []Y) (float64, error) {
	m := alloc.Maker{}
	return KendallTauBIn(NewPairs(&m, max(len(x), len(y))), x, y)
}

// KendallTauBIn is KendallTauB in memory that is made before.
func KendallTauBIn[X, Y Number](pairs *Pairs, x []X, y []Y) (float64, error) {
	p, err := CountPairsIn(pairs, x, y)
	if err != nil {
		return 0, fmt.Errorf("kendall tau-b: %w", err)
	}
	tau := p.TauB()
	if math.IsNaN(tau) {
		return 0, fmt.Errorf("kendall tau-b: %w", ErrConstant)
	}
	return tau, nil
}

// tiedPairs returns the number of pairs with equal rank. counts has room for each distinct rank.
func tiedPairs(ranks, counts []uint32) int64 {
	clear(counts)
	pairs := int64(0)
	for _, r := range ranks {
		pairs += int64(counts[r])
		counts[r]++
	}
	return pairs
}

// orderBoth returns, in ys, the ranks in y in the order of (x, y), which order holds, and the number of pairs tied
// in both.
func orderBoth(rankX, rankY, ys, order []uint32) (_ []uint32, tiedBoth int64) {
	run := int64(0)
	for i, item := range order {
		if i > 0 && rankX[item] == rankX[order[i-1]] && rankY[item] == rankY[order[i-1]] {
			run++
			tiedBoth += run
		} else {
			run = 0
		}
		ys[i] = rankY[item]
	}
	return ys, tiedBoth
}

// countingSort returns, in sorted, the items of order, or 0, 1, 2 ... if it is nil, stably sorted by rank. start has
// room for one more than there are distinct ranks.
func countingSort(sorted, ranks, start, order []uint32) []uint32 {
	clear(start)
	for _, r := range ranks {
		start[r+1]++
	}
	for r := 1; r < len(start); r++ {
		start[r] += start[r-1]
	}
	for i := range ranks {
		item := uint32(i)
		if order != nil {
			item = order[i]
		}
		r := ranks[item]
		sorted[start[r]] = item
		start[r]++
	}
	return sorted
}

// inversions sorts a and returns the number of pairs i < j with a[i] > a[j]. scratch has the same length. Short pieces
// go by insertion, which beats merging below some 16.
func inversions(a, scratch []uint32) int64 {
	const short = 16
	if len(a) <= short {
		return insertionInversions(a)
	}
	mid := len(a) / 2
	count := inversions(a[:mid], scratch[:mid]) + inversions(a[mid:], scratch[mid:])
	if a[mid-1] <= a[mid] {
		return count
	}
	copy(scratch[:mid], a[:mid])
	left, right := scratch[:mid], a[mid:]
	i, j := 0, 0
	for k := 0; i < len(left); k++ {
		if j < len(right) && right[j] < left[i] {
			a[k] = right[j]
			j++
			count += int64(len(left) - i)
		} else {
			a[k] = left[i]
			i++
		}
	}
	return count
}

func insertionInversions(a []uint32) int64 {
	count := int64(0)
	for i := 1; i < len(a); i++ {
		v, j := a[i], i
		for ; j > 0 && a[j-1] > v; j-- {
			a[j] = a[j-1]
		}
		a[j] = v
		count += int64(i - j)
	}
	return count
}
