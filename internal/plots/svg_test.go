package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"strings"
	"testing"

	"weft/internal/plots"
)

// tags returns the elements of a document, in order; it fails where that is not well-formed.
func tags(t *testing.T, document []byte) (names []string) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(document)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatalf("%v: %s", err, document)
		}
		if e, ok := token.(xml.StartElement); ok {
			names = append(names, e.Name.Local)
		}
	}
}

// Every kind of shape is written, in order, in SVG's coordinates, which grow downwards.
func TestShapes(t *testing.T) {
	s := plots.NewSheet(100, 50, plots.Ink)
	s.Lines(plots.Line{Ink: plots.Blue, Width: 2, Dashes: []float64{3, 1.5}}, []plots.Point{{X: 0, Y: 0}, {X: 10, Y: 50}}, []plots.Point{{X: 1, Y: 1}})
	s.Polygons(color.NRGBA{R: 255, A: 51}, plots.Rect{Min: plots.Point{X: 1, Y: 2}, Max: plots.Point{X: 3, Y: 4}}.Corners(), nil)
	s.Discs(plots.Green, 1.5, plots.Point{X: 5, Y: 5})
	s.Discs(plots.Green, 1.5, plots.Point{X: 5, Y: 5}, plots.Point{X: 6, Y: 40})
	s.Ring(plots.Line{Ink: plots.Pink, Width: 1}, plots.Point{X: 9, Y: 8}, 4)
	s.Caption(50, 3, "a <b> & \"c\"\x00\x1b")
	s.CaptionUpwards(0, 25, "up")
	document := s.SVG()
	if got := strings.Join(tags(t, document), " "); got != "svg path path circle path circle text text" {
		t.Errorf("got %s", got)
	}
	for _, want := range []string{
		`<path d="M0 50L10 0" stroke="#0072b2" fill="none" stroke-width="2" stroke-dasharray="3,1.5"/>`,
		`<path d="M1 48L3 48L3 46L1 46Z" fill="#ff0000" fill-opacity="0.2"/>`,
		`<circle cx="5" cy="45" r="1.5" fill="#009e73"/>`,
		`<path d="M5 45h0M6 10h0" stroke="#009e73" fill="none" stroke-width="3" stroke-linecap="round"/>`,
		`<circle cx="9" cy="42" r="4" stroke="#cc79a7" fill="none" stroke-width="1"/>`,
		`a &lt;b&gt; &amp; &quot;c&quot;</text>`, `transform="rotate(-90 `,
	} {
		if !strings.Contains(string(document), want) {
			t.Errorf("no %s in %s", want, document)
		}
	}
}

// An element of a page has its texts for those who cannot see it, and colours by the page's own names.
func TestInline(t *testing.T) {
	s := plots.NewSheet(10, 10, plots.Ink)
	s.Polygons(plots.Blue, s.Corners())
	got := s.Inline("p1", "A <title>", "what is seen & more", func(ink color.Color, filled bool) string {
		if ink != plots.Blue || !filled {
			t.Errorf("painted %v, filled %v", ink, filled)
		}
		return ` class="blue"`
	})
	tags(t, []byte(got))
	for _, want := range []string{`class="blue"`, `id="p1-title">A &lt;title&gt;<`, `id="p1-desc">what is seen &amp; more<`, `role="img"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// The labels of both axes lie within their part of the sheet, whatever their length.
func TestLabelsHaveRoom(t *testing.T) {
	for _, largest := range []float64{1, 8, 99999, 1e7} {
		s := plots.NewSheet(300, 200, plots.Ink)
		s.Draw(10, 10, 10, 10, func(p *plots.Plot) {
			plots.Steps(&p.X, 0, int(largest), plots.Ink)
			plots.FromZero(&p.Y, 0, largest, plots.Ink)
			p.Add(plots.Grid{Ink: plots.Rule})
		})
		labels := 0
		for _, shape := range s.Shapes {
			l := shape.Text
			if l == nil {
				continue
			}
			labels++
			width := plots.Width(l.Text, l.Size)
			if left := l.At.X - l.AlongAt*width; left < 10-1e-9 || left+width > 290+1e-9 {
				t.Errorf("up to %g: %q goes from %.1f to %.1f", largest, l.Text, left, left+width)
			}
			if bottom := l.At.Y - l.AcrossAt*l.Size*0.72; bottom < 10-1e-9 || bottom+l.Size*0.72 > 190+1e-9 {
				t.Errorf("up to %g: %q stands at %.1f", largest, l.Text, bottom)
			}
		}
		if labels < 4 {
			t.Errorf("up to %g: %d labels", largest, labels)
		}
	}
}

// Values lie where their axis says, and at its ends if they are beyond.
func TestPlaces(t *testing.T) {
	p := &plots.Plot{X: plots.Axis{Min: 1, Max: 100, Log: true}, Y: plots.Axis{Min: -1, Max: 1}}
	g := plots.NewPen(&plots.Canvas{}, p, plots.Rect{Max: plots.Point{X: 200, Y: 100}})
	for _, c := range []struct{ x, y, atX, atY float64 }{{1, -1, 0, 0}, {10, 0, 100, 50}, {100, 1, 200, 100}, {0, 7, 0, 100}, {1e9, -7, 200, 0}} {
		if at := g.At(c.x, c.y); at != (plots.Point{X: c.atX, Y: c.atY}) {
			t.Errorf("%g, %g lies at %v", c.x, c.y, at)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "0": 5.56, "10⁻²": 17.78, "Wil": 13.88, "é": 5.56} {
		if got := plots.Width(text, 10); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%q is %g wide, want %g", text, got, want)
		}
	}
}
