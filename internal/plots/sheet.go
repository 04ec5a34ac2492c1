package plots

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Picture is a plot with the name of its file.
type Picture struct {
	Name string
	SVG  []byte
}

// The colours of pictures that stand alone. Those of lines can be told apart by those who do not see all colours (Okabe
// and Ito).
var (
	Ink       = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 255}
	Rule      = color.NRGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 255}
	Blue      = color.NRGBA{G: 0x72, B: 0xb2, A: 255}
	Vermilion = color.NRGBA{R: 0xd5, G: 0x5e, A: 255}
	Green     = color.NRGBA{G: 0x9e, B: 0x73, A: 255}
	Pink      = color.NRGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 255}
	Orange    = color.NRGBA{R: 0xe6, G: 0x9f, A: 255}
	Sky       = color.NRGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 255}
)

// A Sheet is what plots are drawn on. Lengths are units of its view box, about a pixel each; y grows upwards.
type Sheet struct {
	draw.Canvas
	Style draw.TextStyle // of labels, as at the axes of the last plot
	svg   *vgsvg.Canvas
}

// NewSheet returns a sheet without a background.
func NewSheet(width, height vg.Length) *Sheet {
	svg := vgsvg.New(width, height)
	return &Sheet{Canvas: draw.New(svg), svg: svg}
}

// NewPaper returns a white sheet.
func NewPaper(width, height vg.Length) *Sheet {
	s := NewSheet(width, height)
	s.SetColor(color.White)
	s.Fill(s.Path())
	return s
}

// Draw draws a plot, of which fill sets up the axes and what is to be seen. It stays so far from the edges of the sheet.
func (s *Sheet) Draw(left, right, bottom, top vg.Length, fill func(*plot.Plot)) {
	p := plot.New()
	p.BackgroundColor = nil
	fill(p)
	p.Draw(draw.Crop(s.Canvas, left, -right, bottom, -top))
	s.Style = p.X.Tick.Label
}

// Title writes what the sheet is about; x and y are those of its upper left end.
func (s *Sheet) Title(x, y vg.Length, text string) {
	style := s.Style
	style.Font, style.XAlign, style.YAlign = font.From(Sans, 14), draw.XLeft, draw.YTop
	s.FillText(style, vg.Point{X: x, Y: y}, text)
}

// Caption writes a label with its middle at x and its foot at y.
func (s *Sheet) Caption(x, y vg.Length, text string) {
	style := s.Style
	style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
	s.FillText(style, vg.Point{X: x, Y: y}, text)
}

// Note writes a label that begins at a point, half of it above.
func (s *Sheet) Note(at vg.Point, text string) {
	style := s.Style
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	s.FillText(style, at, text)
}

// Key draws a short line that begins at a point, and says what lines of this style are.
func (s *Sheet) Key(line draw.LineStyle, at vg.Point, length vg.Length, text string) {
	s.StrokeLine2(line, at.X, at.Y, at.X+length, at.Y)
	s.Note(vg.Point{X: at.X + length + 6, Y: at.Y}, text)
}

// SVG returns what was drawn. Fonts that every system has stand behind our own.
func (s *Sheet) SVG() ([]byte, error) {
	var b bytes.Buffer
	if _, err := s.svg.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("draw plot: %w", err)
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}
