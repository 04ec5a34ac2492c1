package plots

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// mostPixels bounds a side of a PNG.
const mostPixels = 1 << 14

// PNG writes what was drawn as PNG, with a number of pixels for each unit. Texts are set in the Go font, which has the
// letters of Latin, Greek and Cyrillic; it shows a box for others.
func (s *Sheet) PNG(w io.Writer, scale float64) error {
	width, height := int(math.Ceil(s.Max.X*scale)), int(math.Ceil(s.Max.Y*scale))
	if width < 1 || height < 1 || width > mostPixels || height > mostPixels {
		return fmt.Errorf("a picture of %d × %d pixels: want 1 to %d for each side", width, height, mostPixels)
	}
	r := &raster{image: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale, height: s.Max.Y, faces: map[float64]font.Face{}}
	for i := range s.Shapes {
		if err := r.shape(&s.Shapes[i]); err != nil {
			return err
		}
	}
	return png.Encode(w, r.image)
}

// A raster draws shapes in pixels.
type raster struct {
	image         *image.RGBA
	scale, height float64
	faces         map[float64]font.Face
}

// at returns the pixel of a point. Rows of pixels go downwards.
func (r *raster) at(p Point) (x, y float32) {
	return float32(p.X * r.scale), float32((r.height - p.Y) * r.scale)
}

func (r *raster) shape(s *Shape) error {
	ink := color.NRGBAModel.Convert(s.Ink).(color.NRGBA) //nolint:forcetypeassert // the model's own type
	if s.Line.Opacity > 0 && !s.Filled {
		ink.A = uint8(math.Round(float64(ink.A) * s.Line.Opacity))
	}
	switch {
	case s.Text != nil:
		return r.text(s.Text, ink)
	case len(s.Discs) > 0:
		for _, at := range s.Discs {
			r.disc(at, s.Radius, s, ink)
		}
	case s.Filled:
		r.fill(ink, s.Paths...)
	default:
		for _, p := range s.Paths {
			for _, stroke := range dashed(p, s.Line.Dashes) {
				r.stroke(ink, s.Line.Width, stroke)
			}
		}
	}
	return nil
}

// fill fills polygons.
func (r *raster) fill(ink color.NRGBA, polygons ...[]Point) {
	box := image.Rectangle{}
	for _, p := range polygons {
		for _, q := range p {
			x, y := r.at(q)
			at := image.Rect(int(x)-1, int(y)-1, int(x)+2, int(y)+2)
			box = box.Union(at)
		}
	}
	box = box.Intersect(r.image.Bounds())
	if box.Empty() {
		return
	}
	v := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, p := range polygons {
		for i, q := range p {
			x, y := r.at(q)
			x, y = x-float32(box.Min.X), y-float32(box.Min.Y)
			if i == 0 {
				v.MoveTo(x, y)
			} else {
				v.LineTo(x, y)
			}
		}
		v.ClosePath()
	}
	v.Draw(r.image, box, image.NewUniform(ink), image.Point{})
}

// corners of a circle, as a polygon.
const corners = 48

func circle(at Point, radius float64, turn float64) []Point {
	p := make([]Point, corners)
	for i := range p {
		sin, cos := math.Sincos(turn * 2 * math.Pi * float64(i) / corners)
		p[i] = Point{at.X + radius*cos, at.Y + radius*sin}
	}
	return p
}

// disc fills a circle, or draws its outline as the space between two circles.
func (r *raster) disc(at Point, radius float64, s *Shape, ink color.NRGBA) {
	if s.Filled {
		r.fill(ink, circle(at, radius, 1))
		return
	}
	half := s.Line.Width / 2
	r.fill(ink, circle(at, radius+half, 1), circle(at, max(radius-half, 0), -1))
}

// stroke fills the outline of a polyline: its left side forwards and its right side backwards.
func (r *raster) stroke(ink color.NRGBA, width float64, path []Point) {
	var left, right []Point
	for i, p := range path {
		before, after := path[max(i-1, 0)], path[min(i+1, len(path)-1)]
		dx, dy := after.X-before.X, after.Y-before.Y
		d := math.Hypot(dx, dy)
		if d == 0 {
			continue
		}
		dx, dy = dx/d*width/2, dy/d*width/2
		left, right = append(left, Point{p.X - dy, p.Y + dx}), append(right, Point{p.X + dy, p.Y - dx})
	}
	slices.Reverse(right)
	left = append(left, right...)
	r.fill(ink, left)
}

// dashed divides a polyline into strokes: lengths alternate between strokes and gaps, over and over.
func dashed(path []Point, lengths []float64) (strokes [][]Point) {
	sum := 0.0
	for _, l := range lengths {
		sum += l
	}
	if !(sum > 0) {
		return [][]Point{path}
	}
	k, left, current := 0, lengths[0], []Point{path[0]}
	for i, to := range path[1:] {
		from := path[i]
		for far := math.Hypot(to.X-from.X, to.Y-from.Y); far > left; far = math.Hypot(to.X-from.X, to.Y-from.Y) {
			from = Point{from.X + (to.X-from.X)*left/far, from.Y + (to.Y-from.Y)*left/far}
			if k%2 == 0 {
				strokes = append(strokes, append(current, from))
			}
			k++
			left, current = lengths[k%len(lengths)], []Point{from}
		}
		left -= math.Hypot(to.X-from.X, to.Y-from.Y)
		current = append(current, to)
	}
	if k%2 == 0 && len(current) > 1 {
		strokes = append(strokes, current)
	}
	return strokes
}

// regular is the font of pictures in pixels.
var regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// Drawable reports whether the font of PNG and PDF has all characters of a text.
func Drawable(text string) bool {
	f, err := regular()
	if err != nil {
		return false
	}
	var b sfnt.Buffer
	for _, r := range text {
		if i, err := f.GlyphIndex(&b, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

func (r *raster) face(size float64) (font.Face, error) {
	if f := r.faces[size]; f != nil {
		return f, nil
	}
	parsed, err := regular()
	if err != nil {
		return nil, err
	}
	const points = 72 // an inch, so that sizes are pixels
	f, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size * r.scale, DPI: points, Hinting: font.HintingNone})
	r.faces[size] = f
	return f, err
}

// narrow reduces the size of texts. The Go font is wider than Helvetica, whose widths are used to place labels.
const narrow = 0.93

func (r *raster) text(l *Label, ink color.NRGBA) error {
	face, err := r.face(l.Size * narrow)
	if err != nil {
		return err
	}
	wide := float64(font.MeasureString(face, l.Text)) / 64
	across := l.AcrossAt * rise * l.Size
	if l.Upwards {
		x, y := r.at(Point{l.At.X + across, l.At.Y})
		r.upwards(face, l.Text, ink, float64(x), float64(y)+wide*l.AlongAt)
		return nil
	}
	x, y := r.at(Point{l.At.X, l.At.Y - across})
	d := font.Drawer{Dst: r.image, Src: image.NewUniform(ink), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6((float64(x) - wide*l.AlongAt) * 64), Y: fixed.Int26_6(float64(y) * 64),
	}}
	d.DrawString(l.Text)
	return nil
}

// upwards draws a text from below upwards, beginning at x and y. It draws the text in a mask, and turns the mask.
func (r *raster) upwards(face font.Face, text string, ink color.NRGBA, x, y float64) {
	m := face.Metrics()
	above, below := m.Ascent.Ceil()+1, m.Descent.Ceil()+1
	mask := image.NewAlpha(image.Rect(0, 0, font.MeasureString(face, text).Ceil()+2, above+below))
	// The text begins at a fraction of a pixel: it has the same fraction in the mask.
	column, row := math.Floor(x), math.Ceil(y)
	d := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6((row - y) * 64), Y: fixed.Int26_6((float64(above) + x - column) * 64),
	}}
	d.DrawString(text)
	turned := image.NewAlpha(image.Rect(0, 0, mask.Rect.Dy(), mask.Rect.Dx()))
	for i := range mask.Rect.Dx() {
		for j := range mask.Rect.Dy() {
			turned.SetAlpha(j, mask.Rect.Dx()-1-i, mask.AlphaAt(i, j))
		}
	}
	corner := image.Pt(int(column)-above, int(row)-mask.Rect.Dx())
	draw.DrawMask(r.image, turned.Rect.Add(corner), image.NewUniform(ink), image.Point{}, turned, image.Point{}, draw.Over)
}
