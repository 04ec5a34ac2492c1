package core_test

import (
	"strings"
	"testing"

	"weft/algo/core"
	"weft/graph"
)

// A shape out of range, and a transpose of another graph, are refused before anything is read.
func TestPeelRefuses(t *testing.T) {
	g, in := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}}), graph.FromArcs(3, []graph.Arc{{From: 1, To: 0}})
	other := graph.FromArcs(4, []graph.Arc{{From: 1, To: 0}})
	for _, c := range []struct {
		in    graph.Random
		shape core.Shape
		want  string
	}{
		{in, core.Shape{Fans: 1, Centers: 1}, ""},
		{in, core.Shape{Fans: core.MaxSize, Centers: core.MaxSize}, ""},
		{in, core.Shape{Fans: 0, Centers: 1}, "cores of 0 fans and 1 centers: want from 1 to 254 of each"},
		{in, core.Shape{Fans: 1, Centers: 0}, "cores of 1 fans and 0 centers"},
		{in, core.Shape{Fans: core.MaxSize + 1, Centers: 1}, "cores of 255 fans and 1 centers"},
		{in, core.Shape{Fans: 1, Centers: core.MaxSize + 1}, "cores of 1 fans and 255 centers"},
		{other, core.Shape{Fans: 1, Centers: 1}, "the transpose has 4 pages, the graph 3"},
	} {
		x, err := core.Peel(t.Context(), g, c.in, c.shape, core.Options{})
		if c.want == "" && (err != nil || x.Shape != c.shape) || c.want != "" && (err == nil || x != nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v in a transpose of %d pages: got %v, %v; want %q", c.shape, c.in.NumNodes(), x, err, c.want)
		}
	}
}

// Sets of centers are counted up to a size: one that is too small, or beyond what a shape can be, is refused, and so are
// pages of too many links.
func TestSetsRefuse(t *testing.T) {
	g, in := graph.FromArcs(3, []graph.Arc{{From: 0, To: 1}, {From: 0, To: 2}}), graph.FromArcs(3, []graph.Arc{{From: 1, To: 0}, {From: 2, To: 0}})
	peeled := func(o core.Options) *core.Core {
		t.Helper()
		x, err := core.Peel(t.Context(), g, in, core.Shape{Fans: 1, Centers: 2}, o)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for most, want := range map[int]string{1: "want from 2 to 254", 2: "", 254: "", 255: "want from 2 to 254"} {
		_, err := peeled(core.Options{MaxDegree: 4}).Sets(t.Context(), most, core.Keep[core.CountState]{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("sets of up to %d centers: got %v, want %q", most, err, want)
		}
	}
	for degree, want := range map[int]string{core.MostMasked: "", core.MostMasked + 1: "links", -1: "links"} {
		_, err := peeled(core.Options{MaxDegree: degree}).Maximal(t.Context(), 0, nil, core.Keep[core.CountState]{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("pages of fewer than %d links: got %v, want %q", degree, err, want)
		}
	}
}
