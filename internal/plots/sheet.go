package plots

import (
	"fmt"
	"image/color"
)

// The colours of pictures that stand alone. The colours of lines are distinguishable with colour blindness (Okabe
// and Ito).
var (
	Paper     = color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 255}
	Ink       = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 255}
	Rule      = color.NRGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 255}
	Blue      = color.NRGBA{G: 0x72, B: 0xb2, A: 255}
	Vermilion = color.NRGBA{R: 0xd5, G: 0x5e, A: 255}
	Green     = color.NRGBA{G: 0x9e, B: 0x73, A: 255}
	Pink      = color.NRGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 255}
	Orange    = color.NRGBA{R: 0xe6, G: 0x9f, A: 255}
	Sky       = color.NRGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 255}
)

// Shades are colours of shares from nothing to all, each for an equal part. They differ in lightness, so that they remain
// distinguishable in grey and with colour blindness.
var Shades = []color.Color{
	color.NRGBA{R: 0xd6, G: 0xe6, B: 0xf2, A: 255},
	color.NRGBA{R: 0x8f, G: 0xc1, B: 0xde, A: 255},
	color.NRGBA{R: 0x3f, G: 0x8f, B: 0xc2, A: 255},
	color.NRGBA{R: 0x0b, G: 0x4f, B: 0x86, A: 255},
}

// A Sheet holds plots, and the texts around them.
type Sheet struct {
	Canvas
	Rect             // all of it; Min is its lower left corner, 0 0
	Ink  color.Color // of texts
}

// NewSheet returns a sheet without a background.
func NewSheet(width, height float64, ink color.Color) *Sheet {
	return &Sheet{Rect: Rect{Max: Point{width, height}}, Ink: ink}
}

// NewPaper returns a white sheet.
func NewPaper(width, height float64) *Sheet {
	s := NewSheet(width, height, Ink)
	s.Polygons(Paper, s.Corners())
	return s
}

// Draw draws a plot at the given distances from the edges of the sheet. fill sets its axes and draws its content.
func (s *Sheet) Draw(left, right, bottom, top float64, fill func(*Plot)) {
	p := &Plot{}
	fill(p)
	p.draw(&s.Canvas, Rect{Point{s.Min.X + left, s.Min.Y + bottom}, Point{s.Max.X - right, s.Max.Y - top}})
}

// Title writes the title of the sheet with its upper left corner at x and y.
func (s *Sheet) Title(x, y float64, text string) {
	s.Write(s.Ink, Label{Text: text, At: Point{x, y}, Size: 14, AcrossAt: End})
}

// Caption writes a label with its middle at x and its foot at y.
func (s *Sheet) Caption(x, y float64, text string) {
	s.Write(s.Ink, Label{Text: text, At: Point{x, y}, Size: FontSize, AlongAt: Middle})
}

// CaptionUpwards writes a label from below upwards, with its middle at y and its upper side at x.
func (s *Sheet) CaptionUpwards(x, y float64, text string) {
	s.Write(s.Ink, Label{Text: text, At: Point{x, y}, Size: FontSize, AlongAt: Middle, AcrossAt: End, Upwards: true})
}

// Note writes a label that begins at a point, half of it above.
func (s *Sheet) Note(at Point, text string) {
	s.Write(s.Ink, Label{Text: text, At: at, Size: FontSize, AcrossAt: Middle})
}

// Key draws a short line from a point, and the meaning of this line style.
func (s *Sheet) Key(line Line, at Point, length float64, text string) {
	s.Lines(line, []Point{at, {at.X + length, at.Y}})
	s.Note(Point{at.X + length + 6, at.Y}, text)
}

// SVG returns the picture as a document of its own.
func (s *Sheet) SVG() []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" `+
		`font-family="%[3]s">`+"\n%[4]s</svg>\n", short3(s.Max.X), short3(s.Max.Y), Family, s.Body(s.Max.Y, painted))
}

// Inline returns the picture as an element of a page, whose style sheet has the colours named by paint. Screen
// readers read title and description. Ids begin with id.
func (s *Sheet) Inline(id, title, description string, paint Paint) string {
	return fmt.Sprintf(`<svg viewBox="0 0 %s %s" class="plot" role="img" aria-labelledby="%[3]s-title %[3]s-desc">`+
		`<title id="%[3]s-title">%[4]s</title><desc id="%[3]s-desc">%[5]s</desc>`+"%[6]s</svg>",
		short3(s.Max.X), short3(s.Max.Y), id, escape(title), escape(description), s.Body(s.Max.Y, paint))
}
