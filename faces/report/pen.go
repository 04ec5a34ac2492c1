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
	id, title, description string
	x, y                   string // names of the axes
	height                 float64
}

// drawPlot returns a plot as SVG for use within HTML; fill sets up its axes and adds what is to be seen.
func drawPlot(c chart, fill func(*plots.Plot)) template.HTML {
	s := plots.NewSheet(plotWidth, c.height, mutedColour)
	s.Draw(margin, 2, margin, 2, fill)
	s.Caption(s.Center().X+margin, s.Min.Y+3, c.x)
	s.CaptionUpwards(s.Min.X+3, s.Center().Y+margin, c.y)
	return template.HTML(subscripts.Replace(string(inline(s, c.id, c.title, c.description)))) //nolint:gosec // as in inline
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

// subscripts lowers the index of the one variable that plots name.
var subscripts = strings.NewReplacer("x_min", `x<tspan dy="2.5" font-size="8">min</tspan><tspan dy="-2.5">&#8203;</tspan>`)

// drawOn draws this crawl as a diamond with its intervals.
func (s spot) drawOn(g plots.Pen) {
	if s.ys != nil {
		g.Whisker(markColour, s.x, s.ys.Low, s.ys.High)
	}
	if s.xs != nil {
		g.Lines(plots.Line{Ink: markColour, Width: 1}, []plots.Point{g.At(s.xs.Low, s.y), g.At(s.xs.High, s.y)})
	}
	const size = 5
	at := g.At(s.x, s.y)
	g.Polygons(markColour, []plots.Point{{X: at.X - size, Y: at.Y}, {X: at.X, Y: at.Y + size}, {X: at.X + size, Y: at.Y}, {X: at.X, Y: at.Y - size}})
}
