package report

import (
	"image/color"
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
