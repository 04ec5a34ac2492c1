package report

import (
	"bytes"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"weft/internal/inert"
	"weft/internal/plots"
	"weft/internal/sheet"
)

// A Figure is a picture or a table of the report as readers take it away.
type Figure struct {
	Name    string // stable name in lower case, such as "bowtie"; its anchor on the page is "fig-" + Name
	Title   string
	Caption string // what the figure shows, without numbers of this crawl
	// Sheet is the picture in its own colours on white paper; nil for a table.
	Sheet       *plots.Sheet
	Description string // of the picture, for screen readers
	Columns     []string
	Rows        [][]any // numbers of the figure: cells are strings, whole numbers or float64

	cite      string // of the crawl and the figure
	subscript bool   // the picture names x_min
}

// Figures returns all figures of the report of d, in the order of the page.
func Figures(d Data) ([]Figure, error) {
	b, err := newBuilder(d)
	if err != nil {
		return nil, err
	}
	all := make([]Figure, 0, len(b.figures))
	for _, f := range b.figures {
		all = append(all, f.paper())
	}
	return all, nil
}

// SVG returns the picture as a document of its own, with title, description and citation; nil for a table.
func (f *Figure) SVG() []byte {
	if f.Sheet == nil {
		return nil
	}
	head, body, _ := bytes.Cut(f.Sheet.SVG(), []byte(">"))
	return fmt.Appendf(nil, "%s role=\"img\"><title>%s</title><desc>%s</desc>%s", head, xmlText(f.Title), xmlText(f.Caption+" "+f.Description+" "+f.cite), body)
}

// xmlText escapes a text for an element of XML.
func xmlText(text string) string {
	return template.HTMLEscapeString(inert.Text(strings.ToValidUTF8(strings.TrimSpace(text), "\ufffd")))
}

// CSV returns the numbers of the figure with a header (RFC 4180). Texts are guarded as in package sheet.
func (f *Figure) CSV() []byte {
	var b bytes.Buffer
	w := sheet.New(&b)
	w.Row(f.Columns...) //nolint:errcheck // a bytes.Buffer does not fail
	for _, row := range f.Rows {
		for _, c := range row {
			addCell(w, c)
		}
		w.End() //nolint:errcheck // a bytes.Buffer does not fail
	}
	w.Close() //nolint:errcheck // a bytes.Buffer does not fail
	return b.Bytes()
}

// addCell adds a cell to a row.
func addCell(w *sheet.Writer, v any) {
	switch x := v.(type) {
	case float64:
		if !finite(x) {
			w.Number("")
			return
		}
		w.Number(strconv.FormatFloat(x, 'g', 6, 64))
	case string:
		w.Text(inert.Text(strings.ToValidUTF8(x, "\ufffd")))
	default:
		w.Number(fmt.Sprint(v))
	}
}

// A figureView is a figure on the page. The links to take it away stand for Take when the size of the page is known.
type figureView struct {
	Name, Title, Caption string
	Plot                 template.HTML
	Take                 template.HTML
	Scrolls              bool // narrow screens scroll it
}

// picture adds a figure with a picture in the inks of the style sheet; nil if there is no picture.
func (b *builder) picture(f Figure) *figureView {
	if f.Sheet == nil {
		return nil
	}
	v := b.table(f)
	v.Scrolls = f.Sheet.Max.X >= widePicture
	if v.Plot = inline(f.Sheet, f.Name, f.Title, f.Description); f.subscript {
		v.Plot = template.HTML(subscripts.Replace(string(v.Plot))) //nolint:gosec // as in inline
	}
	return v
}

// widePicture is the width from which a picture cannot be read on a narrow screen as a whole.
const widePicture = 900

// table adds a figure that the page shows in another way than as a picture, or that is a table.
func (b *builder) table(f Figure) *figureView {
	compact(f.Sheet)
	f.cite = b.citation("#fig-" + f.Name)
	b.figures = append(b.figures, f)
	return &figureView{Name: f.Name, Title: f.Title, Caption: f.Caption, Take: taken(len(b.figures) - 1)}
}

// citation cites the crawl, the program, and a place on the page.
func (b *builder) citation(place string) string {
	info := &b.data.Info
	parts := []string{b.Title}
	if b.Date != "" {
		parts = append(parts, b.Date)
	}
	text := strings.Join(parts, ", ") + ". weft"
	if v := strings.TrimPrefix(b.data.Generated.Version, "weft "); v != "" {
		text += " " + v
	}
	text += " report"
	if !b.data.Generated.Time.IsZero() {
		text += ", written " + b.data.Generated.Time.UTC().Format("2006-01-02")
	}
	if info.GraphID != "" {
		text += ", graph SHA-256 " + checksum(info.GraphID)
	}
	return text + ", " + place + "."
}
