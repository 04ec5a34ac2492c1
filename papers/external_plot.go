package papers

import (
	"fmt"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/plots"
)

// Blocks returns the rows of the comparison with the paper, the times, and the growth of components.
func (r *ExternalResult) Blocks() []answer.Block {
	all := rowBlocks(r.Rows)
	if len(r.Times) > 0 {
		t := &answer.Table{Apart: true, Columns: []answer.Column{
			{
				Title: "model",
				Width: -17,
			},
			{Title: "random", Width: 7},
			{Title: "pages", Width: 12},
			{Title: "generate", Width: 10},
			{Title: "(4,4)", Width: 10},
			{Title: "PageRank", Width: 10},
			{Title: "passes", Width: 7},
			{Title: "SCC", Width: 10},
		}}
		seconds := func(s float64) string { return digits.Fixed(s, 2) + " s" }
		for _, x := range r.Times {
			t.Add(
				x.Model,
				fmt.Sprintf("+%d %%", x.Extra),
				digits.Grouped(x.Pages),
				seconds(x.Generate),
				seconds(x.Cliques),
				seconds(x.PageRank),
				digits.Grouped(x.Iterations),
				seconds(x.SCC),
			)
		}
		all = append(all, t)
	}
	return all
}

// Plots draws Figs. 4 to 7, times by pages, and Fig. 3, the growth of the largest component.
func (r *ExternalResult) Plots() []plots.Picture {
	var all []plots.Picture
	for _, f := range []struct {
		name, title string
		of          func(ExternalTime) float64
	}{
		{"fig4-cliques", "Disjoint cliques (4,4), 256 MiB", func(t ExternalTime) float64 { return t.Cliques }},
		{"fig5-pagerank", "PageRank, 256 MiB", func(t ExternalTime) float64 { return t.PageRank }},
		{"fig6-scc", "Strong components, 1 GiB", func(t ExternalTime) float64 { return t.SCC }},
		{"fig7-generate", "Generating, compressed, with the transpose", func(t ExternalTime) float64 { return t.Generate }},
	} {
		chart := plots.Chart{Title: f.title, Caption: "pages", CaptionUpwards: "seconds of the processors", X: plots.Log, Y: plots.Log}
		for _, t := range r.Times {
			name := fmt.Sprintf("%s +%d %%", t.Model, t.Extra)
			if n := len(chart.Series); n == 0 || chart.Series[n-1].Name != name {
				chart.Series = append(chart.Series, plots.Series{Name: name})
			}
			l := &chart.Series[len(chart.Series)-1]
			l.Points = append(l.Points, plots.Mean{X: float64(t.Pages), Value: max(f.of(t), 1e-3)})
		}
		all = chart.AddTo(all, f.name)
	}
	return r.drawGrowth().AddTo(all, "fig3-growth")
}

func (r *ExternalResult) drawGrowth() *plots.Chart {
	chart := &plots.Chart{
		Title:   "Pages in the largest strong component",
		Caption: "random links, % of the pages", CaptionUpwards: "share of the pages",
		X: plots.Log,
		Y: plots.Shares,
	}
	for _, g := range r.Growths {
		l := plots.Series{Name: g.Model}
		for _, p := range g.Points {
			if p.Percent > 0 {
				l.Points = append(l.Points, plots.Mean{X: p.Percent, Value: float64(p.Largest) / float64(max(g.Pages, 1))})
			}
		}
		chart.Series = append(chart.Series, l)
	}
	return chart
}
