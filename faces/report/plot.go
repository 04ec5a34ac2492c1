package report

import (
	"fmt"
	"image/color"
	"math"

	"weft/internal/digits"
	"weft/internal/plots"
	"weft/stats"
)

// The size of a plot in units of its view box. On a screen of 400 pixels one unit is about one pixel, so that fonts are
// read as large as they are here.
const (
	plotWidth  = 320
	plotHeight = 205
	margin     = 18 // for the name of an axis
	// most is the largest number of drawn points of a curve; more would be indistinguishable.
	most = 150
)

// Colours that stand for the colours of the style sheet; see inks.
var (
	mutedColour = color.NRGBA{R: 0xfe, G: 2, B: 2, A: 255}
	ruleColour  = color.NRGBA{R: 0xfe, G: 3, B: 3, A: 255}
	dataColour  = color.NRGBA{R: 0xfe, G: 4, B: 4, A: 255}
	fitColour   = color.NRGBA{R: 0xfe, G: 5, B: 5, A: 255}
	markColour  = color.NRGBA{R: 0xfe, G: 6, B: 6, A: 255}
	softColour  = color.NRGBA{R: 0xfe, G: 7, B: 7, A: 255}
)

// A curve is a CCDF ready to be drawn.
type curve struct {
	points []stats.Point // of positive values, thinned out
	fit    *stats.Fit
	atXMin float64 // the fraction of the population in the tail of the fit
	last   float64 // the largest value
}

// newCurve takes the points that logarithmic axes can show; ok is false for less than two points.
func newCurve(h stats.Histogram, fit *stats.Fit) (c curve, ok bool) {
	if h.Validate() != nil {
		return c, false
	}
	for _, p := range h.CCDF() {
		if p.X <= 0 {
			continue
		}
		c.points = append(c.points, p)
		if fit != nil && c.fit == nil && p.X >= float64(fit.XMin) {
			c.fit, c.atXMin = fit, p.Y
		}
	}
	if len(c.points) < 2 {
		return c, false
	}
	c.last = c.points[len(c.points)-1].X
	c.points = thin(c.points, most)
	return c, true
}

// thin drops points of a falling curve that lie too close to the one before on double logarithmic axes; the first and
// the last stay. As both coordinates are monotone the steps add up to two at most, which bounds what is left.
func thin(points []stats.Point, most int) []stats.Point {
	if len(points) <= most {
		return points
	}
	first, last := points[0], points[len(points)-1]
	width, height := math.Log(last.X/first.X), math.Log(first.Y/last.Y)
	if height == 0 {
		height = 1
	}
	step := 2 / float64(most-2)
	kept := []stats.Point{first}
	for _, p := range points[1 : len(points)-1] {
		before := kept[len(kept)-1]
		if math.Log(p.X/before.X)/width+math.Log(before.Y/p.Y)/height >= step {
			kept = append(kept, p)
		}
	}
	return append(kept, last)
}

// sheet returns the plot over a named axis.
func (c curve) sheet(axis string) *plots.Sheet {
	legend := []sign{{dotMark, dataColour, "data"}}
	if c.fit != nil {
		legend = append(legend, sign{lineMark, fitColour, "law fitted to the tail"})
	}
	return chart{axis, "fraction at least x", plotWidth, plotHeight, legend}.sheet(func(p *plots.Plot) {
		plots.Log(&p.X, c.points[0].X, c.last, mutedColour)
		plots.Log(&p.Y, c.points[len(c.points)-1].Y, 1, mutedColour)
		p.Add(plots.Grid{Ink: ruleColour}, c)
	})
}

// describe returns a description of the plot.
func (c curve) describe() string {
	text := fmt.Sprintf("Plot with logarithmic axes: the fraction of values that are at least x, for x up to %s.", fixed(c.last, 0))
	if c.fit != nil {
		text += fmt.Sprintf(" The fitted line begins at %s, where %s of the values remain, and has exponent %s.", count(c.fit.XMin), typeset(digits.Percent(c.atXMin)), fixed(c.fit.Exponent, 3))
	}
	return text
}

// rows are the points with the fitted law beside them.
func (c curve) rows() (rows [][]any) {
	for _, p := range c.points {
		row := []any{int64(p.X), p.Y, ""}
		if c.fit != nil && p.X >= float64(c.fit.XMin) {
			row[2] = c.atXMin * c.fit.Law().CCDF(uint64(p.X))
		}
		rows = append(rows, row)
	}
	return rows
}

// Draw draws the points, the law and where it begins. It implements plots.Layer.
func (c curve) Draw(g plots.Pen) {
	var dots []plots.Point
	for _, at := range c.points {
		dots = append(dots, g.At(at.X, at.Y))
	}
	g.Discs(dataColour, 1.7, dots...)
	if c.fit != nil {
		_, y := g.Axes()
		g.Lines(plots.Line{Ink: fitColour, Width: 2}, c.law(g, y.Min))
		c.drawXMin(g)
	}
}

// law returns points of the fitted law that are not below least, scaled to the fraction of the population that is in its tail.
func (c curve) law(g plots.Pen, least float64) (line []plots.Point) {
	const steps = 48
	law, from, before := c.fit.Law(), float64(c.fit.XMin), 0.0
	for i := range steps + 1 {
		x := math.Round(from * math.Pow(c.last/from, float64(i)/steps))
		y := c.atXMin * law.CCDF(uint64(x))
		if x > before && y >= least {
			before, line = x, append(line, g.At(x, y))
		}
	}
	return line
}

// drawXMin marks the start of the law. Its label is below the points, on the side that has room for it.
func (c curve) drawXMin(g plots.Pen) {
	_, y := g.Axes()
	x := g.At(float64(c.fit.XMin), y.Min).X
	g.Lines(plots.Line{Ink: markColour, Width: 1, Dashes: []float64{3, 3}}, []plots.Point{{X: x, Y: g.Min.Y}, {X: x, Y: g.Max.Y}})
	label := plots.Label{Text: "x_min = " + count(c.fit.XMin), At: plots.Point{X: x + 4, Y: g.Min.Y + 5}, Size: plots.FontSize}
	if middle := g.Center().X; x > middle {
		label.At.X, label.AlongAt = x-4, plots.End
	}
	g.Write(markColour, label)
}
