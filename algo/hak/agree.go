package hak

import (
	"math"

	"weft/stats"
)

// Shares are the parts of a ranking that the paper compares, and the whole.
var Shares = []float64{0.3, 0.5, 0.7, 1}

// An Agreement measures how far two rankings of the same pages agree on the best pages of either.
//
//json:object agreement
type Agreement struct {
	Share float64 `json:"share"` // share of the pages: the best ⌈share·n⌉ of each ranking are compared
	Pages int     `json:"pages"` // pages in the union of the two sets
	TauB  float64 `json:"tau_b"` // Kendall's tau-b, with the correction for ties; 0 if undefined
	TauA  float64 `json:"tau_a"` // Kendall's tau-a, without correction for ties; 0 if undefined
	// tau is undefined: too few pages, or all are tied
	Undefined    bool    `json:"undefined,omitempty" absent:"there is a value"`
	Discordant   int64   `json:"discordant"`   // pairs in opposite order
	Pairs        int64   `json:"pairs"`        // number of pairs compared
	Displacement float64 `json:"displacement"` // mean absolute difference of a page's ranks in the two rankings
}

// Compare compares two rankings of the same pages, for several shares k. It uses the union of the best ⌈k·n⌉ pages
// of either, because no other reading gives the paper's .252. Scores tie by stats.Rounding, which suits scores
// after equal numbers of iterations. CompareTied is for scores of iterations that ended at a bound. Places break
// ties by number. Memory: 60 bytes a page, and 8 for each of the two orders. Errors are as for stats.Pair.
// Papers: fidelity, "Evaluation strategy".
func Compare(a, b []float64, shares []float64) ([]Agreement, error) {
	return CompareTied(a, b, stats.Rounding, stats.Rounding, shares)
}

// CompareTied is Compare with rules for ties.
func CompareTied(a, b []float64, tiesA, tiesB stats.Ties, shares []float64) ([]Agreement, error) {
	p, err := stats.PairTied(a, b, tiesA, tiesB)
	if err != nil {
		return nil, err
	}
	placeA, placeB := places(p.X), places(p.Y)
	all := make([]Agreement, 0, len(shares))
	for _, s := range shares {
		all = append(all, agreement(p, placeA, placeB, Top(s, len(a)), s))
	}
	return all, nil
}

// CompareTop compares the union of the k best of both.
func CompareTop(a, b []float64, k int) (Agreement, error) {
	return CompareTopTied(a, b, stats.Rounding, stats.Rounding, k)
}

// CompareTopTied is CompareTop with rules for ties.
func CompareTopTied(a, b []float64, tiesA, tiesB stats.Ties, k int) (Agreement, error) {
	p, err := stats.PairTied(a, b, tiesA, tiesB)
	if err != nil {
		return Agreement{}, err
	}
	return agreement(p, places(p.X), places(p.Y), uint32(min(k, len(a))), float64(min(k, len(a)))/float64(max(1, len(a)))), nil
}

// Top returns ⌈share·n⌉, with care for shares that are not exact.
func Top(share float64, n int) uint32 {
	return uint32(min(float64(n), math.Ceil(share*float64(n)-1e-9)))
}

func agreement(p *stats.Paired, placeA, placeB []uint32, top uint32, share float64) Agreement {
	g := Agreement{Share: share}
	sum := 0.0
	c := p.Count(func(i uint32) bool {
		if placeA[i] >= top && placeB[i] >= top {
			return false
		}
		g.Pages++
		sum += math.Abs(float64(placeA[i]) - float64(placeB[i]))
		return true
	})
	if g.Pages > 0 {
		g.Displacement = sum / float64(g.Pages)
	}
	g.Discordant, g.Pairs = c.Discordant, c.Total()
	g.TauA, g.TauB = c.TauA(), c.TauB()
	if math.IsNaN(g.TauB) {
		g.TauA, g.TauB, g.Undefined = 0, 0, true
	}
	return g
}

// places returns the place of each item, 0 for the highest rank; ties by number.
func places(ranks []uint32) []uint32 {
	n := len(ranks)
	starts := make([]uint32, n+1) // by distance from the highest rank
	most := uint32(0)
	for _, r := range ranks {
		most = max(most, r)
	}
	for _, r := range ranks {
		starts[most-r+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	out := make([]uint32, n)
	for i, r := range ranks {
		out[i] = starts[most-r]
		starts[most-r]++
	}
	return out
}
