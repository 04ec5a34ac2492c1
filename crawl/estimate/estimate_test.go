package estimate_test

import (
	"math"
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
	if r.Known() != 4 || r.Once() != 1 || r.Fetches() != 3 {
		t.Errorf("%d known, %d once, %d fetched; want 4, 1, 3", r.Known(), r.Once(), r.Fetches())
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
