package report

import (
	"image/color"
	"math"

	"weft/answers/measure"
	"weft/internal/plots"
)

// Colours of the bow tie, which stand for classes of the style sheet.
var (
	coreInk   = color.NRGBA{R: 1, A: 255}
	wingInk   = color.NRGBA{R: 2, A: 255}
	threadInk = color.NRGBA{R: 3, A: 255}
)

// Sizes of the picture, in units of about a pixel.
const (
	tieWidth    = 640
	tieGap      = 54 // between two discs of the middle row: room for an arrow
	tieLine     = 15
	tieText     = 12.5
	tieDiameter = 200 // of the largest disc, at most
)

// A tieClass is a class of the bow tie as a disc.
type tieClass struct {
	name   string
	pages  int
	radius float64
	at     plots.Point
	ink    color.Color
}

// label is the text of a class.
func (t *tieClass) label(all int) [2]string {
	return [2]string{t.name, count(t.pages) + " · " + share(t.pages, all)}
}

// drawTie draws the classes as discs whose areas are their pages, with arrows between them. Empty classes are left out. The
// core is in the middle, IN to its left, OUT to its right, tendrils above, the rest below.
func drawTie(t measure.BowTie, all int) *plots.Sheet {
	in, core, out := &tieClass{name: "IN", pages: t.In, ink: wingInk}, &tieClass{name: "SCC", pages: t.SCC, ink: coreInk}, &tieClass{name: "OUT", pages: t.Out, ink: wingInk}
	above := []*tieClass{{name: "Tendrils of IN", pages: t.TendrilsIn, ink: wingInk}, {name: "Tendrils of OUT", pages: t.TendrilsOut, ink: wingInk}}
	below := []*tieClass{
		{name: "Disconnected", pages: t.Disconnected, ink: wingInk}, {name: "Tubes", pages: t.Tubes, ink: wingInk}, {name: "Other", pages: t.Other, ink: wingInk},
	}
	middle := []*tieClass{in, core, out}
	sizeTie(middle, above, below)
	s := plots.NewSheet(tieWidth, 0, plots.Ink)
	bottom := rowHeight(below)
	mid := bottom + rowHeight(middle)/2
	s.Max.Y = bottom + rowHeight(middle) + rowHeight(above)
	across(middle, mid)
	places(above, s.Max.Y-rowHeight(above)/2-2*tieLine, in, out)
	places(below, bottom/2, in, core, out)
	tendrilsIn, tendrilsOut, tubes := above[0], above[1], below[1]
	for _, a := range [][2]*tieClass{{in, core}, {core, out}, {in, tendrilsIn}, {tendrilsOut, out}, {in, tubes}, {tubes, out}} {
		arrow(s, a[0], a[1])
	}
	for i, list := range [][]*tieClass{middle, above, below} {
		for _, c := range list {
			c.draw(s, all, i == 1 || c == core && (core.meets(in, all) || core.meets(out, all)))
		}
	}
	return trimSides(s)
}

// meets reports whether the labels of two classes would meet if both were below their discs.
func (t *tieClass) meets(o *tieClass, all int) bool {
	if t.pages == 0 || o.pages == 0 || t.inside(all) || o.inside(all) {
		return false
	}
	return math.Abs(t.at.X-o.at.X) < t.half(all)+o.half(all)+tieText
}

// half is half of the width of the label.
func (t *tieClass) half(all int) float64 {
	lines := t.label(all)
	return slack * max(plots.Width(lines[0], tieText), plots.Width(lines[1], tieText)) / 2
}

// inside reports whether the label fits on the disc.
func (t *tieClass) inside(all int) bool { return math.Hypot(t.half(all), tieLine) < t.radius }

// trimSides cuts the empty parts at the left and at the right off.
func trimSides(s *plots.Sheet) *plots.Sheet {
	const margin = 6.0
	least, most := math.Inf(1), 0.0
	for i := range s.Shapes {
		x := &s.Shapes[i]
		for _, path := range append(x.Paths, x.Discs) {
			for _, p := range path {
				least, most = min(least, p.X-x.Radius), max(most, p.X+x.Radius)
			}
		}
		if t := x.Text; t != nil {
			wide := slack * plots.Width(t.Text, t.Size)
			least, most = min(least, t.At.X-wide*t.AlongAt), max(most, t.At.X+wide*(1-t.AlongAt))
		}
	}
	if most <= least {
		return s
	}
	left := math.Floor(least - margin)
	s.Max.X = math.Ceil(most + margin - left)
	for i := range s.Shapes {
		s.Shapes[i].Move(-left, 0)
	}
	return s
}

// sizeTie sets the radii: areas in proportion to the pages, as large as the width and the largest disc permit.
func sizeTie(rows ...[]*tieClass) {
	const least = 3
	wide, most := 0.0, 0.0 // with a radius of the square root of the pages
	for i, row := range rows {
		for _, c := range row {
			c.radius = math.Sqrt(float64(c.pages))
			if most = max(most, c.radius); i == 0 {
				wide += 2 * c.radius
			}
		}
	}
	scale := min((tieWidth-4*tieGap)/max(wide, 1), tieDiameter/2/max(most, 1))
	for _, row := range rows {
		for _, c := range row {
			if c.pages > 0 {
				c.radius = max(least, c.radius*scale)
			}
		}
	}
}

// rowHeight is the height of a row of discs with their labels; 0 if all are empty.
func rowHeight(row []*tieClass) (high float64) {
	for _, c := range row {
		if c.pages > 0 {
			high = max(high, 2*c.radius+2*tieLine+12)
		}
	}
	return high
}

// across places the middle row: its discs one after the other, in the middle of the sheet.
func across(row []*tieClass, y float64) {
	wide := 0.0
	for _, c := range row {
		wide += 2*c.radius + tieGap
	}
	x := (tieWidth - wide + tieGap) / 2
	for _, c := range row {
		c.at = plots.Point{X: x + c.radius, Y: y + tieLine}
		x += 2*c.radius + tieGap
	}
}

// places puts discs above or below others, spread so that labels do not meet.
func places(row []*tieClass, y float64, under ...*tieClass) {
	const apart = tieWidth / 3
	for i, c := range row {
		x := under[i].at.X
		if len(row) == len(under) && len(row) == 3 {
			x = tieWidth/2 + float64(i-1)*apart
		} else {
			x = min(max(x, apart/2), tieWidth-apart/2)
		}
		c.at = plots.Point{X: x, Y: y + tieLine}
	}
}

// draw draws the disc with its label: on the disc where it fits, else below, or above if other discs follow below.
func (t *tieClass) draw(s *plots.Sheet, all int, above bool) {
	if t.pages == 0 {
		return
	}
	s.Discs(t.ink, t.radius, t.at)
	lines := t.label(all)
	top := t.at.Y - t.radius - 4
	switch {
	case t.inside(all):
		top = t.at.Y + tieLine
	case above:
		top = t.at.Y + t.radius + 4 + 2*tieLine
	}
	for i, line := range lines {
		s.Write(plots.Ink, plots.Label{Text: line, At: plots.Point{X: t.at.X, Y: top - tieLine*(float64(i)+0.5)}, Size: tieText, AlongAt: plots.Middle, AcrossAt: plots.Middle})
	}
}

// arrow draws an arrow from the edge of a disc to the edge of another, if both are drawn and there is room.
func arrow(s *plots.Sheet, a, b *tieClass) {
	const gap, length, half = 5, 9, 4.5
	dx, dy := b.at.X-a.at.X, b.at.Y-a.at.Y
	d := math.Hypot(dx, dy)
	if a.pages == 0 || b.pages == 0 || d < a.radius+b.radius+2*gap+length {
		return
	}
	dx, dy = dx/d, dy/d
	from := plots.Point{X: a.at.X + dx*(a.radius+gap), Y: a.at.Y + dy*(a.radius+gap)}
	tip := plots.Point{X: b.at.X - dx*(b.radius+gap), Y: b.at.Y - dy*(b.radius+gap)}
	foot := plots.Point{X: tip.X - dx*length, Y: tip.Y - dy*length}
	s.Lines(plots.Line{Ink: threadInk, Width: 2}, []plots.Point{from, foot})
	s.Lines(plots.Line{Ink: threadInk, Width: 2}, []plots.Point{
		{X: foot.X - dy*half, Y: foot.Y + dx*half}, tip, {X: foot.X + dy*half, Y: foot.Y - dx*half},
	})
}
