package model

import (
	"math/rand/v2"
	"slices"

	"weft/stats"
)

// degrees draws from a law, given that no degree is above a bound.
type degrees struct {
	law   Law
	most  uint64
	cut   float64   // P(D > most)
	table []float64 // P(D ≥ d) of the first degrees
	guide [guides]uint16
}

// tabled is how many degrees have a place in the table, guides how many ranges of probabilities a draw may begin at.
const tabled, guides = 1024, 256

func newDegrees(law Law, most uint64) *degrees {
	g := &degrees{law: law, most: most, cut: law.ccdf(most + 1)}
	for d := range min(most+1, tabled) {
		g.table = append(g.table, law.ccdf(d))
	}
	for k := range g.guide {
		g.guide[k] = uint16(g.walk(0, float64(k+1)/guides))
	}
	return g
}

// possible says whether the law has degrees up to the bound.
func (g *degrees) possible() bool { return g.cut < 1 }

// of returns the degree of a number from (0, 1): the largest d with P(D ≥ d | D ≤ most) at least as large.
func (g *degrees) of(u float64) uint64 {
	p := g.cut + u*(1-g.cut)
	return g.reach(int(g.guide[min(int(p*guides), guides-1)]), p)
}

// above is P(D > d), where nothing is above the bound.
func (g *degrees) above(d uint64) float64 {
	if d == g.most {
		return g.cut
	}
	return g.law.ccdf(d + 1)
}

// reach returns the largest degree d up to the bound with P(D ≥ d) ≥ p. from is a degree of the table for which
// that holds.
func (g *degrees) reach(from int, p float64) uint64 {
	d := g.walk(from, p)
	if d < len(g.table)-1 || uint64(d) == g.most {
		return uint64(d)
	}
	lo, hi := uint64(d), g.most+1 // P(D ≥ lo) ≥ p, and no more so at hi
	for lo+1 < hi {
		if mid := lo + (hi-lo)/2; g.law.ccdf(mid) >= p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// walk returns the largest degree of the table, from d on, with P(D ≥ d) ≥ p.
func (g *degrees) walk(d int, p float64) int {
	for d+1 < len(g.table) && g.table[d+1] >= p {
		d++
	}
	return d
}

// count draws the degrees of n pages, and returns the number of pages per degree. It draws a binomial for each
// degree with an expectation of at least one page, then single degrees.
func (g *degrees) count(n int64, rng *rand.Rand) stats.Histogram {
	var h stats.Histogram
	left, atLeast := n, g.law.ccdf(0)
	for d := uint64(0); left > 0; d++ {
		above := g.above(d)
		if above == atLeast { // nothing is d: on to what is
			d = g.reach(int(min(d, uint64(len(g.table)-1))), atLeast) //nolint:gosec // of the table
			above = g.above(d)
		}
		if mass := (atLeast - above) / (1 - g.cut); atLeast < 1 && mass*float64(n) < 1 {
			g.countRest(&h, left, atLeast, rng)
			return h
		}
		if c := stats.DrawBinomial(rng, left, (atLeast-above)/(atLeast-g.cut)); c > 0 {
			h.Values, h.Counts = append(h.Values, d), append(h.Counts, c)
			left -= c
		}
		atLeast = above
	}
	return h
}

// countRest draws the degrees of pages one by one, given that P(D ≥ d) is at most atLeast for them.
func (g *degrees) countRest(h *stats.Histogram, pages int64, atLeast float64, rng *rand.Rand) {
	var rest []uint64
	share := (atLeast - g.cut) / (1 - g.cut)
	for range pages {
		rest = append(rest, g.of((1-rng.Float64())*share))
	}
	slices.Sort(rest)
	for i, d := range rest {
		if i == 0 || d != rest[i-1] {
			h.Values, h.Counts = append(h.Values, d), append(h.Counts, 0)
		}
		h.Counts[len(h.Counts)-1]++
	}
}
