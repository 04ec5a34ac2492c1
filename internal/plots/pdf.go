package plots

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"unicode/utf16"
)

// point is the length of a unit of the view box in PDF's points: a CSS pixel, as in SVG.
const point = 0.75

// mostPoints bounds a side of a page (ISO 32000-1, annex C).
const mostPoints = 14400

// PDF writes what was drawn as a PDF of one page, which has the size of the sheet. Texts remain texts, in the Go font, which
// is embedded: it has the letters of Latin, Greek and Cyrillic. Other characters appear as boxes, but can be searched and
// copied. The bytes depend only on the drawing and on the title, which viewers show; there are no dates.
//
// Source: ISO 32000-1:2008 (PDF 1.7).
func (s *Sheet) PDF(w io.Writer, title string) error {
	width, height := s.Max.X*point, s.Max.Y*point
	if !(width > 0 && height > 0 && width <= mostPoints && height <= mostPoints) {
		return fmt.Errorf("a page of %g × %g points: expected more than 0 and at most %d for each side", width, height, mostPoints)
	}
	p := &page{opacities: map[uint8]int{}, typeface: newTypeface()}
	p.writef("%s 0 0 %[1]s 0 0 cm\n4 M\n", short3(point)) // SVG's limit of mitred corners is 4
	for i := range s.Shapes {
		if err := p.shape(&s.Shapes[i]); err != nil {
			return err
		}
	}
	d, err := p.document(width, height, title)
	if err != nil {
		return err
	}
	_, err = w.Write(d.close())
	return err
}

// A page is the content of a page, and what the content names.
type page struct {
	strings.Builder
	opacities map[uint8]int // the number of each opacity; 255 has none
	inOrder   []uint8
	typeface  *typeface
}

func (p *page) writef(format string, args ...any) {
	fmt.Fprintf(p, format, args...) //nolint:errcheck // a strings.Builder does not fail
}

func (p *page) shape(s *Shape) error {
	p.WriteString("q ")
	p.ink(s)
	switch {
	case s.Text != nil:
		if err := p.text(s.Text); err != nil {
			return err
		}
	case len(s.Discs) > 0:
		for _, at := range s.Discs {
			p.circle(at, s.Radius)
		}
	default:
		p.paths(s)
	}
	switch {
	case s.Text != nil:
	case s.Filled:
		p.WriteString("f ")
	default:
		p.WriteString("S ")
	}
	p.WriteString("Q\n")
	return nil
}

// ink sets colour, opacity and the style of lines.
func (p *page) ink(s *Shape) {
	c, _ := color.NRGBAModel.Convert(s.Ink).(color.NRGBA)
	if s.Line.Opacity > 0 && !s.Filled {
		c.A = uint8(math.Round(float64(c.A) * s.Line.Opacity))
	}
	if c.A < math.MaxUint8 {
		if _, known := p.opacities[c.A]; !known {
			p.opacities[c.A] = len(p.inOrder)
			p.inOrder = append(p.inOrder, c.A)
		}
		p.writef("/O%d gs ", p.opacities[c.A])
	}
	part := func(x uint8) string { return short3(float64(x) / math.MaxUint8) }
	operator := map[bool]string{true: "rg", false: "RG"}[s.Filled]
	p.writef("%s %s %s %s ", part(c.R), part(c.G), part(c.B), operator)
	if !s.Filled {
		p.writef("%s w ", short3(s.Line.Width))
		if len(s.Line.Dashes) > 0 {
			p.writef("[%s] 0 d ", strings.Join(each(s.Line.Dashes, short3), " "))
		}
	}
}

func (p *page) at(q Point) string { return short3(q.X) + " " + short3(q.Y) }

func (p *page) paths(s *Shape) {
	for _, path := range s.Paths {
		p.writef("%s m ", p.at(path[0]))
		for _, q := range path[1:] {
			p.writef("%s l ", p.at(q))
		}
		if s.Filled {
			p.WriteString("h ")
		}
	}
}

// circle writes a circle as four curves of Bézier.
func (p *page) circle(at Point, r float64) {
	const handle = 0.5522847498 // 4/3 · (√2 − 1)
	h := handle * r
	x, y := at.X, at.Y
	p.writef("%s m ", p.at(Point{x + r, y}))
	for _, c := range [4][3]Point{
		{{x + r, y + h}, {x + h, y + r}, {x, y + r}},
		{{x - h, y + r}, {x - r, y + h}, {x - r, y}},
		{{x - r, y - h}, {x - h, y - r}, {x, y - r}},
		{{x + h, y - r}, {x + r, y - h}, {x + r, y}},
	} {
		p.writef("%s %s %s c ", p.at(c[0]), p.at(c[1]), p.at(c[2]))
	}
	p.WriteString("h ")
}

func (p *page) text(l *Label) error {
	codes, wide, err := p.typeface.write(printable(l.Text))
	if err != nil {
		return err
	}
	size := l.Size * narrow
	back, across := l.AlongAt*wide*size, l.AcrossAt*rise*l.Size
	turn, at := "1 0 0 1", Point{l.At.X - back, l.At.Y - across}
	if l.Upwards {
		turn, at = "0 1 -1 0", Point{l.At.X + across, l.At.Y - back}
	}
	p.writef("BT /F %s Tf %s %s Tm <%s> Tj ET ", short3(size), turn, p.at(at), codes)
	return nil
}

// document makes the objects of the file: catalogue, page, content and fonts.
func (p *page) document(width, height float64, title string) (*document, error) {
	d := &document{}
	d.add("<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</DisplayDocTitle true>>>>")
	d.add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	var states strings.Builder
	for i, a := range p.inOrder {
		part := short3(float64(a) / math.MaxUint8)
		fmt.Fprintf(&states, "/O%d<</ca %s/CA %s>>", i, part, part)
	}
	fonts := ""
	if p.typeface.used() {
		fonts = "/Font<</F 6 0 R>>"
	}
	d.add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %s %s]/Contents 4 0 R/Resources<</ExtGState<<%s>>%s>>>>",
		short3(width), short3(height), states.String(), fonts))
	if err := d.stream("", []byte(p.String())); err != nil {
		return nil, err
	}
	d.add("<</Title " + utf16Text(title) + "/Producer(weft)>>")
	if fonts != "" {
		if err := p.typeface.objects(d); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// info is the number of the object that describes the document.
const info = 5

// utf16Text writes a text as a string of PDF: UTF-16 in hexadecimal digits.
func utf16Text(text string) string {
	return "<FEFF" + hexUTF16(printable(text)) + ">"
}

func hexUTF16(text string) string {
	var b strings.Builder
	for _, x := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%04X", x)
	}
	return b.String()
}

// A document is a PDF file: its objects, and where each begins.
type document struct {
	bytes.Buffer
	begins []int
}

func (d *document) writef(format string, args ...any) {
	fmt.Fprintf(d, format, args...) //nolint:errcheck // a bytes.Buffer does not fail
}

// add adds an object, whose number is the number of objects then.
func (d *document) add(content string) {
	if d.Len() == 0 {
		d.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n") // the bytes beyond ASCII mark a binary file
	}
	d.begins = append(d.begins, d.Len())
	d.writef("%d 0 obj\n%s\nendobj\n", len(d.begins), content)
}

// stream adds an object with compressed data and the given keys.
func (d *document) stream(keys string, data []byte) error {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	d.add(fmt.Sprintf("<</Length %d/Filter/FlateDecode%s>>\nstream\n%s\nendstream", packed.Len(), keys, packed.Bytes()))
	return nil
}

// close adds the table of objects and the trailer, and returns the file.
func (d *document) close() []byte {
	table := d.Len()
	d.writef("xref\n0 %d\n0000000000 65535 f \n", len(d.begins)+1)
	for _, at := range d.begins {
		d.writef("%010d 00000 n \n", at)
	}
	d.writef("trailer\n<</Size %d/Root 1 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.begins)+1, info, table)
	return d.Bytes()
}
