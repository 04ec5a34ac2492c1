package report

import (
	"image/color"
	"math"
	"reflect"
	"slices"

	"weft/internal/plots"
)

// colours are the colours of the style sheet's light scheme. Pictures that stand alone have them in place of the inks of
// the page.
var colours = map[color.Color]color.Color{
	mutedColour: rgb(0x5b656c), ruleColour: plots.Rule, dataColour: rgb(0x1d6390), fitColour: rgb(0xbd4b14),
	markColour: rgb(0x7a5f10), softColour: rgb(0xf1eee7), coreInk: rgb(0xb4d1e4), wingInk: rgb(0xd6e5ef), threadInk: rgb(0x8aa9bd),
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255} //nolint:gosec // bytes of a constant
}

// paper returns the figure with its picture in its own colours on white paper.
func (f Figure) paper() Figure {
	if f.Sheet == nil {
		return f
	}
	s := plots.NewPaper(f.Sheet.Max.X, f.Sheet.Max.Y)
	for _, shape := range slices.Clone(f.Sheet.Shapes) {
		if c := colours[shape.Ink]; c != nil {
			shape.Ink, shape.Line.Ink = c, c
		}
		s.Shapes = append(s.Shapes, shape)
	}
	f.Sheet = s
	return f
}

// compact makes a picture smaller. It rounds coordinates to a tenth of a pixel, simplifies lines, and joins neighbouring
// lines of one style.
func compact(s *plots.Sheet) {
	if s == nil {
		return
	}
	kept := s.Shapes[:0]
	for _, shape := range s.Shapes {
		roundAll(shape.Discs)
		for k, path := range shape.Paths {
			if !shape.Filled {
				path = simplified(path)
				shape.Paths[k] = path
			}
			roundAll(path)
		}
		if shape.Radius = math.Round(10*shape.Radius) / 10; shape.Text != nil {
			shape.Text.At = rounded(shape.Text.At)
		}
		if n := len(kept); n > 0 && areLines(&shape) && areLines(&kept[n-1]) && reflect.DeepEqual(kept[n-1].Line, shape.Line) {
			kept[n-1].Paths = append(kept[n-1].Paths, shape.Paths...)
			continue
		}
		kept = append(kept, shape)
	}
	s.Shapes = kept
}

func areLines(s *plots.Shape) bool {
	return !s.Filled && len(s.Paths) > 0 && len(s.Discs) == 0 && s.Text == nil
}

func rounded(p plots.Point) plots.Point {
	return plots.Point{X: math.Round(10*p.X) / 10, Y: math.Round(10*p.Y) / 10}
}

func roundAll(points []plots.Point) {
	for i, p := range points {
		points[i] = rounded(p)
	}
}

// slightly is a distance that cannot be seen, in pixels.
const slightly = 0.4

// simplified leaves out points of a line that lie slightly off the rest. Source: D. Douglas and T. Peucker, "Algorithms
// for the reduction of the number of points required to represent a digitized line", 1973.
func simplified(path []plots.Point) []plots.Point {
	if len(path) < 3 {
		return path
	}
	first, last := path[0], path[len(path)-1]
	dx, dy := last.X-first.X, last.Y-first.Y
	length := math.Hypot(dx, dy)
	far, at := 0.0, 0
	for i, p := range path {
		off := math.Hypot(p.X-first.X, p.Y-first.Y)
		if length > 0 {
			off = math.Abs(dy*(p.X-first.X)-dx*(p.Y-first.Y)) / length
		}
		if off > far {
			far, at = off, i
		}
	}
	if far <= slightly {
		return []plots.Point{first, last}
	}
	before := simplified(path[:at+1])
	return append(slices.Clip(before), simplified(path[at:])[1:]...)
}
