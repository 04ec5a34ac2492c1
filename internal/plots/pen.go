package plots

import (
	"image/color"
	"slices"
)

// A Pen draws in the coordinates of a plot, and nothing outside it.
type Pen struct {
	*Canvas
	Rect // of the canvas, between the axes
	plot *Plot
}

// NewPen returns the pen of a plot whose layers lie in a part of a canvas.
func NewPen(c *Canvas, p *Plot, between Rect) Pen { return Pen{Canvas: c, plot: p, Rect: between} }

// Axes returns the axes of the plot.
func (g Pen) Axes() (x, y *Axis) { return &g.plot.X, &g.plot.Y }

// At returns the place of a point, on the edge of the plot if it is beyond.
func (g Pen) At(x, y float64) Point {
	return Point{
		X: g.Min.X + g.plot.X.part(x)*(g.Max.X-g.Min.X),
		Y: g.Min.Y + g.plot.Y.part(y)*(g.Max.Y-g.Min.Y),
	}
}

// Whisker draws an interval of y at x, with short ends.
func (g Pen) Whisker(ink color.Color, x, least, largest float64) {
	const half = 3
	low, high := g.At(x, least), g.At(x, largest)
	g.Lines(Line{Ink: ink, Width: 1}, []Point{low, high},
		[]Point{{low.X - half, low.Y}, {low.X + half, low.Y}}, []Point{{high.X - half, high.Y}, {high.X + half, high.Y}})
}

// A Mean is a point of a [Curve], with the interval of its value.
type Mean struct{ X, Value, Low, High float64 }

// A Curve is means, a line for each run of them, with a disc at each.
type Curve struct {
	Style Line
	Runs  [][]Mean
	Dots  bool // without lines
	Bare  bool // without discs
}

// Draw implements Layer.
func (l Curve) Draw(g Pen) {
	for _, run := range l.Runs {
		points := g.places(run, func(m Mean) float64 { return m.Value })
		if !l.Dots {
			g.Lines(l.Style, points)
		}
		if !l.Bare {
			g.Discs(l.Style.Ink, l.Style.Width, points...)
		}
	}
}

// A Band fills the intervals of means.
type Band struct {
	Ink  color.Color
	Runs [][]Mean
}

// Draw implements Layer.
func (b Band) Draw(g Pen) {
	for _, run := range b.Runs {
		low := g.places(run, func(m Mean) float64 { return m.Low })
		slices.Reverse(low)
		g.Polygons(b.Ink, append(g.places(run, func(m Mean) float64 { return m.High }), low...))
	}
}

// places returns the places of a value of each mean.
func (g Pen) places(run []Mean, value func(Mean) float64) []Point {
	points := make([]Point, len(run))
	for i, m := range run {
		points[i] = g.At(m.X, value(m))
	}
	return points
}
