package plots

import (
	"image/color"
	"math"
)

// A Tick is a value on an axis; with a label or without.
type Tick struct {
	Value float64
	Label string
}

// Ticks chooses the ticks of an axis between two values.
type Ticks func(least, largest float64) []Tick

// At are ticks at given places.
func At(ticks ...Tick) Ticks { return func(_, _ float64) []Tick { return ticks } }

// An Axis goes from Min to Max; both are positive on a logarithmic one.
type Axis struct {
	Min, Max float64
	Log      bool
	Ticks    Ticks
	Ink      color.Color // of line and labels
	Bare     bool        // without a line and marks: labels alone
}

// part returns the place of a value: 0 at the beginning of the axis, 1 at its end. Values beyond the axis get the
// nearer end.
func (a *Axis) part(v float64) float64 {
	v = min(max(v, a.Min), a.Max)
	if a.Log {
		return math.Log(v/a.Min) / math.Log(a.Max/a.Min)
	}
	return (v - a.Min) / (a.Max - a.Min)
}

// ticks returns the ticks within the axis.
func (a *Axis) ticks() (all []Tick) {
	for _, t := range a.Ticks(a.Min, a.Max) {
		if slack := 1e-9 * (a.Max - a.Min); t.Value >= a.Min-slack && t.Value <= a.Max+slack {
			all = append(all, t)
		}
	}
	return all
}

// A Layer is something that can be seen in a plot.
type Layer interface{ Draw(Pen) }

// A Plot is two axes, and layers in the order in which they are drawn.
type Plot struct {
	X, Y   Axis
	layers []Layer
}

// Add puts layers above those there are.
func (p *Plot) Add(layers ...Layer) { p.layers = append(p.layers, layers...) }

// Sizes of the parts of an axis.
const (
	tickLength = 4
	labelGap   = 2.5
	axisWidth  = 0.8
)

// draw draws the plot in a part of a canvas: axes below and to the left, layers between them.
func (p *Plot) draw(c *Canvas, within Rect) {
	g := Pen{Canvas: c, plot: p, Rect: p.inner(within)}
	for _, l := range p.layers {
		l.Draw(g)
	}
	p.drawX(g)
	p.drawY(g)
}

// inner is the part that is left when labels have their room.
func (p *Plot) inner(r Rect) Rect {
	const line = FontSize * rise
	wide := 0.0
	for _, t := range p.Y.ticks() {
		wide = max(wide, Width(t.Label, FontSize))
	}
	r.Min.X += wide + tickLength + labelGap
	r.Min.Y += line + tickLength + labelGap
	r.Max.Y -= line / 2
	for _, t := range p.X.ticks() { // the last label ends within the part
		half, left := Width(t.Label, FontSize)/2, 1-p.X.part(t.Value)
		if width := r.Max.X - r.Min.X; left < 0.5 && half > left*width {
			r.Max.X -= (half - left*width) / (1 - left)
		}
	}
	return r
}

func (p *Plot) drawX(g Pen) {
	style := Line{Ink: p.X.Ink, Width: axisWidth}
	marks := [][]Point{{g.Min, {g.Max.X, g.Min.Y}}}
	for _, t := range p.X.ticks() {
		at := Point{g.Min.X + p.X.part(t.Value)*(g.Max.X-g.Min.X), g.Min.Y}
		marks = append(marks, []Point{at, {at.X, at.Y - tickLength}})
		g.Write(p.X.Ink, Label{
			Text: t.Label, At: Point{at.X, at.Y - tickLength - labelGap}, Size: FontSize, AlongAt: Middle, AcrossAt: End,
		})
	}
	if !p.X.Bare {
		g.Lines(style, marks...)
	}
}

func (p *Plot) drawY(g Pen) {
	style := Line{Ink: p.Y.Ink, Width: axisWidth}
	marks := [][]Point{{g.Min, {g.Min.X, g.Max.Y}}}
	for _, t := range p.Y.ticks() {
		at := Point{g.Min.X, g.Min.Y + p.Y.part(t.Value)*(g.Max.Y-g.Min.Y)}
		marks = append(marks, []Point{at, {at.X - tickLength, at.Y}})
		g.Write(p.Y.Ink, Label{
			Text: t.Label, At: Point{at.X - tickLength - labelGap, at.Y}, Size: FontSize, AlongAt: End, AcrossAt: Middle,
		})
	}
	if !p.Y.Bare {
		g.Lines(style, marks...)
	}
}

// Grid is thin lines at the ticks of both axes, of one colour.
type Grid struct{ Ink color.Color }

// Draw implements Layer.
func (l Grid) Draw(g Pen) {
	p := g.plot
	var lines [][]Point
	for _, t := range p.X.ticks() {
		at := g.At(t.Value, p.Y.Min)
		lines = append(lines, []Point{at, {at.X, g.Max.Y}})
	}
	for _, t := range p.Y.ticks() {
		at := g.At(p.X.Min, t.Value)
		lines = append(lines, []Point{at, {g.Max.X, at.Y}})
	}
	g.Lines(Line{Ink: l.Ink, Width: 0.7}, lines...)
}
