package report

import (
	"html/template"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"weft/internal/plots"
)

// A chart is what a plot says besides its data.
type chart struct {
	id, title, description string
	x, y                   string // names of the axes
	height                 vg.Length
}

// drawPlot returns a plot as SVG for use within HTML; fill sets up its axes and adds what is to be seen.
func drawPlot(c chart, fill func(*plot.Plot)) (template.HTML, error) {
	s := plots.NewSheet(plotWidth, c.height)
	s.Draw(margin, 2, margin, 2, fill)
	nameAxes(s, c.x, c.y)
	document, err := s.SVG()
	if err != nil {
		return "", err
	}
	svg, err := inline(document, c.id, c.title, c.description)
	return template.HTML(svg), err //nolint:gosec // inline escapes all text
}

// nameAxes writes the names of the axes into the margins. The library would leave room for them as if half way along a
// logarithmic axis were near its end.
func nameAxes(s *plots.Sheet, x, y string) {
	s.Caption(s.Center().X+margin, s.Min.Y+3, x)
	style := s.Style
	style.Rotation, style.XAlign, style.YAlign = math.Pi/2, draw.XCenter, draw.YTop
	s.FillText(style, vg.Point{X: s.Min.X + 1, Y: s.Center().Y + margin}, y)
}

// drawOn draws this crawl as a diamond with its intervals.
func (s spot) drawOn(g plots.Pen) {
	if s.ys != nil {
		g.Whisker(markColour, s.x, s.ys.Low, s.ys.High)
	}
	if s.xs != nil {
		low, high := g.At(s.xs.Low, s.y), g.At(s.xs.High, s.y)
		g.StrokeLine2(draw.LineStyle{Color: markColour, Width: 1}, low.X, low.Y, high.X, high.Y)
	}
	const size = 5
	at := g.At(s.x, s.y)
	g.FillPolygon(markColour, []vg.Point{{X: at.X - size, Y: at.Y}, {X: at.X, Y: at.Y + size}, {X: at.X + size, Y: at.Y}, {X: at.X, Y: at.Y - size}})
}
