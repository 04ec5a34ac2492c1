package portrait

import (
	"fmt"

	"weft/answers/measure"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/internal/plots"
	"weft/stats"
)

// mostTitle is how much of the name of a crawl has room above its plots.
const mostTitle = 40

// Plots implements answer.Plotter: the laws and the cliques of each crawl.
func (r *Portraits) Plots() (all []plots.Picture) {
	for i, p := range r.All {
		name := fmt.Sprintf("%d-%s", i+1, p.folder())
		for _, of := range []struct {
			what string
			draw func(crawl string) *plots.Chart
		}{{"laws", p.drawLaws}, {"cliques", p.drawCliques}} {
			all = of.draw(inert.First(r.title(p), mostTitle)).AddTo(all, name+"-"+of.what)
		}
	}
	return all
}

// drawLaws draws the share of pages with a value or more, by the value.
func (p *Portrait) drawLaws(crawl string) *plots.Chart {
	var all []plots.Series
	for _, l := range []struct {
		name string
		h    stats.Histogram
		unit float64
	}{{"in-degree", p.In.Histogram, 1}, {"out-degree", p.Out.Histogram, 1}, {"PageRank / mean", p.PageRank.Histogram, 0.01}} {
		all = append(all, plots.Series{Name: l.name, Points: measure.Falling(l.h, l.unit)})
	}
	return &plots.Chart{
		Title: "Share of the pages with so much or more: " + crawl, Caption: "links, or PageRank as a multiple of its mean", CaptionUpwards: "share of the pages",
		X: plots.Log, Y: plots.Log, Series: all,
	}
}

// drawCliques draws the number of cliques by their centers, a line for each number of fans.
func (p *Portrait) drawCliques(crawl string) *plots.Chart {
	of := map[int]int{} // the series by number of fans
	chart := &plots.Chart{Title: "Disjoint bipartite cliques: " + crawl, Caption: "centers", CaptionUpwards: "number of cliques", X: plots.FromOne, Y: plots.Log}
	if p.Cores == nil {
		return chart
	}
	for _, x := range p.Cores.Cells {
		if x.Cliques == nil || *x.Cliques == 0 {
			continue
		}
		i, known := of[x.Fans]
		if !known {
			i = len(chart.Series)
			of[x.Fans] = i
			chart.Series = append(chart.Series, plots.Series{Name: digits.Plural(x.Fans, "fan")})
		}
		chart.Series[i].Points = append(chart.Series[i].Points, plots.Mean{X: float64(x.Centers), Value: float64(*x.Cliques)})
	}
	return chart
}
