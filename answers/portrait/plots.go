package portrait

import (
	"fmt"
	"image/color"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"weft/internal/digits"
	"weft/internal/plots"
	"weft/stats"
)

// The size of the pictures, and the room beside them for what lines are.
const (
	width, height = 620, 380
	room          = 130
)

// Plots implements answer.Plotter: the laws and the cliques of each crawl.
func (r *Portraits) Plots() (all []plots.Picture, err error) {
	for i, p := range r.All {
		name := fmt.Sprintf("%d-%s", i+1, filepath.Base(p.Path))
		for _, of := range []struct {
			what string
			draw func() ([]byte, error)
		}{{"laws", p.drawLaws}, {"cliques", p.drawCliques}} {
			svg, err := of.draw()
			if err != nil {
				return nil, fmt.Errorf("draw %s of %s: %w", of.what, p.Path, err)
			}
			if svg != nil {
				all = append(all, plots.Picture{Name: name + "-" + of.what + ".svg", SVG: svg})
			}
		}
	}
	return all, nil
}

var inks = []draw.LineStyle{
	{Color: plots.Blue, Width: 1.6},
	{Color: plots.Vermilion, Width: 1.6},
	{Color: plots.Green, Width: 1.6},
	{Color: plots.Pink, Width: 1.6},
	{Color: plots.Orange, Width: 1.6},
	{Color: plots.Sky, Width: 1.6},
	{Color: plots.Ink, Width: 1.6},
	{Color: plots.Blue, Width: 1.2, Dashes: dashes},
	{Color: plots.Vermilion, Width: 1.2, Dashes: dashes},
	{Color: plots.Green, Width: 1.2, Dashes: dashes},
}

var dashes = []vg.Length{5, 3}

// A curve has a name, for the key.
type curve struct {
	name string
	run  []plots.Mean
}

// drawLaws draws the share of pages with a value or more, by the value.
func (p *Portrait) drawLaws() ([]byte, error) {
	var all []curve
	for _, l := range []struct {
		name string
		h    stats.Histogram
		unit float64
	}{{"in-degree", p.In.Histogram, 1}, {"out-degree", p.Out.Histogram, 1}, {"PageRank / mean", p.PageRank.Histogram, 0.01}} {
		all = append(all, curve{l.name, ccdf(l.h, l.unit)})
	}
	return picture("Laws: share of the pages with so much or more", "links, or PageRank as a multiple of its mean", all, plots.Log)
}

// ccdf is the share of values that are at least as large, 20 points a decade at most.
func ccdf(h stats.Histogram, unit float64) (run []plots.Mean) {
	all, left, last := float64(h.Total()), float64(h.Total()), 0.0
	for i, v := range h.Values {
		x := float64(v) * unit
		if v > 0 && (x >= 1.12*last || i == len(h.Values)-1) {
			run, last = append(run, plots.Mean{X: x, Value: left / all}), x
		}
		left -= float64(h.Counts[i])
	}
	return run
}

// drawCliques draws the number of cliques by their centers, a line for each number of fans.
func (p *Portrait) drawCliques() ([]byte, error) {
	if p.Cores == nil {
		return nil, nil
	}
	byFans := map[int]*curve{}
	var all []*curve
	for _, x := range p.Cores.Cells {
		if x.Cliques == nil || *x.Cliques == 0 {
			continue
		}
		c := byFans[x.Fans]
		if c == nil {
			c = &curve{name: digits.Plural(x.Fans, "fan")}
			byFans[x.Fans], all = c, append(all, c)
		}
		c.run = append(c.run, plots.Mean{X: float64(x.Centers), Value: float64(*x.Cliques)})
	}
	lines := make([]curve, len(all))
	for i, c := range all {
		lines[i] = *c
	}
	return picture("Disjoint bipartite cliques", "centers; upwards the number of cliques", lines, func(a *plot.Axis, _, most float64, _ color.Color) { plots.Steps(a, int(most), plots.Ink) })
}

// picture draws curves, upwards on a logarithmic axis; nil if they have no point.
func picture(title, caption string, all []curve, axis func(a *plot.Axis, least, most float64, ink color.Color)) ([]byte, error) {
	least, most := plots.Mean{}, plots.Mean{}
	for _, c := range all {
		for _, m := range c.run {
			if least.Value == 0 {
				least, most = m, m
			}
			least.X, least.Value = min(least.X, m.X), min(least.Value, m.Value)
			most.X, most.Value = max(most.X, m.X), max(most.Value, m.Value)
		}
	}
	if least.Value == 0 {
		return nil, nil
	}
	s := plots.NewPaper(width, height)
	s.Draw(10, room, 36, 34, func(p *plot.Plot) {
		axis(&p.X, least.X, most.X, plots.Ink)
		plots.Log(&p.Y, least.Value, most.Value, plots.Ink)
		p.Add(plots.Grid(plots.Rule))
		for i, c := range all {
			p.Add(plots.Curve{Runs: [][]plots.Mean{c.run}, Style: inks[i%len(inks)]})
		}
	})
	s.Title(10, height-12, title)
	s.Caption((width-room)/2, 8, caption)
	for i, c := range all {
		s.Key(inks[i%len(inks)], vg.Point{X: width - room + 10, Y: vg.Length(height - 56 - 20*i)}, 18, c.name)
	}
	return s.SVG()
}
