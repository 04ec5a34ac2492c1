package papers

import (
	"context"
	"slices"

	"weft/algo/hak"
	"weft/algo/rank"
	"weft/graph"
	"weft/graph/view"
)

// A Drawing is one of the four of Fig. 2, as a small graph: how far the order of its pages changes.
//
//json:object drawing
type Drawing struct {
	Name   string  `json:"name"`   // letter of the drawing, a to d
	What   string  `json:"what"`   // description of the graph
	Pages  int     `json:"pages"`  // pages
	Crawls int     `json:"crawls"` // crawls over which tau is averaged
	TauB   float64 `json:"tau_b"`  // tau-b of all crawled pages
	Least  float64 `json:"least"`  // least tau of the crawls
}

// The pages of the drawings, from unimportant ones to the top: links go upwards. The paper prints pictures, no arcs;
// these are graphs of the kind that its text describes.
const (
	drawnPages = 15
	drawnTop   = 14
	drawnLow   = 7 // where the back link leads
)

var upwards = []graph.Arc{
	{From: 0, To: 8},
	{From: 1, To: 8},
	{From: 2, To: 8},
	{From: 2, To: 9},
	{From: 3, To: 9},
	{From: 4, To: 9},
	{From: 4, To: 10},
	{From: 5, To: 10},
	{From: 6, To: 10},
	{From: 7, To: 11},
	{From: 8, To: 12},
	{From: 9, To: 12},
	{From: 10, To: 12},
	{From: 10, To: 13},
	{From: 11, To: 13},
	{From: 12, To: 14},
	{From: 13, To: 14},
}

// cycle is the cycle that the back link closes.
var cycle = []int{drawnLow, 11, 13, drawnTop}

// draw measures the four drawings.
func (f *fidelityRun) draw() error {
	dag := graph.FromArcs(drawnPages, slices.Clone(upwards))
	back := graph.FromArcs(drawnPages, append(slices.Clone(upwards), graph.Arc{From: drawnTop, To: drawnLow}))
	var low, off [][]int // pages that are left out
	for u := range 8 {
		for v := range u {
			low = append(low, []int{v, u})
		}
	}
	for u := range drawnPages {
		for v := range u {
			if !slices.Contains(cycle, u) && !slices.Contains(cycle, v) {
				off = append(off, []int{v, u})
			}
		}
	}
	var on [][]int
	for _, u := range cycle {
		on = append(on, []int{u})
	}
	for _, d := range []struct {
		Drawing
		target, crawl *graph.Memory
		left          [][]int
	}{
		{Drawing{Name: "a", What: "a DAG, of which any two of the lowest pages are left out"}, dag, dag, low},
		{Drawing{Name: "b", What: "a link from its top back to a low page, with and without it"}, back, dag, [][]int{nil}},
		{Drawing{Name: "c", What: "with that link, any two pages left out that are not on the cycle it closes"}, back, back, off},
		{Drawing{Name: "d", What: "with that link, any one page left out that is on the cycle"}, back, back, on},
	} {
		x := d.Drawing
		x.Pages, x.Crawls, x.Least = drawnPages, len(d.left), 1
		for _, pages := range d.left {
			tau, err := drawnTau(f.ctx, d.target, d.crawl, pages)
			if err != nil {
				return err
			}
			x.TauB += tau / float64(len(d.left))
			x.Least = min(x.Least, tau)
		}
		f.r.Drawings = append(f.r.Drawings, x)
	}
	return nil
}

// drawnTau compares a crawl without some pages with its target, as the paper compares.
func drawnTau(ctx context.Context, target, crawl *graph.Memory, left []int) (float64, error) {
	crawled := view.NewBits(drawnPages)
	for u := range drawnPages {
		if !slices.Contains(left, u) {
			crawled.Add(u)
		}
	}
	p := partOf(crawl, crawled)
	a, err := p.pageRank(ctx, p.known, graph.Work{Workers: 1})
	if err != nil {
		return 0, err
	}
	in, err := graph.Transpose(target)
	if err != nil {
		return 0, err
	}
	b, err := rank.PageRank(ctx, in, nil, paperRank(p.crawled, graph.Work{Workers: 1}))
	if err != nil {
		return 0, err
	}
	g, err := hak.Compare(pick(a, p.crawled), pick(b.Scores, p.crawled), []float64{1})
	if err != nil {
		return 0, err
	}
	return g[0].TauB, nil
}
