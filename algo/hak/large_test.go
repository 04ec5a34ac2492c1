package hak_test

import (
	"slices"
	"testing"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/graphtest"
	"weft/graph/view"
)

// longChain returns a crawl of n pages, each of which links to the next and to the first; the last is not crawled.
func longChain(t *testing.T, n int) *partial {
	t.Helper()
	p := &partial{crawled: view.NewBits(n)}
	var arcs []graph.Arc
	for u := range n - 1 {
		p.crawled.Add(u)
		arcs = append(arcs, graph.Arc{From: graph.Node(u), To: graph.Node(u + 1)})
		if u > 0 {
			arcs = append(arcs, graph.Arc{From: graph.Node(u), To: 0})
		}
	}
	p.out = graph.FromArcs(n, arcs)
	p.in = graphtest.Transpose(t, p.out)
	return p
}

func countOf(b view.Bits) (n int) {
	for range b.All() {
		n++
	}
	return n
}

// What is looked at in steps of 65,536 pages is looked at to its end.
func TestLargeCrawls(t *testing.T) {
	const n = 150_000
	p := longChain(t, n)
	ctx := t.Context()
	// Each page needs all of its links: the one that leads out of the crawl falls, and one after the other those before it.
	all, err := hak.Maximum(ctx, p.out, p.in, p.crawled, hak.GrowOptions{Tau: 1})
	if err != nil || countOf(all) != 0 {
		t.Errorf("%d pages keep all of their links, want none; %v", countOf(all), err)
	}
	// With half of them, only the first: it has one link, the others one of two.
	half, err := hak.Maximum(ctx, p.out, p.in, p.crawled, hak.GrowOptions{Tau: 0.5})
	if err != nil || countOf(half) != n-1 {
		t.Errorf("%d pages keep half of their links, want %d; %v", countOf(half), n-1, err)
	}
	grown, err := hak.Grow(ctx, p.out, p.in, p.crawled, hak.GrowOptions{Tau: 0.5})
	if err != nil || countOf(grown) != n-1 {
		t.Errorf("%d pages are grown, want %d; %v", countOf(grown), n-1, err)
	}
	parts, err := hak.Components(ctx, p.out, half, 0.5, graph.Work{})
	if err != nil || len(parts.Parts) != 1 || parts.Whole.Pages != n-1 {
		t.Errorf("components %v, %v", parts, err)
	}
	o := rank.PageRankOptions{Method: rank.Power, MaxIterations: 40, Tolerance: -1}
	scores, err := hak.RankAlone(ctx, p.out, half, o)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := rank.PageRank(ctx, p.in, nil, o) // the last page is a sink in either
	if err != nil || !slices.Equal(scores, whole.Scores[:n-1]) {
		t.Errorf("the ranking of the members is another than that of the crawl, which is all of them; %v", err)
	}
}

// Of more than 65,536 pages there are more pairs than 32 bits hold.
func TestLargeRankings(t *testing.T) {
	const n = 70_000
	up, down := make([]float64, n), make([]float64, n)
	for i := range up {
		up[i], down[i] = float64(i+1), float64(n-i)
	}
	got, err := hak.Compare(up, down, []float64{1})
	if err != nil {
		t.Fatal(err)
	}
	if g := got[0]; g.Pages != n || g.Pairs != n*(n-1)/2 || g.Discordant != g.Pairs || g.TauB != -1 || g.Displacement != n/2 {
		t.Errorf("a ranking and its reverse: %+v", g)
	}
}
