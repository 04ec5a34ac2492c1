package estimate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"weft/crawl/estimate"
	"weft/crawl/strategy"
	"weft/graph"
)

// A crawl that is complete knows what there is.
func TestComplete(t *testing.T) {
	g := graph.FromArcs(50, []graph.Arc{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 0}})
	r, _ := crawlPart(t, g, new(strategy.BreadthFirst), 0, 0)
	if s := r.Size(); s != (estimate.Interval{Low: 3, Estimate: 3, High: 3}) {
		t.Errorf("%v, want 3", s)
	}
	var empty estimate.Record
	if s := empty.Size(); s != (estimate.Interval{}) {
		t.Errorf("nothing was fetched: %v", s)
	}
	empty.Seed(5)
	if s := empty.Size(); s.Low != 1 || !math.IsInf(s.High, 1) {
		t.Errorf("one seed: %v", s)
	}
}

func TestMentions(t *testing.T) {
	var r estimate.Record
	r.Seed(0)
	r.Fetched(0, []uint32{3, 1, 2, 1, 0, 0})
	r.Fetched(1, []uint32{2, 3})
	r.Fetched(2, []uint32{3, 3})
	if r.Known() != 4 || r.Once() != 1 || r.Twice() != 1 || r.Fetches() != 3 {
		t.Errorf("%d known, %d once, %d twice, %d fetched; want 4, 1, 1, 3", r.Known(), r.Once(), r.Twice(), r.Fetches())
	}
}

// However long the history is that was thinned, pages that find two new ones each say that there are many more.
func TestLongHistory(t *testing.T) {
	for _, pages := range []uint32{10, 999, 1025, 50_000} {
		var r estimate.Record
		r.Seed(0)
		for p := range pages {
			r.Fetched(p, []uint32{2*p + 1, 2*p + 2})
		}
		k := float64(2*pages + 1)
		if s := r.Size(); s.Low != k || s.High < 2*k || s.Estimate < 1.3*k {
			t.Errorf("%d pages, each with two new ones: %v", pages, s)
		}
	}
}

// Values of Python 3: n=(a+1)*(b+1)/(m+1)-1, s=a+b-m, v=(a+1)*(b+1)*(a-m)*(b-m)/((m+1)**2*(m+2)),
// c=exp(1.959963984540054*sqrt(log(1+v/(n-s)**2))), then s+(n-s)/c, n, s+(n-s)*c.
func TestRecapture(t *testing.T) {
	for _, c := range []struct {
		a, b, m int
		want    estimate.Interval
	}{
		{30, 60, 20, estimate.Interval{Low: 78.02, Estimate: 89.05, High: 115.23}},
		{10, 10, 10, estimate.Interval{Low: 10, Estimate: 10, High: 10}},
		{5, 4, 6, estimate.Interval{}},
		{-1, 4, -1, estimate.Interval{}},
	} {
		got := estimate.Recapture(c.a, c.b, c.m)
		if math.Abs(got.Low-c.want.Low) > .01 || math.Abs(got.Estimate-c.want.Estimate) > .01 || math.Abs(got.High-c.want.High) > .01 {
			t.Errorf("%d, %d, %d: %+v, want %+v", c.a, c.b, c.m, got, c.want)
		}
	}
}

// The interval of two independent samples covers the truth in about 95 of 100 draws.
func TestRecaptureCovers(t *testing.T) {
	const seed, n, draws = 9, 1000, 2000
	rng := rand.New(rand.NewPCG(seed, 1))
	covered := 0
	for range draws {
		a, b, m := 0, 0, 0
		for range n {
			in, also := rng.Float64() < .3, rng.Float64() < .2
			if in {
				a++
			}
			if also {
				b++
			}
			if in && also {
				m++
			}
		}
		if i := estimate.Recapture(a, b, m); i.Low <= n && n <= i.High {
			covered++
		}
	}
	if covered < draws*93/100 || covered > draws*97/100 {
		t.Errorf("seed %d: covered in %d of %d draws", seed, covered, draws)
	}
}

func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		n, once, twice int
		want           float64
	}{{10, 6, 3, .9 * 6}, {10, 4, 0, .9 * 6}, {0, 4, 1, 0}, {10, 0, 5, 0}, {10, 1, 0, 0}} {
		if got := estimate.Unseen(c.n, c.once, c.twice); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
