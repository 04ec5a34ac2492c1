package random

import (
	"math"
	"slices"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
)

// binomialLaw returns the probability of each number of hits, from that of the likeliest by ratios.
func binomialLaw(n int64, p float64) []float64 {
	law := make([]float64, n+1)
	top := min(int64(float64(n+1)*p), n)
	law[top] = 1
	for k := top; k < n; k++ {
		law[k+1] = law[k] * float64(n-k) / float64(k+1) * p / (1 - p)
	}
	for k := top; k > 0; k-- {
		law[k-1] = law[k] * float64(k) / float64(n-k+1) * (1 - p) / p
	}
	sum := 0.0
	for _, x := range law {
		sum += x
	}
	for k := range law {
		law[k] /= sum
	}
	return law
}

// Draws follow the law, in each of the ways in which they are drawn: chi-square over all that are expected ten times,
// the rest in one.
func TestBinomial(t *testing.T) {
	const draws = 200_000
	for _, c := range []struct {
		n int64
		p float64
	}{{1, 0.5}, {7, 0.3}, {8, 0.9}, {9, 0.01}, {30, 0.32}, {2000, 0.004}, {20, 0.5}, {21, 0.5}, {40, 0.26}, {100, 0.11}, {1000, 0.76}, {1 << 20, 1e-4}, {300_000, 0.5}} {
		law := binomialLaw(c.n, c.p)
		got := make([]int, c.n+1)
		for i := range uint64(draws) {
			r := newStream(9, forSplit, i)
			got[r.binomial(c.n, c.p)]++
		}
		chi, df, rest, restWant := 0.0, -1, draws, float64(draws)
		for k, p := range law {
			if want := p * draws; want >= 10 {
				chi += math.Pow(float64(got[k])-want, 2) / want
				df++
				rest -= got[k]
				restWant -= want
			}
		}
		if restWant > 5 {
			chi += math.Pow(float64(rest)-restWant, 2) / restWant
			df++
		}
		if limit := float64(df) + 4.5*math.Sqrt(2*float64(df)); chi > limit {
			t.Errorf("%d trials of %g: chi-square %.1f with %d degrees of freedom, the limit is %.1f", c.n, c.p, chi, df, limit)
		}
	}
}

// Mean and variance of many trials, more than float32 or an int32 could count, and what is certain.
func TestBinomialOfMany(t *testing.T) {
	const draws = 40_000
	for _, c := range []struct {
		n int64
		p float64
	}{{1 << 36, 0.76}, {1 << 36, 0.5}, {1 << 36, 1e-10}, {1 << 33, 1e-3}} {
		sd := math.Sqrt(float64(c.n) * c.p * (1 - c.p))
		sum, squares := 0.0, 0.0
		for i := range uint64(draws) {
			r := newStream(10, forSplit, i)
			z := (float64(r.binomial(c.n, c.p)) - float64(c.n)*c.p) / sd
			sum += z
			squares += z * z
		}
		if off := sum / math.Sqrt(draws); math.Abs(off) > 4.5 {
			t.Errorf("%d trials of %g: the mean is %.1f standard deviations off", c.n, c.p, off)
		}
		if off := (squares/draws - 1) / math.Sqrt((2+1/(sd*sd))/draws); math.Abs(off) > 4.5 {
			t.Errorf("%d trials of %g: the variance is %.1f standard deviations off", c.n, c.p, off)
		}
	}
	r := newStream(1, forSplit, 1)
	if r.binomial(7, 0) != 0 || r.binomial(7, 1) != 7 || r.binomial(0, 0.5) != 0 {
		t.Error("what is certain was not drawn")
	}
}

// All draws fall to some page, and a page gets the same whichever were asked before.
func TestSplitterIsPure(t *testing.T) {
	r := drawn.Rand(t)
	for range 200 {
		pages, draws, start := 1+r.IntN(300), r.Int64N(2000), r.Uint64()
		all, sum := newSplitter(pages, draws, start, nil), int64(0)
		want := make([]int64, pages)
		for u := range want {
			want[u] = all.of(uint64(u))
			sum += want[u]
		}
		if sum != draws {
			t.Fatalf("%d of %d draws fall to %d pages", sum, draws, pages)
		}
		some := newSplitter(pages, draws, start, nil)
		for range 30 {
			u := r.IntN(pages)
			if got := some.of(uint64(u)); got != want[u] {
				t.Fatalf("%d draws fall to page %d of %d, %d in order", got, u, pages, want[u])
			}
		}
	}
}

// Draws fall to pages as if each chose by itself: the multinomial law, each way to share a few out.
func TestSplitterLaw(t *testing.T) {
	const pages, draws, trials = 5, 3, 60_000
	got := map[[pages]int64]int{}
	for i := range uint64(trials) {
		var counts [pages]int64
		s := newSplitter(pages, draws, hash(3, forSplit, i), nil)
		for u := range counts {
			counts[u] = s.of(uint64(u))
		}
		got[counts]++
	}
	want := map[[pages]int64]float64{}
	for i := range int(math.Pow(pages, draws)) {
		var counts [pages]int64
		for j, x := 0, i; j < draws; j, x = j+1, x/pages {
			counts[x%pages]++
		}
		want[counts] += math.Pow(pages, -draws)
	}
	checkLaw(t, got, want, trials)
}

// checkLaw fails if something came too often or too rarely, 4.5 standard deviations off.
func checkLaw[K comparable](t *testing.T, got map[K]int, want map[K]float64, trials int) {
	t.Helper()
	for what, n := range got {
		p := want[what]
		if off := (float64(n) - float64(trials)*p) / math.Sqrt(float64(trials)*p*(1-p)); p == 0 || math.Abs(off) > 4.5 {
			t.Errorf("%v: %d times, want %.1f", what, n, float64(trials)*p)
		}
	}
	for what, p := range want {
		if got[what] == 0 && float64(trials)*p > 20 {
			t.Errorf("%v: never, want %.1f times", what, float64(trials)*p)
		}
	}
}

// arcsOf returns which pairs of pages are arcs, as bits.
func arcsOf(b *base) (set uint64) {
	l := b.newLister()
	for u := range b.pages {
		for _, v := range l.appendSucc(nil, graph.Node(u)) {
			set |= 1 << (u*b.pages + int(v))
		}
	}
	return set
}

// drawnLaw returns the law of the set of pairs that were drawn, each with its probability.
func drawnLaw(pairs []float64, draws int) map[uint64]float64 {
	law := map[uint64]float64{0: 1}
	for range draws {
		next := map[uint64]float64{}
		for set, p := range law {
			for i, q := range pairs {
				next[set|1<<i] += p * q
			}
		}
		law = next
	}
	return law
}

// Each arc of a Uniform is any of all pairs, by itself.
func TestUniformLaw(t *testing.T) {
	const trials = 60_000
	for pages, draws := range map[int]int{1: 3, 2: 5, 3: 3} {
		got := map[uint64]int{}
		for seed := range uint64(trials) {
			g, err := NewUniform(UniformOptions{Pages: pages, Draws: int64(draws), Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			got[arcsOf(&g.base)]++
		}
		pairs := slices.Repeat([]float64{1 / float64(pages*pages)}, pages*pages)
		checkLaw(t, got, drawnLaw(pairs, draws), trials)
	}
}

// Each arc of a Kronecker is each pair with the product of what the initiator says of its steps, by itself.
func TestKroneckerLaw(t *testing.T) {
	const trials = 60_000
	for _, o := range []KroneckerOptions{
		{Scale: 0, Degree: 2},
		{Scale: 1, Degree: 1.5, Initiator: [4]float64{5, 2, 1, 3}},
		{Scale: 2, Degree: 0.5, Initiator: [4]float64{0.4, 0.1, 0.3, 0.2}},
		{Scale: 2, Degree: 0.75, Initiator: [4]float64{0, 3, 1, 0}},
		{Scale: 1, Degree: 1, Initiator: [4]float64{1, 1, 0, 0}},
		{Scale: 2, Degree: 0.5},
	} {
		got := map[uint64]int{}
		for seed := range uint64(trials) {
			o.Seed = seed
			g, err := NewKronecker(o)
			if err != nil {
				t.Fatal(err)
			}
			got[arcsOf(&g.base)]++
		}
		in := o.Initiator
		if in == ([4]float64{}) {
			in = [4]float64{0.57, 0.19, 0.19, 0.05}
		}
		sum := in[0] + in[1] + in[2] + in[3]
		n := 1 << o.Scale
		pairs := make([]float64, n*n)
		for i := range pairs {
			pairs[i] = 1
			for bit := range o.Scale {
				pairs[i] *= in[i/n>>bit&1*2+i%n>>bit&1] / sum
			}
		}
		checkLaw(t, got, drawnLaw(pairs, int(math.Round(o.Degree*float64(n)))), trials)
	}
}
