package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Pen draws in the coordinates of a plot, and nothing outside it.
type Pen struct {
	draw.Canvas
	plot     *plot.Plot
	toX, toY func(float64) vg.Length
}

// NewPen returns the pen of a [plot.Plotter].
func NewPen(c draw.Canvas, p *plot.Plot) Pen {
	g := Pen{Canvas: c, plot: p}
	g.toX, g.toY = p.Transforms(&g.Canvas)
	return g
}

// At returns the place of a point, on the edge of the plot if it is beyond.
func (g Pen) At(x, y float64) vg.Point {
	return vg.Point{X: g.toX(min(max(x, g.plot.X.Min), g.plot.X.Max)), Y: g.toY(min(max(y, g.plot.Y.Min), g.plot.Y.Max))}
}

// Line joins points.
func (g Pen) Line(style draw.LineStyle, points []vg.Point) {
	if len(points) > 1 {
		g.StrokeLines(style, points)
	}
}

// Disc fills a circle.
func (g Pen) Disc(ink color.Color, at vg.Point, radius vg.Length) {
	g.SetColor(ink)
	g.Fill(Circle(at, radius))
}

// Ring draws a circle.
func (g Pen) Ring(ink color.Color, at vg.Point, radius vg.Length) {
	g.SetLineStyle(draw.LineStyle{Color: ink, Width: 1.6})
	g.Stroke(Circle(at, radius))
}

// Circle returns a circle, to be drawn or filled.
func Circle(at vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	return path
}

// Whisker draws an interval of y at x, with short ends.
func (g Pen) Whisker(ink color.Color, x, least, largest float64) {
	style := draw.LineStyle{Color: ink, Width: 1}
	low, high := g.At(x, least), g.At(x, largest)
	g.StrokeLine2(style, low.X, low.Y, high.X, high.Y)
	for _, end := range []vg.Point{low, high} {
		g.StrokeLine2(style, end.X-3, end.Y, end.X+3, end.Y)
	}
}

// A Mean is a point of a [Curve], with the interval of its value.
type Mean struct{ X, Value, Low, High float64 }

// A Curve is means, a line for each run of them, with a disc at each. It is a plot.Plotter.
type Curve struct {
	Style draw.LineStyle
	Runs  [][]Mean
}

// Plot is that of [plot.Plotter].
func (l Curve) Plot(c draw.Canvas, p *plot.Plot) {
	g := NewPen(c, p)
	for _, run := range l.Runs {
		points := g.each(run, func(m Mean) float64 { return m.Value })
		g.StrokeLines(l.Style, points)
		for _, at := range points {
			g.DrawGlyph(draw.GlyphStyle{Color: l.Style.Color, Radius: l.Style.Width, Shape: draw.CircleGlyph{}}, at)
		}
	}
}

// A Band fills the intervals of means. It is a plot.Plotter.
type Band struct {
	Ink  color.Color
	Runs [][]Mean
}

// Plot is that of [plot.Plotter].
func (b Band) Plot(c draw.Canvas, p *plot.Plot) {
	g := NewPen(c, p)
	for _, run := range b.Runs {
		low := g.each(run, func(m Mean) float64 { return m.Low })
		slices.Reverse(low)
		g.FillPolygon(b.Ink, append(g.each(run, func(m Mean) float64 { return m.High }), low...))
	}
}

// each returns the places of a value of each mean.
func (g Pen) each(run []Mean, value func(Mean) float64) []vg.Point {
	points := make([]vg.Point, len(run))
	for i, m := range run {
		points[i] = g.At(m.X, value(m))
	}
	return points
}
