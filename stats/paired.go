package stats

import (
	"fmt"

	"weft/graph/alloc"
)

// Paired is two scores of the same items, ranked and sorted once. Any part of the items can then be compared, such
// as the best by either score. It is safe for concurrent use, except Count.
type Paired struct {
	X, Y     []uint32 // dense ranks: how many distinct scores are smaller
	order    []uint32 // items by X, then Y
	byY      int      // distinct values of Y
	kept     []uint32 // items that are counted
	ys, work []uint32
	counts   []uint32
}

// PairTied is Pair for scores with rules for ties.
func PairTied[X, Y Number](x []X, y []Y, tiesX, tiesY Ties) (*Paired, error) {
	if len(x) != len(y) || int64(len(x)) > maxItems {
		return nil, fmt.Errorf("pair %d and %d scores: %w", len(x), len(y), ErrLength)
	}
	n := len(x)
	rx, distinctX, err := denseRanks(x, tiesX)
	if err != nil {
		return nil, fmt.Errorf("rank x: %w", err)
	}
	ry, distinctY, err := denseRanks(y, tiesY)
	if err != nil {
		return nil, fmt.Errorf("rank y: %w", err)
	}
	m := alloc.Maker{}
	counts := make([]uint32, max(distinctX, distinctY)+1)
	p := &Paired{
		X: rx, Y: ry, order: make([]uint32, n), byY: distinctY,
		kept: alloc.From[uint32](&m, n), ys: alloc.From[uint32](&m, n), work: alloc.From[uint32](&m, n), counts: counts,
	}
	byY := countingSort(p.kept, ry, counts[:distinctY+1], nil)
	countingSort(p.order, rx, counts[:distinctX+1], byY)
	return p, nil
}

// Count counts the pairs of the items for which keep is true, or of all items if keep is nil. It makes one pass
// over the items and a merge sort of the kept ones.
func (p *Paired) Count(keep func(item uint32) bool) PairCounts {
	kept := p.kept[:0]
	for _, i := range p.order {
		if keep == nil || keep(i) {
			kept = append(kept, i)
		}
	}
	k := len(kept)
	ys, both := orderBoth(p.X, p.Y, p.ys[:k], kept)
	tiesX, run := int64(0), int64(0)
	for i := 1; i < k; i++ {
		if p.X[kept[i]] != p.X[kept[i-1]] {
			run = -1
		}
		run++
		tiesX += run
	}
	tiesY := tiedPairs(ys, p.counts[:p.byY])
	discordant := inversions(ys, p.work[:k])
	c := PairCounts{Discordant: discordant, TiedX: tiesX - both, TiedY: tiesY - both, TiedBoth: both}
	c.Concordant = pairsOf(int64(k)) - discordant - tiesX - tiesY + both
	return c
}

// pairsOf returns n(n−1)/2 without overflow on the way.
func pairsOf(n int64) int64 {
	if n%2 == 0 {
		return n / 2 * (n - 1)
	}
	return (n - 1) / 2 * n
}
