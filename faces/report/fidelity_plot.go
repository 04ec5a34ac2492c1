package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"weft/algo/distance"
	"weft/answers/fidelity"
	"weft/internal/plots"
)

// barsHeight is the height of the plot of γ, in units of its view box.
const barsHeight = 150

// A spot is this crawl in a plot, with the intervals of both coordinates; nil where there is none.
type spot struct {
	x, y   float64
	xs, ys *distance.Estimate
}

// trials is a plot of what came of crawling the crawl, by the γ of its parts. It is a plot.Plotter.
type trials struct {
	parts   []trialPoint // by γ
	here    spot
	recrawl *distance.Estimate // of the crawl itself; nil if there is none
}

type trialPoint struct {
	gamma, hak float64
	tau        distance.Estimate
}

// newTrials takes what can be drawn; ok is false if that is no part at all.
func newTrials(k *fidelity.Calibration, here spot) (t trials, ok bool) {
	t.here = here
	for _, c := range k.Cells {
		if len(c.Shares) == 0 || c.Shares[0].Sets == 0 || !finite(c.Gamma.Value, c.HAK.Value, c.Shares[0].TauB.Value) {
			continue
		}
		t.parts = append(t.parts, trialPoint{c.Gamma.Value, c.HAK.Value, c.Shares[0].TauB})
	}
	slices.SortStableFunc(t.parts, func(a, b trialPoint) int { return cmp.Compare(a.gamma, b.gamma) })
	t.recrawl = recrawlOf(k)
	return t, len(t.parts) > 0
}

// recrawlOf returns the other estimate of tau, of the best pages, with NaN where there is no interval; nil if there is none.
func recrawlOf(k *fidelity.Calibration) *distance.Estimate {
	if k == nil || k.Recrawl == nil || len(k.Recrawl.Tau) == 0 || k.Recrawl.Tau[0].Draws == 0 || !finite(k.Recrawl.Tau[0].Value) {
		return nil
	}
	e := k.Recrawl.Tau[0].Estimate
	if k.Recrawl.Tau[0].Crawls == 0 {
		e.Low, e.High = math.NaN(), math.NaN()
	}
	return &e
}

func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

// draw returns the plot as SVG for use within HTML.
func (t trials) draw() (template.HTML, error) {
	left, least := t.here.x, min(0, t.here.y)
	for _, p := range t.parts {
		left, least = min(left, p.gamma), min(least, p.hak, p.tau.Value)
	}
	if t.recrawl != nil && finite(t.recrawl.Low) {
		least = min(least, t.recrawl.Low)
	}
	return drawPlot(chart{
		id: "plot-trust", title: "Kendall's tau as measured and as HAK estimates it", description: t.describe(),
		x: "fidelity γ of the part", y: "Kendall's τ", height: plotHeight,
	}, func(p *plot.Plot) {
		plots.Between(&p.X, math.Floor(20*left-1e-9)/20, 1, mutedColour)
		plots.Between(&p.Y, math.Floor(5*least)/5, 1, mutedColour)
		p.Add(plots.Grid(ruleColour), t)
	})
}

// describe says in words what the plot shows.
func (t trials) describe() string {
	var b strings.Builder
	for _, p := range t.parts {
		fmt.Fprintf(&b, "At a fidelity of %s tau is %s and HAK %s. ", fixed(p.gamma, 3), fixed(p.tau.Value, 3), fixed(p.hak, 3))
	}
	return b.String() + fmt.Sprintf("This crawl has a fidelity of %s and a HAK of %s.", fixed(t.here.x, 3), fixed(t.here.y, 3))
}

// Plot is that of [plot.Plotter].
func (t trials) Plot(canvas draw.Canvas, p *plot.Plot) {
	g := plots.NewPen(canvas, p)
	var haks, taus []vg.Point
	for _, c := range t.parts {
		haks = append(haks, g.At(c.gamma, c.hak))
		taus = append(taus, g.At(c.gamma, c.tau.Value))
	}
	g.Line(draw.LineStyle{Color: fitColour, Width: 2}, haks)
	g.Line(draw.LineStyle{Color: dataColour, Width: 1.2}, taus)
	for i, c := range t.parts {
		g.Whisker(dataColour, c.gamma, c.tau.Low, c.tau.High)
		g.Disc(dataColour, taus[i], 2.6)
	}
	t.here.drawOn(g)
	if t.recrawl != nil {
		if finite(t.recrawl.Low, t.recrawl.High) {
			g.Whisker(dataColour, t.here.x, t.recrawl.Low, t.recrawl.High)
		}
		g.Ring(dataColour, g.At(t.here.x, t.recrawl.Value), 6.5)
	}
}

// parabola is a plot of HAK over x with this crawl on it. It is a plot.Plotter.
type parabola struct{ here spot }

func (c parabola) draw() (template.HTML, error) {
	return drawPlot(chart{
		id: "plot-trust", title: "HAK by the share of pages out of place", description: c.describe(),
		x: "share of pages out of place, x", y: "HAK", height: plotHeight,
	}, func(p *plot.Plot) {
		plots.Between(&p.X, 0, max(1, math.Ceil(10*c.here.x)/10), mutedColour)
		plots.Between(&p.Y, min(0, math.Floor(10*c.here.y+1e-9)/10), 1, mutedColour)
		p.Add(plots.Grid(ruleColour), c)
	})
}

func (c parabola) describe() string {
	return fmt.Sprintf("HAK falls from 1 at x = 0 to 0 at x = 1/2, and rises again, where it is not to be trusted. This crawl has x = %s and a HAK of %s.",
		fixed(c.here.x, 4), fixed(c.here.y, 4))
}

// Plot is that of [plot.Plotter].
func (c parabola) Plot(canvas draw.Canvas, p *plot.Plot) {
	g := plots.NewPen(canvas, p)
	half := g.At(0.5, 0).X
	canvas.SetColor(softColour)
	canvas.Fill(vg.Rectangle{Min: vg.Point{X: half, Y: canvas.Min.Y}, Max: canvas.Max}.Path())
	g.Line(draw.LineStyle{Color: fitColour, Width: 2}, hakCurve(g, 0, 0.5))
	g.Line(draw.LineStyle{Color: mutedColour, Width: 1.2, Dashes: []vg.Length{4, 4}}, hakCurve(g, 0.5, p.X.Max))
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	canvas.FillText(style, vg.Point{X: (half + canvas.Max.X) / 2, Y: canvas.Max.Y - 16}, "not to be trusted")
	c.here.drawOn(g)
}

// hakCurve returns points of the curve 1 − 4x(1 − x) that can be seen.
func hakCurve(g plots.Pen, from, to float64) []vg.Point {
	const steps = 40
	var points []vg.Point
	for i := range steps + 1 {
		x := from + (to-from)*float64(i)/steps
		if y := 1 - 4*x*(1-x); y <= 1 {
			points = append(points, g.At(x, y))
		}
	}
	return points
}

// gammaBars is a plot of how many pages have which γ. It is a plot.Plotter.
type gammaBars []int

func (c gammaBars) total() (sum, most int) {
	for _, n := range c {
		sum, most = sum+n, max(most, n)
	}
	return sum, most
}

func (c gammaBars) draw() (template.HTML, error) {
	sum, most := c.total()
	return drawPlot(chart{
		id: "plot-gamma", title: "Pages by their fidelity γ", description: c.describe(),
		x: "γ of a page; the last bar is 1 itself", y: "% of pages", height: barsHeight,
	}, func(p *plot.Plot) {
		plots.Between(&p.X, 0, float64(len(c))/float64(len(c)-1), mutedColour)
		plots.Between(&p.Y, 0, 105*float64(most)/float64(max(1, sum)), mutedColour)
		p.Add(c)
	})
}

func (c gammaBars) describe() string {
	sum, _ := c.total()
	low := 0
	for _, n := range c[:len(c)/2] {
		low += n
	}
	return fmt.Sprintf("%s of the pages have γ = 1: all of their links lead to crawled pages. %s have less than 1/2.", share(c[len(c)-1], sum), share(low, sum))
}

// Plot is that of [plot.Plotter].
func (c gammaBars) Plot(canvas draw.Canvas, p *plot.Plot) {
	g := plots.NewPen(canvas, p)
	sum, _ := c.total()
	var bars vg.Path
	for i, n := range c {
		if n == 0 {
			continue
		}
		left, right := g.At(float64(i)/float64(len(c)-1), 0), g.At(float64(i+1)/float64(len(c)-1), 100*float64(n)/float64(sum))
		bars = append(bars, vg.Rectangle{Min: vg.Point{X: left.X + 0.8, Y: left.Y}, Max: vg.Point{X: right.X - 0.8, Y: max(right.Y, left.Y+0.8)}}.Path()...)
	}
	canvas.SetColor(dataColour)
	canvas.Fill(bars)
}
