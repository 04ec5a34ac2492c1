package report

import (
	"fmt"
	"image/color"
	"strings"

	"weft/answers/inequality"
	"weft/internal/plots"
)

// LorenzFigure draws the Lorenz curves of a result; nil if there are none.
func LorenzFigure(r *inequality.Inequality) *Figure {
	if len(r.Spreads) == 0 {
		return nil
	}
	f := &Figure{
		Name: "lorenz", Title: "Lorenz curves", Columns: []string{"quantity", "share_of_units", "share_of_total"},
		Caption: "The share of the total that a share of the pages or hosts has, from the smallest value on. On the diagonal all have the same.",
	}
	c := lorenzCurves{}
	signs := make([]sign, 0, len(r.Spreads))
	for i := range r.Spreads {
		s := &r.Spreads[i]
		signs = append(signs, sign{lineMark, lorenzInks[i%len(lorenzInks)], s.Title})
		f.Description += fmt.Sprintf("%s: coefficient of Gini %s. ", upper(s.Title), fixed(s.Gini, 3))
		line := make([][2]float64, 0, len(s.Curve))
		for _, p := range s.Curve {
			line = append(line, [2]float64{p.Units, p.Part})
			f.Rows = append(f.Rows, []any{s.Key, p.Units, p.Part})
		}
		c = append(c, line)
	}
	f.Description = strings.TrimSpace(f.Description)
	f.Sheet = chart{"share of the pages or hosts", "share of the total", plotWidth, lorenzHeight, signs}.sheet(func(p *plots.Plot) {
		plots.Between(&p.X, 0, 1, mutedColour)
		plots.Between(&p.Y, 0, 1, mutedColour)
		p.Add(plots.Grid{Ink: ruleColour}, c)
	})
	return f
}

const lorenzHeight = 150

// lorenzInks are the colours of the curves. They differ in lightness.
var lorenzInks = []color.Color{dataColour, fitColour, markColour, plots.Ink}

// lorenzCurves are points of curves. It is a plots.Layer.
type lorenzCurves [][][2]float64

// Draw implements plots.Layer.
func (c lorenzCurves) Draw(g plots.Pen) {
	g.Lines(plots.Line{Ink: mutedColour, Width: 1, Dashes: []float64{2, 3}}, []plots.Point{g.At(0, 0), g.At(1, 1)})
	for i, line := range c {
		points := make([]plots.Point, 0, len(line))
		for _, p := range line {
			points = append(points, g.At(p[0], p[1]))
		}
		g.Lines(plots.Line{Ink: lorenzInks[i%len(lorenzInks)], Width: 1.8}, points)
	}
}
