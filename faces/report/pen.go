package report

import (
	"html/template"
	"image/color"
	"strings"

	"weft/answers/atlas"
	"weft/answers/contents"
	"weft/internal/plots"
)

// A chart holds the labels of a plot.
type chart struct {
	x, y          string // names of the axes
	width, height float64
	legend        []sign
}

// A sign explains a mark of a plot in its legend, which lies below the plot.
type sign struct {
	mark mark
	ink  color.Color
	text string
}

// A mark is the form of a sign.
type mark int

const (
	dotMark mark = iota
	lineMark
	dashMark
	diamondMark
	ringMark
)

// legendLine is the height of a line of a legend.
const legendLine = 16

// sheet returns a plot; fill sets up its axes and adds what is to be seen.
func (c chart) sheet(fill func(*plots.Plot)) *plots.Sheet {
	lines := c.legendLines()
	below := legendLine * float64(len(lines))
	s := plots.NewSheet(c.width, c.height+below, mutedColour)
	s.Draw(margin, 2, margin+below, 2, fill)
	s.Caption(s.Center().X+margin, s.Min.Y+3+below, c.x)
	s.CaptionUpwards(s.Min.X+3, s.Center().Y+margin, c.y)
	for i, line := range lines {
		x, y := 2*margin+0.0, below-legendLine*(float64(i)+0.5)
		for _, e := range line {
			e.draw(s, plots.Point{X: x, Y: y})
			x += e.width()
		}
	}
	return s
}

// legendLines divides the legend into lines that fit.
func (c chart) legendLines() (lines [][]sign) {
	left := 0.0
	for _, e := range c.legend {
		if len(lines) == 0 || left < e.width() {
			lines, left = append(lines, nil), c.width-2*margin
		}
		last := len(lines) - 1
		lines[last], left = append(lines[last], e), left-e.width()
	}
	return lines
}

// signWidth is the width of a mark in a legend.
const signWidth = 18

func (e *sign) width() float64 { return signWidth + 18 + slack*plots.Width(e.text, plots.FontSize) }

// draw draws the mark from a point, and its meaning.
func (e *sign) draw(s *plots.Sheet, at plots.Point) {
	middle := plots.Point{X: at.X + signWidth/2, Y: at.Y}
	switch e.mark {
	case dotMark:
		s.Discs(e.ink, 2.6, middle)
	case lineMark:
		s.Lines(plots.Line{Ink: e.ink, Width: 2}, []plots.Point{at, {X: at.X + signWidth, Y: at.Y}})
	case dashMark:
		s.Lines(plots.Line{Ink: e.ink, Width: 1, Dashes: []float64{3, 3}}, []plots.Point{at, {X: at.X + signWidth, Y: at.Y}})
	case diamondMark:
		s.Polygons(e.ink, diamond(middle))
	case ringMark:
		s.Ring(plots.Line{Ink: e.ink, Width: 1.6}, middle, 5)
	}
	s.Note(plots.Point{X: at.X + signWidth + 5, Y: at.Y}, e.text)
}

// inline returns a picture as SVG for use within HTML.
func inline(s *plots.Sheet, id, title, description string) template.HTML {
	return template.HTML(s.Inline(id, title, description, inked)) //nolint:gosec // Inline escapes all text
}

// inks name the colours that pictures are drawn in. They stand for classes of the style sheet, where each has a light and a
// dark value, and never reach the page themselves.
var inks = map[color.Color]string{
	mutedColour: "muted", ruleColour: "rule", dataColour: "data", fitColour: "fit", markColour: "mark", softColour: "soft",
	plots.Ink: "ink", plots.Paper: "paper", plots.Blue: "data",
	plots.Shades[0]: "m0", plots.Shades[1]: "m1", plots.Shades[2]: "m2", plots.Shades[3]: "m3",
	atlas.LinkInk: "muted", atlas.RingInk: "fit", atlas.UnknownInk: "unknown", contents.None: "soft",
	coreInk: "core", wingInk: "wing", threadInk: "thread",
}

// inked is the plots.Paint of the style sheet's classes.
func inked(ink color.Color, filled bool) string {
	return ` class="` + map[bool]string{true: "f-", false: "s-"}[filled] + inks[ink] + `"`
}

// subscripts lowers the index of the one variable that plots of laws name.
var subscripts = strings.NewReplacer("x_min", `x<tspan dy="2.5" font-size="8">min</tspan><tspan dy="-2.5">&#8203;</tspan>`)

// drawOn draws this crawl as a diamond with its intervals.
func (s spot) drawOn(g plots.Pen) {
	if s.ys != nil {
		g.Whisker(markColour, s.x, s.ys.Low, s.ys.High)
	}
	if s.xs != nil {
		g.Lines(plots.Line{Ink: markColour, Width: 1}, []plots.Point{g.At(s.xs.Low, s.y), g.At(s.xs.High, s.y)})
	}
	g.Polygons(markColour, diamond(g.At(s.x, s.y)))
}

// diamond returns the corners of a diamond around a point.
func diamond(at plots.Point) []plots.Point {
	const size = 5
	return []plots.Point{{X: at.X - size, Y: at.Y}, {X: at.X, Y: at.Y + size}, {X: at.X + size, Y: at.Y}, {X: at.X, Y: at.Y - size}}
}
