package atlas

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"weft/answers/answer"
	"weft/internal/inert"
	"weft/internal/plots"
)

// Forms of files, by their ending.
var forms = map[string]func(m *Map, w io.Writer) error{
	".svg": (*Map).writeSVG, ".png": (*Map).writePNG, ".pdf": (*Map).writePDF, ".gexf": (*Map).writeGEXF, ".graphml": (*Map).writeGraphML,
}

// formOf returns what writes a file.
func formOf(path string) (func(m *Map, w io.Writer) error, error) {
	write := forms[strings.ToLower(filepath.Ext(path))]
	if write == nil {
		return nil, answer.Refused("{output} %s: expected an ending .svg, .png, .pdf, .gexf or .graphml", path)
	}
	return write, nil
}

func (m *Map) write(w io.Writer, path string) error {
	write, err := formOf(path)
	if err != nil {
		return err
	}
	return write(m, w)
}

// paper is the drawing on a white sheet, for a viewer with fonts of all scripts or with the font of PNG and PDF.
func (m *Map) paper(ownFont bool) *plots.Sheet {
	drawn := *m
	drawn.ownFont = ownFont
	s := drawn.Draw()
	paper := plots.NewPaper(Width, Height+legend)
	paper.Shapes = append(paper.Shapes, s.Shapes...)
	return paper
}

func (m *Map) writeSVG(w io.Writer) error {
	_, err := w.Write(m.paper(false).SVG())
	return err
}

func (m *Map) writePNG(w io.Writer) error {
	const scale = 2 // pixels for each unit
	return m.paper(true).PNG(w, scale)
}

func (m *Map) writePDF(w io.Writer) error {
	return m.paper(true).PDF(w, fmt.Sprintf("Map of the %d best by %s", len(m.Nodes), m.By))
}

// text escapes a name for XML.
func text(name string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(strings.ToValidUTF8(inert.Text(name), "\ufffd"))) //nolint:errcheck // a strings.Builder does not fail
	return b.String()
}

// writeGEXF writes nodes with places, sizes and colours, and links, for Gephi (GEXF 1.3, https://gexf.net).
func (m *Map) writeGEXF(w io.Writer) error {
	e := &writer{w: w}
	e.printf(`<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3"` + VizNamespace + ` version="1.3">
<graph defaultedgetype="directed">
<attributes class="node">
<attribute id="pages" title="pages" type="long"/>
<attribute id="fetched" title="fetched" type="long"/>
<attribute id="pagerank" title="pagerank" type="double"/>
<attribute id="community" title="community" type="integer"/>
</attributes>
<nodes>
`)
	c := m.Colouring()
	for i := range m.Nodes {
		n, class := &m.Nodes[i], &c.Classes[c.Of[i]]
		e.printf(`<node id="%d" label="%s"><attvalues><attvalue for="pages" value="%d"/><attvalue for="fetched" value="%d"/><attvalue for="pagerank" value="%g"/><attvalue for="community" value="%d"/></attvalues>`+
			"%s</node>\n", i, text(n.Name), n.Pages, n.Fetched, n.Score, n.Community, n.place(class.Ink, class.Ring).Viz())
	}
	e.printf("</nodes>\n<edges>\n")
	for i, l := range m.Links {
		e.printf(`<edge id="%d" source="%d" target="%d" weight="%d"/>`+"\n", i, l.From, l.To, l.Arcs)
	}
	e.printf("</edges>\n</graph>\n</gexf>\n")
	return e.err
}

// writeGraphML writes nodes with places, and links (http://graphml.graphdrawing.org).
func (m *Map) writeGraphML(w io.Writer) error {
	e := &writer{w: w}
	e.printf(`<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
`)
	for _, key := range [][3]string{
		{"label", "node", "string"},
		{"pages", "node", "long"},
		{"fetched", "node", "long"},
		{"pagerank", "node", "double"},
		{"community", "node", "int"},
		{"x", "node", "double"},
		{"y", "node", "double"},
		{"size", "node", "double"},
		{"weight", "edge", "long"},
	} {
		e.printf(`<key id="%[1]s" for="%[2]s" attr.name="%[1]s" attr.type="%[3]s"/>`+"\n", key[0], key[1], key[2])
	}
	e.printf(`<graph edgedefault="directed">` + "\n")
	for i := range m.Nodes {
		n := &m.Nodes[i]
		e.printf(`<node id="n%d"><data key="label">%s</data><data key="pages">%d</data><data key="fetched">%d</data><data key="pagerank">%g</data><data key="community">%d</data>`+
			`<data key="x">%.2f</data><data key="y">%.2f</data><data key="size">%.2f</data></node>`+"\n",
			i, text(n.Name), n.Pages, n.Fetched, n.Score, n.Community, n.X, Height-n.Y, 2*n.Radius)
	}
	for _, l := range m.Links {
		e.printf(`<edge source="n%d" target="n%d"><data key="weight">%d</data></edge>`+"\n", l.From, l.To, l.Arcs)
	}
	e.printf("</graph>\n</graphml>\n")
	return e.err
}

// A writer keeps the first error.
type writer struct {
	w   io.Writer
	err error
}

func (e *writer) printf(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format, args...)
	}
}

// Picture draws the map as an SVG or PNG picture.
func (m *Map) Picture(form string) ([]byte, error) {
	if form == "svg" {
		return m.Draw().SVG(), nil
	}
	var b bytes.Buffer
	err := m.writePNG(&b)
	return b.Bytes(), err
}
