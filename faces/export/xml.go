package export

import (
	"bufio"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"weft/answers/atlas"
	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/ascii"
)

// A Drawing is a Part on its way to a program that draws: nodes with their number as identifier, and URL or name,
// state and scores as attributes; directed edges, with their kinds if some are no plain links. Edges have weights if the
// crawl has some.
type Drawing struct {
	Job
	Part   Part
	Scores []Score
	// Places of pages in a map; nil for none. Pages without a place have none in the file, either.
	Places map[graph.Node]*atlas.Place

	unwritable int64 // names with characters that XML cannot hold
}

// GraphML writes the part in GraphML (U. Brandes and others, 2002), which Gephi, yEd, igraph and NetworkX read. The
// URL is the attribute "label".
func (d *Drawing) GraphML(ctx context.Context, out io.Writer) (Summary, error) {
	x := &xmlWriter{w: bufio.NewWriterSize(out, bufSize)}
	x.text(xml.Header, `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`, "\n")
	x.text(`<key id="label" for="node" attr.name="label" attr.type="string"/>`, "\n")
	x.text(`<key id="state" for="node" attr.name="state" attr.type="string"/>`, "\n")
	for _, s := range d.Scores {
		x.text(`<key id="`).escaped([]byte(s.Name)).text(`" for="node" attr.name="`).escaped([]byte(s.Name)).text(`" attr.type="`, s.kind("long"), "\"/>\n")
	}
	if d.Places != nil {
		for _, key := range atlas.PlaceKeys {
			x.text(`<key id="map-`, key, `" for="node" attr.name="`, key, `" attr.type="double"/>`, "\n")
		}
	}
	d.edgeKeys(x)
	x.text(`<graph id="crawl" edgedefault="directed">`, "\n")
	err := d.nodes(x, func(id, name []byte, u graph.Node) {
		x.text(`<node id="`).bytes(id).text(`">`)
		if d.Crawl.HasNames() {
			x.text(`<data key="label"`, keepSpace(name), `>`).escaped(name).text(`</data>`)
		}
		x.text(`<data key="state">`, d.Crawl.State(u).String(), `</data>`)
		d.values(u, func(name []byte, value string) {
			x.text(`<data key="`).escaped(name).text(`">`, value, `</data>`)
		})
		if p := d.Places[u]; p != nil {
			for i, value := range p.Values() {
				x.text(`<data key="map-`, atlas.PlaceKeys[i], `">`, value, `</data>`)
			}
		}
		x.text("</node>\n")
	})
	var arcs int64
	if err == nil {
		arcs, err = d.arcs(ctx, x, func(_ int64, from, to []byte, k kinds.Set) {
			x.text(`<edge source="`).bytes(from).text(`" target="`).bytes(to)
			d.edgeData(x, k)
		})
	}
	x.text("</graph>\n</graphml>\n")
	return d.done(x, arcs, err)
}

// edgeKeys declares the kinds and the weights of edges of GraphML.
func (d *Drawing) edgeKeys(x *xmlWriter) {
	if d.hasKinds() {
		x.text(`<key id="kinds" for="edge" attr.name="kinds" attr.type="string"/>`, "\n")
	}
	if d.weigh(); d.weighs {
		x.text(`<key id="weight" for="edge" attr.name="weight" attr.type="double"/>`, "\n")
	}
}

// edgeData writes the kinds and the weight of an edge of GraphML, and ends it.
func (d *Drawing) edgeData(x *xmlWriter, k kinds.Set) {
	if !d.hasKinds() && !d.weighs {
		x.text("\"/>\n")
		return
	}
	x.text(`">`)
	if d.hasKinds() {
		x.text(`<data key="kinds">`, k.String(), "</data>")
	}
	if d.weighs {
		x.text(`<data key="weight">`).bytes(appendWeight(nil, d.weight)).text("</data>")
	}
	x.text("</edge>\n")
}

// GEXF writes the part in GEXF 1.3 (gexf.net), the format of Gephi. The URL is the label.
func (d *Drawing) GEXF(ctx context.Context, out io.Writer) (Summary, error) {
	x := &xmlWriter{w: bufio.NewWriterSize(out, bufSize)}
	x.text(xml.Header, `<gexf xmlns="http://gexf.net/1.3"`, atlas.VizNamespace, ` version="1.3">`, "\n", `<meta><creator>weft</creator></meta>`, "\n")
	x.text(`<graph mode="static" defaultedgetype="directed">`, "\n", `<attributes class="node">`, "\n", `<attribute id="state" title="state" type="string"/>`, "\n")
	for _, s := range d.Scores {
		x.text(`<attribute id="`).escaped([]byte(s.Name)).text(`" title="`).escaped([]byte(s.Name)).text(`" type="`, s.kind("long"), "\"/>\n")
	}
	x.text("</attributes>\n")
	if d.hasKinds() {
		x.text(`<attributes class="edge">`, "\n", `<attribute id="kinds" title="kinds" type="string"/>`, "\n</attributes>\n")
	}
	x.text("<nodes>\n")
	err := d.nodes(x, func(id, name []byte, u graph.Node) {
		if !d.Crawl.HasNames() {
			name = id
		}
		x.text(`<node id="`).bytes(id).text(`" label="`).escaped(name).text(`"`)
		x.text(keepSpace(name), `><attvalues><attvalue for="state" value="`, d.Crawl.State(u).String(), `"/>`)
		d.values(u, func(name []byte, value string) {
			x.text(`<attvalue for="`).escaped(name).text(`" value="`, value, `"/>`)
		})
		x.text("</attvalues>")
		if p := d.Places[u]; p != nil {
			x.text(p.Viz())
		}
		x.text("</node>\n")
	})
	x.text("</nodes>\n<edges>\n")
	var arcs int64
	if err == nil {
		d.weigh()
		arcs, err = d.arcs(ctx, x, func(i int64, from, to []byte, k kinds.Set) {
			x.text(`<edge id="`, strconv.FormatInt(i, 10), `" source="`).bytes(from).text(`" target="`).bytes(to)
			if d.weighs {
				x.text(`" weight="`).bytes(appendWeight(nil, d.weight))
			}
			if d.hasKinds() {
				x.text(`"><attvalues><attvalue for="kinds" value="`, k.String(), "\"/></attvalues></edge>\n")
				return
			}
			x.text("\"/>\n")
		})
	}
	x.text("</edges>\n</graph>\n</gexf>\n")
	return d.done(x, arcs, err)
}

// values calls write with the scores that a page has.
func (d *Drawing) values(u graph.Node, write func(name []byte, value string)) {
	for _, s := range d.Scores {
		if value := s.text(u); value != "" {
			write([]byte(s.Name), value)
		}
	}
}

// kind returns the type of a score in either format.
func (s *Score) kind(whole string) string {
	if s.Whole {
		return whole
	}
	return "double"
}

// nodes calls write for every page of the part.
func (d *Drawing) nodes(x *xmlWriter, write func(id, name []byte, u graph.Node)) error {
	names := d.Crawl.Names()
	var id, name []byte
	var err error
	for _, u := range d.Part {
		id, name = strconv.AppendUint(id[:0], uint64(u), 10), name[:0]
		if d.Crawl.HasNames() {
			if name, err = names.Append(name, u); err != nil {
				return err
			}
			if name = ascii.AppendInert(nil, name); !isXML(name) {
				d.unwritable++
			}
		}
		if write(id, name, u); x.err != nil {
			return x.err
		}
	}
	return nil
}

// ErrLarge says that a part is too large to be drawn.
var ErrLarge = errors.New("the part is too large to be drawn")

// Check returns ErrLarge if the part has more pages or arcs than the limits.
func (d *Drawing) Check(ctx context.Context, pages, arcs int64) error {
	if int64(len(d.Part)) > pages {
		return fmt.Errorf("%w: %d pages, and programs that draw take some %d", ErrLarge, len(d.Part), pages)
	}
	quiet := *d
	quiet.Progress = nil
	n, err := quiet.arcs(ctx, &xmlWriter{}, func(int64, []byte, []byte, kinds.Set) {})
	if err == nil && n > arcs {
		return fmt.Errorf("%w: %d arcs, and programs that draw take some %d", ErrLarge, n, arcs)
	}
	return err
}

// arcs calls write for every arc inside the part, and counts them.
func (d *Drawing) arcs(ctx context.Context, x *xmlWriter, write func(i int64, from, to []byte, k kinds.Set)) (int64, error) {
	var from, to []byte
	n, want := int64(0), d.wanted()
	for done := 0; done < len(d.Part); {
		run := d.run(done)
		cur, err := d.scan(graph.Range{Lo: int(d.Part[done]), Hi: int(d.Part[run-1]) + 1})
		if err != nil {
			return n, err
		}
		for cur.Next() {
			u := cur.Node()
			if u < d.Part[done] {
				continue
			}
			if done++; done%1024 == 0 {
				if ctx.Err() != nil {
					return n, ctx.Err()
				}
				d.tell(int64(done), int64(len(d.Part)))
			}
			from = strconv.AppendUint(from[:0], uint64(u), 10)
			for i, v := range cur.Succ() {
				if _, in := slices.BinarySearch(d.Part, v); !in || cur.Kinds()[i]&want == 0 {
					continue
				}
				to = strconv.AppendUint(to[:0], uint64(v), 10)
				if cur.weights != nil {
					d.weight = cur.weights.Weights()[i]
				}
				write(n, from, to, cur.Kinds()[i])
				n++
			}
			if x.err != nil {
				return n, x.err
			}
			if done == len(d.Part) {
				break
			}
		}
		if err := cur.Err(); err != nil {
			return n, err
		}
	}
	d.tell(int64(len(d.Part)), int64(len(d.Part)))
	return n, nil
}

// A partCursor reads arcs with their kinds, and with their weights if there are some.
type partCursor struct {
	graph.KindCursor
	weights graph.WeightCursor // nil if there are none
}

func (d *Drawing) scan(r graph.Range) (*partCursor, error) {
	weights, err := d.scanWeights(r)
	return &partCursor{d.Crawl.Scan(r), weights}, err
}

// Next implements graph.Cursor. Both cursors have the same lists.
func (c *partCursor) Next() bool {
	return c.KindCursor.Next() && (c.weights == nil || c.weights.Next())
}

// Err implements graph.Cursor.
func (c *partCursor) Err() error {
	if c.weights == nil {
		return c.KindCursor.Err()
	}
	return errors.Join(c.KindCursor.Err(), c.weights.Err())
}

// nearBy is how many pages a scan passes over rather than begin anew.
const nearBy = 64

// run returns the end of the pages of the part, from one on, that are near to each other.
func (d *Drawing) run(from int) int {
	to := from + 1
	for to < len(d.Part) && d.Part[to]-d.Part[to-1] <= nearBy {
		to++
	}
	return to
}

func (d *Drawing) done(x *xmlWriter, arcs int64, err error) (Summary, error) {
	if err == nil {
		err = x.err
	}
	if err == nil {
		err = x.w.Flush()
	}
	s := Summary{Pages: int64(len(d.Part)), Arcs: arcs, Lost: d.lost(holds{states: true, names: true, kinds: true, weights: true, arcs: true})}
	if d.unwritable > 0 {
		s.Lost = append(s.Lost, Loss{LostBytes, d.unwritable})
	}
	return s, err
}

// keepSpace returns the attribute by which white space at the ends of a name is kept (XML 1.0, section 2.10).
func keepSpace(name []byte) string {
	if len(bytes.TrimSpace(name)) == len(name) {
		return ""
	}
	return ` xml:space="preserve"`
}

// isXML says whether XML 1.0 can hold a text without control characters: it cannot hold U+FFFE and U+FFFF.
func isXML(name []byte) bool {
	return utf8.Valid(name) && !bytes.ContainsAny(name, "\ufffe\uffff")
}

// An xmlWriter writes pieces of XML and keeps the first error.
type xmlWriter struct {
	w   *bufio.Writer
	err error
}

func (x *xmlWriter) text(parts ...string) *xmlWriter {
	for _, s := range parts {
		if x.err == nil {
			_, x.err = x.w.WriteString(s)
		}
	}
	return x
}

func (x *xmlWriter) bytes(b []byte) *xmlWriter {
	if x.err == nil {
		_, x.err = x.w.Write(b)
	}
	return x
}

func (x *xmlWriter) escaped(b []byte) *xmlWriter {
	if !bytes.ContainsAny(b, "<>&\"'\t\n\r") && isPlain(b) {
		return x.bytes(b)
	}
	if x.err == nil {
		x.err = xml.EscapeText(x.w, b)
	}
	return x
}

func isPlain(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c >= 0x7f })
}
