package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// A Paint returns a colour as attributes of an SVG element. filled distinguishes filled shapes from outlines.
type Paint func(ink color.Color, filled bool) string

// painted is the Paint of pictures that stand alone: colours as numbers.
func painted(ink color.Color, filled bool) string {
	c, _ := color.NRGBAModel.Convert(ink).(color.NRGBA)
	opacity := ""
	of := map[bool]string{true: "fill", false: "stroke"}[filled]
	if c.A < math.MaxUint8 {
		opacity = fmt.Sprintf(` %s-opacity="%s"`, of, short3(float64(c.A)/math.MaxUint8))
	}
	text := fmt.Sprintf(` %s="#%02x%02x%02x"%s`, of, c.R, c.G, c.B, opacity)
	if !filled {
		text += ` fill="none"`
	}
	return text
}

// Body returns the picture as SVG elements, for a view box of a given height.
func (c *Canvas) Body(height float64, paint Paint) string {
	w := &writer{height: height, paint: paint}
	for i := range c.Shapes {
		w.shape(&c.Shapes[i])
	}
	return w.String()
}

type writer struct {
	strings.Builder
	height float64
	paint  Paint
}

func (w *writer) writef(format string, args ...any) {
	fmt.Fprintf(w, format, args...) //nolint:errcheck // a strings.Builder does not fail
}

// at writes a place, in SVG's coordinates, which grow downwards.
func (w *writer) at(p Point) string { return short3(p.X) + " " + short3(w.height-p.Y) }

func (w *writer) shape(s *Shape) {
	attributes := w.paint(s.Ink, s.Filled)
	if !s.Filled {
		attributes += fmt.Sprintf(` stroke-width="%s"`, short3(s.Line.Width))
		if s.Line.Opacity > 0 {
			attributes += fmt.Sprintf(` stroke-opacity="%s"`, short3(s.Line.Opacity))
		}
		if len(s.Line.Dashes) > 0 {
			attributes += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Join(each(s.Line.Dashes, short3), ","))
		}
	}
	switch {
	case s.Text != nil:
		w.text(s.Text, attributes)
	case len(s.Discs) == 1:
		p := s.Discs[0]
		w.writef(`<circle cx="%s" cy="%s" r="%s"%s/>`+"\n", short3(p.X), short3(w.height-p.Y), short3(s.Radius), attributes)
	case len(s.Discs) > 0:
		w.discs(s)
	default:
		w.paths(s, attributes)
	}
}

func (w *writer) paths(s *Shape, attributes string) {
	var d strings.Builder
	for _, path := range s.Paths {
		d.WriteString("M" + strings.Join(each(path, w.at), "L"))
		if s.Filled {
			d.WriteByte('Z')
		}
	}
	w.writef(`<path d="%s"%s/>`+"\n", d.String(), attributes)
}

// discs writes many circles as one path: strokes of no length with round ends.
func (w *writer) discs(s *Shape) {
	dots := "M" + strings.Join(each(s.Discs, w.at), "h0M") + "h0"
	w.writef(`<path d="%s"%s stroke-width="%s" stroke-linecap="round"/>`+"\n", dots, w.paint(s.Ink, false), short3(2*s.Radius))
}

// rise is the height of capital letters and digits, as a part of the size of the font.
const rise = 0.72

func (w *writer) text(l *Label, attributes string) {
	anchor := map[float64]string{Start: "start", Middle: "middle", End: "end"}[l.AlongAt]
	across := l.AcrossAt * rise * l.Size
	at := fmt.Sprintf(` x="%s" y="%s"`, short3(l.At.X), short3(w.height-l.At.Y+across))
	if l.Upwards {
		x, y := short3(l.At.X+across), short3(w.height-l.At.Y)
		at = fmt.Sprintf(` x="%s" y="%s" transform="rotate(-90 %s %s)"`, x, y, x, y)
	}
	w.writef(`<text%s font-size="%s" text-anchor="%s"%s>%s</text>`+"\n", at, short3(l.Size), anchor, attributes, escape(l.Text))
}

// escape escapes a text for an SVG element.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(printable(text))
}

// printable drops the control characters of a text and others that are not allowed in XML. Bytes that are not UTF-8 become
// replacement characters.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == 0xfffe || r == 0xffff || r < ' ' && r != '\t' && r != '\n' && r != '\r' {
			return -1
		}
		return r
	}, text)
	return strings.ToValidUTF8(text, "\ufffd")
}

// short3 writes a number with at most three decimals.
func short3(x float64) string {
	text := strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

func each[T any](list []T, write func(T) string) []string {
	all := make([]string, len(list))
	for i, x := range list {
		all[i] = write(x)
	}
	return all
}
