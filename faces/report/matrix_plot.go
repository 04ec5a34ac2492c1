package report

import (
	"image/color"
	"strconv"

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
		Name: "matrix", Title: "Links between the most linked hosts", Columns: []string{"from", "to", "arcs"},
		Caption: "Arcs from the host of a row to the host of a column, darker for more arcs. Arcs inside a host are left out.",
	}
	n := float64(len(m.Hosts))
	s := plots.NewSheet(matrixNames+n*matrixCell, (n+0.7)*matrixCell, plots.Ink)
	for i, from := range m.Hosts {
		y := s.Max.Y - (float64(i)+1.7)*matrixCell // lower side of the row
		name := strconv.Itoa(i+1) + " " + inert.Text(hostName(from))
		for plots.Width(name, matrixText) > matrixNames-8 {
			r := []rune(name)
			name = string(r[:len(r)-2]) + "…"
		}
		s.Write(plots.Ink, plots.Label{Text: name, At: plots.Point{Y: y + matrixCell/2}, Size: matrixText, AcrossAt: plots.Middle})
		x := matrixNames + (float64(i)+0.5)*matrixCell
		s.Write(plots.Ink, plots.Label{Text: strconv.Itoa(i + 1), At: plots.Point{X: x, Y: s.Max.Y - matrixCell/3}, Size: matrixText, AlongAt: plots.Middle, AcrossAt: plots.Middle})
		for j, arcs := range m.Arcs[i] {
			if i == j {
				continue
			}
			f.Rows = append(f.Rows, []any{hostName(from), hostName(m.Hosts[j]), arcs})
			drawCell(s, plots.Point{X: matrixNames + float64(j)*matrixCell, Y: y}, arcs, largest)
		}
	}
	f.Sheet = s
	return f
}

// drawCell draws a cell of the matrix from its lower left corner.
func drawCell(s *plots.Sheet, at plots.Point, arcs, largest int64) {
	fill, ink := color.Color(rgb(0xf4f4f4)), color.Color(plots.Ink)
	if arcs > 0 {
		k := shade(arcs, largest)
		if fill = heat[k-1]; k > shades/2 {
			ink = plots.Paper
		}
	}
	box := plots.Rect{Min: plots.Point{X: at.X + 1, Y: at.Y + 1}, Max: plots.Point{X: at.X + matrixCell - 1, Y: at.Y + matrixCell - 1}}
	s.Polygons(fill, box.Corners())
	s.Write(ink, plots.Label{Text: short(arcs), At: box.Center(), Size: matrixText, AlongAt: plots.Middle, AcrossAt: plots.Middle})
}

// heat are the colours of the cells, as on the page.
var heat = [shades]color.NRGBA{rgb(0xe4ecf2), rgb(0xd6e3eb), rgb(0xc6d8e4), rgb(0xb4ccdb), rgb(0x417ca2), rgb(0x36749d), rgb(0x286b96), rgb(0x1d6390)}
