package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/fidelity"
	"weft/internal/plots"
)

// barsHeight is the height of the plot of γ, in units of its view box.
const barsHeight = 140

// A spot is this crawl in a plot, with the intervals of both coordinates; nil where there is none.
type spot struct {
	x, y   float64
	xs, ys *distance.Estimate
}

// trials is a plot of repeated crawls of the crawl, by the γ of their parts. It is a plots.Layer.
type trials struct {
	parts   []trialPoint // by γ
	here    spot
	recrawl *distance.Estimate // of the crawl itself; nil if there is none
}

type trialPoint struct {
	gamma, hak float64
	tau        distance.Estimate
}

// newTrials takes the parts that can be drawn; ok is false if there are none.
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

// sheet returns the plot.
func (t trials) sheet() *plots.Sheet {
	left, least := t.here.x, min(0, t.here.y)
	for _, p := range t.parts {
		left, least = min(left, p.gamma), min(least, p.hak, p.tau.Value)
	}
	if t.recrawl != nil && finite(t.recrawl.Low) {
		least = min(least, t.recrawl.Low)
	}
	legend := []sign{{dotMark, dataColour, "τ measured on parts"}, {lineMark, fitColour, "HAK of these parts"}, {diamondMark, markColour, "this crawl by HAK"}}
	if t.recrawl != nil {
		legend = append(legend, sign{ringMark, dataColour, "this crawl by Recrawl"})
	}
	return chart{"fidelity γ of the part", "Kendall's τ", plotWidth, plotHeight, legend}.sheet(func(p *plots.Plot) {
		plots.Between(&p.X, math.Floor(20*left-1e-9)/20, 1, mutedColour)
		plots.Between(&p.Y, math.Floor(5*least)/5, 1, mutedColour)
		p.Add(plots.Grid{Ink: ruleColour}, t)
	})
}

// describe returns a description of the plot.
func (t trials) describe() string {
	var b strings.Builder
	for _, p := range t.parts {
		fmt.Fprintf(&b, "At a fidelity of %s tau is %s and HAK %s. ", fixed(p.gamma, 3), fixed(p.tau.Value, 3), fixed(p.hak, 3))
	}
	return b.String() + fmt.Sprintf("This crawl has a fidelity of %s and a HAK of %s.", fixed(t.here.x, 3), fixed(t.here.y, 3))
}

// rows are the parts, and the crawl itself.
func (t trials) rows() (rows [][]any) {
	for _, p := range t.parts {
		rows = append(rows, []any{"part", p.gamma, p.hak, p.tau.Value, p.tau.Low, p.tau.High})
	}
	rows = append(rows, []any{"crawl", t.here.x, t.here.y, "", "", ""})
	if t.recrawl != nil {
		rows = append(rows, []any{"recrawl", t.here.x, "", t.recrawl.Value, t.recrawl.Low, t.recrawl.High})
	}
	return rows
}

// Draw implements plots.Layer.
func (t trials) Draw(g plots.Pen) {
	var haks, taus []plots.Point
	for _, c := range t.parts {
		haks = append(haks, g.At(c.gamma, c.hak))
		taus = append(taus, g.At(c.gamma, c.tau.Value))
	}
	g.Lines(plots.Line{Ink: fitColour, Width: 2}, haks)
	g.Lines(plots.Line{Ink: dataColour, Width: 1.2}, taus)
	for i, c := range t.parts {
		g.Whisker(dataColour, c.gamma, c.tau.Low, c.tau.High)
		g.Discs(dataColour, 2.6, taus[i])
	}
	t.here.drawOn(g)
	if t.recrawl != nil {
		if finite(t.recrawl.Low, t.recrawl.High) {
			g.Whisker(dataColour, t.here.x, t.recrawl.Low, t.recrawl.High)
		}
		g.Ring(plots.Line{Ink: dataColour, Width: 1.6}, g.At(t.here.x, t.recrawl.Value), 6.5)
	}
}

// parabola is a plot of HAK over x with this crawl on it. It is a plots.Layer.
type parabola struct{ here spot }

func (c parabola) sheet() *plots.Sheet {
	legend := []sign{{lineMark, fitColour, "HAK"}, {diamondMark, markColour, "this crawl"}}
	return chart{"share of pages out of place, x", "HAK", plotWidth, plotHeight, legend}.sheet(func(p *plots.Plot) {
		plots.Between(&p.X, 0, max(1, math.Ceil(10*c.here.x)/10), mutedColour)
		plots.Between(&p.Y, min(0, math.Floor(10*c.here.y+1e-9)/10), 1, mutedColour)
		p.Add(plots.Grid{Ink: ruleColour}, c)
	})
}

func (c parabola) describe() string {
	return fmt.Sprintf("HAK falls from 1 at x = 0 to 0 at x = 1/2, and rises again, where it means nothing. This crawl has x = %s and a HAK of %s.",
		fixed(c.here.x, 4), fixed(c.here.y, 4))
}

// Draw implements plots.Layer.
func (c parabola) Draw(g plots.Pen) {
	x, _ := g.Axes()
	half := g.At(0.5, 0).X
	g.Polygons(softColour, plots.Rect{Min: plots.Point{X: half, Y: g.Min.Y}, Max: g.Max}.Corners())
	g.Lines(plots.Line{Ink: fitColour, Width: 2}, hakCurve(g, 0, 0.5))
	g.Lines(plots.Line{Ink: mutedColour, Width: 1.2, Dashes: []float64{4, 4}}, hakCurve(g, 0.5, x.Max))
	at := plots.Point{X: (half + g.Max.X) / 2, Y: g.Max.Y - 16}
	g.Write(mutedColour, plots.Label{Text: "meaningless", At: at, Size: plots.FontSize, AlongAt: plots.Middle})
	c.here.drawOn(g)
}

// hakCurve returns points of the curve 1 − 4x(1 − x) that can be seen.
func hakCurve(g plots.Pen, from, to float64) []plots.Point {
	const steps = 40
	var points []plots.Point
	for i := range steps + 1 {
		x := from + (to-from)*float64(i)/steps
		if y := 1 - 4*x*(1-x); y <= 1 {
			points = append(points, g.At(x, y))
		}
	}
	return points
}

// gammaBars is a plot of how many pages have which γ. It is a plots.Layer.
type gammaBars []int

func (c gammaBars) total() (sum, most int) {
	for _, n := range c {
		sum, most = sum+n, max(most, n)
	}
	return sum, most
}

func (c gammaBars) sheet() *plots.Sheet {
	sum, most := c.total()
	return chart{"γ of a page; the last bar is exactly 1", "% of pages", plotWidth, barsHeight, nil}.sheet(func(p *plots.Plot) {
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

// rows count the pages of each bar by its least and its largest γ.
func (c gammaBars) rows() (rows [][]any) {
	for i, n := range c {
		low, high := float64(i)/float64(len(c)-1), float64(i+1)/float64(len(c)-1)
		rows = append(rows, []any{low, min(high, 1), int64(n)})
	}
	return rows
}

// Draw implements plots.Layer.
func (c gammaBars) Draw(g plots.Pen) {
	sum, _ := c.total()
	var bars [][]plots.Point
	for i, n := range c {
		if n == 0 {
			continue
		}
		left, right := g.At(float64(i)/float64(len(c)-1), 0), g.At(float64(i+1)/float64(len(c)-1), 100*float64(n)/float64(sum))
		bar := plots.Rect{Min: plots.Point{X: left.X + 0.8, Y: left.Y}, Max: plots.Point{X: right.X - 0.8, Y: max(right.Y, left.Y+0.8)}}
		bars = append(bars, bar.Corners())
	}
	g.Polygons(dataColour, bars...)
}
