package reproduce

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"weft/algo/distance"
	"weft/internal/axes"
	"weft/internal/digits"
	"weft/simulate"
)

// The size of a panel, in units of about a pixel, and the room that is left around all.
const (
	panelWidth, panelHeight = 250, 230
	headRoom, footRoom      = 44, 44
)

var (
	plotInk  = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 255}
	plotRule = color.NRGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 255}
	// curveInks can be told apart by those who do not see all colours (Okabe and Ito).
	curveInks = []color.NRGBA{
		{G: 0x72, B: 0xb2, A: 255},
		{G: 0x9e, B: 0x73, A: 255},
		{R: 0xcc, G: 0x79, B: 0xa7, A: 255},
		{R: 0xd5, G: 0x5e, A: 255},
	}
	curveNames  = []string{"τ, top 30 %", "τ, top 50 %", "τ, top 70 %", "HAK"}
	curveDashes = [][]vg.Length{nil, {6, 2}, {2, 2}, {8, 3, 2, 3}}
)

// orderNames are the paper's names of the orders.
var orderNames = map[simulate.Order]string{
	simulate.Blocked: "BFS", simulate.SomeLinks: "BfsRnd", simulate.FewLinks: "BfsGeo", simulate.MostLinks: "SEC",
}

// Plots draws Fig. 4, a picture for each model, and Fig. 3, of the crawl: a panel for each order, in it tau-b of the best 30, 50 and 70 % and HAK by
// the share that was not crawled, each with the 95 % interval of the mean. What is below 0 is drawn at 0.
func (r *FidelityResult) Plots() ([]axes.Picture, error) {
	all := slices.Clone(r.Models)
	if r.Crawl != nil {
		all = append(all, r.Crawl)
	}
	var plots []axes.Picture
	for _, s := range all {
		svg, err := s.draw()
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", s.Name, err)
		}
		plots = append(plots, axes.Picture{Name: s.file + ".svg", SVG: svg})
	}
	return plots, nil
}

// draw makes the picture of a graph.
func (s *Subject) draw() ([]byte, error) {
	canvas := vgsvg.New(panelWidth*vg.Length(len(simulate.Orders)), panelHeight+headRoom+footRoom)
	whole := draw.New(canvas)
	whole.SetColor(color.White)
	whole.Fill(whole.Path())
	var style draw.TextStyle
	for i, o := range simulate.Orders {
		p := plot.New()
		p.BackgroundColor = nil
		axes.Plain(&p.X, 50, plotInk)
		axes.Plain(&p.Y, 1, plotInk)
		p.X.Max = 52.5
		p.X.Tick.Marker, p.Y.Tick.Marker = ticks(10, 20, 30, 40, 50), ticks(0, 0.2, 0.4, 0.6, 0.8, 1)
		p.Add(axes.Grid(plotRule))
		for k := range curveNames {
			p.Add(s.curve(o, k))
		}
		left := panelWidth * vg.Length(i)
		p.Draw(draw.Crop(whole, left+12, left+panelWidth-8-whole.Max.X, footRoom, -headRoom))
		style = p.X.Tick.Label
		style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
		whole.FillText(style, vg.Point{X: left + panelWidth/2 + 12, Y: whole.Max.Y - headRoom + 4}, orderNames[o])
		whole.FillText(style, vg.Point{X: left + panelWidth/2 + 12, Y: footRoom - 16}, "not crawled, %")
	}
	s.annotate(whole, style)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}

func ticks(values ...float64) plot.ConstantTicks {
	var t plot.ConstantTicks
	for _, v := range values {
		t = append(t, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', -1, 64)})
	}
	return t
}

// annotate writes the title, and what each line is.
func (s *Subject) annotate(c draw.Canvas, style draw.TextStyle) {
	head := style
	head.Font = font.From(axes.Sans, 14)
	head.XAlign, head.YAlign = draw.XLeft, draw.YTop
	c.FillText(head, vg.Point{X: 12, Y: c.Max.Y - 6}, fmt.Sprintf("Ranking deviations of %s, measured and estimated: mean of %s, 95 %%", s.Name, digits.Plural(s.Sets, "set")))
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	at := vg.Point{X: 40, Y: 10}
	for k, name := range curveNames {
		c.StrokeLine2(curveStyle(k), at.X, at.Y, at.X+28, at.Y)
		c.FillText(style, vg.Point{X: at.X + 34, Y: at.Y}, name)
		at.X += 130
	}
}

func curveStyle(k int) draw.LineStyle {
	return draw.LineStyle{Color: curveInks[k], Width: 1.8, Dashes: curveDashes[k]}
}

// A means is a line of means, with a band. It is a plot.Plotter.
type means struct {
	k      int
	blocks []float64
	values []distance.Estimate
}

// curve returns what is drawn of an order: tau of a share, or HAK.
func (s *Subject) curve(o simulate.Order, k int) means {
	m := means{k: k}
	for _, b := range fidelityBlocks {
		c := s.cell(o, b)
		if c == nil {
			continue
		}
		e := c.HAK
		if k < len(c.Shares)-1 {
			e = c.Shares[k].TauB
		}
		m.blocks, m.values = append(m.blocks, 100*b), append(m.values, e)
	}
	return m
}

// Plot draws the band and the line.
func (m means) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	at := func(value func(distance.Estimate) float64) []vg.Point {
		points := make([]vg.Point, len(m.blocks))
		for i, b := range m.blocks {
			points[i] = vg.Point{X: toX(b), Y: toY(min(max(value(m.values[i]), p.Y.Min), p.Y.Max))}
		}
		return points
	}
	low := at(func(e distance.Estimate) float64 { return e.Low })
	slices.Reverse(low)
	band := curveInks[m.k]
	band.A = 0x38
	c.FillPolygon(band, append(at(func(e distance.Estimate) float64 { return e.High }), low...))
	line := at(func(e distance.Estimate) float64 { return e.Value })
	c.StrokeLines(curveStyle(m.k), line)
	for _, q := range line {
		c.DrawGlyph(draw.GlyphStyle{Color: curveInks[m.k], Radius: 1.8, Shape: draw.CircleGlyph{}}, q)
	}
}
