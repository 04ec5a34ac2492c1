package report

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"weft/algo/distance"
)

// A chart is what a plot says besides its data.
type chart struct {
	id, title, description string
	x, y                   string // names of the axes
	height                 vg.Length
}

// drawPlot returns a plot as SVG for use within HTML; fill sets up its axes and adds what is to be seen.
func drawPlot(c chart, fill func(*plot.Plot)) (template.HTML, error) {
	p := plot.New()
	p.BackgroundColor = nil
	fill(p)
	canvas := vgsvg.New(plotWidth, c.height)
	whole := draw.New(canvas)
	p.Draw(draw.Crop(whole, margin, -2, margin, -2))
	nameAxes(whole, p.X.Tick.Label, c.x, c.y)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("draw plot: %w", err)
	}
	svg, err := inline(b.Bytes(), c.id, c.title, c.description)
	return template.HTML(svg), err //nolint:gosec // inline escapes all text
}

// nameAxes writes the names of the axes into the margins. The library would leave room for them as if half way along a
// logarithmic axis were near its end.
func nameAxes(c draw.Canvas, style draw.TextStyle, x, y string) {
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	c.FillText(style, vg.Point{X: c.Center().X + margin, Y: c.Min.Y + 3}, x)
	style.Rotation, style.YAlign = math.Pi/2, draw.YTop
	c.FillText(style, vg.Point{X: c.Min.X + 1, Y: c.Center().Y + margin}, y)
}

// A pen draws in the coordinates of a plot, and nothing outside it.
type pen struct {
	canvas   draw.Canvas
	plot     *plot.Plot
	toX, toY func(float64) vg.Length
}

func newPen(c draw.Canvas, p *plot.Plot) pen {
	g := pen{canvas: c, plot: p}
	g.toX, g.toY = p.Transforms(&g.canvas)
	return g
}

// at returns the place of a point, on the edge of the plot if it is beyond.
func (g pen) at(x, y float64) vg.Point {
	return vg.Point{X: g.toX(min(max(x, g.plot.X.Min), g.plot.X.Max)), Y: g.toY(min(max(y, g.plot.Y.Min), g.plot.Y.Max))}
}

func (g pen) line(style draw.LineStyle, points []vg.Point) {
	if len(points) > 1 {
		g.canvas.StrokeLines(style, points)
	}
}

func (g pen) disc(ink color.Color, at vg.Point, radius vg.Length) {
	g.canvas.SetColor(ink)
	g.canvas.Fill(circle(at, radius))
}

func (g pen) ring(ink color.Color, at vg.Point, radius vg.Length) {
	g.canvas.SetLineStyle(draw.LineStyle{Color: ink, Width: 1.6})
	g.canvas.Stroke(circle(at, radius))
}

func circle(at vg.Point, radius vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	return path
}

func box(left, bottom, right, top vg.Length) vg.Path {
	var path vg.Path
	path.Move(vg.Point{X: left, Y: bottom})
	path.Line(vg.Point{X: right, Y: bottom})
	path.Line(vg.Point{X: right, Y: top})
	path.Line(vg.Point{X: left, Y: top})
	path.Close()
	return path
}

// whisker draws an interval of y with short ends.
func (g pen) whisker(ink color.Color, x float64, e *distance.Estimate) {
	style := draw.LineStyle{Color: ink, Width: 1}
	low, high := g.at(x, e.Low), g.at(x, e.High)
	g.canvas.StrokeLine2(style, low.X, low.Y, high.X, high.Y)
	for _, end := range []vg.Point{low, high} {
		g.canvas.StrokeLine2(style, end.X-3, end.Y, end.X+3, end.Y)
	}
}

// spot draws this crawl as a diamond with its intervals.
func (g pen) spot(s spot) {
	if s.ys != nil {
		g.whisker(markColour, s.x, s.ys)
	}
	if s.xs != nil {
		low, high := g.at(s.xs.Low, s.y), g.at(s.xs.High, s.y)
		g.canvas.StrokeLine2(draw.LineStyle{Color: markColour, Width: 1}, low.X, low.Y, high.X, high.Y)
	}
	const size = 5
	at := g.at(s.x, s.y)
	var path vg.Path
	path.Move(vg.Point{X: at.X - size, Y: at.Y})
	path.Line(vg.Point{X: at.X, Y: at.Y + size})
	path.Line(vg.Point{X: at.X + size, Y: at.Y})
	path.Line(vg.Point{X: at.X, Y: at.Y - size})
	path.Close()
	g.canvas.SetColor(markColour)
	g.canvas.Fill(path)
}
