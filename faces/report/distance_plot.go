package report

import (
	"fmt"

	"weft/internal/plots"
)

// distanceBars is a plot of the shares of connected pairs by distance, with the effective diameter. It is a plots.Layer.
type distanceBars struct {
	shares    []float64 // entry t: percentage of the connected pairs at distance t; entry 0 is 0
	effective float64
}

// newDistanceBars takes the neighbourhood function; ok is false if no page leads to another. Columns end at the last
// distance that has a row of its own.
func newDistanceBars(pairs []float64, effective float64) (c distanceBars, ok bool) {
	last := len(pairs) - 1
	if last < 1 || !(pairs[last] > pairs[0]) || !finite(effective) {
		return c, false
	}
	c.effective, c.shares = effective, []float64{0}
	shown := 1
	for t := 1; t <= last; t++ {
		part := (pairs[t] - pairs[t-1]) / (pairs[last] - pairs[0])
		if c.shares = append(c.shares, 100*part); part >= leastShare {
			shown = t
		}
	}
	c.shares = c.shares[:shown+1]
	return c, true
}

func (c distanceBars) sheet() *plots.Sheet {
	most := 0.0
	for _, s := range c.shares {
		most = max(most, s)
	}
	legend := []sign{{dashMark, markColour, "effective diameter: nine of ten connected pairs lie within it"}}
	return chart{"distance in links", "% of connected pairs", 460, 170, legend}.sheet(func(p *plots.Plot) {
		last := len(c.shares) - 1
		plots.Steps(&p.X, 0, last, mutedColour)
		p.X.Min, p.X.Max = 0.4, max(float64(last), c.effective)+0.6
		plots.Between(&p.Y, 0, 1.08*most, mutedColour)
		p.Add(c)
	})
}

// Draw implements plots.Layer.
func (c distanceBars) Draw(g plots.Pen) {
	var bars [][]plots.Point
	for t, s := range c.shares {
		if s > 0 {
			low, high := g.At(float64(t)-0.42, 0), g.At(float64(t)+0.42, s)
			bars = append(bars, plots.Rect{Min: low, Max: plots.Point{X: high.X, Y: max(high.Y, low.Y+0.8)}}.Corners())
		}
	}
	g.Polygons(dataColour, bars...)
	x := g.At(c.effective, 0).X
	g.Lines(plots.Line{Ink: markColour, Width: 1.5, Dashes: []float64{4, 3}}, []plots.Point{{X: x, Y: g.Min.Y}, {X: x, Y: g.Max.Y}})
	g.Write(markColour, plots.Label{Text: fixed(c.effective, 1), At: plots.Point{X: x + 4, Y: g.Max.Y - 10}, Size: plots.FontSize})
}

// describe returns a description of the plot.
func (c distanceBars) describe() string {
	best := 0
	for t, s := range c.shares {
		if s > c.shares[best] {
			best = t
		}
	}
	return fmt.Sprintf("Most connected pairs are at distance %d: %s %%. The effective diameter is %s.", best, fixed(c.shares[best], 1), fixed(c.effective, 1))
}
