package random

import (
	"math"
	"slices"
	"testing"

	"weft/graph"
)

// naiveRow goes through the pages that u may link to one by one, with the same random numbers: a number E stands for as
// many misses k as (1−p)^k ≥ e^−E, found by multiplying.
func naiveRow(o GNPOptions, u graph.Node) (list []graph.Node) {
	var may []graph.Node
	for v := range graph.Node(o.Pages) {
		if v != u || o.Loops {
			may = append(may, v)
		}
	}
	miss := 1 - o.Degree/float64(len(may))
	r := newStream(o.Seed, forRow, uint64(u))
	z := exponential()
	x, left := math.Exp(-z.draw(&r)), miss
	for _, v := range may {
		if left >= x {
			left *= miss
			continue
		}
		list = append(list, v)
		x, left = math.Exp(-z.draw(&r)), miss
	}
	return list
}

func TestGNPIsTheNaiveOne(t *testing.T) {
	for seed := range uint64(40) {
		n := 2 + int(seed)*2
		o := GNPOptions{Pages: n, Degree: float64(n-1) * float64(seed+1) / 41, Loops: seed%2 == 0, Seed: seed}
		g, err := NewGNP(o)
		if err != nil {
			t.Fatal(err)
		}
		for u := range graph.Node(n) {
			if got, want := g.newLister().appendSucc(nil, u), naiveRow(o, u); !slices.Equal(got, want) {
				t.Fatalf("%+v: list of %d: got %v, want %v", o, u, got, want)
			}
		}
	}
}

func TestGNPAtTheEnds(t *testing.T) {
	none, err := NewGNP(GNPOptions{Pages: 30, Seed: 1})
	if err != nil || none.NumArcs() != 0 {
		t.Errorf("p = 0: %d arcs, %v", none.NumArcs(), err)
	}
	for loops, want := range map[bool]int64{false: 30 * 29, true: 30 * 30} {
		all, err := NewGNP(GNPOptions{Pages: 30, Degree: float64(want) / 30, Loops: loops, Seed: 1})
		if err != nil || all.NumArcs() != want {
			t.Errorf("p = 1: %d arcs, want %d, %v", all.NumArcs(), want, err)
		}
	}
}

// Over many seeds, each pair is an arc with probability p, and each two pairs both with p²: the definition.
func TestGNPPairs(t *testing.T) {
	const n, trials, p = 4, 40_000, 0.3
	var single [n * n]int
	var double [n * n][n * n]int
	for seed := range uint64(trials) {
		g, err := NewGNP(GNPOptions{Pages: n, Degree: p * n, Loops: true, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		var arcs []int
		for u := range n {
			for _, v := range g.newLister().appendSucc(nil, graph.Node(u)) {
				arcs = append(arcs, u*n+int(v))
			}
		}
		for i, a := range arcs {
			single[a]++
			for _, b := range arcs[:i] {
				double[a][b]++
			}
		}
	}
	off := func(count int, p float64) float64 { return (float64(count) - trials*p) / math.Sqrt(trials*p*(1-p)) }
	for a := range single {
		if z := off(single[a], p); math.Abs(z) > 4.5 {
			t.Errorf("pair %d: %d of %d, %.1f standard deviations off", a, single[a], trials, z)
		}
		for b := range a {
			if z := off(double[a][b], p*p); math.Abs(z) > 4.5 {
				t.Errorf("pairs %d and %d: %d of %d, %.1f standard deviations off", a, b, double[a][b], trials, z)
			}
		}
	}
}

// Out-degrees and in-degrees are binomial: chi-square over all degrees that are expected at least ten times.
func TestGNPDegrees(t *testing.T) {
	const n, mean = 50_000, 9.0
	g, err := NewGNP(GNPOptions{Pages: n, Degree: mean, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	in, out := make([]int, n), make([]int, n)
	for u, succ := range graph.Lists(g.Scan(graph.Everything(g))) {
		out[u] = len(succ)
		for _, v := range succ {
			in[v]++
		}
	}
	sd := math.Sqrt(n * mean * (1 - mean/(n-1)))
	if z := (float64(g.NumArcs()) - n*mean) / sd; math.Abs(z) > 4 {
		t.Errorf("%d arcs, %.1f standard deviations from %g", g.NumArcs(), z, n*mean)
	}
	for name, degrees := range map[string][]int{"out": out, "in": in} {
		chi, df := chiSquare(degrees, n-1, mean/(n-1))
		if limit := float64(df) + 4*math.Sqrt(2*float64(df)); chi > limit {
			t.Errorf("%s-degrees: chi-square %.1f with %d degrees of freedom, the limit is %.1f", name, chi, df, limit)
		}
	}
}

// chiSquare compares counts with a binomial law of n trials.
func chiSquare(values []int, n int, p float64) (chi float64, df int) {
	counts := map[int]int{}
	for _, v := range values {
		counts[v]++
	}
	prob := math.Pow(1-p, float64(n))
	for k := 0; k <= n; k++ {
		if want := prob * float64(len(values)); want >= 10 {
			d := float64(counts[k]) - want
			chi += d * d / want
			df++
		}
		prob *= p / (1 - p) * float64(n-k) / float64(k+1)
	}
	return chi, df - 1
}
