package papers

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/plots"
)

// Blocks are what is compared with the paper, the times and how components grow.
func (r *ExternalResult) Blocks() []answer.Block {
	all := rowBlocks(r.Rows)
	if len(r.Times) > 0 {
		t := &answer.Table{Apart: true, Columns: []answer.Column{
			{Title: "model", Width: -17}, {Title: "random", Width: 7}, {Title: "pages", Width: 12}, {Title: "generate", Width: 10}, {Title: "(4,4)", Width: 10}, {Title: "PageRank", Width: 10}, {Title: "passes", Width: 7}, {Title: "SCC", Width: 10},
		}}
		seconds := func(s float64) string { return digits.Fixed(s, 2) + " s" }
		for _, x := range r.Times {
			t.Add(x.Model, fmt.Sprintf("+%d %%", x.Extra), digits.Grouped(x.Pages), seconds(x.Generate), seconds(x.Cliques), seconds(x.PageRank), digits.Grouped(x.Iterations), seconds(x.SCC))
		}
		all = append(all, t)
	}
	return all
}

var externalInks = []draw.LineStyle{
	{Color: plots.Blue, Width: 1.8}, {Color: plots.Sky, Width: 1.8}, {Color: plots.Vermilion, Width: 1.8}, {Color: plots.Orange, Width: 1.8},
}

// Plots draws Figs. 4 to 7, times by pages, and Fig. 3, the growth of the largest component.
func (r *ExternalResult) Plots() ([]plots.Picture, error) {
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
		var lines []externalLine
		for _, t := range r.Times {
			name := fmt.Sprintf("%s +%d %%", t.Model, t.Extra)
			if len(lines) == 0 || lines[len(lines)-1].name != name {
				lines = append(lines, externalLine{name: name})
			}
			l := &lines[len(lines)-1]
			l.run = append(l.run, plots.Mean{X: float64(t.Pages), Value: max(f.of(t), 1e-3)})
		}
		svg, err := drawExternal(f.title, "pages; upwards seconds", lines, plots.Log)
		if err != nil {
			return nil, err
		}
		if svg != nil {
			all = append(all, plots.Picture{Name: f.name + ".svg", SVG: svg})
		}
	}
	svg, err := r.drawGrowth()
	if svg != nil {
		all = append(all, plots.Picture{Name: "fig3-growth.svg", SVG: svg})
	}
	return all, err
}

func (r *ExternalResult) drawGrowth() ([]byte, error) {
	var lines []externalLine
	for _, g := range r.Growths {
		l := externalLine{name: g.Model}
		for _, p := range g.Points {
			if p.Percent > 0 {
				l.run = append(l.run, plots.Mean{X: p.Percent, Value: float64(p.Largest) / float64(max(g.Pages, 1))})
			}
		}
		lines = append(lines, l)
	}
	return drawExternal("Pages in the largest strong component", "random links, % of the pages; upwards the share of the pages", lines, nil)
}

type externalLine struct {
	name string
	run  []plots.Mean
}

// drawExternal draws lines over a logarithmic axis, upwards on one of the kind that is given, or of shares; nil if there is none.
func drawExternal(title, caption string, lines []externalLine, upwards func(a *plot.Axis, least, most float64, ink color.Color)) ([]byte, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	const width, height, room = 640, 380, 170
	least, most := lines[0].run[0], lines[0].run[0]
	for _, l := range lines {
		for _, m := range l.run {
			least.X, least.Value, most.X, most.Value = min(least.X, m.X), min(least.Value, m.Value), max(most.X, m.X), max(most.Value, m.Value)
		}
	}
	s := plots.NewPaper(width, height)
	s.Draw(10, room, 36, 34, func(p *plot.Plot) {
		plots.Log(&p.X, least.X, most.X, plots.Ink)
		if upwards != nil {
			upwards(&p.Y, least.Value, most.Value, plots.Ink)
		} else {
			plots.Between(&p.Y, 0, 1, plots.Ink)
		}
		p.Add(plots.Grid(plots.Rule))
		for i, l := range lines {
			p.Add(plots.Curve{Runs: [][]plots.Mean{l.run}, Style: externalInks[i%len(externalInks)]})
		}
	})
	s.Title(10, height-12, title)
	s.Caption((width-room)/2, 8, caption)
	for i, l := range lines {
		s.Key(externalInks[i%len(externalInks)], vg.Point{X: width - room + 10, Y: vg.Length(height - 56 - 20*i)}, 18, l.name)
	}
	return s.SVG()
}
