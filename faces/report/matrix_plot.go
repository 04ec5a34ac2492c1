package report

import (
	"image/color"

	"weft/answers/measure"
	"weft/internal/inert"
	"weft/internal/plots"
)

// Sizes of the matrix as a picture.
const (
	matrixCell  = 34.0
	matrixNames = 190.0
	matrixText  = 10.0
)

// matrixFigure is the matrix as a picture in its own colours, and as a table of pairs.
func matrixFigure(m measure.HostMatrix, largest int64) Figure {
	f := Figure{
		Name: "matrix", Title: "Links of the largest crawled hosts", Columns: []string{"from", "to", "arcs"},
		Caption: "Arcs from the host of a row to the host of a column, darker for more arcs. Arcs inside a host are left out.",
	}
	s := plots.NewSheet(matrixNames+float64(len(m.Columns))*matrixCell, matrixNames*0.8+float64(len(m.Rows))*matrixCell, plots.Ink)
	cells := make([][][]plots.Point, shades+1) // by shade, 0 for no arc
	write := func(at plots.Point, along float64, ink color.Color, text string) {
		s.Write(ink, plots.Label{Text: text, At: at, Size: matrixText, AlongAt: along, AcrossAt: plots.Middle})
	}
	below := s.Max.Y - matrixNames*0.8 // lower side of the names of columns
	for j, to := range m.Columns {
		at := plots.Point{X: matrixNames + (float64(j)+0.5)*matrixCell, Y: below + 4}
		s.Write(plots.Ink, plots.Label{Text: shortened(inert.Text(hostName(to)), matrixNames*0.8-8), At: at, Size: matrixText, AcrossAt: plots.Middle, Upwards: true})
	}
	for i, from := range m.Rows {
		y := below - float64(i+1)*matrixCell // lower side of the row
		write(plots.Point{Y: y + matrixCell/2}, plots.Start, plots.Ink, shortened(inert.Text(hostName(from.Host)), matrixNames-8))
		for j, arcs := range m.Arcs[i] {
			if from.Host == m.Columns[j] {
				continue
			}
			f.Rows = append(f.Rows, []any{hostName(from.Host), hostName(m.Columns[j]), arcs})
			x, k, ink := matrixNames+float64(j)*matrixCell, 0, color.Color(plots.Ink)
			if arcs > 0 {
				if k = shade(arcs, largest); k > shades/2 {
					ink = plots.Paper
				}
			}
			box := plots.Rect{Min: plots.Point{X: x + 1, Y: y + 1}, Max: plots.Point{X: x + matrixCell - 1, Y: y + matrixCell - 1}}
			cells[k] = append(cells[k], box.Corners())
			write(box.Center(), plots.Middle, ink, short(arcs))
		}
	}
	texts := s.Shapes
	s.Shapes = nil
	for k, boxes := range cells {
		s.Polygons(heat[k], boxes...)
	}
	s.Shapes = append(s.Shapes, texts...)
	f.Sheet = s
	return f
}

// shortened cuts a text to a width, with an ellipsis.
func shortened(text string, width float64) string {
	for r := []rune(text); plots.Width(text, matrixText) > width; {
		r = r[:len(r)-1]
		text = string(r) + "…"
	}
	return text
}

// heat are the colours of the cells by shade, as on the page; the first is for no arc.
var heat = [shades + 1]color.NRGBA{rgb(0xf4f4f4), rgb(0xe4ecf2), rgb(0xd6e3eb), rgb(0xc6d8e4), rgb(0xb4ccdb), rgb(0x417ca2), rgb(0x36749d), rgb(0x286b96), rgb(0x1d6390)}
