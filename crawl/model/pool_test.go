package model

import (
	"math"
	"slices"
	"testing"

	"weft/internal/drawn"
	"weft/stats"
)

// A permutation takes each number once.
func TestPermutation(t *testing.T) {
	r := drawn.Rand(t)
	for range 300 {
		n := r.Uint64N(3 * listed)
		if r.IntN(4) == 0 {
			n = r.Uint64N(20)
		}
		p := newPermutation(n, r.Uint64())
		has := make([]bool, n)
		for i := range n {
			x := p.at(i)
			if x >= n || has[x] {
				t.Fatalf("of %d numbers, the %d-th is %d", n, i, x)
			}
			has[x] = true
		}
	}
}

// Where the first two numbers and the last lie is as likely to be any three of six ranges, under many keys, and so is
// whether the first is below the second.
func TestPermutationIsRandom(t *testing.T) {
	for _, n := range []uint64{12, listed - 4, listed + 2, 600_000, 6e12} {
		const draws, ranges = 20_000, 6
		var seen [ranges][ranges][ranges]float64
		below := 0.0
		for key := range uint64(draws) {
			p := newPermutation(n, key)
			x, y, z := p.at(0), p.at(1), p.at(n-1)
			seen[x*ranges/n][y*ranges/n][z*ranges/n]++
			if x < y {
				below++
			}
		}
		chi, size := 0.0, float64(n/ranges)
		for i := range ranges * ranges * ranges {
			a, b, c := i/36, i/6%6, i%6
			ways := size * (size - one(a == b)) * (size - one(a == c) - one(b == c))
			want := draws * ways / float64(n) / float64(n-1) / float64(n-2)
			chi += (seen[a][b][c] - want) * (seen[a][b][c] - want) / want
		}
		if p := chiTail(chi, 215); p < 1e-4 {
			t.Errorf("%d numbers: chi² %.0f of 216 triples of ranges, p %.2g", n, chi, p)
		}
		if math.Abs(below/draws-0.5) > 2.5/math.Sqrt(draws) {
			t.Errorf("%d numbers: in %.4f the first is below the second", n, below/draws)
		}
	}
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// chiTail is about P(X ≥ x) for X of chi² (Wilson and Hilferty).
func chiTail(x, freedom float64) float64 {
	z := (math.Cbrt(x/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
	return 0.5 * math.Erfc(z/math.Sqrt2)
}

// Far apart in the pool or near, the next page is any: of a large permutation, the distances between neighbours fill
// all ranges alike.
func TestNeighboursAreFar(t *testing.T) {
	for _, n := range []uint64{1 << 20, 450_000_001, 3_000_000_000_000} {
		p := newPermutation(n, 7)
		const cells, draws = 64, 100_000
		var seen, steps [cells]float64
		for i := range uint64(draws) {
			x, y := p.at(i), p.at(i+1)
			seen[x*cells/n]++
			steps[(y+n-x)%n*cells/n]++
		}
		for what, got := range map[string][cells]float64{"numbers": seen, "steps": steps} {
			chi := 0.0
			for _, c := range got {
				chi += (c - draws/cells) * (c - draws/cells) / (draws / cells)
			}
			if p := chiTail(chi, cells-1); p < 1e-4 {
				t.Errorf("of %d numbers, %s: chi² %.0f, p %.2g", n, what, chi, p)
			}
		}
	}
}

// A pool has each page as often as its in-degree says, and in-degrees are those that were counted.
func TestPool(t *testing.T) {
	r := drawn.Rand(t)
	for range 100 {
		var counter stats.Counter
		pages := 1 + r.IntN(200)
		for range pages {
			counter.Add(r.Uint64N(1 + r.Uint64N(60)))
		}
		h := counter.Histogram()
		p := newPool(h, r.Uint64())
		got := make([]uint64, pages)
		for i := range p.size() {
			got[p.at(i)]++
		}
		var again stats.Counter
		for u, d := range got {
			again.Add(d)
			if d != uint64(p.indegree(uint32(u))) {
				t.Fatalf("page %d is in the pool %d times, and has in-degree %d", u, d, p.indegree(uint32(u)))
			}
		}
		if a := again.Histogram(); !slices.Equal(a.Values, h.Values) || !slices.Equal(a.Counts, h.Counts) {
			t.Fatalf("in-degrees %v, want %v", a, h)
		}
	}
}

// The degree of a number is the largest that is at least as likely, given the bound, within the table and behind it.
func TestDegreeOfNumber(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		law, err := Pareto(1.2+3*r.Float64(), 20*r.Float64()+0.01)
		if r.IntN(2) == 0 {
			law, err = Zipf(1.2+3*r.Float64(), 1+r.Uint64N(10))
		}
		if err != nil {
			t.Fatal(err)
		}
		most := 10 + r.Uint64N(5000)
		g := newDegrees(law, most)
		for range 20 {
			u := r.Float64()
			if r.IntN(2) == 0 {
				u *= 1e-3
			}
			want := uint64(0)
			for d := uint64(1); d <= most && law.ccdf(d) >= g.cut+u*(1-g.cut); d++ {
				want = d
			}
			if got := g.of(u); got != want {
				t.Fatalf("%v up to %d: %d for %g, want %d", law, most, got, u, want)
			}
		}
	}
}

// A pool of as many links as there can be, near 2^64, is like any other.
func TestLargestPool(t *testing.T) {
	r := drawn.Rand(t)
	const most = MostPages
	for _, h := range []stats.Histogram{
		{Values: []uint64{most}, Counts: []int64{most}},
		{Values: []uint64{0, 1, most - 1, most}, Counts: []int64{1, 2, 5, most - 8}},
		{Values: []uint64{7, most / 2, most}, Counts: []int64{most / 2, 100, most/2 - 100}},
	} {
		p := newPool(h, r.Uint64())
		if p.size() != h.Sum() || len(p.guide) > 1<<16 {
			t.Fatalf("%v: %d links, %d guides", h, p.size(), len(p.guide))
		}
		low, draws := 0, 4000
		for range draws {
			u := p.at(r.Uint64N(p.size()))
			if u >= most {
				t.Fatalf("%v: page %d", h, u)
			}
			if u < most/4 {
				low++
			}
		}
		share := most / 4 * float64(most) / float64(p.size())
		if off := math.Abs(float64(low)/float64(draws) - share); off > 5*math.Sqrt(share*(1-share)/float64(draws)) {
			t.Errorf("%v: %d of %d links lead to the first quarter, want %.3f of them", h, low, draws, share)
		}
	}
}

// Degrees that no page has are passed over, however many there are, and of those that many pages have it is drawn how
// many at once.
func TestCountPassesOver(t *testing.T) {
	r := drawn.Rand(t)
	for range 30 {
		at := []uint64{r.Uint64N(3), 5 + r.Uint64N(2000), 1e4 + r.Uint64N(1e6), 4e9 - r.Uint64N(1e8)}
		shares := []float64{1, 0.2 + 0.7*r.Float64(), 0.15, 0.05}
		asked := 0
		law := Law{"steps", func(d uint64) float64 {
			asked++
			for i := range at {
				if d <= at[i] {
					return shares[i]
				}
			}
			return 0
		}}
		g := newDegrees(law, MostPages)
		asked = 0
		const pages = 3_000_000_000
		h := g.count(pages, r)
		if !slices.Equal(h.Values, at) || asked > 1000 {
			t.Fatalf("%d, want %d, after asking for %d probabilities", h.Values, at, asked)
		}
		left := int64(pages)
		for i, n := range h.Counts {
			if off := math.Abs(float64(left)/pages - shares[i]); off > 1e-4 {
				t.Errorf("%d pages have degrees of %d or more, want %.4f of them", left, at[i], shares[i])
			}
			left -= n
		}
		if left != 0 {
			t.Errorf("%d pages are left", left)
		}
	}
	for range 20 {
		least := 1 + r.Uint64N(3e9)
		law, err := Zipf(1.5+3*r.Float64(), least)
		if err != nil {
			t.Fatal(err)
		}
		if h := newDegrees(law, MostPages).count(1000, r); h.Total() != 1000 || h.Values[0] < least {
			t.Fatalf("%v: %d pages with degrees from %d on", law, h.Total(), h.Values[0])
		}
	}
}
